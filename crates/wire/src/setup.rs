//! A game's setup from the words of a request.

use crate::action::ActionJson;
use rules::{Actor, AnyGame, Game as _, GameId, GameOption, Options, Seat, Setup};

/// The setup that a request names, with the full sets; `Err` says in words what is wrong. Without a first seat it is one
/// to ask for another with [`first_seat`].
pub fn read_setup(game: &str, options: &[String], players: u8, first: Option<u8>) -> Result<Setup, String> {
    let game = GameId::from_name(game).ok_or_else(|| format!("unknown game {game:?}"))?;
    let mut chosen = Options::NONE;
    for name in options {
        let option = GameOption::from_name(name).ok_or_else(|| format!("unknown option {name:?}"))?;
        if chosen.has(option) {
            return Err(format!("option {name:?} twice"));
        }
        chosen = chosen.with(option);
    }
    let wrong = |error: rules::SetupError| error.to_string();
    // Checked with the first seat there always is, so that no seat is drawn for an impossible number of players.
    let setup = Setup::new(game, chosen, players, Seat::default()).map_err(wrong)?;
    match first {
        Some(number) => {
            let seat = Seat::new(number).ok_or_else(|| format!("there is no seat {number}"))?;
            Setup::new(game, chosen, players, seat).map_err(wrong)
        }
        None => Ok(setup),
    }
}

/// The same game with another first seat.
pub fn first_seat(setup: &Setup, first: Seat) -> Result<Setup, String> {
    Setup::new(setup.game(), setup.options(), setup.players(), first).map_err(|error| error.to_string())
}

/// Who decides, if a player does.
pub fn decider(game: &AnyGame) -> Option<u8> {
    match game.to_act() {
        Actor::Player(seat) => Some(seat.number()),
        Actor::Dealer | Actor::Nobody => None,
    }
}

/// All legal actions of whoever decides, each once.
pub fn legal_actions(game: &AnyGame) -> Vec<ActionJson> {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    actions.into_iter().filter_map(ActionJson::of).collect()
}
