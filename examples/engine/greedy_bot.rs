//! A complete bot for the engine protocol in Rust, with Bastide's crates for the rules.
//!
//! ```text
//! cargo run --release -p bastide --example greedy_bot                    speaks the protocol on standard input and output
//! bastide bridge --join base -- target/release/examples/greedy_bot       plays on a server
//! ```
//!
//! The crate `engine` answers everything but `best`: for that the bot tries each action on a copy of the game, looks at what
//! comes of it, and answers with the action it likes most. Make `worth` or `look` cleverer!

use engine::Engine;
use rules::{Action, Actor, AnyGame, FeatureKind, Game as _, Phase, PieceKind, Record, Seat, TileKind};
use serde_json::{Value, json};
use std::error::Error;
use std::io::{self, BufRead as _, Write as _};

/// What a follower may bring in the long run, by the kind of land on which it stands.
fn land(kind: FeatureKind) -> f32 {
    match kind {
        FeatureKind::Cloister | FeatureKind::Baobab => 4.0,
        FeatureKind::City | FeatureKind::Forest => 3.5,
        FeatureKind::Field => 1.5,
        _ => 2.0,
    }
}

/// The action that the bot likes most.
fn best(game: &AnyGame) -> Result<Action, &'static str> {
    let Actor::Player(me) = game.to_act() else { return Err("nobody has to decide") };
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let valued = actions.into_iter().map(|action| (value(game, action, me), action));
    valued.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, action)| action).ok_or("nothing can be done")
}

/// What comes of an action, tried on a copy.
fn value(game: &AnyGame, action: Action, me: Seat) -> f32 {
    let mut after = game.clone();
    after.play_unchecked(action, &mut ());
    let mut later = 0.0;
    if matches!(action, Action::Place { .. }) && after.phase() == Phase::Act {
        // The turn goes on: what could a follower be worth, and what would be scored now?
        let mut choices = Vec::new();
        after.actions(&mut choices);
        later = choices.iter().map(|choice| worth(&after, *choice, me)).fold(0.0, f32::max);
        after.play_unchecked(Action::Pass, &mut ());
    }
    look(&after, me) + later + worth(game, action, me)
}

/// What a follower may bring later, less what it costs to have one less.
fn worth(game: &AnyGame, action: Action, me: Seat) -> f32 {
    let Action::Follower { segment, .. } = action else { return 0.0 };
    let Some(kind) = game.tile().map(TileKind::def).and_then(|tile| tile.segment(segment)).map(|it| it.kind) else {
        return 0.0;
    };
    let late = 1.0 - f32::from(game.bag().total()) / 72.0;
    let patient = if matches!(kind, FeatureKind::Field | FeatureKind::Meadow) { 2.0 * late } else { 0.0 };
    let left = f32::from(game.supply(me).count(PieceKind::Follower));
    land(kind) + patient - 6.0 * (1.0 - late) / (left + 1.0)
}

/// What a state is worth: the lead, followers at home, and tiles around those that are out.
fn look(game: &AnyGame, me: Seat) -> f32 {
    let points = |seat: Seat| f32::from(game.scores()[seat.index()]);
    let others = game.setup().seats().filter(|seat| *seat != me).map(points).fold(0.0, f32::max);
    let mut value = points(me) - others + 0.5 * f32::from(game.supply(me).count(PieceKind::Follower));
    let laid: Vec<_> = (0..game.board().tile_count()).filter_map(|index| game.board().laid(index)).collect();
    for piece in game.pieces() {
        let near =
            |tile: &&rules::LaidTile| tile.pos.x.abs_diff(piece.pos.x) <= 1 && tile.pos.y.abs_diff(piece.pos.y) <= 1;
        let around = laid.iter().filter(near).count() as f32;
        value += if piece.seat == me { 0.2 } else { -0.1 } * around;
    }
    value
}

/// The answer to `best` in the engine's game.
fn answer_best(engine: &mut Engine) -> Result<Value, Box<dyn Error>> {
    let saved = engine.answer(br#"{"cmd":"save"}"#).ok_or("no game")?;
    let saved: Value = serde_json::from_str(&saved)?;
    let record: Record = saved["record"].as_str().ok_or("there is no game")?.parse()?;
    let table = table::Table::load(&record)?;
    let action = best(table.game())?;
    Ok(json!({"ok": true, "action": wire::ActionJson::of(action)}))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let request: Value = serde_json::from_str(&line).unwrap_or_default();
        let answer = if request["cmd"] == "best" {
            let wrong = |error: Box<dyn Error>| json!({"code": "bad_request", "message": error.to_string()});
            let answer = answer_best(&mut engine);
            Some(answer.unwrap_or_else(|error| json!({"ok": false, "error": wrong(error)})).to_string())
        } else if line.trim().is_empty() {
            continue;
        } else {
            engine.answer(line.as_bytes())
        };
        let Some(answer) = answer else { break };
        writeln!(io::stdout(), "{answer}")?;
        io::stdout().flush()?;
    }
    Ok(())
}
