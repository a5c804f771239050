//! Everything that can be seen of a game, as text to compare.

use rules::{AnyGame, Game as _, Hand, HuntersGatherers, PieceKind, Safari, TradersBuilders};

pub(crate) fn observe(game: &AnyGame) -> String {
    let setup = game.setup();
    let board = game.board();
    let laid: Vec<_> = (0..board.tile_count()).map(|index| board.laid(index)).collect();
    let mut features: Vec<_> =
        board.feature_ids().into_iter().map(|id| (board.segments_of(id), board.feature_info(id))).collect();
    features.sort_by(|one, other| one.0.cmp(&other.0));
    let mut open = board.open_positions();
    open.sort();
    let supplies: Vec<_> = setup.seats().map(|seat| game.supply(seat)).collect();
    let mut actions = Vec::new();
    game.actions(&mut actions);
    actions.sort();
    let turn = (game.phase(), game.active(), game.to_act(), game.turn(), game.tile(), game.chance());
    let hands: Option<Vec<_>> = game.unit::<Hand>().map(|hand| setup.seats().map(|seat| hand.of(seat)).collect());
    let bonus = game.unit::<HuntersGatherers>().map(HuntersGatherers::bonus);
    let tiles = (game.bag(), bonus, game.discarded(), hands);
    let goods: Option<Vec<_>> =
        game.unit::<TradersBuilders>().map(|traders| setup.seats().map(|seat| traders.goods(seat)).collect());
    let table = (game.scores(), supplies, goods, game.pieces(), game.winners());
    let safari = game.unit::<Safari>().map(|safari| {
        let mut rangers = safari.rangers().to_vec();
        rangers.sort();
        let tokens: Vec<_> = setup.seats().map(|seat| safari.tokens(seat)).collect();
        (rangers, safari.waterholes(), tokens, safari.token_stack(), safari.discarded_tokens())
    });
    format!("{turn:?}\n{tiles:?}\n{table:?}\n{safari:?}\n{laid:?}\n{open:?}\n{features:?}\n{actions:?}")
}

/// How many pieces of each kind each seat has, wherever they are.
pub(crate) fn pieces(game: &AnyGame) -> Vec<usize> {
    let pieces = game.pieces();
    let waterholes = game.unit::<Safari>().map_or(&[][..], |safari| safari.waterholes());
    let waits = game.unit::<TradersBuilders>().is_some_and(TradersBuilders::builder_waits);
    let mut counts = Vec::new();
    for seat in game.setup().seats() {
        for (kind, _) in game.setup().pieces() {
            let placed = pieces.iter().filter(|piece| piece.seat == seat && piece.kind == kind).count();
            let bathing = waterholes.iter().filter(|token| token.follower == Some(seat)).count();
            let bathing = if kind == PieceKind::Follower { bathing } else { 0 };
            let at_stacks = waits && kind == PieceKind::Builder && game.active() == Some(seat);
            counts.push(usize::from(game.supply(seat).count(kind)) + placed + bathing + usize::from(at_stacks));
        }
    }
    counts
}
