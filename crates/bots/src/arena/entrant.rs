//! A bot in a match, as it is written.

use crate::bot::{Bot, Skill};
use crate::choice::Budget;
use crate::habits::Style;
use crate::net::Net;
use crate::search::Depth;
use rules::GameId;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// A bot in a match: `greedy`, `strategist:200ms`, `strategist:2s`, `strategist:500p` (playouts); with another net:
/// `strategist@file.net:200ms`; for experiments with how it searches: `strategist/16/4/2/8/5:500p`, the moves kept, the
/// turns of a playout, the moves that the net looks at in each, those for which all next draws are gone through, how
/// many playouts the first opinion weighs, how long the playouts of the best moves are, what the short ones weigh there, how
/// many turns they have at most, how many moves the net looks at in each where there is time, and how many times a move has to
/// be met in them for what came of it to be believed by half.
///
/// With a style: `tactician+builder`, `strategist+spoiler:200ms`.
///
/// `cmd:./my-bot --fast` is a program that speaks the engine protocol; with a time for each decision: `cmd:500ms:./my-bot`.
#[derive(Clone, PartialEq, Debug)]
pub struct Entrant {
    /// How it decides.
    pub skill: Skill,
    /// What it likes.
    pub style: Style,
    /// The program that decides instead, with its arguments.
    pub program: Option<String>,
    /// The file of its net, if it has one of its own.
    pub net: Option<PathBuf>,
    /// How it searches.
    pub depth: Depth,
    /// How much it thinks about each decision.
    pub budget: Budget,
}

/// What a strategist thinks about a decision if nothing is said.
const DEFAULT_BUDGET: Budget = Budget::Time(Duration::from_millis(200));

impl FromStr for Entrant {
    type Err = String;

    fn from_str(text: &str) -> Result<Entrant, String> {
        if let Some(rest) = text.strip_prefix("cmd:") {
            let timed = rest.split_once(':').and_then(|(time, program)| Some((parse_budget(time).ok()?, program)));
            let (budget, program) = timed.unwrap_or((DEFAULT_BUDGET, rest));
            if program.trim().is_empty() {
                return Err(format!("{text:?}: which program? write cmd:./my-bot or cmd:500ms:./my-bot"));
            }
            let program = Some(program.trim().to_owned());
            return Ok(Entrant {
                skill: Skill::Random,
                style: Style::Even,
                program,
                net: None,
                depth: Depth::default(),
                budget,
            });
        }
        let (name, budget) = text.split_once(':').map_or((text, None), |(name, budget)| (name, Some(budget)));
        // A file may have slashes in its name: it comes first, up to its end.
        let (name, net, rest) = match name.split_once('@') {
            Some((name, rest)) => match rest.split_once(".net") {
                Some((file, rest)) => (name, Some(PathBuf::from(format!("{file}.net"))), rest),
                None => return Err(format!("{text:?}: the file of a net ends in .net")),
            },
            None => match name.split_once('/') {
                Some((name, rest)) => (name, None, rest),
                None => (name, None, ""),
            },
        };
        let known = || Skill::ALL.map(Skill::name).join(", ");
        let (name, style) = Style::split(name).ok_or_else(|| {
            let known: Vec<_> = Style::NAMED.into_iter().filter_map(Style::name).collect();
            format!("{text:?}: the styles are {}", known.join(", "))
        })?;
        let skill = Skill::from_name(name).ok_or_else(|| format!("unknown bot {name:?}; there are: {}", known()))?;
        let mut depth = skill.depth();
        let (mut prior, mut hold) = (0, 0);
        let numbers = rest.split('/').filter(|part| !part.is_empty());
        if numbers.clone().count() > 10 {
            return Err(format!("{text:?}: too many numbers"));
        }
        let places = [
            &mut depth.kept,
            &mut depth.turns,
            &mut depth.reach,
            &mut depth.ahead,
            &mut prior,
            &mut depth.long,
            &mut hold,
            &mut depth.most,
            &mut depth.wide,
            &mut depth.doubt,
        ];
        for (number, place) in numbers.zip(places) {
            let wrong =
                || format!("{text:?}: write {}/KEPT/TURNS/REACH/AHEAD/PRIOR/LONG/HOLD/MOST/WIDE/DOUBT", skill.name());
            *place = number.parse().ok().filter(|number| *number <= 1000).ok_or_else(wrong)?;
        }
        if depth.kept == 0 || depth.turns == 0 {
            return Err(format!("{text:?}: at least one move and one turn"));
        }
        if prior > 0 {
            depth.prior = prior as f64;
        }
        if hold > 0 {
            depth.hold = hold as f64;
        }
        if !skill.searches() && (budget.is_some() || depth != skill.depth()) {
            return Err(format!(
                "{text:?}: {} thinks the same way each time, only classic and strategist can be told how",
                skill.name()
            ));
        }
        let Some(budget) = budget else {
            return Ok(Entrant { skill, style, program: None, net, depth, budget: DEFAULT_BUDGET });
        };
        Ok(Entrant { skill, style, program: None, net, depth, budget: parse_budget(budget)? })
    }
}

