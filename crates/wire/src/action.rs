//! Actions of players as JSON.

use rules::{Action, Animal, Corner, PieceKind, Pos, Rotation, Segment, TileKind};
use serde::{Deserialize, Serialize};
use std::fmt;

/// An action of a player. Numbers are as wide as JSON's, so that a cell far away is an impossible action and no broken
/// request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ActionJson {
    /// Place the tile.
    Place {
        /// Its name.
        tile: String,
        /// The column.
        x: i64,
        /// The row.
        y: i64,
        /// Clockwise quarter turns.
        rot: u64,
    },
    /// Place a follower.
    Follower {
        /// On this segment.
        segment: u64,
        /// Together with a builder or pig.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<String>,
        /// Which follower, if not an ordinary one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<String>,
    },
    /// Place a hut.
    Hut {
        /// On this segment.
        segment: u64,
    },
    /// Take a follower back.
    Recall {
        /// The column.
        x: i64,
        /// The row.
        y: i64,
        /// The segment.
        segment: u64,
    },
    /// Move a ranger, or put it back.
    Ranger {
        /// From this cell.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<[i64; 2]>,
        /// To this cell.
        to: [i64; 2],
    },
    /// Lay a token at a waterhole.
    Waterhole {
        /// The column.
        x: i64,
        /// The row.
        y: i64,
        /// The corner of the tile there.
        corner: String,
        /// The token.
        animal: String,
    },
    /// Lay a token on the feature being scored.
    Token {
        /// The token.
        animal: String,
    },
    /// The farmer goes back.
    ReturnFarmer {},
    /// Nothing.
    Pass {},
}

/// Why JSON of the right form names no action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActionError(String);

impl fmt::Display for ActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ActionError {}

fn named<T>(what: &str, name: &str, value: Option<T>) -> Result<T, ActionError> {
    value.ok_or_else(|| ActionError(format!("unknown {what} {name:?}")))
}

/// Cells beyond the range of numbers hold no tile either.
fn pos(x: i64, y: i64) -> Pos {
    let near = |value: i64| value.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    Pos::new(near(x), near(y))
}

/// No tile has a segment with the largest number.
fn segment(number: u64) -> Segment {
    Segment(u8::try_from(number).unwrap_or(u8::MAX))
}

impl TryFrom<&ActionJson> for Action {
    type Error = ActionError;

    fn try_from(json: &ActionJson) -> Result<Action, ActionError> {
        Ok(match json {
            ActionJson::Place { tile, x, y, rot } => {
                let rotation = u8::try_from(*rot).ok().and_then(Rotation::new);
                Action::Place {
                    tile: named("tile", tile, TileKind::from_name(tile))?,
                    pos: pos(*x, *y),
                    rotation: rotation.ok_or_else(|| ActionError(format!("rot is 0 to 3, not {rot}")))?,
                }
            }
            ActionJson::Follower { segment: number, with, piece } => {
                let companion = |kind: &PieceKind| matches!(kind, PieceKind::Builder | PieceKind::Pig);
                let with = with.as_ref();
                let with = with.map(|name| named("companion", name, PieceKind::from_name(name).filter(companion)));
                // An ordinary follower is written without its name: each action has one form.
                let special = |kind: &PieceKind| kind.is_follower() && *kind != PieceKind::Follower;
                let piece = piece.as_ref();
                let piece = piece.map(|name| named("piece", name, PieceKind::from_name(name).filter(special)));
                let piece = piece.transpose()?.unwrap_or(PieceKind::Follower);
                Action::Follower { segment: segment(*number), with: with.transpose()?, piece }
            }
            ActionJson::Hut { segment: number } => Action::Hut { segment: segment(*number) },
            ActionJson::Recall { x, y, segment: number } => {
                Action::Recall { pos: pos(*x, *y), segment: segment(*number) }
            }
            ActionJson::Ranger { from, to } => {
                Action::Ranger { from: from.map(|[x, y]| pos(x, y)), to: pos(to[0], to[1]) }
            }
            ActionJson::Waterhole { x, y, corner, animal } => Action::Waterhole {
                pos: pos(*x, *y),
                corner: named("corner", corner, Corner::from_name(corner))?,
                animal: named("animal", animal, Animal::from_name(animal))?,
            },
            ActionJson::Token { animal } => {
                Action::Token { animal: named("animal", animal, Animal::from_name(animal))? }
            }
            ActionJson::ReturnFarmer {} => Action::ReturnFarmer,
            ActionJson::Pass {} => Action::Pass,
        })
    }
}

impl ActionJson {
    /// The JSON of a player's action; the dealer's actions have none.
    pub fn of(action: Action) -> Option<ActionJson> {
        let cell = |pos: Pos| [pos.x.into(), pos.y.into()];
        Some(match action {
            Action::Draw { .. } | Action::DrawToken { .. } => return None,
            Action::Place { tile, pos, rotation } => ActionJson::Place {
                tile: tile.name().to_owned(),
                x: pos.x.into(),
                y: pos.y.into(),
                rot: rotation.quarters().into(),
            },
            Action::Follower { segment, with, piece } => ActionJson::Follower {
                segment: segment.0.into(),
                with: with.map(|companion| companion.name().to_owned()),
                piece: (piece != PieceKind::Follower).then(|| piece.name().to_owned()),
            },
            Action::Hut { segment } => ActionJson::Hut { segment: segment.0.into() },
            Action::Recall { pos, segment } => {
                ActionJson::Recall { x: pos.x.into(), y: pos.y.into(), segment: segment.0.into() }
            }
            Action::Ranger { from, to } => ActionJson::Ranger { from: from.map(cell), to: cell(to) },
            Action::Waterhole { pos, corner, animal } => ActionJson::Waterhole {
                x: pos.x.into(),
                y: pos.y.into(),
                corner: corner.name().to_owned(),
                animal: animal.name().to_owned(),
            },
            Action::Token { animal } => ActionJson::Token { animal: animal.name().to_owned() },
            Action::ReturnFarmer => ActionJson::ReturnFarmer {},
            Action::Pass => ActionJson::Pass {},
        })
    }
}
