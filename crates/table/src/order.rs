//! The turns behind a board: an order in which it can have been laid, if one is found.

use crate::random::Random;
use crate::table::Table;
use rules::{Action, AnyGame, Chance, Dealing, Game as _, LaidTile, Phase, Record, Seat, Setup, TileKind};

/// How often another order is tried.
const TRIES: u64 = 300;

/// A tile of a finished board, and who stands on it with what.
pub type Laid = (LaidTile, Option<(Seat, Action)>);

impl Table {
    /// Looks for turns by which the players can have laid this board, each placing one tile in turn and nobody having scored
    /// before the end. Many boards have none or many, and one that exists may be missed: the search is quick, not complete.
    /// Games in which more than tiles comes from the box (Safari) are not looked for.
    pub fn find_turns(setup: &Setup, board: &[Laid]) -> Option<Table> {
        let kinds = || board.iter().map(|(laid, _)| laid.kind);
        let (bonus, land): (Vec<TileKind>, Vec<TileKind>) = kinds().partition(|kind| setup.bonus().count(*kind) > 0);
        (0..TRIES).find_map(|number| {
            let players = setup.players();
            let first = Seat::new((number % u64::from(players)) as u8)?;
            let setup = Setup::new(setup.game(), setup.options(), players, first).ok()?;
            let setup = setup.with_tiles(land.iter().copied()).ok()?;
            let setup = if setup.bonus().is_empty() { setup } else { setup.with_bonus(bonus.iter().copied()).ok()? };
            try_turns(&setup, board, &mut Random::new(number))
        })
    }
}

/// Lays the board as chance has it; nothing if that leads nowhere.
fn try_turns(setup: &Setup, board: &[Laid], random: &mut Random) -> Option<Table> {
    let mut game = AnyGame::new(setup);
    let mut actions = Vec::new();
    let mut left: Vec<Laid> = board.to_vec();
    while game.phase() != Phase::Over {
        let bonus = match game.chance()? {
            Chance::Tile => false,
            Chance::Bonus => true,
            Chance::Removal | Chance::Token => return None,
        };
        let active = game.active()?;
        random.shuffle(&mut left);
        let fits = |(laid, piece): &Laid| {
            (setup.bonus().count(laid.kind) > 0) == bonus
                && game.board().accepts(laid.kind, laid.pos, laid.rotation)
                && piece.is_none_or(|(seat, _)| seat == active)
        };
        // Who has somebody to place does so while the place is free.
        let own = left.iter().position(|laid| laid.1.is_some() && fits(laid) && turn(&game, laid).is_some());
        let index = own.or_else(|| left.iter().position(|laid| laid.1.is_none() && fits(laid)))?;
        let (after, played) = turn(&game, &left.swap_remove(index))?;
        game = after;
        actions.extend(played);
    }
    let stands = game.pieces().len() == board.iter().filter(|(_, piece)| piece.is_some()).count();
    let record = Record::new(*setup, Dealing::default(), actions).ok().filter(|_| left.is_empty() && stands)?;
    Table::load_told(&record).ok()
}

/// The game after one turn, if it is possible, with what was played.
fn turn(game: &AnyGame, (laid, piece): &Laid) -> Option<(AnyGame, Vec<Action>)> {
    let LaidTile { kind: tile, pos, rotation } = *laid;
    let (mut game, mut played) = (game.clone(), vec![Action::Draw { tile }, Action::Place { tile, pos, rotation }]);
    for action in &played {
        game.play(*action).ok()?;
    }
    let act = match (piece, game.phase()) {
        (Some((_, action)), Phase::Act) => Some(*action),
        (Some(_), _) => return None,
        (None, Phase::Act) => Some(Action::Pass),
        (None, _) => None,
    };
    if let Some(act) = act {
        game.play(act).ok()?;
        played.push(act);
    }
    Some((game, played))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{GameId, Options};

    fn board(words: &[(&str, Option<(u8, &str)>)]) -> Vec<Laid> {
        let laid = |word: &str| match word.parse() {
            Ok(Action::Place { tile, pos, rotation }) => LaidTile { kind: tile, pos, rotation },
            _ => panic!("{word} places nothing"),
        };
        let piece = |(seat, word): (u8, &str)| (Seat::ALL[usize::from(seat)], word.parse().expect("an action"));
        words.iter().map(|(word, stands)| (laid(word), stands.map(piece))).collect()
    }

    #[test]
    fn turns_are_found_that_lead_to_the_board_and_count_the_same() {
        let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
        let board = board(&[
            ("base/B@0,1r0", Some((0, "f0"))),
            ("base/V@1,0r0", Some((1, "f0"))),
            ("base/W@-1,0r0", None),
            ("base/M@0,-1r1", Some((0, "f0"))),
            ("base/U@-1,1r0", Some((1, "f0"))),
        ]);
        let table = Table::find_turns(&setup, &board).expect("such a game can be");
        assert_eq!(table.game().phase(), Phase::Over);
        let mut counted = AnyGame::new(&setup);
        let mut rest = board;
        while !rest.is_empty() {
            let before = rest.len();
            rest.retain(|(laid, _)| counted.lay_freely(*laid).is_err());
            assert!(rest.len() < before, "everything hangs together");
        }
        for piece in table.game().pieces() {
            counted.stand_freely(piece.seat, piece.pos, Action::follower(piece.segment)).expect("it stands there");
        }
        counted.count_freely(&mut ());
        assert_eq!(table.game().scores(), counted.scores());
    }

    #[test]
    fn where_no_turns_lead_there_none_are_found() {
        let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
        let two_of_one = board(&[("base/B@0,1r0", Some((0, "f0"))), ("base/V@1,0r0", Some((0, "f0")))]);
        assert!(Table::find_turns(&setup, &two_of_one).is_none(), "nobody has two turns in a row");
    }
}
