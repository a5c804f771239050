//! Waterholes: tokens at grid points where the corners of tiles meet (S12 to S16).

use super::Safari;
use super::tokens::{AnimalSet, MAX_TOKENS};
use crate::action::{Action, Animal, Illegal};
use crate::board::Board;
use crate::event::{Counted, Event, Facts, Log, Score, Source};
use crate::geometry::{Corner, Pos, Rotation};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::reason::Reason;
use crate::seat::{Seat, SeatSet};
use crate::setup::Setup;
use crate::stack::{Roomy, Stack};
use crate::tiles::TileKind;
use crate::units::GameOption;

/// A token at a waterhole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WaterholeToken {
    /// The cell of the tile on which it lies.
    pub pos: Pos,
    /// The corner of that tile, as it lies on the board.
    pub corner: Corner,
    /// The token.
    pub animal: Animal,
    /// Whose follower stands on it.
    pub follower: Option<Seat>,
}

/// For founding a waterhole (S13).
const FOUNDING: u16 = 3;
/// For the second, third and fourth token (S14).
const EXTENDING: [u16; 5] = [0, 0, 4, 5, 6];
/// For a follower on a complete waterhole (S15).
const COMPLETE: u16 = 3;

/// Where the corners of four cells meet, named by the cell to the south-east of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct GridPoint(Pos);

impl GridPoint {
    fn of(pos: Pos, corner: Corner) -> GridPoint {
        GridPoint(pos.grid_point(corner))
    }
}

/// What lies at a grid point already.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Company {
    /// Which corners hold tokens, as bits; going round the tiles' corners goes round the point as well.
    corners: u8,
    animals: AnimalSet,
}

impl Company {
    /// Whether a token at this corner would touch none (S13).
    fn is_apart(self, corner: Corner) -> bool {
        let neighbours = 0b1010 >> (corner.index() % 2);
        self.corners & neighbours == 0
    }

    fn tokens(self) -> usize {
        self.corners.count_ones() as usize
    }
}

/// A savanna corner of a placed tile without a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Spot {
    pos: Pos,
    corner: Corner,
    effect: Effect,
}

/// What a token on a free corner would do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Effect {
    /// Any animal founds a waterhole; it needs a follower (S13).
    Found,
    /// An animal that is not among these extends one (S14).
    Extend(AnimalSet),
}

impl Effect {
    fn of(company: Company, corner: Corner) -> Effect {
        if company.is_apart(corner) { Effect::Found } else { Effect::Extend(company.animals) }
    }

    /// Which of a player's animals can be laid here.
    #[inline]
    fn allowed(self, hand: AnimalSet, follower: bool) -> AnimalSet {
        match self {
            Effect::Found if follower => hand,
            Effect::Found => AnimalSet::EMPTY,
            Effect::Extend(present) => hand.without(present),
        }
    }
}

/// The tokens on the map and the corners that can take more.
#[derive(Clone)]
pub(super) struct Waterholes {
    tokens: Stack<WaterholeToken, MAX_TOKENS>,
    spots: Roomy<Spot>,
    /// Only what lies between two sides of one and the same bush is bush (S12).
    wide: bool,
}

impl Waterholes {
    pub(super) fn new(setup: &Setup) -> Waterholes {
        let (pos, corner) = (Pos::ORIGIN, Corner::NorthWest);
        let tiles = usize::from(setup.bag().total()) + super::TileSet::Safari.start_board().len();
        Waterholes {
            tokens: Stack::new(WaterholeToken { pos, corner, animal: Animal::Monkey, follower: None }),
            spots: Roomy::with_room(Corner::ALL.len() * tiles),
            wide: setup.has(GameOption::WideCorners),
        }
    }

    /// Whether the corner of a tile lying so shows savanna (S12).
    fn is_savanna(&self, tile: TileKind, corner: Corner, rotation: Rotation) -> bool {
        tile.def().is_savanna_so(corner, rotation, self.wide)
    }

    pub(super) fn tokens(&self) -> &[WaterholeToken] {
        &self.tokens
    }

    fn company(&self, point: GridPoint) -> Company {
        let mut company = Company::default();
        for token in self.tokens.iter().filter(|token| GridPoint::of(token.pos, token.corner) == point) {
            company.corners |= 1 << token.corner.index();
            company.animals = company.animals.with(token.animal);
        }
        company
    }

    /// The corners of all tiles that lie on the board.
    pub(super) fn add_board(&mut self, board: &Board) {
        for tile in (0..board.tile_count()).filter_map(|index| board.laid(index)) {
            self.add_tile(tile.kind, tile.pos, tile.rotation);
        }
    }

    /// A tile was laid: its savanna corners can take tokens (S12).
    pub(super) fn add_tile(&mut self, tile: TileKind, pos: Pos, rotation: Rotation) {
        let wide = self.wide;
        for corner in Corner::ALL.into_iter().filter(|&corner| tile.def().is_savanna_so(corner, rotation, wide)) {
            let effect = Effect::of(self.company(GridPoint::of(pos, corner)), corner);
            self.spots.push(Spot { pos, corner, effect });
        }
    }

    fn spot(&self, pos: Pos, corner: Corner) -> Option<usize> {
        self.spots.iter().position(|spot| spot.pos == pos && spot.corner == corner)
    }

    /// Whether a player with these animals can lay one somewhere.
    pub(super) fn is_possible(&self, hand: AnimalSet, follower: bool) -> bool {
        !hand.is_empty() && self.spots.iter().any(|spot| !spot.effect.allowed(hand, follower).is_empty())
    }

