//! The base game (B), with the River (R) and Traders & Builders (T).

mod river;
mod scoring;
mod traders;

use crate::action::{Action, Actor, Companion, Illegal, Phase};
use crate::bag::Bag;
use crate::board::{Board, FeatureId};
use crate::core::{Core, segments_in, tiles_in};
use crate::event::{Event, Log, Piece, PieceKind};
use crate::game::{Chance, Game, Supply};
use crate::geometry::{Pos, Rotation};
use crate::seat::{Seat, SeatSet};
use crate::setup::{GameOption, Setup};
use crate::terrain::FeatureKind;
use crate::tiles::{Segment, TileKind, TileSet};
use crate::worth::{self, Worth};
use river::River;
use traders::Traders;

const SETS: [TileSet; 3] = [TileSet::Base, TileSet::River, TileSet::TradersBuilders];
const TILES: usize = tiles_in(&SETS);
const SEGMENTS: usize = segments_in(&SETS);
/// Every tile but the first joins at least one segment to a feature that is there.
const FEATURES: usize = SEGMENTS - TILES + 1;

/// Followers of each player.
const FOLLOWERS: u8 = 7;

/// The base game with its options.
#[derive(Clone)]
pub struct BaseGame {
    core: Core<TILES, SEGMENTS, FEATURES>,
    river: River,
    traders: Traders,
}

const _: () = assert!(size_of::<BaseGame>() <= 16 * 1024);

/// The places on which a follower can stand: everything but the river (R4).
fn can_stand(kind: FeatureKind) -> bool {
    kind != FeatureKind::River
}

impl BaseGame {
    /// The followers in the supply of a seat.
    pub fn followers_left(&self, seat: Seat) -> u8 {
        self.core.supply(seat)
    }

    fn has_traders(&self) -> bool {
        self.core.setup.has(GameOption::TradersBuilders)
    }

    /// Whether the tile can be the next to come: the river tiles first, the lake last among them (R1).
    fn can_come(&self, tile: TileKind) -> bool {
        self.core.bag.count(tile) > 0 && self.river.allows(tile)
    }

    /// Whether the tile fits somewhere, by all rules for placing (C9).
    fn fits(&self, tile: TileKind) -> bool {
        if tile.def().is_river() {
            Rotation::ALL.into_iter().any(|rotation| self.fits_river(tile, rotation).is_ok())
        } else {
            self.core.board.fits(tile)
        }
    }

    fn fits_river(&self, tile: TileKind, rotation: Rotation) -> Result<(), Illegal> {
        let end = self.river.end();
        self.core.check_placement(tile, end, rotation)?;
        self.river.check(tile, end, rotation)
    }

    fn draw<L: Log>(&mut self, tile: TileKind, log: &mut L) {
        self.core.bag.take(tile);
        self.river.drawn(tile);
        log.tell(Event::Drawn { seat: self.core.active, tile });
        if self.fits(tile) {
            self.core.begin_placing(tile);
        } else {
            self.core.discard(tile, log);
            self.deal_or_end(log);
        }
    }

    /// The next tile comes, or with an empty bag the game ends (B6).
    fn deal_or_end<L: Log>(&mut self, log: &mut L) {
        if self.core.bag.is_empty() {
            self.finish(log);
        } else {
            self.core.phase = Phase::Deal;
        }
    }

    fn place<L: Log>(&mut self, tile: TileKind, pos: Pos, rotation: Rotation, log: &mut L) {
        self.core.place(tile, pos, rotation, log);
        if tile.def().is_river() {
            self.river.placed(tile, pos, rotation);
        }
        if self.has_traders() {
            self.call_builder(log);
        }
        let mut choice = false;
        self.core.places_for_follower(can_stand, |_, _| choice = true);
        if choice {
            self.core.phase = Phase::Act;
        } else {
            self.score_turn(log);
        }
    }

