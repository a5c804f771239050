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
    /// How many actions had been played before it.
    begins: usize,
    /// How many actions had been played when it was over.
    pub(crate) moment: usize,
    pub(crate) colour: Option<usize>,
    pub(crate) name: String,
    pub(crate) tile: Option<(TileKind, Rotation)>,
    pub(crate) pos: Option<Pos>,
    /// What was done beside placing the tile.
    pub(crate) done: Vec<String>,
    /// Whose tokens the last of that tells of, and which: several are told together.
    drawn: Option<(Seat, Vec<&'static str>)>,
    pub(crate) points: Vec<Points>,
}

impl Line {
    /// What was done, as it goes on after the name.
    pub(crate) fn doing(&self, lang: Lang) -> String {
        match self.done.as_slice() {
            [] if !self.name.is_empty() => lang.did_place().to_owned(),
            done => done.join(", "),
        }
    }

    /// Something that happened in the turn; it says who it was, where that is not whoever's turn it is.
    fn add(&mut self, session: &dyn Session, lang: Lang, event: &Event) {
        let text = if let Event::TokenDrawn { seat, animal } = event {
            let mut drawn = match self.drawn.take() {
                Some((whose, animals)) if whose == *seat => {
                    self.done.pop();
                    animals
                }
                _ => Vec::new(),
            };
            drawn.push(telling::animal_name(lang, *animal));
            let text = lang.did_draw_token(u32::try_from(drawn.len()).unwrap_or(u32::MAX), drawn.join(", "));
            self.drawn = Some((*seat, drawn));
            text
        } else {
            let Some(text) = telling::fragment(lang, event) else { return };
            self.drawn = None;
            text
        };
        let other =
            telling::doer(event).and_then(|seat| session.seat(seat)).filter(|info| Some(info.colour) != self.colour);
        self.done.push(match other {
            Some(info) => lang.told_does(&info.name, text),
            None => text,
        });
    }

    /// The whole line in words.
    pub(crate) fn spoken(&self, lang: Lang) -> String {
        let done = self.doing(lang);
        let first = if self.name.is_empty() { done } else { lang.told_does(&self.name, done) };
        let points = self.points.iter().map(|points| format!("{} {}", points.text, lang.more_points(points.points)));
        std::iter::once(first).chain(points).collect::<Vec<_>>().join(". ")
    }
}

/// The game as far as it has been told.
#[derive(Clone, PartialEq, Default)]
pub(crate) struct Story {
    actions: Vec<Action>,
    /// Everything that happened in the whole game, oldest first.
    pub(crate) lines: Vec<Line>,
}

impl Story {
    /// How many actions it tells of.
    pub(crate) fn moment(&self) -> usize {
        self.actions.len()
    }

    /// The whole game; what was told before is told anew only from the beginning of its last turn.
    pub(crate) fn of(session: &dyn Session, lang: Lang, before: Option<&Story>) -> Story {
        let actions: Vec<Action> = session.history().iter().map(|entry| entry.action).collect();
        let mut lines = before
            .filter(|before| actions.starts_with(&before.actions))
            .map(|before| before.lines.clone())
            .unwrap_or_default();
        // What else begins a line may do so in the middle of an action.
        let turn = lines.iter().rposition(|line| line.pos.is_some()).unwrap_or(0);
        let from = lines.get(turn).filter(|line| line.pos.is_some()).map_or(0, |line| line.begins);
        lines.truncate(turn);
        tell(session, lang, &mut lines, from);
        Story { actions, lines }
    }
}

/// Tells what happened from this action on.
fn tell(session: &dyn Session, lang: Lang, lines: &mut Vec<Line>, from: usize) {
    let info = |seat: Seat| session.seat(seat);
    let begin = |lines: &mut Vec<Line>, moment: usize, seat: Option<Seat>, tile, pos, done| {
        let info = seat.and_then(info);
        lines.push(Line {
            begins: moment - 1,
            moment,
            colour: info.map(|info| info.colour),
            name: info.map(|info| info.name.clone()).unwrap_or_default(),
            tile,
            pos,
            done,
            drawn: None,
            points: Vec::new(),
        });
    };
    let mut ended = false;
    for (index, entry) in session.history().iter().enumerate().skip(from) {
        if let (Action::Place { tile, pos, rotation }, Actor::Player(seat)) = (entry.action, entry.actor) {
            begin(lines, index + 1, Some(seat), Some((tile, rotation)), Some(pos), Vec::new());
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
                    begin(lines, index + 1, None, Some((*tile, Rotation::NONE)), None, vec![text]);
                }
                Event::Scored(score) => {
                    if score.end && !ended {
                        ended = true;
                        begin(lines, index + 1, None, None, None, vec![lang.at_end().to_owned()]);
                    }
                    if lines.is_empty() {
                        begin(lines, index + 1, None, None, None, Vec::new());
                    }
                    if let Some(line) = lines.last_mut() {
                        line.points.push(points(session, lang, score, line.colour));
                    }
                }
                other => {
                    if let Some(line) = lines.last_mut() {
                        line.add(session, lang, other);
                    }
                }
            }
        }
        if let Some(line) = lines.last_mut() {
            line.moment = index + 1;
        }
    }
}

