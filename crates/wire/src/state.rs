//! A game's state as JSON: everything that every player may know.

use crate::event::{PieceJson, numbers};
use rules::{
    Actor, Animal, AnyGame, Game as _, Goods, Hand, HuntersGatherers, Safari, Seat, TileKind, TradersBuilders,
    WaterholeToken,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// The state of a game, under the protocol's names.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "the engine protocol describes the fields")]
pub struct StateJson {
    pub game: &'static str,
    pub options: Vec<&'static str>,
    pub players: u8,
    pub phase: &'static str,
    pub active: Option<u8>,
    pub to_act: Option<u8>,
    pub turn: u16,
    pub tile: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands: Option<Vec<Vec<&'static str>>>,
    pub bag: u16,
    pub remaining: BTreeMap<&'static str, u8>,
    pub discarded: Vec<&'static str>,
    pub scores: Vec<u16>,
    pub supply: Vec<SupplyJson>,
    pub board: Vec<TileJson>,
    pub pieces: Vec<PieceJson>,
    #[serde(flatten)]
    pub safari: Option<SafariJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winners: Option<Vec<u8>>,
}

/// What a player has beside the board: the kinds of pieces that the game has, and what only it has.
#[derive(Clone, Debug, Serialize)]
pub struct SupplyJson {
    #[serde(flatten)]
    pub pieces: BTreeMap<&'static str, u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goods: Option<BTreeMap<&'static str, u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<BTreeMap<&'static str, u8>>,
}

/// A tile on the board.
#[derive(Clone, Debug, Serialize)]
pub struct TileJson {
    pub x: i16,
    pub y: i16,
    pub tile: &'static str,
    pub rot: u8,
}

/// What only Safari has.
#[derive(Clone, Debug, Serialize)]
pub struct SafariJson {
    pub rangers: Vec<[i16; 2]>,
    pub held_ranger: Option<u8>,
    pub waterholes: Vec<WaterholeJson>,
}

/// A token at a waterhole.
#[derive(Clone, Debug, Serialize)]
pub struct WaterholeJson {
    pub x: i16,
    pub y: i16,
    pub corner: &'static str,
    pub animal: &'static str,
    pub player: Option<u8>,
}

impl SupplyJson {
    fn of(game: &AnyGame, seat: Seat) -> SupplyJson {
        let supply = game.supply(seat);
        let goods = |counts: [u8; 3]| Goods::ALL.into_iter().map(Goods::name).zip(counts).collect();
        let tokens = |counts: [u8; 5]| Animal::ALL.into_iter().map(Animal::name).zip(counts).collect();
        SupplyJson {
            pieces: game.setup().pieces().map(|(kind, _)| (kind.name(), supply.count(kind))).collect(),
            goods: game.unit::<TradersBuilders>().map(|traders| goods(traders.goods(seat))),
            tokens: game.unit::<Safari>().map(|safari| tokens(safari.tokens(seat))),
        }
    }
}

impl StateJson {
    /// The state of a game.
    pub fn of(game: &AnyGame) -> StateJson {
        let setup = game.setup();
        let names = |tiles: &[TileKind]| tiles.iter().map(|tile| tile.name()).collect();
        let to_act = match game.to_act() {
            Actor::Player(seat) => Some(seat.number()),
            Actor::Dealer | Actor::Nobody => None,
        };
        let coming =
            game.bag().iter().chain(game.unit::<HuntersGatherers>().into_iter().flat_map(|game| game.bonus().iter()));
        let laid = (0..game.board().tile_count()).filter_map(|index| game.board().laid(index));
        let over = game.to_act() == Actor::Nobody;
        StateJson {
            game: setup.game().name(),
            options: setup.options().iter().map(rules::GameOption::name).collect(),
            players: setup.players(),
            phase: game.phase().name(),
            active: game.active().map(Seat::number),
            to_act,
            turn: game.turn(),
            tile: game.tile().map(TileKind::name),
            hands: game.unit::<Hand>().map(|hands| setup.seats().map(|seat| names(hands.of(seat))).collect()),
            bag: game.bag().total(),
            remaining: coming.map(|(tile, count)| (tile.name(), count)).collect(),
            discarded: names(game.discarded()),
            scores: game.scores().to_vec(),
            supply: setup.seats().map(|seat| SupplyJson::of(game, seat)).collect(),
            board: laid
                .map(|laid| TileJson {
                    x: laid.pos.x,
                    y: laid.pos.y,
                    tile: laid.kind.name(),
                    rot: laid.rotation.quarters(),
                })
                .collect(),
            pieces: game.pieces().into_iter().map(PieceJson::of).collect(),
            safari: game.unit::<Safari>().map(|safari| SafariJson::of(safari, game)),
            winners: over.then(|| numbers(game.winners())),
        }
    }
}

impl SafariJson {
    fn of(safari: &Safari, game: &AnyGame) -> SafariJson {
        let mut rangers = safari.rangers().to_vec();
        rangers.sort_unstable();
        let mut tokens = safari.waterholes().to_vec();
        tokens.sort_unstable_by_key(|token| (token.pos, token.corner));
        SafariJson {
            rangers: rangers.iter().map(|pos| [pos.x, pos.y]).collect(),
            held_ranger: game.active().filter(|_| safari.ranger_is_held()).map(Seat::number),
            waterholes: tokens.iter().map(WaterholeJson::of).collect(),
        }
    }
}

impl WaterholeJson {
    fn of(token: &WaterholeToken) -> WaterholeJson {
        WaterholeJson {
            x: token.pos.x,
            y: token.pos.y,
            corner: token.corner.name(),
            animal: token.animal.name(),
            player: token.follower.map(Seat::number),
        }
    }
}