    /// Says whether the companion may be placed with a follower on a segment of this kind (T3, T6, T9).
    fn check_companion(&self, kind: FeatureKind, with: Companion) -> Result<(), Illegal> {
        if !self.has_traders() {
            return Err(Illegal::out_of_place("builders and pigs come with Traders & Builders only"));
        }
        let seat = self.core.active;
        match (with, kind) {
            (Companion::Builder, FeatureKind::City | FeatureKind::Road) => {
                let reason = "the builder is not in the supply";
                if self.traders.has_builder(seat) { Ok(()) } else { Err(Illegal::new("T3", reason)) }
            }
            (Companion::Builder, _) => Err(Illegal::new("T3", "a builder stands beside a thief or knight only")),
            (Companion::Pig, FeatureKind::Field) => {
                let reason = "the pig is not in the supply";
                if self.traders.has_pig(seat) { Ok(()) } else { Err(Illegal::new("T9", reason)) }
            }
            (Companion::Pig, _) => Err(Illegal::new("T9", "a pig stands beside a farmer only")),
        }
    }

    fn deploy<L: Log>(&mut self, segment: Segment, with: Option<Companion>, log: &mut L) {
        let node = self.core.deploy(segment, log);
        if let Some(companion) = with {
            self.traders.deploy(companion, self.core.active, node);
            let kind = match companion {
                Companion::Builder => PieceKind::Builder,
                Companion::Pig => PieceKind::Pig,
            };
            self.core.tell_deployed(kind, node, log);
        }
        self.score_turn(log);
    }

    /// The turn is over: an extra one (T7), the next player's, or the end.
    fn end_turn<L: Log>(&mut self, log: &mut L) {
        let extra = self.traders.builder_comes_home(self.core.active);
        if !self.core.bag.is_empty() {
            if extra {
                log.tell(Event::ExtraTurn { seat: self.core.active });
            } else {
                self.core.pass_turn();
            }
        }
        self.deal_or_end(log);
    }
}

impl Game for BaseGame {
    type Board = Board<TILES, SEGMENTS, FEATURES>;

    fn new(setup: &Setup) -> BaseGame {
        let mut game =
            BaseGame { core: Core::new(setup, FOLLOWERS), river: River::new(setup), traders: Traders::new(setup) };
        game.deal_or_end(&mut ());
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
        (self.core.phase == Phase::Deal).then_some(Chance::Tile)
    }

    fn actions(&self, out: &mut Vec<Action>) {
        out.clear();
        match (self.core.phase, self.core.tile) {
            (Phase::Deal, _) => {
                let kinds = self.core.bag.iter().map(|(tile, _)| tile);
                out.extend(kinds.filter(|&tile| self.can_come(tile)).map(|tile| Action::Draw { tile }));
            }
            (Phase::Place, Some(tile)) if tile.def().is_river() => {
                let pos = self.river.end();
                let fitting = Rotation::ALL.into_iter().filter(|&turn| self.fits_river(tile, turn).is_ok());
                out.extend(fitting.map(|rotation| Action::Place { tile, pos, rotation }));
            }
            (Phase::Place, Some(tile)) => self.core.list_placements(tile, out),
            (Phase::Act, _) => {
                self.core.places_for_follower(can_stand, |segment, kind| {
                    out.push(Action::Follower { segment, with: None });
                    if self.has_traders() {
                        let allowed =
                            Companion::ALL.into_iter().filter(|&with| self.check_companion(kind, with).is_ok());
                        out.extend(allowed.map(|with| Action::Follower { segment, with: Some(with) }));
                    }
                });
                out.push(Action::Pass);
            }
            (Phase::Pig, _) => out.extend([Action::ReturnFarmer, Action::Pass]),
            _ => {}
        }
    }

    fn weight(&self, outcome: Action) -> u32 {
        match outcome {
            Action::Draw { tile } if self.core.phase == Phase::Deal && self.can_come(tile) => {
                self.core.bag.count(tile).into()
            }
            _ => 0,
        }
    }

