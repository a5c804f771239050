//! Games as the client stores them.

use crate::{Failure, Page, Result};
use rules::{Action, Actor, AnyGame, Dealing, Game as _, GameId, Options, Phase, Record, Seat, Setup};
use serde_json::json;
use table::{Random, Table};

/// Where the client stores the game.
const GAME: &str = "bastide.game";
/// Where the client stores that people sit at the table.
const AT_TABLE: &str = "bastide.at-table";

/// The game that the client stored.
pub fn stored_game(page: &mut Page) -> Result<Table> {
    let text: Option<String> = page.evaluate(&format!("localStorage.getItem({})", json!(GAME)))?;
    let text = text.ok_or_else(|| Failure::new("the client stored no game"))?;
    let record = text.split_once("---\n").map_or("", |parts| parts.1);
    let record: Record = record.parse().map_err(|error| Failure::new(format!("the stored game: {error}")))?;
    Table::load(&record).map_err(|error| Failure::new(format!("the stored game: {error}")))
}

/// A game as the client would have stored it. Each player is `person` or the name of a bot's level. Their names belong
/// to no language of the client.
pub fn save(table: &Table, players: &[&str]) -> String {
    let names: Vec<String> = (1..=players.len()).map(|number| format!("№{number}")).collect();
    save_named(table, players.iter().copied().zip(names.iter().map(String::as_str)))
}

/// The same with names: each player with what they are called.
pub fn save_named<'a>(table: &Table, players: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let seat = |(index, (player, name)): (usize, (&str, &str))| format!("{index} {player} {name}\n");
    let seats: String = players.enumerate().map(seat).collect();
    format!("bastide-save 1\n{seats}---\n{}", table.record())
}

/// A game of two, the first of whom begins, played by lot until so many tiles lie and a tile is to be placed, or to its
/// end.
pub fn played_at_random(game: GameId, options: Options, seed: u64, tiles: usize) -> Result<Table> {
    played_by_many(game, options, 2, seed, tiles)
}

/// The same for any number of players.
pub fn played_by_many(game: GameId, options: Options, players: u8, seed: u64, tiles: usize) -> Result<Table> {
    let trouble = |error: &dyn std::fmt::Display| Failure::new(error.to_string());
    let setup = Setup::new(game, options, players, Seat::ALL[0]).map_err(|error| trouble(&error))?;
    let mut table = Table::new(&setup, Dealing::seeded(seed)).map_err(|error| trouble(&error))?;
    let enough = |game: &AnyGame| game.board().tile_count() >= tiles && game.phase() == Phase::Place;
    let mut random = Random::new(seed);
    let mut actions = Vec::new();
    while matches!(table.game().to_act(), Actor::Player(_)) && !enough(table.game()) {
        actions.clear();
        table.game().actions(&mut actions);
        // Whoever places a follower whenever possible soon has none.
        let pass = actions.contains(&Action::Pass) && random.below(3) > 0;
        let action = if pass { Action::Pass } else { actions[random.below(actions.len() as u32) as usize] };
        table.play(action).map_err(|error| trouble(&error))?;
    }
    Ok(table)
}

impl Page {
    /// Puts a stored game into the browser and sits down at it.
    pub fn sit_down_at(&mut self, saved: &str) -> Result<()> {
        self.run(&format!(
            "localStorage.setItem({}, {}), localStorage.setItem({}, '1')",
            json!(GAME),
            json!(saved),
            json!(AT_TABLE)
        ))?;
        self.reload()?;
        self.wait_for("main.table .board")
    }
}
