//! The game as people tell it: one line a turn, with the tile, what was done with it, and what it brought.

use super::facts::counted;
use super::telling;
use crate::help::{self, Topic};
use crate::lang::Lang;
use crate::session::Session;
use rules::{Action, Actor, Event, Pos, Rotation, Score, Seat, TileKind};

/// Points in a line.
#[derive(Clone, PartialEq)]
pub(crate) struct Points {
    /// The number of the livery of whoever got them.
    pub(crate) colour: usize,
    pub(crate) points: u16,
    /// For what, and what was counted.
    pub(crate) text: String,
    /// What it follows from, in the rules.
    pub(crate) topic: Option<&'static Topic>,
}

/// A line.
#[derive(Clone, PartialEq)]
pub(crate) struct Line {
    pub(crate) number: usize,
    /// How many actions had been played when it was over.
    pub(crate) moment: usize,
    pub(crate) colour: Option<usize>,
    pub(crate) name: String,
    pub(crate) tile: Option<(TileKind, Rotation)>,
    pub(crate) pos: Option<Pos>,
    /// What was done beside placing the tile.
    pub(crate) done: Vec<String>,
    pub(crate) points: Vec<Points>,
}

impl Line {
    /// The whole line in words.
    pub(crate) fn spoken(&self, lang: Lang) -> String {
        let done = self.done.join(", ");
        let first = match (self.name.is_empty(), done.is_empty()) {
            (true, _) => done,
            (false, true) => lang.told_placed(&self.name),
            (false, false) => lang.told_of(&self.name, done),
        };
        let points = self.points.iter().map(|points| format!("{} {}", points.text, lang.more_points(points.points)));
        std::iter::once(first).chain(points).collect::<Vec<_>>().join(". ")
    }
}

/// Everything that happened in the whole game, oldest first.
pub(crate) fn lines(session: &dyn Session, lang: Lang) -> Vec<Line> {
    let info = |seat: Seat| session.seat(seat);
    let mut lines: Vec<Line> = Vec::new();
    let begin = |lines: &mut Vec<Line>, moment: usize, seat: Option<Seat>, tile, pos, done| {
        let info = seat.and_then(info);
        lines.push(Line {
            number: lines.len(),
            moment,
            colour: info.map(|info| info.colour),
            name: info.map(|info| info.name.clone()).unwrap_or_default(),
            tile,
            pos,
            done,
            points: Vec::new(),
        });
    };
    let mut ended = false;
    for (index, entry) in session.history().iter().enumerate() {
        if let (Action::Place { tile, pos, rotation }, Actor::Player(seat)) = (entry.action, entry.actor) {
            begin(&mut lines, index + 1, Some(seat), Some((tile, rotation)), Some(pos), Vec::new());
        }
        if matches!(entry.action, Action::Recall { .. })
            && let (Some(text), Some(line)) = (telling::recalled(lang, &entry.events), lines.last_mut())
        {
            line.done.push(text);
        }
        for event in &entry.events {
            match event {
                Event::Discarded { tile, .. } => {
                    let text = telling::event(lang, session.seats(), event).unwrap_or_default();
                    begin(&mut lines, index + 1, None, Some((*tile, Rotation::NONE)), None, vec![text]);
                }
                Event::Scored(score) => {
                    if score.end && !ended {
                        ended = true;
                        begin(&mut lines, index + 1, None, None, None, vec![lang.at_end().to_owned()]);
                    }
                    if lines.is_empty() {
                        begin(&mut lines, index + 1, None, None, None, Vec::new());
                    }
                    if let Some(line) = lines.last_mut() {
                        line.points.push(points(session, lang, score, line.colour));
                    }
                }
                other => {
                    if let (Some(text), Some(line)) = (telling::fragment(lang, other), lines.last_mut()) {
                        line.done.push(text);
                    }
                }
            }
        }
        if let Some(line) = lines.last_mut() {
            line.moment = index + 1;
        }
    }
    lines
}

fn points(session: &dyn Session, lang: Lang, score: &Score, mover: Option<usize>) -> Points {
    let info = session.seat(score.seat);
    let colour = info.map_or(0, |info| info.colour);
    let counted = counted(lang, score);
    let source = telling::source(lang, score.source);
    let what = if counted.is_empty() { source.to_owned() } else { lang.told_of(source, counted) };
    // Whose they are, where that is not whoever placed the tile.
    let text = match info {
        Some(info) if mover != Some(colour) => lang.told_of(&info.name, what),
        _ => what,
    };
    let topic = help::happened(session.game().setup().game(), &Event::Scored(*score));
    Points { colour, points: score.points, text, topic }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{LocalSession, Saved};
    use crate::testkit::played;
    use rules::{GameId, Options, Setup};

    fn session(id: GameId, options: Options) -> LocalSession {
        let setup = Setup::new(id, options, 2, Seat::ALL[0]).expect("two can play");
        let record = played(&setup, 6, usize::MAX).record();
        LocalSession::open(Saved::from_record(record, |index| format!("P{index}"))).expect("it was played")
    }

    #[test]
    fn there_is_one_line_a_tile_and_all_points_are_in_them() {
        for id in GameId::ALL {
            let session = session(id, Options::NONE);
            let lines = lines(&session, Lang::english());
            let tiles = session.history().iter().filter(|entry| matches!(entry.action, Action::Place { .. })).count();
            assert_eq!(lines.iter().filter(|line| line.pos.is_some()).count(), tiles, "{id:?}");
            let sum: u16 = lines.iter().flat_map(|line| &line.points).map(|points| points.points).sum();
            assert_eq!(sum, session.game().scores().iter().sum::<u16>(), "{id:?}");
            assert!(lines.is_sorted_by_key(|line| line.moment), "{id:?}");
            // Nobody has to read coordinates.
            assert!(lines.iter().all(|line| !line.spoken(Lang::english()).contains("@")), "{id:?}");
        }
    }

    #[test]
    fn who_brings_a_follower_home_is_told_also_when_it_is_worth_nothing() {
        let lang = Lang::english();
        let setup = Setup::new(GameId::NewLands, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
        let (mut recalls, mut for_nothing) = (0, 0);
        for seed in 0..8 {
            let record = played(&setup, seed, usize::MAX).record();
            let session = LocalSession::open(Saved::from_record(record, |_| "A".to_owned())).expect("it was played");
            let recalled =
                session.history().iter().filter(|entry| matches!(entry.action, Action::Recall { .. })).count();
            let lines = lines(&session, lang);
            let home = lang.did_recall("");
            let told: Vec<&String> =
                lines.iter().flat_map(|line| &line.done).filter(|text| text.starts_with(&home)).collect();
            assert_eq!(told.len(), recalled);
            recalls += recalled;
            for_nothing += told.iter().filter(|text| text.ends_with(&lang.points(0))).count();
        }
        assert!(recalls > for_nothing && for_nothing > 0, "{recalls} {for_nothing}");
    }

    #[test]
    fn tiles_put_aside_before_the_game_are_not_said_to_fit_nowhere() {
        let options = Options::NONE.with(rules::GameOption::EqualTurns);
        let setup = Setup::new(GameId::NewLands, options, 5, Seat::ALL[0]).expect("five can play");
        let record = played(&setup, 6, 12).record();
        let session = LocalSession::open(Saved::from_record(record, |_| "A".to_owned())).expect("it was played");
        let lang = Lang::english();
        let lines = lines(&session, lang);
        assert_eq!(lines[0].done, [lang.told_put_aside()]);
    }
}
