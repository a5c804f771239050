//! Hunters & Gatherers (H).

mod huts;
mod scoring;

use crate::action::{Action, Actor, Illegal, Phase};
use crate::bag::Bag;
use crate::board::{Board, FeatureId};
use crate::core::{Core, segments_in, tiles_in};
use crate::event::{Event, Log, Piece, PieceKind};
use crate::game::{Chance, Game, Supply};
use crate::geometry::{Pos, Rotation};
use crate::seat::{Seat, SeatSet};
use crate::setup::Setup;
use crate::terrain::FeatureKind;
use crate::tiles::{TileKind, TileSet};
use crate::worth::{self, Worth};
use huts::Huts;

const SETS: [TileSet; 2] = [TileSet::HuntersGatherers, TileSet::HuntersGatherersBonus];
const TILES: usize = tiles_in(&SETS);
const SEGMENTS: usize = segments_in(&SETS);
/// Every tile but the first joins at least one segment to a feature that is there.
const FEATURES: usize = SEGMENTS - TILES + 1;

/// Followers of each player.
const FOLLOWERS: u8 = 5;

/// Hunters & Gatherers.
#[derive(Clone)]
pub struct HuntersGatherersGame {
    core: Core<TILES, SEGMENTS, FEATURES>,
    huts: Huts,
    /// The bonus tiles still to come.
    bonus: Bag,
    /// Whether the move with a bonus tile has begun (H10).
    bonus_move: bool,
}

/// The places on which a follower can stand (H1).
fn can_stand(kind: FeatureKind) -> bool {
    matches!(kind, FeatureKind::Forest | FeatureKind::River | FeatureKind::Meadow)
}

impl HuntersGatherersGame {
    /// The stack from which the next tile comes.
    fn stack(&self) -> &Bag {
        if self.bonus_move { &self.bonus } else { &self.core.bag }
    }

    fn draw<L: Log>(&mut self, tile: TileKind, log: &mut L) {
        let stack = if self.bonus_move { &mut self.bonus } else { &mut self.core.bag };
        stack.take(tile);
        log.tell(Event::Drawn { seat: self.core.active, tile });
        if self.core.board.fits(tile) {
            self.core.begin_placing(tile);
        } else {
            self.core.discard(tile, log);
            self.deal_or_go_on(log);
        }
    }

    /// The next tile comes. Without bonus tiles left the turn is over (H11), without land tiles the game (H12).
    fn deal_or_go_on<L: Log>(&mut self, log: &mut L) {
        if !self.stack().is_empty() {
            self.core.phase = Phase::Deal;
        } else if self.bonus_move {
            self.end_turn(log);
        } else {
            self.finish(log);
        }
    }

    fn place<L: Log>(&mut self, tile: TileKind, pos: Pos, rotation: Rotation, log: &mut L) {
        self.core.place(tile, pos, rotation, log);
        let mut choice = false;
        self.core.places_for_follower(can_stand, |_, _| choice = true);
        self.places_for_hut(|_| choice = true);
        if choice {
            self.core.phase = Phase::Act;
        } else {
            self.score_move(log);
        }
    }

    /// The move is over, and its scoring: a move with a bonus tile follows if the land tile won one (H9).
    fn end_move<L: Log>(&mut self, log: &mut L) {
        if self.bonus_move || self.bonus.is_empty() || !self.nugget_found() {
            return self.end_turn(log);
        }
        self.bonus_move = true;
        log.tell(Event::BonusMove { seat: self.core.active });
        self.core.phase = Phase::Deal;
    }

    /// The turn is over: the next player's begins, or the game ends.
    fn end_turn<L: Log>(&mut self, log: &mut L) {
        self.bonus_move = false;
        if !self.core.bag.is_empty() {
            self.core.pass_turn();
        }
        self.deal_or_go_on(log);
    }
}

impl Game for HuntersGatherersGame {
    type Board = Board<TILES, SEGMENTS, FEATURES>;

    fn new(setup: &Setup) -> HuntersGatherersGame {
        let mut game = HuntersGatherersGame {
            core: Core::new(setup, FOLLOWERS),
            huts: Huts::new(setup),
            bonus: *setup.bonus(),
            bonus_move: false,
        };
        game.deal_or_go_on(&mut ());
        game
    }

    fn setup(&self) -> &Setup {
        &self.core.setup
    }

    fn phase(&self) -> Phase {
        self.core.phase
    }

    fn active(&self) -> Option<Seat> {
        self.core.active()
    }

    fn to_act(&self) -> Actor {
        self.core.to_act()
    }

