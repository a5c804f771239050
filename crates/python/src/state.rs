//! A game in progress.

use crate::action::{Action, Given, given};
use crate::batch::read_reward;
use crate::game::Rules;
use crate::json::{shown, to_python};
use crate::record::Record;
use crate::value_error;
use art::{Landscape, Scene};
use numpy::{IntoPyArray as _, PyArray1, PyArray2, PyArray3, PyArrayMethods as _};
use pyo3::prelude::*;
use rules::{Actor, AnyGame, Dealing, Game as _, Seat, Setup, TileKind};
use serde_json::{Value, json};
use spaces::Legal;
use std::sync::Arc;
use table::{Entry, Table};
use wire::{EventJson, StateJson};

/// Who deals.
#[derive(Clone)]
enum Course {
    /// A dealer, up to the next decision of a player.
    Dealt(Box<Table>),
    /// Whoever plays: chance is an action like any other.
    Open { game: Box<AnyGame>, history: Vec<Entry> },
}

/// A game in progress: what everybody may know of it, and the way back.
#[pyclass(module = "bastide")]
pub(crate) struct State {
    rules: Arc<Rules>,
    course: Course,
}

impl State {
    pub(crate) fn dealt(rules: Arc<Rules>, setup: Setup, seed: u64) -> PyResult<State> {
        let table = Table::new(&setup, Dealing::seeded(seed)).map_err(value_error)?;
        Ok(State { rules, course: Course::Dealt(Box::new(table)) })
    }

    pub(crate) fn open(rules: Arc<Rules>, setup: &Setup) -> State {
        let game = Box::new(AnyGame::new(setup));
        State { rules, course: Course::Open { game, history: Vec::new() } }
    }

    pub(crate) fn loaded(rules: Arc<Rules>, record: &rules::Record) -> PyResult<State> {
        let table = Table::load(record).map_err(value_error)?;
        Ok(State { rules, course: Course::Dealt(Box::new(table)) })
    }

    pub(crate) fn game(&self) -> &AnyGame {
        match &self.course {
            Course::Dealt(table) => table.game(),
            Course::Open { game, .. } => game,
        }
    }

    fn entries(&self) -> &[Entry] {
        match &self.course {
            Course::Dealt(table) => table.history(),
            Course::Open { history, .. } => history,
        }
    }

    fn decider(&self) -> Option<Seat> {
        match self.game().to_act() {
            Actor::Player(seat) => Some(seat),
            Actor::Dealer | Actor::Nobody => None,
        }
    }

    fn legal(&self) -> Legal {
        let mut legal = Legal::default();
        self.rules.space.list(self.game(), &mut legal);
        legal
    }

    /// The seat that looks: the one named, or who decides, or the first.
    fn viewer(&self, seat: Option<u8>) -> PyResult<Seat> {
        let Some(number) = seat else { return Ok(self.decider().unwrap_or_default()) };
        let known = Seat::new(number).filter(|_| number < self.game().players());
        known.ok_or_else(|| value_error(format!("there is no seat {number}")))
    }

    fn find(&self, action: &Bound<'_, PyAny>) -> PyResult<rules::Action> {
        match given(action)? {
            Given::Action(action) => Ok(action),
            Given::Number(number) => {
                let found = u32::try_from(number).ok().and_then(|number| self.rules.space.action(self.game(), number));
                found.ok_or_else(|| value_error(format!("action {number} is not possible now")))
            }
        }
    }
}

#[pymethods]
impl State {
    /// The seat that decides; `None` when chance speaks or the game is over.
    #[getter]
    fn to_act(&self) -> Option<u8> {
        self.decider().map(Seat::number)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.game().to_act() == Actor::Nobody
    }

    /// Whether chance is to speak; only in states from `chance_state`.
    #[getter]
    fn is_chance(&self) -> bool {
        self.game().to_act() == Actor::Dealer
    }

