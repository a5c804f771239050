//! The state of the table: the session, what is tried, and what is looked at.

use super::draft::{Anchor, Choice, Draft, Kind, Outlook, Trial, next_choice};
use super::past::{played, position};
use crate::aids::Hint;
use crate::analysis::{Analysis, StudySession};
use crate::board::{Picture, Tap, Verdict, cell_at};
use crate::bots::Bots;
use crate::browser;
use crate::guide;
use crate::help::{self, Help, Topic};
use crate::lang::Lang;
use crate::online::{RemoteSession, Room};
use crate::puzzles::Puzzling;
use crate::session::{AT_TABLE, Saved, Session};
use art::Point;
use leptos::prelude::*;
use rules::{Action, Actor, AnyGame, GameId, LaidTile, Pos, Rotation, Seat, Segment, TileKind};
use std::time::Duration;

/// A bot begins to think so much later than what was played before is there to be shown.
const AFTER_SHOWING: Duration = Duration::from_millis(25);

/// What is pointed at from beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pointed {
    Cell(Pos),
    Feature(Pos, Segment),
}

/// Everything about one game at the table; a handle that can be copied.
#[derive(Clone, Copy)]
pub(crate) struct TableState {
    pub(super) session: StoredValue<Box<dyn Session>, LocalStorage>,
    pub(super) bots: StoredValue<Bots, LocalStorage>,
    /// What a bot decided together with the placement it just made.
    pub(super) planned: StoredValue<Option<Action>>,
    /// Until when nobody else acts, in milliseconds since 1970: what happened is still shown.
    pub(super) rests: StoredValue<f64>,
    /// How many times as long as usual bots wait, so that people can follow.
    pub(crate) slowness: StoredValue<f32>,
    /// Counts the changes of the session.
    pub(super) version: RwSignal<u32>,
    /// The version that is told in words: a little later than it is shown.
    pub(super) told: RwSignal<u32>,
    pub(crate) draft: RwSignal<Draft>,
    /// The point of the board under the mouse.
    pub(crate) hover: RwSignal<Option<Point>>,
    /// The cell on which the tile lies that is to be told.
    pub(crate) told_at: RwSignal<Option<Pos>>,
    /// The cell chosen by keyboard.
    pub(crate) cursor: RwSignal<Option<Pos>>,
    /// How the person wants the tile turned where it fits several ways.
    pub(crate) wish: RwSignal<Rotation>,
    /// Whether the tile was turned to the left last.
    pub(crate) turned_left: RwSignal<bool>,
    /// The number of actions of the past position looked at.
    pub(crate) past: RwSignal<Option<usize>>,
    pub(crate) thinking: RwSignal<bool>,
    /// Whether a bot is to act and cannot think: what it needs could not be loaded, or broke.
    pub(crate) stalled: RwSignal<bool>,
    /// Whether another tab has gone on with this game.
    pub(crate) behind: RwSignal<bool>,
    /// Whether somebody is asked if the turn of another person is to be taken back.
    pub(crate) asks_undo: RwSignal<bool>,
    /// Turns that were taken back, the latest last.
    pub(crate) undone: RwSignal<Vec<Vec<Action>>>,
    /// A feature that something beside the board speaks of: a chip, a line of the log.
    pub(crate) pointed: RwSignal<Option<Pointed>>,
    pub(crate) hint: RwSignal<Hint>,
    /// Whether the game is stored in the browser; one from elsewhere does not take the place of the own one.
    pub(crate) is_stored: bool,
    /// Whether the last turn that was to be confirmed is not the one that a coach wants.
    pub(crate) astray: RwSignal<bool>,
    /// What the person who is to act can do; nothing while a bot acts or the past is looked at.
    pub(crate) outlook: Memo<Option<Outlook>>,
    /// The room in which the game is played, if a server keeps it.
    pub(crate) room: Option<Room>,
    /// Whether a turn is on its way to the server, which has not said yet that it is done.
    pub(crate) sent: RwSignal<bool>,
    pub(crate) picture: Memo<Picture>,
    /// The tile that a bot is about to place, and where.
    pub(crate) awaited: RwSignal<Option<LaidTile>>,
    /// The analysis of the game, if it is looked at for that.
    pub(crate) analysis: Option<Analysis>,
    /// A tile that could have been laid, shown on the board.
    pub(crate) better: RwSignal<Option<(LaidTile, [Verdict; 2])>>,
}