    fn turn(&self) -> u16 {
        self.core.turn
    }

    fn tile(&self) -> Option<TileKind> {
        self.core.tile
    }

    fn chance(&self) -> Option<Chance> {
        let asked = if self.bonus_move { Chance::Bonus } else { Chance::Tile };
        (self.core.phase == Phase::Deal).then_some(asked)
    }

    fn actions(&self, out: &mut Vec<Action>) {
        out.clear();
        match (self.core.phase, self.core.tile) {
            (Phase::Deal, _) => out.extend(self.stack().iter().map(|(tile, _)| Action::Draw { tile })),
            (Phase::Place, Some(tile)) => self.core.list_placements(tile, out),
            (Phase::Act, _) => {
                self.core.places_for_follower(can_stand, |segment, _| {
                    out.push(Action::Follower { segment, with: None });
                });
                self.places_for_hut(|segment| out.push(Action::Hut { segment }));
                out.push(Action::Pass);
            }
            _ => {}
        }
    }

    fn weight(&self, outcome: Action) -> u32 {
        match outcome {
            Action::Draw { tile } if self.core.phase == Phase::Deal => self.stack().count(tile).into(),
            _ => 0,
        }
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        match (self.core.phase, action) {
            (Phase::Over, _) => Err(Illegal::out_of_place("the game is over")),
            (Phase::Deal, Action::Draw { tile }) if self.stack().count(tile) > 0 => Ok(()),
            (Phase::Deal, Action::Draw { .. }) if self.bonus_move => {
                Err(Illegal::new("H10", "no such tile is left among the bonus tiles"))
            }
            (Phase::Deal, Action::Draw { .. }) => Err(Illegal::new("C8", "no such tile is left in the bag")),
            (Phase::Deal, _) => Err(Illegal::out_of_place("the dealer is to turn up a tile")),
            (Phase::Place, Action::Place { tile, pos, rotation }) => {
                if self.core.tile != Some(tile) {
                    return Err(Illegal::new("C10", "this is not the tile that was drawn"));
                }
                self.core.check_placement(tile, pos, rotation)
            }
            (Phase::Place, _) => Err(Illegal::new("C10", "the tile is to be placed first")),
            (Phase::Act, Action::Follower { segment, with: None }) => {
                self.core.check_follower(segment, can_stand).map(|_| ())
            }
            (Phase::Act, Action::Hut { segment }) => self.check_hut(segment),
            (Phase::Act, Action::Pass) => Ok(()),
            (Phase::Act, Action::Place { .. }) => Err(Illegal::new("C10", "one tile a move")),
            (Phase::Act, _) => Err(Illegal::out_of_place("now a follower or a hut may be placed, or pass")),
            _ => Err(Illegal::out_of_place("this action does not belong to this game")),
        }
    }

    fn play_unchecked<L: Log>(&mut self, action: Action, log: &mut L) {
        match action {
            Action::Draw { tile } => return self.draw(tile, log),
            Action::Place { tile, pos, rotation } => return self.place(tile, pos, rotation, log),
            Action::Follower { segment, .. } => {
                self.core.deploy(segment, log);
            }
            Action::Hut { segment } => self.build_hut(segment, log),
            _ => {}
        }
        self.score_move(log);
    }

    fn copy_from(&mut self, other: &HuntersGatherersGame) {
        self.core.copy_from(&other.core);
        self.huts.copy_from(&other.huts);
        self.bonus = other.bonus;
        self.bonus_move = other.bonus_move;
    }

    fn scores(&self) -> &[u16] {
        self.core.scores()
    }

    fn winners(&self) -> SeatSet {
        self.core.winners()
    }

    fn projection(&self) -> Vec<u16> {
        worth::projection(self, |game| game.finish(&mut ()))
    }

    fn worth(&self, id: FeatureId) -> Option<Worth> {
        self.worth_of(id)
    }

    fn supply(&self, seat: Seat) -> Supply {
        Supply { followers: self.core.supply(seat), huts: Some(self.huts.supply(seat)), ..Supply::default() }
    }

    fn bag(&self) -> &Bag {
        &self.core.bag
    }

    fn bonus(&self) -> Option<&Bag> {
        Some(&self.bonus)
    }

    fn discarded(&self) -> &[TileKind] {
        self.core.discarded()
    }

    fn board(&self) -> &Self::Board {
        &self.core.board
    }

    fn pieces(&self) -> Vec<Piece> {
        self.core.pieces(self.huts.on_map().iter().map(|hut| (hut.seat, PieceKind::Hut, hut.node)))
    }
}

#[cfg(test)]
mod tests;
