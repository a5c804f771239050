//! New Lands (N), with the options `hand` and `equal_turns`.

mod draws;
mod scoring;

use crate::action::{Action, Actor, Illegal, Phase};
use crate::bag::Bag;
use crate::board::{Board, FeatureId, Node};
use crate::core::{Core, Follower, segments_in, tiles_in};
use crate::event::{Log, Piece};
use crate::game::{Chance, Game, Hand, Supply};
use crate::geometry::{Pos, Rotation};
use crate::seat::{Seat, SeatSet};
use crate::setup::{GameOption, Setup};
use crate::tiles::{Segment, TileKind, TileSet};
use crate::worth::{self, Worth};
use draws::{Hands, Stage};

const SETS: [TileSet; 1] = [TileSet::NewLands];
const TILES: usize = tiles_in(&SETS);
const SEGMENTS: usize = segments_in(&SETS);
/// Every tile but the first joins at least one segment to a feature that is there.
const FEATURES: usize = SEGMENTS - TILES + 1;

/// Followers of each player; the fifth marks the score.
const FOLLOWERS: u8 = 4;

/// New Lands with its options.
#[derive(Clone)]
pub struct NewLandsGame {
    core: Core<TILES, SEGMENTS, FEATURES>,
    stage: Stage,
    hands: Hands,
}

const _: () = assert!(size_of::<NewLandsGame>() <= 16 * 1024);

impl NewLandsGame {
    fn has_hands(&self) -> bool {
        self.core.setup.has(GameOption::Hand)
    }

    fn place<L: Log>(&mut self, tile: TileKind, pos: Pos, rotation: Rotation, log: &mut L) {
        if self.has_hands() {
            self.hands.take(self.core.active, tile);
        }
        self.core.place(tile, pos, rotation, log);
        if self.can_act() {
            self.core.phase = Phase::Act;
        } else {
            self.end_turn(log);
        }
    }

    /// Whether the active player has something else to do than pass (N1).
    fn can_act(&self) -> bool {
        let mut choice = self.core.supply(self.core.active) < FOLLOWERS;
        if !choice {
            self.core.places_for_follower(|_| true, |_, _| choice = true);
        }
        choice
    }

    /// The segment on which the active player's follower stands there.
    fn own_follower(&self, pos: Pos, segment: Segment) -> Option<Node> {
        let board = &self.core.board;
        let tile = board.tile_at(pos)?;
        board.kind(tile).def().segment(segment)?;
        let node = board.node(tile, segment);
        self.core.followers().contains(&Follower { node, seat: self.core.active }).then_some(node)
    }
}

impl Game for NewLandsGame {
    type Board = Board<TILES, SEGMENTS, FEATURES>;

    fn new(setup: &Setup) -> NewLandsGame {
        let mut game = NewLandsGame { core: Core::new(setup, FOLLOWERS), stage: Stage::Removal, hands: Hands::new() };
        game.go_on(&mut ());
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
        let asked = if self.stage == Stage::Removal { Chance::Removal } else { Chance::Tile };
        (self.core.phase == Phase::Deal).then_some(asked)
    }

    fn actions(&self, out: &mut Vec<Action>) {
        out.clear();
        match (self.core.phase, self.core.tile) {
            (Phase::Deal, _) => out.extend(self.core.bag.iter().map(|(tile, _)| Action::Draw { tile })),
            (Phase::Place, Some(tile)) => self.core.list_placements(tile, out),
            (Phase::Place, None) => {
                self.hands.different(self.core.active).for_each(|tile| self.core.list_placements(tile, out));
            }
            (Phase::Act, _) => {
                self.core
                    .places_for_follower(|_| true, |segment, _| out.push(Action::Follower { segment, with: None }));
                let own = self.core.followers().iter().filter(|follower| follower.seat == self.core.active);
                out.extend(own.map(|follower| {
                    let (pos, segment) = self.core.board.pos_of(follower.node);
                    Action::Recall { pos, segment }
                }));
                out.push(Action::Pass);
            }
            _ => {}
        }
    }

    fn weight(&self, outcome: Action) -> u32 {
        match outcome {
            Action::Draw { tile } if self.core.phase == Phase::Deal => self.core.bag.count(tile).into(),
            _ => 0,
        }
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        match (self.core.phase, action) {
            (Phase::Over, _) => Err(Illegal::out_of_place("the game is over")),
            (Phase::Deal, Action::Draw { tile }) if self.core.bag.count(tile) > 0 => Ok(()),
            (Phase::Deal, Action::Draw { .. }) => Err(Illegal::new("C8", "no such tile is left in the bag")),
            (Phase::Deal, _) => Err(Illegal::out_of_place("the dealer is to turn up a tile")),
            (Phase::Place, Action::Place { tile, pos, rotation }) => {
                if self.has_hands() {
                    if !self.hands.of(self.core.active).contains(&tile) {
                        return Err(Illegal::new("N12", "this tile is not in the player's hand"));
                    }
                } else if self.core.tile != Some(tile) {
                    return Err(Illegal::new("C10", "this is not the tile that was drawn"));
                }
                self.core.check_placement(tile, pos, rotation)
            }
            (Phase::Place, _) => Err(Illegal::new("C10", "a tile is to be placed first")),
            (Phase::Act, Action::Follower { with: Some(_), .. }) => {
                Err(Illegal::out_of_place("builders and pigs do not belong to this game"))
            }
            (Phase::Act, Action::Follower { segment, with: None }) => {
                self.core.check_follower(segment, |_| true).map(|_| ())
            }
            (Phase::Act, Action::Recall { pos, segment }) => match self.own_follower(pos, segment) {
                Some(_) => Ok(()),
                None => Err(Illegal::new("N1", "no follower of the player stands there")),
            },
            (Phase::Act, Action::Pass) => Ok(()),
            (Phase::Act, Action::Place { .. }) => Err(Illegal::new("C10", "one tile a turn")),
            (Phase::Act, _) => Err(Illegal::out_of_place("now a follower may be placed or one taken back, or pass")),
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
            Action::Recall { pos, segment } => {
                if let Some(node) = self.own_follower(pos, segment) {
                    self.recall(node, log);
                }
            }
            _ => {}
        }
        self.end_turn(log);
    }

    fn copy_from(&mut self, other: &NewLandsGame) {
        self.core.copy_from(&other.core);
        self.stage = other.stage;
        self.hands = other.hands;
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
        Supply { followers: self.core.supply(seat), ..Supply::default() }
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
        self.core.pieces(std::iter::empty())
    }

    fn hands(&self) -> Option<Vec<Hand>> {
        self.has_hands().then(|| self.core.setup.seats().map(|seat| self.hands.of(seat).to_vec()).collect())
    }
}

#[cfg(test)]
mod tests;
