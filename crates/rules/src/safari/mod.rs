//! Safari (S): animal paths, bushes, baobabs, ranger cars and waterholes.

mod scoring;
mod tokens;
mod waterholes;

use crate::action::{Action, Actor, Animal, Illegal, Phase};
use crate::bag::Bag;
use crate::board::{Board, FeatureId};
use crate::core::{Core, segments_in, tiles_in};
use crate::event::{Event, Log, Piece};
use crate::game::{Chance, Game, Supply, WaterholeToken};
use crate::geometry::{Pos, Rotation};
use crate::seat::{Seat, SeatSet};
use crate::setup::Setup;
use crate::stack::Stack;
use crate::terrain::FeatureKind;
use crate::tiles::{Segment, TileKind, TileSet};
use crate::worth::{self, Worth};
use tokens::Tokens;
use waterholes::Waterholes;

const SETS: [TileSet; 1] = [TileSet::Safari];
const TILES: usize = tiles_in(&SETS);
const SEGMENTS: usize = segments_in(&SETS);
/// Savanna is no feature, so that a tile need not join any.
const FEATURES: usize = SEGMENTS;

/// Followers of each player.
const FOLLOWERS: u8 = 6;

/// Tokens that a player draws at a time: at the start and for a baobab (S6).
const DRAWS: u8 = 2;

/// Where the rangers stand at the start: at the two ends of the start board (S8).
const RANGERS: [Pos; 2] = [Pos::new(-2, 0), Pos::new(2, 0)];

/// Safari.
#[derive(Clone)]
pub struct SafariGame {
    core: Core<TILES, SEGMENTS, FEATURES>,
    tokens: Tokens,
    waterholes: Waterholes,
    /// The cells of the rangers; one that is missing is in the active player's hand (S9).
    rangers: Stack<Pos, { RANGERS.len() }>,
    /// Owners of the feature being scored who have still to decide about a token (S5).
    to_ask: SeatSet,
    /// Owners who have laid a token on it.
    laid: SeatSet,
}

const _: () = assert!(size_of::<SafariGame>() <= 16 * 1024);

/// A follower can stand on every segment that is printed (S1).
fn can_stand(_: FeatureKind) -> bool {
    true
}

impl SafariGame {
    /// The cells of the rangers, in no particular order.
    pub fn ranger_positions(&self) -> &[Pos] {
        &self.rangers
    }

    /// The tokens at waterholes, in the order in which they were laid.
    pub fn waterhole_tokens(&self) -> &[WaterholeToken] {
        self.waterholes.tokens()
    }

    /// The player who holds a ranger.
    fn held_by(&self) -> Option<Seat> {
        (self.rangers.len() < RANGERS.len()).then_some(self.core.active)
    }

    fn has_follower(&self) -> bool {
        self.core.supply(self.core.active) > 0
    }

    /// A player is to draw tokens; says whether there are any to draw (S6, S7).
    fn call_for_tokens(&mut self, seat: Seat) -> bool {
        let any = self.tokens.call(seat, DRAWS);
        if any {
            self.core.phase = Phase::Deal;
        }
        any
    }

    fn draw_token<L: Log>(&mut self, animal: Animal, log: &mut L) {
        self.tokens.draw(animal);
        let seat = self.tokens.drawer();
        log.tell(Event::TokenDrawn { seat, animal });
        if self.tokens.must_draw() {
            return;
        }
        // Before the first tile tokens are dealt to all; later they come for a baobab, on the way to the scoring.
        if self.core.tile.is_none() {
            let next = self.core.setup.seats().nth(seat.index() + 1);
            self.deal_tokens(next, log);
        } else {
            self.score_next(log);
        }
    }

    /// The deal at the start goes on with this seat; after the last one the first tile comes.
    fn deal_tokens<L: Log>(&mut self, seat: Option<Seat>, log: &mut L) {
        if !seat.is_some_and(|seat| self.call_for_tokens(seat)) {
            self.deal_or_end(log);
        }
    }

    fn draw<L: Log>(&mut self, tile: TileKind, log: &mut L) {
        self.core.bag.take(tile);
        log.tell(Event::Drawn { seat: self.core.active, tile });
        if self.core.board.fits(tile) {
            self.core.begin_placing(tile);
        } else {
            self.core.discard(tile, log);
            self.deal_or_end(log);
        }
    }

    /// The next tile comes, or with an empty bag the game ends (S17).
    fn deal_or_end<L: Log>(&mut self, log: &mut L) {
        if self.core.bag.is_empty() {
            self.finish(log);
        } else {
            self.core.phase = Phase::Deal;
        }
    }

    fn place<L: Log>(&mut self, tile: TileKind, pos: Pos, rotation: Rotation, log: &mut L) {
        self.core.place(tile, pos, rotation, log);
        self.waterholes.add_tile(tile, pos, rotation);
        if let Some(index) = self.rangers.iter().position(|&ranger| ranger == pos) {
            self.rangers.swap_remove(index);
            log.tell(Event::RangerTaken { seat: self.core.active, pos });
        }
        if self.has_choice() {
            self.core.phase = Phase::Act;
        } else {
            self.score_next(log);
        }
    }