    fn ways(&self) -> u32 {
        match self.core.phase {
            Phase::Deal if self.river.is_coming() => {
                self.core.bag.iter().map(|(tile, _)| self.weight(Action::Draw { tile })).sum()
            }
            Phase::Deal => self.core.bag.total().into(),
            _ => 0,
        }
    }

    fn outcome(&self, number: u32) -> Option<Action> {
        if self.core.phase != Phase::Deal {
            return None;
        }
        if !self.river.is_coming() {
            return self.core.bag.nth(number).map(|tile| Action::Draw { tile });
        }
        let mut rest = number;
        let draws = self.core.bag.iter().map(|(tile, _)| Action::Draw { tile });
        draws.into_iter().find(|&draw| {
            let weight = self.weight(draw);
            let found = rest < weight;
            rest = rest.wrapping_sub(weight);
            found
        })
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        match (self.core.phase, action) {
            (Phase::Over, _) => Err(Illegal::out_of_place("the game is over")),
            (Phase::Deal, Action::Draw { tile }) => {
                if self.can_come(tile) {
                    Ok(())
                } else if self.core.bag.count(tile) > 0 {
                    Err(Illegal::new("R1", "the river tiles come first, the lake last among them"))
                } else {
                    Err(Illegal::new("C8", "no such tile is left in the bag"))
                }
            }
            (Phase::Deal, _) => Err(Illegal::out_of_place("the dealer is to turn up a tile")),
            (Phase::Place, Action::Place { tile, pos, rotation }) => {
                if self.core.tile != Some(tile) {
                    return Err(Illegal::new("C10", "this is not the tile that was drawn"));
                }
                self.core.check_placement(tile, pos, rotation)?;
                if tile.def().is_river() { self.river.check(tile, pos, rotation) } else { Ok(()) }
            }
            (Phase::Place, _) => Err(Illegal::new("C10", "the tile is to be placed first")),
            (Phase::Act, Action::Follower { segment, with }) => {
                let kind = self.core.check_follower(segment, can_stand)?;
                with.map_or(Ok(()), |with| self.check_companion(kind, with))
            }
            (Phase::Act | Phase::Pig, Action::Pass) | (Phase::Pig, Action::ReturnFarmer) => Ok(()),
            (Phase::Act, Action::Place { .. }) => Err(Illegal::new("C10", "one tile a turn")),
            (Phase::Act, _) => Err(Illegal::out_of_place("now a follower may be placed, or pass")),
            (Phase::Pig, _) => Err(Illegal::new("T11", "the farmer beside the pig goes back or stays")),
            _ => Err(Illegal::out_of_place("this action does not belong to this game")),
        }
    }

    fn play_unchecked<L: Log>(&mut self, action: Action, log: &mut L) {
        match action {
            Action::Draw { tile } => self.draw(tile, log),
            Action::Place { tile, pos, rotation } => self.place(tile, pos, rotation, log),
            Action::Follower { segment, with } => self.deploy(segment, with, log),
            Action::ReturnFarmer => self.decide_farmer(true, log),
            Action::Pass if self.core.phase == Phase::Pig => self.decide_farmer(false, log),
            _ => self.score_turn(log),
        }
    }

    fn copy_from(&mut self, other: &BaseGame) {
        self.core.copy_from(&other.core);
        self.river = other.river;
        self.traders = other.traders;
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
        let mut supply = Supply { followers: self.core.supply(seat), ..Supply::default() };
        if self.has_traders() {
            supply.builders = Some(self.traders.has_builder(seat).into());
            supply.pigs = Some(self.traders.has_pig(seat).into());
            supply.goods = Some(self.traders.goods(seat));
        }
        supply
    }

    fn bag(&self) -> &Bag {
        &self.core.bag
    }

    fn discarded(&self) -> &[TileKind] {
        self.core.discarded()
    }

    fn board(&self) -> &Self::Board {
        &self.core.board
    }

    fn pieces(&self) -> Vec<Piece> {
        self.core.pieces(self.core.setup.seats().flat_map(|seat| self.traders.on_map(seat)))
    }
}

#[cfg(test)]
mod tests;
