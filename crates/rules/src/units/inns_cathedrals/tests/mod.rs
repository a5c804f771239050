//! Rules I and every example of the rules file. Red is seat 0 (`a`, large `A`), blue seat 1, yellow seat 2.

use crate::event::Counted;
use crate::terrain::Symbol;
use crate::units::base::kit::*;

mod cathedrals;
mod examples;
mod followers;
mod inns;
mod random;
mod tiles;
mod together;

/// With Traders & Builders.
const WITH_TRADERS: &[GameOption] = &[GameOption::TradersBuilders, GameOption::InnsCathedrals];

/// How many large followers a player has in the supply.
fn large_ones(game: &BaseGame, number: u8) -> u8 {
    in_supply(game, number, PieceKind::LargeFollower)
}

/// A large follower together with something.
fn large_with(with: PieceKind, segment: u8) -> Action {
    Action::Follower { segment: Segment(segment), with: Some(with), piece: PieceKind::LargeFollower }
}

/// What was counted for the only points among the events.
fn counted(events: &[Event]) -> Vec<(Counted, u16)> {
    let mut scores = events.iter().filter_map(|event| match event {
        Event::Scored(score) => Some(score.facts.iter().collect()),
        _ => None,
    });
    let facts = scores.next().expect("points");
    assert_eq!(scores.next(), None, "one score");
    facts
}

/// A drawing with a hole at (-1,0) for `R`, which joins four parts into one city of 5 tiles without shields; `parts` are what
/// stands on the part in the west, the one in the north, and the two tiles of the one in the east.
fn five_tiles(options: &[GameOption], parts: [&str; 4]) -> BaseGame {
    let stands = |part: usize| if parts[part].is_empty() { String::new() } else { format!("/0{}", parts[part]) };
    let drawing = format!(
        "B       E.2{}  B    .
         E.1{}   .     *G{}  E.3{}",
        stands(1),
        stands(0),
        stands(2),
        stands(3)
    );
    board(3, options, &drawing)
}
