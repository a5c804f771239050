//! What a player sees of a game, as numbers.

use crate::{Grid, SizeError, planes};
use rules::{AnyGame, FeatureKind, Game as _, PieceKind, Rotation, Seat, Setup, Side, Terrain, TileKind};
use std::collections::BTreeSet;

/// Turns positions of a game into planes around the board ([`Observer::write_planes`]) or a list of features
/// ([`Observer::write_features`]), always as one seat sees them: what is its own comes first, then the other seats clockwise.
/// Nothing in it is a secret: a game holds only what everybody may know.
#[derive(Clone, Debug)]
pub struct Observer {
    pub(crate) grid: Grid,
    pub(crate) setup: Setup,
    /// The kinds of tile that can come or lie there from the start.
    pub(crate) tiles: Vec<TileKind>,
    /// How many of each.
    pub(crate) copies: Vec<u8>,
    pub(crate) terrains: Vec<Terrain>,
    pub(crate) kinds: Vec<FeatureKind>,
    pub(crate) pieces: Vec<PieceKind>,
    plane_names: Vec<String>,
    feature_names: Vec<String>,
}

impl Observer {
    /// An observer of games with this setup, on a grid of this size.
    pub fn new(setup: &Setup, size: usize) -> Result<Observer, SizeError> {
        let grid = Grid::new(size)?;
        let game = AnyGame::new(setup);
        let laid = (0..game.board().tile_count()).filter_map(|index| game.board().laid(index)).map(|laid| laid.kind);
        let coming = || setup.bag().iter().chain(setup.bonus().iter());
        let tiles: BTreeSet<TileKind> = coming().map(|(kind, _)| kind).chain(laid).collect();
        let sides = |kind: &TileKind| Side::ALL.map(|side| kind.def().side(side, Rotation::NONE));
        let terrains: BTreeSet<Terrain> = tiles.iter().flat_map(sides).collect();
        let kinds = tiles.iter().flat_map(|kind| kind.def().printed_segments().map(|(_, segment)| segment.kind));
        let kinds: BTreeSet<FeatureKind> = kinds.collect();
        let pieces: BTreeSet<PieceKind> = setup.pieces().map(|(kind, _)| kind).collect();
        let copies = |kind: &TileKind| setup.bag().count(*kind) + setup.bonus().count(*kind);
        let mut observer = Observer {
            grid,
            setup: *setup,
            copies: tiles.iter().map(copies).collect(),
            tiles: tiles.into_iter().collect(),
            terrains: terrains.into_iter().collect(),
            kinds: kinds.into_iter().collect(),
            pieces: pieces.into_iter().collect(),
            plane_names: Vec::new(),
            feature_names: Vec::new(),
        };
        observer.plane_names = planes::names(&observer);
        observer.feature_names = observer.name_features(&game);
        Ok(observer)
    }

    /// What the planes are, in order.
    pub fn planes(&self) -> &[String] {
        &self.plane_names
    }

    /// What the features are, in order.
    pub fn features(&self) -> &[String] {
        &self.feature_names
    }

    /// The cells a side of the grid.
    pub fn size(&self) -> usize {
        self.grid.0
    }

    /// How many numbers all planes have together.
    pub fn plane_cells(&self) -> usize {
        self.plane_names.len() * self.grid.cells()
    }

    /// The seats clockwise, beginning with the one that looks.
    pub(crate) fn seats_from(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        let players = self.setup.players();
        std::iter::successors(Some(seat), move |seat| Some(seat.next(players))).take(players.into())
    }
}

/// How a seat is called in names: `me`, `next 1`, `next 2`.
pub(crate) fn relative(index: usize) -> String {
    if index == 0 { "me".to_owned() } else { format!("next {index}") }
}
