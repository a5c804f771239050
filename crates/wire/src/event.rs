//! Events as JSON.

use rules::{Counted, Discard, Event, Piece, Pos, Score, Seat, SeatSet, Segment, Symbol};
use serde::Serialize;
use std::collections::BTreeMap;

/// Something that happened, with what a user interface needs to show it.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the fields are those of `rules::Event`, under the protocol's names")]
pub enum EventJson {
    Drawn {
        player: u8,
        tile: &'static str,
    },
    Discarded {
        tile: &'static str,
        /// Put aside before the game began, not because it fits nowhere.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        put_aside: bool,
    },
    Placed {
        player: u8,
        tile: &'static str,
        x: i16,
        y: i16,
        rot: u8,
    },
    Deployed(PieceJson),
    Scored {
        player: u8,
        points: u16,
        feature: &'static str,
        /// Null for what lies nowhere on the map, such as goods.
        x: Option<i16>,
        y: Option<i16>,
        segment: Option<u8>,
        /// What was counted, and how many of it.
        counted: BTreeMap<&'static str, u16>,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        inn: bool,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        cathedral: bool,
        #[serde(rename = "final")]
        end: bool,
    },
    Returned {
        #[serde(flatten)]
        piece: PieceJson,
        to: &'static str,
    },
    Goods {
        player: u8,
        goods: &'static str,
        count: u8,
    },
    TokensDrawn {
        player: u8,
        tokens: Vec<&'static str>,
    },
    TokenLaid {
        player: u8,
        animal: &'static str,
        #[serde(flatten)]
        at: At,
    },
    RangerTaken {
        player: u8,
        x: i16,
        y: i16,
    },
    RangerMoved {
        player: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        from: Option<[i16; 2]>,
        to: [i16; 2],
    },
    Waterhole {
        player: u8,
        x: i16,
        y: i16,
        corner: &'static str,
        animal: &'static str,
        founded: bool,
    },
    #[serde(rename = "returned")]
    WaterholeLeft {
        player: u8,
        kind: &'static str,
        x: i16,
        y: i16,
        corner: &'static str,
        to: &'static str,
    },
    ExtraTurn {
        player: u8,
    },
    BonusMove {
        player: u8,
    },
    GameOver {
        winners: Vec<u8>,
    },
}

/// A place on the map.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct At {
    pub x: i16,
    pub y: i16,
    pub segment: u8,
}

impl At {
    fn of((pos, segment): (Pos, Segment)) -> At {
        At { x: pos.x, y: pos.y, segment: segment.0 }
    }
}

/// A piece on the map.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PieceJson {
    pub player: u8,
    pub kind: &'static str,
    #[serde(flatten)]
    pub at: At,
}

impl PieceJson {
    /// The JSON of a piece.
    pub fn of(piece: Piece) -> PieceJson {
        PieceJson { player: piece.seat.number(), kind: piece.kind.name(), at: At::of((piece.pos, piece.segment)) }
    }
}

/// The seats of a set as numbers.
pub(crate) fn numbers(seats: SeatSet) -> Vec<u8> {
    seats.iter().map(Seat::number).collect()
}

impl EventJson {
    /// The JSON of what happened; tokens that one player draws in a row are told together.
    pub fn list(events: &[Event]) -> Vec<EventJson> {
        let mut list: Vec<EventJson> = Vec::with_capacity(events.len());
        for &event in events {
            if let (Event::TokenDrawn { seat, animal }, Some(EventJson::TokensDrawn { player, tokens })) =
                (event, list.last_mut())
                && *player == seat.number()
            {
                tokens.push(animal.name());
            } else {
                list.push(EventJson::of(event));
            }
        }
        list
    }

    fn of(event: Event) -> EventJson {
        match event {
            Event::Drawn { seat, tile } => EventJson::Drawn { player: seat.number(), tile: tile.name() },
            Event::Discarded { tile, why } => {
                EventJson::Discarded { tile: tile.name(), put_aside: why == Discard::PutAside }
            }
            Event::Placed { seat, tile, pos, rotation } => EventJson::Placed {
                player: seat.number(),
                tile: tile.name(),
                x: pos.x,
                y: pos.y,
                rot: rotation.quarters(),
            },
            Event::Deployed(piece) => EventJson::Deployed(PieceJson::of(piece)),
            Event::Scored(score) => scored(&score),
            Event::Returned { piece, to_stacks } => {
                EventJson::Returned { piece: PieceJson::of(piece), to: if to_stacks { "stacks" } else { "supply" } }
            }
            Event::Goods { seat, goods, count } => {
                EventJson::Goods { player: seat.number(), goods: goods.name(), count }
            }
            Event::TokenDrawn { seat, animal } => {
                EventJson::TokensDrawn { player: seat.number(), tokens: vec![animal.name()] }
            }
            Event::TokenLaid { seat, animal, at } => {
                EventJson::TokenLaid { player: seat.number(), animal: animal.name(), at: At::of(at) }
            }
            Event::RangerTaken { seat, pos } => EventJson::RangerTaken { player: seat.number(), x: pos.x, y: pos.y },
            Event::RangerMoved { seat, from, to } => {
                EventJson::RangerMoved { player: seat.number(), from: from.map(|pos| [pos.x, pos.y]), to: [to.x, to.y] }
            }
            Event::Waterhole { seat, pos, corner, animal, founded } => EventJson::Waterhole {
                player: seat.number(),
                x: pos.x,
                y: pos.y,
                corner: corner.name(),
                animal: animal.name(),
                founded,
            },
            Event::WaterholeLeft { seat, pos, corner } => EventJson::WaterholeLeft {
                player: seat.number(),
                kind: "follower",
                x: pos.x,
                y: pos.y,
                corner: corner.name(),
                to: "supply",
            },
            Event::ExtraTurn { seat } => EventJson::ExtraTurn { player: seat.number() },
            Event::BonusMove { seat } => EventJson::BonusMove { player: seat.number() },
            Event::GameOver { winners } => EventJson::GameOver { winners: numbers(winners) },
        }
    }
}

fn scored(score: &Score) -> EventJson {
    let brought_more = |symbol: Symbol| score.facts.count(Counted::Symbol(symbol)) > 0;
    EventJson::Scored {
        player: score.seat.number(),
        points: score.points,
        feature: score.source.name(),
        x: score.at.map(|(pos, _)| pos.x),
        y: score.at.map(|(pos, _)| pos.y),
        segment: score.at.map(|(_, segment)| segment.0),
        counted: score.facts.iter().map(|(what, count)| (what.name(), count)).collect(),
        inn: brought_more(Symbol::Inn),
        cathedral: brought_more(Symbol::Cathedral),
        end: score.end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::TileKind;
    use serde_json::json;

    #[test]
    fn a_tile_put_aside_is_told_apart_from_one_that_fits_nowhere() {
        let tile = TileKind::from_name("new_lands/02").expect("a tile");
        let both = [Discard::PutAside, Discard::FitsNowhere].map(|why| Event::Discarded { tile, why });
        let json = serde_json::to_value(EventJson::list(&both)).expect("events are JSON");
        assert_eq!(
            json,
            json!([
                {"type": "discarded", "tile": "new_lands/02", "put_aside": true},
                {"type": "discarded", "tile": "new_lands/02"},
            ])
        );
    }
}