    /// What the game waits for: `deal`, `place`, `act`, `token`, `ranger`, `pig` or `over`.
    #[getter]
    fn phase(&self) -> &'static str {
        self.game().phase().name()
    }

    /// The number of the turn, from 1.
    #[getter]
    fn turn(&self) -> u16 {
        self.game().turn()
    }

    /// The tile to place, or the one just placed.
    #[getter]
    fn tile(&self) -> Option<&'static str> {
        self.game().tile().map(TileKind::name)
    }

    /// How many tiles are still to come.
    #[getter]
    fn tiles_left(&self) -> u16 {
        self.game().bag().total()
    }

    /// The points of each seat.
    #[getter]
    fn scores(&self) -> Vec<u16> {
        self.game().scores().to_vec()
    }

    /// What each seat would have if the game ended now.
    fn projection(&self) -> Vec<u16> {
        self.game().projection()
    }

    /// The seats that won; none before the end.
    #[getter]
    fn winners(&self) -> Vec<u16> {
        // Python takes a list of bytes for a string of them.
        self.game().winners().iter().map(|seat| seat.number().into()).collect()
    }

    /// What each seat is paid for what happened since it had these points: `outcome`, `points` or `margin`, as in `BatchEnv`.
    fn rewards(&self, reward: &str, before: Vec<u16>) -> PyResult<Vec<f32>> {
        let mut paid = vec![0.0; self.game().players().into()];
        read_reward(reward)?.pay(&before, self.game(), &mut paid);
        Ok(paid)
    }

    /// The possible actions of whoever decides.
    fn actions(&self) -> Vec<Action> {
        self.legal().actions().iter().copied().map(Action).collect()
    }

    /// Their numbers, in the same order.
    fn action_numbers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let numbers: Vec<i64> = self.legal().numbers().iter().copied().map(i64::from).collect();
        numbers.into_pyarray(py)
    }

    /// Which numbers are possible: 1, and 0 for the others.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; self.rules.space.count()];
        for &number in self.legal().numbers() {
            if let Some(slot) = mask.get_mut(number as usize) {
                *slot = 1;
            }
        }
        mask.into_pyarray(py)
    }

    /// The action with a number.
    fn action(&self, number: &Bound<'_, PyAny>) -> PyResult<Action> {
        self.find(number).map(Action)
    }

    /// The number of a possible action.
    fn number(&self, action: &Bound<'_, PyAny>) -> PyResult<u32> {
        let action = self.find(action)?;
        let number = self.rules.space.number(self.game(), action);
        number.ok_or_else(|| value_error(format!("{action} is not possible now")))
    }

    /// Everything that chance can bring, with its probability.
    fn outcomes(&self) -> Vec<(Action, f64)> {
        let game = self.game();
        if game.to_act() != Actor::Dealer {
            return Vec::new();
        }
        let mut outcomes = Vec::new();
        game.actions(&mut outcomes);
        let ways = f64::from(game.ways().max(1));
        outcomes.into_iter().map(|outcome| (Action(outcome), f64::from(game.weight(outcome)) / ways)).collect()
    }

    /// Plays an action, given as an `Action`, its notation or its number, and says what happened. An action that is not possible
    /// raises `ValueError` with the broken rule, and nothing happens.
    fn play<'py>(&mut self, py: Python<'py>, action: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let action = self.find(action)?;
        let events = match &mut self.course {
            Course::Dealt(table) => table.play(action).map_err(value_error)?,
            Course::Open { game, history } => {
                let (actor, mut events) = (game.to_act(), Vec::new());
                game.play_logged(action, &mut events).map_err(value_error)?;
                history.push(Entry { action, actor, events: events.clone() });
                events
            }
        };
        shown(py, &EventJson::list(&events))
    }

    /// Takes the last decision back; says whether there was one.
    fn undo(&mut self) -> bool {
        match &mut self.course {
            Course::Dealt(table) => table.undo(),
            Course::Open { game, history } => {
                let there = history.pop().is_some();
                **game = AnyGame::new(game.setup());
                history.iter().for_each(|entry| game.play_unchecked(entry.action, &mut ()));
                there
            }
        }
    }

    /// Everything that was played: dictionaries with `player` (`None` for the dealer), `action` and `events`.
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let entry = |entry: &Entry| -> Result<Value, serde_json::Error> {
            let player = match entry.actor {
                Actor::Player(seat) => Some(seat.number()),
                Actor::Dealer | Actor::Nobody => None,
            };
            let events = serde_json::to_value(EventJson::list(&entry.events))?;
            Ok(json!({"player": player, "action": entry.action.to_string(), "events": events}))
        };
        let entries: Result<Vec<Value>, _> = self.entries().iter().map(entry).collect();
        to_python(py, &Value::Array(entries.map_err(value_error)?))
    }

    /// The whole game as a record.
    fn record(&self) -> PyResult<Record> {
        match &self.course {
            Course::Dealt(table) => Ok(Record(table.record())),
            Course::Open { game, history } => {
                let actions = history.iter().map(|entry| entry.action);
                rules::Record::new(*game.setup(), Dealing::default(), actions).map(Record).map_err(value_error)
            }
        }
    }

    /// The state as the engine protocol tells it: everything that every player may know.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        shown(py, &StateJson::of(self.game()))
    }

    /// Another state like this one; playing one does not change the other.
    fn copy(&self) -> State {
        State { rules: self.rules.clone(), course: self.course.clone() }
    }

    fn __copy__(&self) -> State {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.copy()
    }

    /// The board as planes of bytes, `(planes, size, size)`, as a seat sees it; without one, as whoever decides does.
    #[pyo3(signature = (seat = None))]
    fn planes<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let observer = &self.rules.observer;
        let mut planes = vec![0; observer.plane_cells()];
        observer.write_planes(self.game(), self.viewer(seat)?, &mut planes);
        planes.into_pyarray(py).reshape([observer.planes().len(), observer.size(), observer.size()])
    }

    /// The position as a list of features, as a seat sees it; without one, as whoever decides does.
    #[pyo3(signature = (seat = None))]
    fn features<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let observer = &self.rules.observer;
        let mut features = vec![0.0; observer.features().len()];
        observer.write_features(self.game(), self.viewer(seat)?, &mut features);
        Ok(features.into_pyarray(py))
    }

    /// What each possible action would lead to, a row of features each, in the order of `actions()`.
    fn candidates<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let legal = self.legal();
        let mut rows = Vec::new();
        self.rules.candidates.write(self.game(), &legal, &mut self.game().clone(), &mut rows);
        rows.into_pyarray(py).reshape([legal.actions().len(), self.rules.candidates.features().len()])
    }

    /// The board as an SVG picture, with tiles of so many pixels.
    #[pyo3(signature = (*, tile = 64.0))]
    fn svg(&self, tile: f32) -> PyResult<String> {
        if !(8.0..=512.0).contains(&tile) {
            return Err(value_error("a tile has 8 to 512 pixels"));
        }
        let theme = Landscape::of_game(self.game().setup().game()).theme();
        Ok(Scene::of_game(self.game(), theme).svg(tile))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(64.0)
    }

    fn __repr__(&self) -> String {
        let game = self.game();
        format!(
            "<State of {}: turn {}, {}, scores {:?}>",
            game.setup().game(),
            game.turn(),
            game.phase().name(),
            game.scores()
        )
    }
}