impl TableState {
    pub(crate) fn new(session: Box<dyn Session>, is_stored: bool, room: Option<Room>) -> TableState {
        let session = StoredValue::new_local(session);
        let version = RwSignal::new(0);
        let draft = RwSignal::new(Draft::default());
        let past = RwSignal::new(None);
        let sent = RwSignal::new(false);
        let outlook = Memo::new(move |_| {
            version.track();
            let draft = draft.get();
            // A part of a turn on its way is done: nothing is asked before the rest is.
            if past.get().is_some() || sent.get() && draft == Draft::default() {
                return None;
            }
            session.with_value(|session| {
                // What bots can do is nobody's business here, and long to list late in Safari.
                let person = matches!(session.game().to_act(), Actor::Player(seat) if session.is_person(seat));
                if !person || session.is_over() {
                    return None;
                }
                let mut outlook = Outlook::of(session.game(), &draft);
                if let (Some(outlook), Some(lesson)) = (&mut outlook, session.lesson())
                    && let Some(wish) = lesson.wish
                {
                    outlook.narrow(wish, lesson.leads);
                }
                outlook
            })
        });
        let picture = Memo::new(move |_| {
            version.track();
            let draft = draft.get();
            session.with_value(|session| match past.get() {
                Some(count) => Picture::of(&position(&**session, count), session.seats()),
                None => Picture::of(&draft.applied(session.game()), session.seats()),
            })
        });
        let state = TableState {
            session,
            bots: StoredValue::new_local(Bots::default()),
            planned: StoredValue::new(None),
            rests: StoredValue::new(0.0),
            slowness: StoredValue::new(1.0),
            version,
            told: RwSignal::new(0),
            draft,
            hover: RwSignal::new(None),
            told_at: RwSignal::new(None),
            cursor: RwSignal::new(None),
            wish: RwSignal::new(Rotation::NONE),
            turned_left: RwSignal::new(false),
            past,
            thinking: RwSignal::new(false),
            stalled: RwSignal::new(false),
            behind: RwSignal::new(false),
            asks_undo: RwSignal::new(false),
            undone: RwSignal::new(Vec::new()),
            pointed: RwSignal::new(None),
            hint: RwSignal::new(Hint::None),
            is_stored,
            astray: RwSignal::new(false),
            outlook,
            room,
            sent,
            picture,
            awaited: RwSignal::new(None),
            analysis: None,
            better: RwSignal::new(None),
        };
        Effect::new(move |before: Option<()>| {
            let now = version.get();
            if before.is_none() {
                return state.let_bot_think();
            }
            // What was just played is shown first. The table may be gone by then.
            let think = move || {
                if version.try_get_untracked() == Some(now) {
                    state.let_bot_think();
                }
            };
            set_timeout(think, AFTER_SHOWING);
        });
        on_cleanup(move || state.bots.with_value(Bots::interrupt));
        state
    }

    /// Reads the session, and is told when it changes.
    pub(crate) fn read<T>(&self, reader: impl FnOnce(&dyn Session) -> T) -> T {
        self.version.track();
        self.session.with_value(|session| reader(&**session))
    }

    pub(crate) fn read_untracked<T>(&self, reader: impl FnOnce(&dyn Session) -> T) -> T {
        self.session.with_value(|session| reader(&**session))
    }

    /// Reads the game that is looked at: the present one, or a past position.
    pub(crate) fn read_game<T>(&self, reader: impl FnOnce(&AnyGame) -> T) -> T {
        self.version.track();
        let past = self.past.get();
        self.session.with_value(|session| match past {
            Some(count) => reader(&position(&**session, count)),
            None => reader(session.game()),
        })
    }