    /// Lists what a player with these animals can lay where.
    pub(super) fn list(&self, hand: AnimalSet, follower: bool, out: &mut Vec<Action>) {
        if hand.is_empty() {
            return;
        }
        for &Spot { pos, corner, effect } in self.spots.iter() {
            let allowed = effect.allowed(hand, follower).iter();
            out.extend(allowed.map(|animal| Action::Waterhole { pos, corner, animal }));
        }
    }

    /// Lays a token; with a follower if it is founded. Says how many lie at the grid point now.
    fn lay(&mut self, token: WaterholeToken) -> usize {
        if let Some(index) = self.spot(token.pos, token.corner) {
            self.spots.swap_remove(index);
        }
        self.tokens.push(token);
        let point = GridPoint::of(token.pos, token.corner);
        let company = self.company(point);
        for spot in self.spots.iter_mut().filter(|spot| GridPoint::of(spot.pos, spot.corner) == point) {
            spot.effect = Effect::of(company, spot.corner);
        }
        company.tokens()
    }

    pub(super) fn copy_from(&mut self, other: &Waterholes) {
        self.tokens.copy_from(&other.tokens);
        self.spots.clone_from(&other.spots);
        self.wide = other.wide;
    }
}

impl Safari {
    /// The tokens at the grid point of a tile's corner, wherever they lie around it.
    pub fn tokens_around(&self, pos: Pos, corner: Corner) -> impl Iterator<Item = &WaterholeToken> {
        let point = pos.grid_point(corner);
        self.waterholes.tokens.iter().filter(move |token| token.pos.grid_point(token.corner) == point)
    }

    /// Whether a token laid on this corner would found a waterhole: it touches none (S13).
    pub fn founds(&self, pos: Pos, corner: Corner) -> bool {
        self.waterholes.company(GridPoint::of(pos, corner)).is_apart(corner)
    }

    /// Says why the active player cannot lay this token there.
    pub(super) fn check_waterhole(
        &self,
        position: &Position,
        pos: Pos,
        corner: Corner,
        animal: Animal,
    ) -> Result<(), Illegal> {
        let board = &position.board;
        let Some(tile) = board.tile_at(pos) else {
            return Err(Illegal::new("S12", Reason::NoTileThere));
        };
        if !self.waterholes.is_savanna(board.kind(tile), corner, board.rotation(tile)) {
            return Err(Illegal::new("S12", Reason::NoSavanna));
        }
        let Some(index) = self.waterholes.spot(pos, corner) else {
            return Err(Illegal::new("S12", Reason::CornerTaken));
        };
        let seat = position.active;
        let founding = self.waterholes.spots[index].effect == Effect::Found;
        if !self.tokens.kinds(seat).contains(animal) {
            let rule = if founding { "S13" } else { "S14" };
            return Err(Illegal::new(rule, Reason::NoTokenInSupply));
        }
        match self.waterholes.spots[index].effect {
            Effect::Found if !Safari::has_follower(position) => Err(Illegal::new("S13", Reason::NobodyToFound)),
            Effect::Extend(present) if present.contains(animal) => Err(Illegal::new("S14", Reason::AnimalAtWaterhole)),
            _ => Ok(()),
        }
    }

    /// Founds or extends a waterhole, as the place decides.
    pub(super) fn lay_at_waterhole<L: Log>(
        &mut self,
        position: &mut Position,
        pos: Pos,
        corner: Corner,
        animal: Animal,
        log: &mut L,
    ) {
        let seat = position.active;
        let point = GridPoint::of(pos, corner);
        let founded = self.founds(pos, corner);
        self.tokens.spend(seat, animal);
        let count = self.waterholes.lay(WaterholeToken { pos, corner, animal, follower: founded.then_some(seat) });
        log.tell(Event::Waterhole { seat, pos, corner, animal, founded });
        if founded {
            position.supply_mut(seat).take(PieceKind::Follower);
            score(position, seat, FOUNDING, count, log);
        } else {
            score(position, seat, EXTENDING[count], count, log);
        }
        if count == Corner::ALL.len() {
            self.complete_waterhole(position, point, log);
        }
    }

    /// All four tokens lie there: the followers bring points, one time each player, and go back (S15).
    fn complete_waterhole<L: Log>(&mut self, position: &mut Position, point: GridPoint, log: &mut L) {
        let here = |token: &WaterholeToken| GridPoint::of(token.pos, token.corner) == point;
        let seats: SeatSet =
            self.waterholes.tokens.iter().filter(|&token| here(token)).filter_map(|token| token.follower).collect();
        for seat in seats.clockwise_from(position.active) {
            score(position, seat, COMPLETE, Corner::ALL.len(), log);
        }
        for token in self.waterholes.tokens.iter_mut().filter(|token| here(token)) {
            if let Some(seat) = token.follower.take() {
                position.supply_mut(seat).add(PieceKind::Follower, 1);
                log.tell(Event::WaterholeLeft { seat, pos: token.pos, corner: token.corner });
            }
        }
    }
}

fn score<L: Log>(position: &mut Position, seat: Seat, points: u16, tokens: usize, log: &mut L) {
    let (source, facts) = (Source::Waterhole, Facts::of(Counted::Tokens, tokens as u16));
    position.score(Score { seat, points, source, at: None, facts, end: false }, log);
}