fn points(session: &dyn Session, lang: Lang, score: &Score, mover: Option<usize>) -> Points {
    let info = session.seat(score.seat);
    let colour = info.map_or(0, |info| info.colour);
    let counted = counted(lang, score);
    let source = Lang::capital(telling::source(lang, score.source));
    let what = if counted.is_empty() { source } else { lang.told_of(source, counted) };
    // Whose they are, where that is not whoever placed the tile.
    let text = match info {
        Some(info) if mover != Some(colour) => format!("{} · {what}", info.name),
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
            let lines = Story::of(&session, Lang::english(), None).lines;
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
    fn a_story_that_goes_on_is_the_same_as_one_told_at_once() {
        let lang = Lang::english();
        for id in GameId::ALL {
            let options =
                if id == GameId::NewLands { Options::NONE.with(rules::GameOption::EqualTurns) } else { Options::NONE };
            let setup = Setup::new(id, options, 3, Seat::ALL[0]).expect("three can play");
            let mut told: Option<Story> = None;
            for tiles in [0, 1, 2, 3, 7, 8, 20, 21, 22, usize::MAX, 30] {
                let record = played(&setup, 9, tiles).record();
                let session =
                    LocalSession::open(Saved::from_record(record, |_| "A".to_owned())).expect("it was played");
                let story = Story::of(&session, lang, told.as_ref());
                assert!(story.lines == Story::of(&session, lang, None).lines, "{id:?} {tiles}");
                told = Some(story);
            }
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
            let lines = Story::of(&session, lang, None).lines;
            let home = lang.did_recall("");
            let home = home.trim_end_matches(')');
            let told: Vec<&String> =
                lines.iter().flat_map(|line| &line.done).filter(|text| text.starts_with(home)).collect();
            assert_eq!(told.len(), recalled);
            recalls += recalled;
            for_nothing += told.iter().filter(|text| text.ends_with(&lang.points(0))).count();
        }
        assert!(recalls > for_nothing && for_nothing > 0, "{recalls} {for_nothing}");
    }

    #[test]
    fn lines_are_sentences_and_say_whose_pieces_and_tokens_come_to_whom() {
        let lang = Lang::english();
        let (mut other, mut together) = (0, 0);
        let trade = Options::NONE.with(rules::GameOption::TradersBuilders);
        for (id, options) in [(GameId::Base, trade), (GameId::Safari, Options::NONE)] {
            for seed in 0..6 {
                let setup = Setup::new(id, options, 2, Seat::ALL[0]).expect("two can play");
                let record = played(&setup, seed, usize::MAX).record();
                let saved = Saved::from_record(record, |index| format!("P{index}"));
                let session = LocalSession::open(saved).expect("it was played");
                for line in Story::of(&session, lang, None).lines.iter().filter(|line| line.pos.is_some()) {
                    let said = lang.told_does(&line.name, line.doing(lang));
                    assert!(!said.contains(':'), "{said}");
                    // What the other one gets is not said to be one's own.
                    let whose = |text: &&String| text.starts_with('P') && !text.starts_with(&line.name);
                    other += line.done.iter().filter(whose).count();
                    let drawn = line.done.iter().filter(|text| text.contains("token")).count();
                    assert!(drawn <= 3, "{said}");
                    together += usize::from(said.contains("draws animal tokens ("));
                }
            }
        }
        assert!(other > 0 && together > 0, "{other} {together}");
    }

    #[test]
    fn tiles_put_aside_before_the_game_are_not_said_to_fit_nowhere() {
        let options = Options::NONE.with(rules::GameOption::EqualTurns);
        let setup = Setup::new(GameId::NewLands, options, 5, Seat::ALL[0]).expect("five can play");
        let record = played(&setup, 6, 12).record();
        let session = LocalSession::open(Saved::from_record(record, |_| "A".to_owned())).expect("it was played");
        let lang = Lang::english();
        let lines = Story::of(&session, lang, None).lines;
        assert_eq!(lines[0].done, [lang.told_put_aside()]);
    }
}
