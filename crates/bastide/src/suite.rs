//! `bastide arena --suite`: which positions of the suite bots solve.

use bots::arena::Entrant;
use bots::suite::{self, Position, THEMES, notation};
use rules::GameId;
use serde::Serialize;
use std::error::Error;
use std::io::{self, Write};

/// What a bot does in a position.
#[derive(Serialize)]
struct Answer {
    bot: String,
    chosen: String,
    solved: bool,
}

/// A position and what each bot does there.
#[derive(Serialize)]
struct Row {
    position: String,
    game: &'static str,
    theme: &'static str,
    good: Vec<String>,
    why: String,
    answers: Vec<Answer>,
}

/// Asks every bot in every position and prints what it solves.
pub fn run(bots: &[Entrant], seed: u64, json: bool) -> Result<(), Box<dyn Error>> {
    let positions = suite::positions()?;
    let rows = positions.iter().map(|position| ask(position, bots, seed)).collect::<Result<Vec<_>, _>>()?;
    let mut out = io::stdout().lock();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)?;
    } else {
        print(&mut out, &rows, bots)?;
    }
    Ok(())
}

fn ask(position: &Position, bots: &[Entrant], seed: u64) -> Result<Row, String> {
    let answer = |entrant: &Entrant| {
        // A new bot for each position: what it did in another one must not matter.
        let mut bot = entrant.bot(position.game_id(), seed)?;
        let chosen = position.ask(bot.as_mut(), entrant.budget)?;
        Ok(Answer { bot: entrant.to_string(), chosen: notation(chosen), solved: position.is_good(chosen) })
    };
    Ok(Row {
        position: position.name.clone(),
        game: position.game_id().name(),
        theme: position.theme,
        good: position.good.clone(),
        why: position.why.clone(),
        answers: bots.iter().map(answer).collect::<Result<_, String>>()?,
    })
}

/// A line for each position, then how many are solved by theme, by game and in all.
fn print(out: &mut impl Write, rows: &[Row], bots: &[Entrant]) -> io::Result<()> {
    let names: Vec<String> = bots.iter().map(Entrant::to_string).collect();
    let line = |out: &mut dyn Write, title: &str, cells: &[String]| {
        write!(out, "{title:<44}")?;
        cells.iter().zip(&names).try_for_each(|(cell, name)| write!(out, " {cell:>0$}", name.len().max(8)))?;
        writeln!(out)
    };
    line(out, "position", &names)?;
    for row in rows {
        let cells: Vec<String> =
            row.answers.iter().map(|answer| if answer.solved { "solved" } else { "-" }.to_owned()).collect();
        line(out, &format!("{} ({})", row.position, row.theme), &cells)?;
    }
    let mut sum = |title: &str, belongs: &dyn Fn(&Row) -> bool| {
        let group: Vec<&Row> = rows.iter().filter(|row| belongs(row)).collect();
        let solved = |bot: usize| group.iter().filter(|row| row.answers[bot].solved).count();
        let cells: Vec<String> = (0..bots.len()).map(|bot| format!("{}/{}", solved(bot), group.len())).collect();
        line(out, title, &cells)
    };
    for theme in THEMES {
        sum(theme, &|row| row.theme == theme)?;
    }
    for game in GameId::ALL {
        sum(game.name(), &|row| row.game == game.name())?;
    }
    sum("all", &|_| true)
}
