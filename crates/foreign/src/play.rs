//! A game as it is read, action by action, by our rules.

use crate::What;
use rules::{
    Action, Actor, AnyGame, Dealing, Game as _, Phase, PieceKind, Pos, Record, Rotation, Segment, Setup, TileKind,
    TileSet,
};

pub(crate) struct Play {
    pub(crate) game: AnyGame,
    /// The tiles of the game.
    pub(crate) sets: Vec<TileSet>,
    actions: Vec<Action>,
}

impl Play {
    pub(crate) fn new(setup: &Setup) -> Play {
        let sets = setup.units().filter_map(|unit| unit.tiles).collect();
        Play { game: AnyGame::new(setup), sets, actions: Vec::new() }
    }

    pub(crate) fn play(&mut self, action: Action) -> Result<(), What> {
        self.game.play(action).map_err(|error| What::Illegal(action, error))?;
        self.actions.push(action);
        Ok(())
    }

    /// Nothing more is done in what is asked now.
    pub(crate) fn pass(&mut self) {
        while self.game.phase().may_pass() && self.play(Action::Pass).is_ok() {}
    }

    /// A tile comes, under this name in the log, and is laid.
    pub(crate) fn place(&mut self, name: &str, kind: TileKind, pos: Pos, rotation: Rotation) -> Result<(), What> {
        let draw = Action::Draw { tile: kind };
        if self.game.to_act() == Actor::Dealer {
            if self.game.weight(draw) == 0 {
                return Err(What::Drawn(name.to_owned()));
            }
            self.play(draw)?;
        }
        if self.game.phase() != Phase::Place {
            return Err(What::Drawn(name.to_owned()));
        }
        self.play(Action::Place { tile: kind, pos, rotation })
    }

    /// A tile comes that fits nowhere and is put aside.
    pub(crate) fn put_aside(&mut self, name: &str, kind: TileKind) -> Result<(), What> {
        let draw = Action::Draw { tile: kind };
        let mut tried = self.game.clone();
        if tried.to_act() != Actor::Dealer || tried.weight(draw) == 0 {
            return Err(What::Drawn(name.to_owned()));
        }
        tried.play(draw).map_err(|error| What::Illegal(draw, error))?;
        if tried.phase() == Phase::Place {
            return Err(What::Aside(name.to_owned()));
        }
        self.play(draw)
    }

    /// Places a follower.
    pub(crate) fn follower(&mut self, segment: Segment, piece: PieceKind) -> Result<(), What> {
        self.play(Action::Follower { segment, with: None, piece })
    }

    /// What was read.
    pub(crate) fn record(self, setup: Setup) -> Option<Record> {
        Record::new(setup, Dealing::default(), self.actions).ok()
    }
}

/// One rotation after another.
pub(crate) fn add(one: Rotation, other: Rotation) -> Rotation {
    Rotation::ALL[(one.index() + other.index()) % 4]
}