    /// Whether the active player can do anything but pass with the tile just placed (S1). While both rangers stand on
    /// the map one can always be moved.
    fn has_choice(&self) -> bool {
        let mut choice = self.held_by().is_none();
        if !choice {
            self.core.places_for_follower(can_stand, |_, _| choice = true);
        }
        choice || self.waterholes.is_possible(self.tokens.kinds(self.core.active), self.has_follower())
    }

    fn deploy<L: Log>(&mut self, segment: Segment, log: &mut L) {
        let node = self.core.deploy(segment, log);
        let baobab = self.core.board.kind_of(node) == FeatureKind::Baobab;
        if !(baobab && self.call_for_tokens(self.core.active)) {
            self.score_next(log);
        }
    }

    /// Says why no ranger can come to this cell (S8).
    fn check_ranger_cell(&self, to: Pos) -> Result<(), Illegal> {
        if !self.core.board.is_open(to) {
            Err(Illegal::new("S8", "a ranger stands on an empty cell that shares a side with a placed tile"))
        } else if self.rangers.contains(&to) {
            Err(Illegal::new("S8", "a ranger stands on this cell already"))
        } else {
            Ok(())
        }
    }

    fn check_ranger_move(&self, from: Option<Pos>, to: Pos) -> Result<(), Illegal> {
        if self.held_by().is_some() {
            return Err(Illegal::new("S9", "in a turn in which a ranger was taken none may be moved"));
        }
        match from {
            None => Err(Illegal::new("S10", "no ranger was taken: say which one moves")),
            Some(from) if !self.rangers.contains(&from) => Err(Illegal::new("S10", "no ranger stands there")),
            Some(from) if from == to => Err(Illegal::new("S10", "a ranger moves to another cell")),
            Some(_) => self.check_ranger_cell(to),
        }
    }

    /// The cells to which a ranger can go (S8).
    fn ranger_cells(&self) -> impl Iterator<Item = Pos> + '_ {
        self.core.board.open_cells().filter(|cell| !self.rangers.contains(cell))
    }

    fn move_ranger<L: Log>(&mut self, from: Option<Pos>, to: Pos, log: &mut L) {
        log.tell(Event::RangerMoved { seat: self.core.active, from, to });
        match self.rangers.iter_mut().find(|ranger| Some(**ranger) == from) {
            Some(ranger) => {
                *ranger = to;
                self.score_next(log);
            }
            None => {
                self.rangers.push(to);
                self.end_turn(log);
            }
        }
    }

    fn end_turn<L: Log>(&mut self, log: &mut L) {
        if !self.core.bag.is_empty() {
            self.core.pass_turn();
        }
        self.deal_or_end(log);
    }
}

impl Game for SafariGame {
    type Board = Board<TILES, SEGMENTS, FEATURES>;

    fn new(setup: &Setup) -> SafariGame {
        let mut game = SafariGame {
            core: Core::new(setup, FOLLOWERS),
            tokens: Tokens::new(setup),
            waterholes: Waterholes::new(),
            rangers: Stack::new(Pos::ORIGIN),
            to_ask: SeatSet::EMPTY,
            laid: SeatSet::EMPTY,
        };
        game.waterholes.add_board(&game.core.board);
        for ranger in RANGERS {
            game.rangers.push(ranger);
        }
        game.deal_tokens(Some(Seat::default()), &mut ());
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
        let asked = if self.tokens.must_draw() { Chance::Token } else { Chance::Tile };
        (self.core.phase == Phase::Deal).then_some(asked)
    }

    fn actions(&self, out: &mut Vec<Action>) {
        out.clear();
        match (self.core.phase, self.core.tile) {
            (Phase::Deal, _) if self.tokens.must_draw() => {
                let counts = self.tokens.source();
                let coming = Animal::ALL.into_iter().filter(|animal| counts[animal.index()] > 0);
                out.extend(coming.map(|animal| Action::DrawToken { animal }));
            }
            (Phase::Deal, _) => out.extend(self.core.bag.iter().map(|(tile, _)| Action::Draw { tile })),
            (Phase::Place, Some(tile)) => self.core.list_placements(tile, out),
            (Phase::Act, _) => {
                self.core.places_for_follower(can_stand, |segment, _| {
                    out.push(Action::Follower { segment, with: None });
                });
                // After one was taken none may be moved (S9).
                if let [first, second] = self.rangers[..] {
                    for to in self.core.board.open_cells().filter(|&cell| cell != first && cell != second) {
                        out.push(Action::Ranger { from: Some(first), to });
                        out.push(Action::Ranger { from: Some(second), to });
                    }
                }
                self.waterholes.list(self.tokens.kinds(self.core.active), self.has_follower(), out);
                out.push(Action::Pass);
            }
            (Phase::Token, _) => {
                out.extend(self.fitting_tokens(self.core.decider).iter().map(|animal| Action::Token { animal }));
                out.push(Action::Pass);
            }
            (Phase::Ranger, _) => out.extend(self.ranger_cells().map(|to| Action::Ranger { from: None, to })),
            _ => {}
        }
    }

