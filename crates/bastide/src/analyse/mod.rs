//! `bastide analyse`: where a game was won.

mod page;

use crate::replay;
use clap::Args as ClapArgs;
use rules::{Record, Seat};
use serde_json::json;
use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use study::{BudgetText, Line, Report, Step, Study};

/// What to analyse.
#[derive(ClapArgs)]
pub struct Args {
    /// The record; `-` reads standard input
    file: PathBuf,
    /// How much to think about each decision: a time (200ms, 2s), or a number of playouts (500p), which gives the same
    /// numbers on every machine
    #[arg(long, default_value = "400p")]
    budget: BudgetText,
    /// Write everything as JSON
    #[arg(long, conflicts_with = "html")]
    json: bool,
    /// Write a page with graph and boards to this file
    #[arg(long, value_name = "OUT")]
    html: Option<PathBuf>,
    /// On how many threads; it does not change the numbers of a budget in playouts
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// How many moments are told.
const MOMENTS: usize = 8;

/// Analyses and prints.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let record = replay::read(&args.file)?;
    let study = Study::new(record, args.budget.0);
    if study.tasks().is_empty() {
        return Err(format!("{}: nothing is played in this record", args.file.display()).into());
    }
    if let Some(path) = &args.html {
        // Better to know before minutes of thinking; what is there stays until there is something better.
        let opened = std::fs::OpenOptions::new().create(true).append(true).open(path);
        opened.map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let threads = args.threads.map_or_else(|| thread::available_parallelism().map_or(1, Into::into), usize::from);
    let shows = io::stderr().is_terminal();
    let report = analyse(&study, threads, |done, all| {
        if shows {
            let _ = write!(io::stderr(), "\r{done} of {all}");
            if done == all {
                let _ = writeln!(io::stderr());
            }
        }
    });
    match (&args.html, args.json) {
        (Some(path), _) => {
            std::fs::write(path, page::html(&study, &report))
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
        (None, true) => writeln!(io::stdout(), "{}", document(study.record(), &report))?,
        (None, false) => io::stdout().lock().write_all(table(study.record(), &report).as_bytes())?,
    }
    Ok(())
}

/// Solves all tasks of a game on so many threads.
pub fn analyse(study: &Study, threads: usize, mut progress: impl FnMut(usize, usize)) -> Report {
    let mut report = Report::new(study);
    let next = AtomicUsize::new(0);
    let (send, hear) = mpsc::channel::<Step>();
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                while let Some(&task) = study.tasks().get(next.fetch_add(1, Ordering::Relaxed)) {
                    if send.send(study.solve(task)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        for step in hear {
            report.add(step);
            progress(report.steps.len(), report.all);
        }
    });
    report
}

/// Everything as JSON: what is kept of an analysis, and what follows from it.
pub fn document(record: &Record, report: &Report) -> String {
    let moments: Vec<_> = report
        .moments(MOMENTS)
        .into_iter()
        .map(|step| json!({ "at": step.at, "turn": step.turn, "text": study::sentence(step, &|seat| name(record, seat)) }))
        .collect();
    let players: Vec<String> = (0..report.players).map(|seat| name(record, seat)).collect();
    let document = json!({
        "game": record.setup().game().name(),
        "names": players,
        "report": report,
        "players": report.summaries(),
        "course": report.course(),
        "moments": moments,
    });
    document.to_string()
}

fn name(record: &Record, seat: u8) -> String {
    let known = Seat::new(seat).and_then(|seat| record.name(seat));
    known.map_or_else(|| format!("seat {seat}"), ToOwned::to_owned)
}

/// Hundredths of a point, with a sign.
fn signed(hundredths: i32) -> String {
    let text = format!("{:+.1}", f64::from(hundredths) / 100.0);
    // What is rounded to nothing is less than nothing for nobody.
    if text == "-0.0" { "+0.0".to_owned() } else { text }
}

/// Thousandths as a percentage.
fn percent(thousandths: i32) -> String {
    let text = format!("{:.0}%", f64::from(thousandths) / 10.0);
    if text == "-0%" { "0%".to_owned() } else { text }
}

fn move_text(line: &Line) -> String {
    line.then.map_or_else(|| line.first.to_string(), |then| format!("{} {then}", line.first))
}

/// The analysis as a table.
pub fn table(record: &Record, report: &Report) -> String {
    let mut text = String::new();
    let names: Vec<String> = (0..report.players).map(|seat| name(record, seat)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let _ = writeln!(text, "turn  {:<width$}   luck  before   after  chance         lost          move", "player");
    let mut luck: Option<i32> = None;
    for step in &report.steps {
        if let Some(draw) = step.draw() {
            let own = draw.luck.get(usize::from(step.seat)).copied().unwrap_or(0);
            luck = Some(luck.unwrap_or(0) + own);
        }
        let Some(decision) = step.decision() else { continue };
        let lucky = luck.take().map_or_else(String::new, signed);
        let (before, after) = (&decision.best.value, &decision.played.value);
        let lost = decision.loss > 0;
        let loss = if lost { signed(-decision.loss) } else { String::new() };
        let chance_loss = if lost { percent(-decision.chance_loss) } else { String::new() };
        let _ = write!(
            text,
            "{:>4}  {:<width$} {lucky:>6}  {:>6}  {:>6}  {:>4} {:>4}  {loss:>6} {chance_loss:>4} {:<2}  {}",
            step.turn,
            names.get(usize::from(step.seat)).map_or("", String::as_str),
            signed(before.lead(step.seat)),
            signed(after.lead(step.seat)),
            percent(before.chance(step.seat)),
            percent(after.chance(step.seat)),
            decision.grade.mark(),
            move_text(&decision.played),
        );
        let others = [("best", Some(&decision.best)), ("next best", decision.second.as_ref())];
        for (what, line) in others {
            let other = line.filter(|line| move_text(line) != move_text(&decision.played));
            if let Some(line) = other {
                let _ = write!(text, "   {what} {} {}", move_text(line), signed(line.value.lead(step.seat)));
            }
        }
        let _ = writeln!(text);
    }
    let moments = report.moments(MOMENTS);
    if !moments.is_empty() {
        let _ = writeln!(text, "\nKey moments");
    }
    for step in moments {
        let said = study::sentence(step, &|seat| name(record, seat));
        let head = match step.decision() {
            Some(decision) => format!(
                "{} {} ({}, {} of the chance to win){}",
                name(record, step.seat),
                decision.grade.mark(),
                signed(-decision.loss),
                percent(-decision.chance_loss),
                if said.is_empty() { "." } else { ": " }
            ),
            None => String::new(),
        };
        let _ = writeln!(text, "  turn {:>3}  {head}{said}", step.turn);
    }
    let _ = writeln!(text, "\n{:<width$}  accuracy    ?!     ?    ??    loss    luck", "");
    for summary in report.summaries() {
        let [slips, mistakes, blunders] = summary.marks;
        let _ = writeln!(
            text,
            "{:<width$}  {:>8}  {slips:>4}  {mistakes:>4}  {blunders:>4}  {:>6}  {:>6}",
            names.get(usize::from(summary.seat)).map_or("", String::as_str),
            percent(summary.accuracy),
            signed(-summary.loss),
            signed(summary.luck),
        );
    }
    let _ = writeln!(text, "\n{} for each decision; points are expected points of the final result.", report.budget);
    text
}

#[cfg(test)]
mod tests {
    use super::{percent, signed};

    #[test]
    fn nothing_has_no_minus() {
        assert_eq!([-4, 0, 4, -6].map(signed), ["+0.0", "+0.0", "+0.0", "-0.1"]);
        assert_eq!([-4, 0, 4, -6].map(percent), ["0%", "0%", "0%", "-1%"]);
    }
}
