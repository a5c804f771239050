//! A few tiles of a game, laid by lot but close together: the picture on its card.

use crate::board::{Overlay, Picture, StillBoard, later};
use crate::table::{first_set, surface};
use art::Landscape;
use leptos::prelude::*;
use rules::{Action, Actor, AnyGame, Game as _, GameId, Options, Phase, Pos, Seat, Setup, Side};
use table::Random;

/// How many tiles are laid.
const TILES: usize = 15;

/// A game that nobody has played yet; nothing if it cannot be set up.
fn beginning(id: GameId) -> Option<AnyGame> {
    Some(AnyGame::new(&Setup::new(id, Options::NONE, 2, Seat::ALL[0]).ok()?))
}

/// A game after its first turns.
fn played(mut game: AnyGame) -> Option<AnyGame> {
    let mut random = Random::new(11);
    let mut actions = Vec::new();
    // A bound, in case nothing fits for ever.
    for _ in 0..TILES * 8 {
        if game.board().tile_count() >= TILES && game.phase() == Phase::Deal || game.phase() == Phase::Over {
            break;
        }
        actions.clear();
        game.actions(&mut actions);
        let action = match game.to_act() {
            Actor::Dealer => game.outcome(random.below(game.ways().max(1)))?,
            _ => choose(&game, &actions, &mut random)?,
        };
        game.play(action).ok()?;
    }
    Some(game)
}

fn choose(game: &AnyGame, actions: &[Action], random: &mut Random) -> Option<Action> {
    let neighbours =
        |pos: Pos| Side::ALL.into_iter().filter(|side| game.board().laid_at(pos.step(*side)).is_some()).count();
    let far = |pos: Pos| u32::from(pos.x.unsigned_abs().max(pos.y.unsigned_abs()));
    let value = |action: &Action, lot: u32| match action {
        Action::Place { pos, .. } => 40 * neighbours(*pos) as u32 + 20_u32.saturating_sub(6 * far(*pos)) + lot % 8,
        Action::Follower { .. } => 10 + lot % 6,
        Action::Pass => 11,
        _ => 0,
    };
    actions
        .iter()
        .map(|action| (value(action, random.below(64)), *action))
        .max_by_key(|(value, _)| *value)
        .map(|(_, action)| action)
}

/// The picture of a game. It is laid when the browser has time: the page itself comes first, then the first tile of every
/// game, then everything else.
#[component]
pub(crate) fn Sample(id: GameId) -> impl IntoView {
    let picture = RwSignal::new(Picture::default());
    let bounds = RwSignal::new(None);
    later(move || {
        let Some(first) = beginning(id) else { return };
        let Some(all) = played(first.clone()) else { return };
        // The page may be gone by then.
        if picture.try_set(Picture::of(&first, &[])).is_none() {
            bounds.set(Some(Picture::with_pieces(&all, &[], &[]).bounds()));
            later(move || drop(picture.try_set(Picture::of(&all, &[]))));
        }
    });
    let landscape = Landscape::of(first_set(id));
    let board = move || {
        bounds.get().map(|bounds| {
            view! { <StillBoard landscape picture overlay=Overlay::default() label=String::new() bounds/> }
        })
    };
    view! { <div class="sample" data-surface=surface(landscape)>{board}</div> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_picture_with_pieces_on_it() {
        for id in GameId::ALL {
            let picture = Picture::of(&beginning(id).and_then(played).expect("it can be laid"), &[]);
            assert!(picture.tiles.len() >= TILES, "{id:?}: {}", picture.tiles.len());
            assert!(!picture.pieces.is_empty(), "{id:?}");
        }
    }
}
