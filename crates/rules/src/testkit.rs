//! Small boards drawn as text, for tests inside the games' modules.
//!
//! A drawing has one row of cells a line, cells separated by spaces. `.` is an empty cell. A tile is its id, a rotation
//! other than 0 after a dot, and its followers after slashes: `D`, `E.2`, `E.2/0a` (a follower of seat 0, written `a`, on
//! segment 0), `V.1/0b/2c`; `A` is the large one of seat 0. The cell with `*` before the tile is (0,0).

use crate::action::Action;
use crate::board::Room;
use crate::event::{Event, Score};
use crate::game::Game;
use crate::geometry::{Pos, Rotation, Side};
use crate::piece::PieceKind;
use crate::position::{Figure, Position};
use crate::seat::Seat;
use crate::tiles::{Segment, TileKind, TileSet};

struct DrawnTile {
    kind: TileKind,
    pos: Pos,
    rotation: Rotation,
    followers: Vec<(Segment, Seat, PieceKind)>,
}

/// The tile with this id in one of the sets.
pub(crate) fn tile(sets: &[TileSet], id: &str) -> TileKind {
    let found = sets.iter().flat_map(|set| set.kinds()).find(|kind| kind.def().id() == id);
    found.unwrap_or_else(|| panic!("no tile {id:?} in {sets:?}"))
}

fn read(sets: &[TileSet], drawing: &str) -> Vec<DrawnTile> {
    let mut tiles = Vec::new();
    let mut origin = None;
    for (y, line) in drawing.lines().filter(|line| !line.trim().is_empty()).enumerate() {
        for (x, word) in line.split_whitespace().enumerate() {
            if word == "." {
                continue;
            }
            let pos = Pos::new(x as i16, y as i16);
            if word.starts_with('*') {
                assert!(origin.replace(pos).is_none(), "two origins in {drawing}");
            }
            let mut parts = word.trim_start_matches('*').split('/');
            let name = parts.next().unwrap_or_default();
            let (id, quarters) = name.split_once('.').unwrap_or((name, "0"));
            let rotation = quarters.parse().ok().and_then(Rotation::new);
            let rotation = rotation.unwrap_or_else(|| panic!("bad rotation in {word:?}"));
            let followers = parts.map(|part| read_follower(part, word)).collect();
            tiles.push(DrawnTile { kind: tile(sets, id), pos, rotation, followers });
        }
    }
    let origin = origin.unwrap_or_else(|| panic!("no * in {drawing}"));
    for tile in &mut tiles {
        tile.pos = Pos::new(tile.pos.x - origin.x, tile.pos.y - origin.y);
    }
    tiles
}

fn read_follower(part: &str, word: &str) -> (Segment, Seat, PieceKind) {
    let letter = part.chars().last().unwrap_or(' ');
    let kind = if letter.is_ascii_uppercase() { PieceKind::LargeFollower } else { PieceKind::Follower };
    let seat = Seat::new((letter.to_ascii_lowercase() as u8).wrapping_sub(b'a'));
    let segment = part[..part.len().saturating_sub(1)].parse().ok().map(Segment);
    let (segment, seat) = segment.zip(seat).unwrap_or_else(|| panic!("bad follower {part:?} in {word:?}"));
    (segment, seat, kind)
}

impl Position {
    /// Lays out a drawing in place of what is on the board, and places its followers from the supplies.
    pub(crate) fn lay_out(&mut self, sets: &[TileSet], drawing: &str) {
        let mut waiting = read(sets, drawing);
        waiting.sort_by_key(|tile| tile.pos != Pos::ORIGIN);
        self.board = crate::board::Board::new(Room { tiles: 128, segments: 512, features: 512 });
        let mut followers = Vec::new();
        while !waiting.is_empty() {
            let connected = |tile: &DrawnTile| {
                self.board.len() == 0 || Side::ALL.iter().any(|&side| self.board.tile_at(tile.pos.step(side)).is_some())
            };
            let index = waiting.iter().position(connected).expect("the drawing hangs together");
            let tile = waiting.remove(index);
            let matches =
                self.board.len() == 0 || self.board.sides_match(tile.kind, tile.pos, tile.rotation) == Some(true);
            assert!(matches, "{} does not fit at {:?} of\n{drawing}", tile.kind, tile.pos);
            let placed = self.board.lay(tile.kind, tile.pos, tile.rotation);
            let figure = |(segment, seat, kind)| {
                let node = self.board.node(placed, segment);
                Figure::new(node, seat, kind)
            };
            followers.extend(tile.followers.into_iter().map(figure));
        }
        for figure in followers {
            self.stand(figure, &mut ());
        }
    }
}

/// The seat with this number.
pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

/// Plays an action that must be possible and returns what happened.
pub(crate) fn play(game: &mut impl Game, action: Action) -> Vec<Event> {
    let mut events = Vec::new();
    if let Err(illegal) = game.play_logged(action, &mut events) {
        panic!("{action:?}: {illegal}");
    }
    events
}

/// The rule that forbids an action.
pub(crate) fn forbidden_by(game: &impl Game, action: Action) -> Option<&'static str> {
    game.check(action).err().and_then(|illegal| illegal.rule())
}

/// All actions of whoever decides.
pub(crate) fn actions(game: &impl Game) -> Vec<Action> {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    actions
}

/// The points among the events, as (seat, points, for what).
pub(crate) fn points(events: &[Event]) -> Vec<(u8, u16, &'static str)> {
    let scored = events.iter().filter_map(|event| match event {
        Event::Scored(Score { seat, points, source, .. }) => Some((seat.number(), *points, source.name())),
        _ => None,
    });
    scored.collect()
}