    fn weight(&self, outcome: Action) -> u32 {
        match (self.chance(), outcome) {
            (Some(Chance::Token), Action::DrawToken { animal }) => self.tokens.source()[animal.index()].into(),
            (Some(Chance::Tile), Action::Draw { tile }) => self.core.bag.count(tile).into(),
            _ => 0,
        }
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        match (self.core.phase, action) {
            (Phase::Over, _) => Err(Illegal::out_of_place("the game is over")),
            (Phase::Deal, Action::Draw { .. } | Action::DrawToken { .. }) => {
                let asked = match action {
                    Action::DrawToken { .. } => Chance::Token,
                    _ => Chance::Tile,
                };
                if self.weight(action) > 0 {
                    Ok(())
                } else if self.chance() != Some(asked) {
                    Err(Illegal::out_of_place("the dealer is to turn up the other: a tile, or a token"))
                } else if asked == Chance::Token {
                    Err(Illegal::new("S7", "no such token is left in the stack"))
                } else {
                    Err(Illegal::new("C8", "no such tile is left in the bag"))
                }
            }
            (Phase::Deal, _) => Err(Illegal::out_of_place("the dealer is to turn up a tile or token")),
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
            (Phase::Act, Action::Ranger { from, to }) => self.check_ranger_move(from, to),
            (Phase::Act, Action::Waterhole { pos, corner, animal }) => self.check_waterhole(pos, corner, animal),
            (Phase::Act | Phase::Token, Action::Pass) => Ok(()),
            (Phase::Act, Action::Place { .. }) => Err(Illegal::new("C10", "one tile a turn")),
            (Phase::Act, _) => {
                Err(Illegal::new("S1", "now a follower, a ranger's move or a waterhole is possible, or pass"))
            }
            (Phase::Token, Action::Token { animal }) => {
                let seat = self.core.decider;
                if !self.tokens.kinds(seat).contains(animal) {
                    Err(Illegal::new("S5", "no such token in the supply"))
                } else if !self.fitting_tokens(seat).contains(animal) {
                    Err(Illegal::new("S5", "this animal is shown on the feature already"))
                } else {
                    Ok(())
                }
            }
            (Phase::Token, _) => Err(Illegal::new("S5", "an owner lays a token on the feature or passes")),
            (Phase::Ranger, Action::Ranger { from: None, to }) => self.check_ranger_cell(to),
            (Phase::Ranger, _) => Err(Illegal::new("S9", "the ranger taken is to be put back")),
            _ => Err(Illegal::out_of_place("this action does not belong to this game")),
        }
    }

    fn play_unchecked<L: Log>(&mut self, action: Action, log: &mut L) {
        match action {
            Action::Draw { tile } => self.draw(tile, log),
            Action::DrawToken { animal } => self.draw_token(animal, log),
            Action::Place { tile, pos, rotation } => self.place(tile, pos, rotation, log),
            Action::Follower { segment, .. } => self.deploy(segment, log),
            Action::Ranger { from, to } => self.move_ranger(from, to, log),
            Action::Waterhole { pos, corner, animal } => self.lay_at_waterhole(pos, corner, animal, log),
            Action::Token { animal } => self.decide_token(Some(animal), log),
            Action::Pass if self.core.phase == Phase::Token => self.decide_token(None, log),
            _ => self.score_next(log),
        }
    }

    fn copy_from(&mut self, other: &SafariGame) {
        self.core.copy_from(&other.core);
        self.tokens.copy_from(&other.tokens);
        self.waterholes.copy_from(&other.waterholes);
        self.rangers = other.rangers;
        self.to_ask = other.to_ask;
        self.laid = other.laid;
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
        let tokens = Some(self.tokens.hand(seat));
        Supply { followers: self.core.supply(seat), tokens, ..Supply::default() }
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

    fn rangers(&self) -> Option<Vec<Pos>> {
        let mut rangers = self.rangers.to_vec();
        rangers.sort_unstable();
        Some(rangers)
    }

    fn held_ranger(&self) -> Option<Seat> {
        self.held_by()
    }

    fn waterholes(&self) -> Option<Vec<WaterholeToken>> {
        let mut tokens = self.waterholes.tokens().to_vec();
        tokens.sort_unstable_by_key(|token| (token.pos, token.corner));
        Some(tokens)
    }

    fn token_stack(&self) -> Option<[u8; 5]> {
        Some(self.tokens.stack())
    }

    fn discarded_tokens(&self) -> &[Animal] {
        self.tokens.pile()
    }
}

#[cfg(test)]
mod tests;
