//! A broad set of actions, most of them impossible, to try on a game.

use rules::{Action, Animal, AnyGame, Corner, Game as _, Hand, PieceKind, Pos, Rotation, Safari, Segment, TileKind};

pub(crate) fn of(game: &AnyGame) -> Vec<Action> {
    let mut actions = vec![Action::Pass, Action::ReturnFarmer];
    let board = game.board();
    let open = board.open_positions();
    let laid: Vec<Pos> = (0..board.tile_count()).filter_map(|index| board.laid(index)).map(|laid| laid.pos).collect();
    let far = [Pos::new(i16::MAX, 0), Pos::new(100, 100), Pos::new(i16::MIN, i16::MIN)];

    let mut tiles: Vec<TileKind> = game.tile().into_iter().collect();
    if let Some(hand) = game.unit::<Hand>() {
        tiles.extend(game.setup().seats().flat_map(|seat| hand.of(seat)));
    }
    tiles.extend(game.bag().iter().map(|(tile, _)| tile).take(2));
    tiles.sort();
    tiles.dedup();
    for &tile in &tiles {
        for &pos in open.iter().chain(laid.iter().take(2)).chain(&far) {
            actions.extend(Rotation::ALL.map(|rotation| Action::Place { tile, pos, rotation }));
        }
        actions.push(Action::Draw { tile });
    }
    for segment in (0..14).chain([255]).map(Segment) {
        for piece in PieceKind::ALL {
            actions.push(Action::Follower { segment, with: None, piece });
            actions.extend(PieceKind::ALL.map(|with| Action::Follower { segment, with: Some(with), piece }));
        }
        actions.push(Action::Hut { segment });
        actions.extend(laid.iter().chain(&far).map(|&pos| Action::Recall { pos, segment }));
    }
    let rangers = game.unit::<Safari>().map_or(&[][..], Safari::rangers);
    for &to in open.iter().chain(laid.iter().take(3)).chain(&far) {
        actions.push(Action::Ranger { from: None, to });
        actions.extend(rangers.iter().chain(open.first()).map(|&from| Action::Ranger { from: Some(from), to }));
    }
    for animal in Animal::ALL {
        actions.push(Action::Token { animal });
        actions.push(Action::DrawToken { animal });
        for &pos in laid.iter().chain(open.first()).chain(&far) {
            actions.extend(Corner::ALL.map(|corner| Action::Waterhole { pos, corner, animal }));
        }
    }
    actions.sort();
    actions.dedup();
    actions
}