    /// How many actions have been played up to what is looked at.
    pub(crate) fn moment(&self) -> usize {
        let past = self.past.get();
        past.unwrap_or_else(|| self.read(|session| session.history().len()))
    }

    /// What the person is asked, in the rules.
    pub(crate) fn topic(&self) -> &'static Topic {
        let game = self.game_id();
        let tried = self.draft.with(|draft| draft.trial.is_some());
        self.outlook.with(|outlook| outlook.as_ref().map_or(help::first(game), |it| help::asked(game, it, tried)))
    }

    pub(crate) fn game_id(&self) -> GameId {
        self.read_untracked(|session| session.game().setup().game())
    }

    /// Opens the rules where they answer what the person is asked.
    pub(crate) fn show_rules(&self, help: Help, lang: Lang) {
        help.show(lang, self.game_id(), untrack(|| self.topic()));
    }

    pub(crate) fn is_over(&self) -> bool {
        self.read(|session| session.is_over())
    }

    /// How far the person is, if this is a puzzle.
    pub(crate) fn puzzle(&self) -> Option<Puzzling> {
        self.read_untracked(|session| session.puzzle())
    }

    pub(crate) fn colour_of(&self, seat: Seat) -> usize {
        self.read_untracked(|session| session.seat(seat).map_or(0, |info| info.colour))
    }

    /// Something came from the server.
    pub(crate) fn hear<E>(&self, news: impl FnOnce(&mut dyn Session) -> Result<bool, E>) -> Result<bool, E> {
        let moved = self.session.try_update_value(|session| news(&mut **session)).unwrap_or(Ok(false))?;
        if moved {
            self.changed();
        }
        Ok(moved)
    }

    /// Does something with the game that a server keeps, if this is one.
    pub(crate) fn with_remote<T>(&self, action: impl FnOnce(&mut RemoteSession) -> T) -> Option<T> {
        self.session.try_update_value(|session| session.remote().map(action)).flatten()
    }

    /// Does something with the tree of a game that is analysed, if this is one, and shows it after so many actions.
    pub(crate) fn with_study<T>(&self, past: Option<usize>, action: impl FnOnce(&mut StudySession) -> T) -> Option<T> {
        let done = self.session.try_update_value(|session| session.study().map(action)).flatten();
        self.undone.set(Vec::new());
        self.changed();
        self.past.set(past);
        done
    }

    /// What the person can do, unless a turn is on its way.
    fn free_outlook(&self) -> Option<Outlook> {
        self.outlook.get_untracked().filter(|_| !self.sent.get_untracked())
    }

    /// Something on the board was touched.
    pub(crate) fn tap(&self, tap: Tap) {
        if let Tap::Cell(pos) = tap
            && untrack(|| self.asks_what_came())
        {
            return self.point_out(pos);
        }
        let Some(outlook) = self.free_outlook() else { return };
        match tap {
            Tap::Spot(Anchor::Ranger(pos)) => self.draft.update(|draft| {
                let lifted = if draft.lifted == Some(pos) { None } else { Some(pos) };
                *draft = Draft { lifted, act: None, ..*draft };
            }),
            Tap::Spot(anchor) => {
                let lifted = self.draft.with_untracked(|draft| draft.lifted);
                let here: Vec<Choice> =
                    outlook.choices.iter().filter(|choice| choice.anchor == Some(anchor)).copied().collect();
                let here: Vec<Choice> =
                    here.into_iter().filter(|choice| choice.ranger().is_none_or(|from| lifted == Some(from))).collect();
                self.draft.update(|draft| draft.act = next_choice(&here, draft.act));
            }
            Tap::Cell(pos) => {
                let trial = self.draft.with_untracked(|draft| draft.trial);
                if trial.is_some_and(|trial| trial.pos == pos) {
                    self.turn();
                } else {
                    self.try_tile(pos);
                }
            }
        }
    }

    /// Puts the tile on a cell, for now.
    pub(crate) fn try_tile(&self, pos: Pos) {
        let Some(outlook) = self.free_outlook() else { return };
        let (Some(tile), Some(rotation)) = (outlook.tile, outlook.fitting(pos, self.wish.get_untracked())) else {
            return;
        };
        self.cursor.set(Some(pos));
        self.draft.update(|draft| {
            *draft =
                Draft { trial: Some(Trial { tile, pos, rotation }), kind: None, act: None, lifted: None, ..*draft };
        });
    }

    /// Turns the tile to the next rotation that fits where it is.
    pub(crate) fn turn(&self) {
        self.turn_to(false);
    }

    /// The same in either direction.
    pub(crate) fn turn_to(&self, left: bool) {
        self.turned_left.set(left);
        let Some(outlook) = self.free_outlook() else { return };
        let tried = self.draft.with_untracked(|draft| draft.trial);
        if let Some(trial) = tried {
            if let Some(rotation) = outlook.next_rotation(trial.pos, trial.rotation, left) {
                self.wish.set(rotation);
                if rotation != trial.rotation {
                    self.draft.update(|draft| {
                        let trial = Some(Trial { rotation, ..trial });
                        *draft = Draft { trial, kind: None, act: None, lifted: None, ..*draft };
                    });
                }
            }
            return;
        }
        let wish = self.wish.get_untracked();
        let here = self.aim().and_then(|pos| outlook.next_rotation(pos, outlook.fitting(pos, wish)?, left));
        let quarter = if left { 3 } else { 1 };
        self.wish.set(here.unwrap_or(Rotation::ALL[(wish.index() + quarter) % 4]));
    }

    /// The cell aimed at by mouse or keyboard.
    pub(crate) fn aim(&self) -> Option<Pos> {
        self.hover.get_untracked().map(cell_at).or(self.cursor.get_untracked())
    }

    /// Takes the last step of the draft back; says whether there was one.
    pub(crate) fn take_up(&self) -> bool {
        if self.sent.get_untracked() {
            return false;
        }
        let draft = self.draft.get_untracked();
        let back = if draft.act.is_some() || draft.lifted.is_some() {
            Draft { act: None, lifted: None, ..draft }
        } else if draft.kind.is_some() {
            Draft { kind: None, ..draft }
        } else {
            Draft { trial: None, ..draft }
        };
        self.draft.set(back);
        back != draft
    }

    pub(crate) fn choose_tile(&self, tile: TileKind) {
        if self.sent.get_untracked() {
            return;
        }
        self.draft.set(Draft { chosen: Some(tile), ..Draft::default() });
    }

    /// Says what the person wants to do, before where; again, and it is taken back.
    pub(crate) fn choose_kind(&self, kind: Option<Kind>) {
        if self.sent.get_untracked() {
            return;
        }
        self.draft.update(|draft| {
            let kind = kind.filter(|kind| draft.kind != Some(*kind) || draft.act.is_some());
            *draft = Draft { kind, act: None, lifted: None, ..*draft };
        });
    }

    pub(crate) fn choose(&self, action: Action) {
        if self.sent.get_untracked() {
            return;
        }
        self.draft.update(|draft| draft.act = if draft.act == Some(action) { None } else { Some(action) });
    }

    /// Goes to the next choice, or to the one before, and past the last to none.
    pub(crate) fn step_choice(&self, back: bool) {
        let Some(outlook) = self.free_outlook() else { return };
        let now = self.draft.with_untracked(|draft| draft.act);
        let index = outlook.choices.iter().position(|choice| Some(choice.action) == now);
        let next = match (index, back) {
            (None, false) => Some(0),
            (None, true) => outlook.choices.len().checked_sub(1),
            (Some(index), false) => Some(index + 1),
            (Some(index), true) => index.checked_sub(1),
        };
        let act = next.and_then(|next| outlook.choices.get(next)).map(|choice| choice.action);
        self.draft.update(|draft| draft.act = act);
    }

    /// Whether there is something to confirm.
    pub(crate) fn is_ready(&self) -> bool {
        let draft = self.draft.get();
        // What was begun is not dropped: a ranger picked up must be put down, or left where it is.
        let begun = draft.act.is_none() && (draft.lifted.is_some() || draft.kind.is_some());
        self.outlook.get().is_some() && (draft.trial.is_some() || draft.act.is_some()) && !begun && !self.sent.get()
    }

    /// The turn is as the person wants it.
    pub(crate) fn confirm(&self) {
        if !self.is_ready() {
            return;
        }
        let draft = self.draft.get_untracked();
        let actions = self.read_untracked(|session| draft.actions(session.game()));
        self.answer(&actions);
    }

    /// Plays, unless a coach wants something else.
    pub(crate) fn answer(&self, actions: &[Action]) {
        let wished = self.read_untracked(|session| {
            session.lesson().and_then(|lesson| lesson.wish).is_none_or(|wish| guide::fulfils(actions, wish))
        });
        self.astray.set(!wished);
        if wished && self.session.try_update_value(|session| session.attempt(actions)).unwrap_or(false) {
            self.play(actions);
        }
    }

    /// Plays what needs no confirmation. What was taken back before cannot be played again then.
    pub(crate) fn play(&self, actions: &[Action]) {
        self.undone.set(Vec::new());
        self.play_again(actions);
    }

    fn play_again(&self, actions: &[Action]) {
        if let Some(room) = self.room {
            if !self.sent.get_untracked() {
                room.act(actions);
            }
            return;
        }
        self.session.update_value(|session| {
            for action in actions {
                if let Err(error) = session.play(*action) {
                    leptos::logging::error!("{action}: {error}");
                    return;
                }
            }
        });
        self.changed();
    }

    /// Goes on after the last step of a guided game.
    pub(crate) fn play_on(&self) {
        self.session.update_value(|session| session.play_on());
        self.changed();
    }

    /// Whose turn undoing would take back, if that is another person than the one to act.
    pub(crate) fn undoes_another(&self) -> Option<Seat> {
        self.read_untracked(|session| {
            let person = |actor: Actor| match actor {
                Actor::Player(seat) if session.is_person(seat) => Some(seat),
                _ => None,
            };
            let last = session.history().iter().rev().find_map(|entry| person(entry.actor))?;
            let now = person(session.game().to_act());
            now.is_some_and(|now| now != last).then_some(last)
        })
    }

    /// Takes the last turn of a person back, or asks first if it is somebody else's.
    pub(crate) fn wish_undo(&self) {
        let told = self.read_untracked(|session| session.is_told());
        if self.room.is_none() && self.analysis.is_none() && !told && self.undoes_another().is_some() {
            self.asks_undo.set(true);
        } else {
            self.undo();
        }
    }

    /// Goes back to the beginning of the last turn of a person.
    pub(crate) fn undo(&self) {
        if let Some(room) = self.room {
            return room.ask_undo();
        }
        self.bots.with_value(Bots::interrupt);
        self.planned.set_value(None);
        let before: Vec<Action> = self.read_untracked(|session| played(session));
        let undone = self.session.try_update_value(|session| session.undo_turn()).unwrap_or(false);
        if undone {
            let left = self.read_untracked(|session| played(session).len());
            self.undone.update(|undone| undone.push(before[left.min(before.len())..].to_vec()));
        }
        self.changed();
    }

    /// Plays again what was taken back last.
    pub(crate) fn redo(&self) {
        let Some(actions) = self.undone.try_update(Vec::pop).flatten() else { return };
        self.bots.with_value(Bots::interrupt);
        self.planned.set_value(None);
        self.play_again(&actions);
    }

    pub(super) fn changed(&self) {
        renew(self.thinking, self.will_think());
        renew(self.draft, Draft::default());
        renew(self.cursor, None);
        renew(self.told_at, None);
        renew(self.wish, Rotation::NONE);
        renew(self.past, None);
        renew(self.hint, Hint::None);
        renew(self.pointed, None);
        if self.is_stored && !self.behind.get_untracked() {
            self.read_untracked(|session| browser::store(AT_TABLE, &Saved::of(session).text()));
        }
        self.version.update(|version| *version += 1);
    }
}

/// Nobody is told of what does not change.
pub(super) fn renew<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.with_untracked(|now| *now != value) {
        signal.set(value);
    }
}
