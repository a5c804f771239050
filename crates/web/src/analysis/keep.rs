//! What is kept of analyses in this browser, each under a name made of its game.

use crate::browser;
use rules::{Action, Record};
use study::Report;

/// The game that is looked at, for a reload.
const SHOWN: &str = "bastide.study";
/// Analyses and variations.
const KEPT: &str = "bastide.study.";
/// The names of what is kept, the latest last.
const LIST: &str = "bastide.studies";
/// How many are kept.
const MOST: usize = 12;

/// Something that was tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Variation {
    /// After how many actions of the game.
    pub(crate) from: usize,
    pub(crate) actions: Vec<Action>,
}

impl Variation {
    fn text(&self) -> String {
        let actions: Vec<String> = self.actions.iter().map(ToString::to_string).collect();
        format!("{} {}", self.from, actions.join(" "))
    }

    fn parse(line: &str) -> Option<Variation> {
        let mut words = line.split(' ');
        let from = words.next()?.parse().ok()?;
        let actions = words.map(|word| word.parse().ok()).collect::<Option<Vec<Action>>>()?;
        (!actions.is_empty()).then_some(Variation { from, actions })
    }
}

/// The name under which the analysis of a game is kept: made of its actions.
pub(crate) fn name(record: &Record) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for action in record.actions() {
        hash =
            action.to_string().bytes().fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    }
    format!("{hash:016x}")
}

/// The game to be looked at.
pub(crate) fn show(text: &str) -> bool {
    browser::store(SHOWN, text)
}

pub(crate) fn shown() -> Option<String> {
    browser::stored(SHOWN)
}

/// Keeps an analysis; where there is no room, older ones go.
pub(crate) fn keep(name: &str, report: &Report, variations: &[Variation]) {
    let mut text: String = variations.iter().map(|variation| variation.text() + "\n").collect();
    text.push('\n');
    text.push_str(&report.json());
    let mut names: Vec<String> = browser::stored(LIST)
        .unwrap_or_default()
        .split(' ')
        .filter(|old| !old.is_empty() && *old != name)
        .map(Into::into)
        .collect();
    names.push(name.to_owned());
    while names.len() > MOST {
        browser::forget(&format!("{KEPT}{}", names.remove(0)));
    }
    while !browser::store(&format!("{KEPT}{name}"), &text) {
        if names.len() < 2 {
            return;
        }
        browser::forget(&format!("{KEPT}{}", names.remove(0)));
    }
    browser::store(LIST, &names.join(" "));
}

/// What was kept of an analysis; what cannot be read is as if it were not there.
pub(crate) fn kept(name: &str) -> (Option<Report>, Vec<Variation>) {
    let text = browser::stored(&format!("{KEPT}{name}")).unwrap_or_default();
    parse(&text)
}

fn parse(text: &str) -> (Option<Report>, Vec<Variation>) {
    let (variations, report) =
        text.split_once("\n\n").or_else(|| Some(("", text.strip_prefix('\n')?))).unwrap_or_default();
    (Report::parse(report), variations.lines().filter_map(Variation::parse).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{GameId, Options, Seat, Setup};
    use study::{Budget, Study};

    #[test]
    fn what_is_kept_can_be_read() {
        let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
        let record = crate::testkit::played(&setup, 3, 5).record();
        let report = Report::new(&Study::new(record.clone(), Budget::Playouts(1)));
        let variation = Variation { from: 3, actions: record.actions().take(2).collect() };
        let json = report.json();
        assert_eq!(parse(&format!("{}\n\n{json}", variation.text())), (Some(report.clone()), vec![variation]));
        assert_eq!(parse(&format!("\n{json}")), (Some(report), Vec::new()));
        assert_eq!(parse("nonsense"), (None, Vec::new()));
        assert_eq!(name(&record).len(), 16);
    }
}