impl Entrant {
    /// The net of its own, for this game.
    pub(super) fn load(&self, game: GameId) -> Result<Option<Arc<Net>>, String> {
        let Some(path) = &self.net else { return Ok(None) };
        let name = path.display();
        let bytes = std::fs::read(path).map_err(|error| format!("{name}: {error}"))?;
        let net = Net::parse(&bytes, game).map_err(|error| format!("{name}: {error}"))?;
        Ok(Some(Arc::new(net)))
    }

    /// The bot, for this game. A program is none.
    pub fn bot(&self, game: GameId, seed: u64) -> Result<Box<dyn Bot + Send>, String> {
        match &self.program {
            Some(program) => Err(format!("{program}: a program plays matches only")),
            None => Ok(self.skill.styled(self.style, self.depth.clone(), seed, self.load(game)?)),
        }
    }
}

/// Reads `200ms`, `2s` or `500p`.
fn parse_budget(budget: &str) -> Result<Budget, String> {
    let wrong = || format!("{budget:?} is no budget; write 200ms, 2s or 500p (playouts)");
    let digits = budget.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(budget.len());
    let number: u64 = budget[..digits].parse().map_err(|_| wrong())?;
    let budget = match &budget[digits..] {
        "ms" => Budget::millis(number),
        "s" => Budget::millis(number.saturating_mul(1000)),
        "p" => Budget::playouts(number),
        _ => return Err(wrong()),
    };
    budget.map_err(|error| error.to_string())
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(program) = &self.program {
            return match self.budget {
                budget if budget == DEFAULT_BUDGET => write!(f, "cmd:{program}"),
                Budget::Time(time) => write!(f, "cmd:{}ms:{program}", time.as_millis()),
                Budget::Playouts(playouts) => write!(f, "cmd:{playouts}p:{program}"),
            };
        }
        f.write_str(self.skill.name())?;
        if let Some(style) = self.style.name() {
            write!(f, "+{style}")?;
        }
        if let Some(net) = &self.net {
            write!(f, "@{}", net.display())?;
        }
        if self.depth != self.skill.depth() {
            let Depth { kept, turns, reach, ahead, prior, long, hold, most, wide, doubt, .. } = self.depth;
            write!(f, "/{kept}/{turns}/{reach}/{ahead}/{prior}/{long}/{hold}/{most}/{wide}/{doubt}")?;
        }
        match self.budget {
            _ if !self.skill.searches() => Ok(()),
            Budget::Time(time) => write!(f, ":{}ms", time.as_millis()),
            Budget::Playouts(playouts) => write!(f, ":{playouts}p"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entrants_are_read_and_written() {
        for text in [
            "random",
            "greedy",
            "tactician+builder",
            "strategist+spoiler:200ms",
            "strategist:500p",
            "classic:50ms",
            "strategist/8/6/2/1/3/10/6/9/14/30:20p",
            "cmd:./bot --fast",
            "cmd:50ms:bot",
        ] {
            assert_eq!(text.parse::<Entrant>().map(|entrant| entrant.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("strategist:2s".parse::<Entrant>().map(|it| it.to_string()), Ok("strategist:2000ms".to_owned()));
        for wrong in [
            "",
            "oracle",
            "greedy:",
            "greedy:5",
            "greedy:50ms",
            "tactician/8",
            "strategist:0ms",
            "strategist:9999999s",
            "strategist/0:1p",
            "strategist/1/2/3/4/5/6/7/8/9/10/11:1p",
            "cmd:",
            "greedy+",
        ] {
            assert!(wrong.parse::<Entrant>().is_err(), "{wrong}");
        }
    }
}
