//! Everything that can be seen of a game, as text to compare.

use rules::{AnyGame, PieceKind};

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
    let tiles = (game.bag(), game.bonus(), game.discarded(), game.hands());
    let table = (game.scores(), supplies, game.pieces(), game.winners());
    let safari = (game.rangers(), game.held_ranger(), game.waterholes(), game.token_stack(), game.discarded_tokens());
    format!("{turn:?}\n{tiles:?}\n{table:?}\n{safari:?}\n{laid:?}\n{open:?}\n{features:?}\n{actions:?}")
}

/// How many followers each seat has, wherever they are.
pub(crate) fn followers(game: &AnyGame) -> Vec<usize> {
    let pieces = game.pieces();
    let waterholes = game.waterholes().unwrap_or_default();
    let count = |seat| {
        let placed = pieces.iter().filter(|piece| piece.seat == seat && piece.kind == PieceKind::Follower).count();
        let bathing = waterholes.iter().filter(|token| token.follower == Some(seat)).count();
        usize::from(game.supply(seat).followers) + placed + bathing
    };
    game.setup().seats().map(count).collect()
}
