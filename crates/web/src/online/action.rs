//! Actions as the server reads and writes them.

use super::json::{Json, Writer};
use rules::{Action, Animal, Corner, PieceKind, Pos, Rotation, Segment, TileKind};

fn cell(x: &Json, y: &Json) -> Option<Pos> {
    Some(Pos::new(x.number()?, y.number()?))
}

fn pair(json: &Json) -> Option<Pos> {
    let [x, y] = json.list() else { return None };
    cell(x, y)
}

fn animal(json: &Json) -> Option<Animal> {
    Animal::from_name(json.get("animal").text()?)
}

/// The action that the server tells; nothing if this version does not know it.
pub(super) fn read(json: &Json) -> Option<Action> {
    let pos = || cell(json.get("x"), json.get("y"));
    let segment = || json.get("segment").number().map(Segment);
    let piece = |name: &str| match json.get(name) {
        Json::Null => Some(None),
        other => PieceKind::from_name(other.text()?).map(Some),
    };
    Some(match json.get("type").text()? {
        "place" => Action::Place {
            tile: TileKind::from_name(json.get("tile").text()?)?,
            pos: pos()?,
            rotation: Rotation::new(json.get("rot").number()?)?,
        },
        "follower" => Action::Follower {
            segment: segment()?,
            with: piece("with")?,
            piece: piece("piece")?.unwrap_or(PieceKind::Follower),
        },
        "hut" => Action::Hut { segment: segment()? },
        "recall" => Action::Recall { pos: pos()?, segment: segment()? },
        "ranger" => {
            let from = match json.get("from") {
                Json::Null => None,
                from => Some(pair(from)?),
            };
            Action::Ranger { from, to: pair(json.get("to"))? }
        }
        "waterhole" => Action::Waterhole {
            pos: pos()?,
            corner: Corner::from_name(json.get("corner").text()?)?,
            animal: animal(json)?,
        },
        "token" => Action::Token { animal: animal(json)? },
        "return_farmer" => Action::ReturnFarmer,
        "pass" => Action::Pass,
        _ => return None,
    })
}

/// The action as the server reads it; the dealer's actions are none that a player could send.
pub(super) fn write(action: Action) -> Option<String> {
    let kind = |name: &str| Writer::default().text("type", name);
    let at = |writer: Writer, pos: Pos| writer.raw("x", &pos.x.to_string()).raw("y", &pos.y.to_string());
    let on = |writer: Writer, segment: Segment| writer.raw("segment", &segment.0.to_string());
    let pair = |pos: Pos| format!("[{},{}]", pos.x, pos.y);
    let writer = match action {
        Action::Draw { .. } | Action::DrawToken { .. } => return None,
        Action::Place { tile, pos, rotation } => {
            at(kind("place").text("tile", tile.name()), pos).raw("rot", &rotation.quarters().to_string())
        }
        Action::Follower { segment, with, piece } => {
            let mut writer = on(kind("follower"), segment);
            if let Some(with) = with {
                writer = writer.text("with", with.name());
            }
            if piece != PieceKind::Follower {
                writer = writer.text("piece", piece.name());
            }
            writer
        }
        Action::Hut { segment } => on(kind("hut"), segment),
        Action::Recall { pos, segment } => on(at(kind("recall"), pos), segment),
        Action::Ranger { from, to } => {
            let writer = kind("ranger");
            let writer = if let Some(from) = from { writer.raw("from", &pair(from)) } else { writer };
            writer.raw("to", &pair(to))
        }
        Action::Waterhole { pos, corner, animal } => {
            at(kind("waterhole"), pos).text("corner", corner.name()).text("animal", animal.name())
        }
        Action::Token { animal } => kind("token").text("animal", animal.name()),
        Action::ReturnFarmer => kind("return_farmer"),
        Action::Pass => kind("pass"),
    };
    Some(writer.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::played;
    use rules::{Actor, Game as _, GameId, GameOption, Options, Seat, Setup};
    use std::collections::HashSet;
    use std::mem::{Discriminant, discriminant};
    use wire::ActionJson;

    fn check(action: Action) {
        let text = write(action).expect("a player's action can be sent");
        let theirs: ActionJson = serde_json::from_str(&text).expect("the server reads it");
        assert_eq!(Action::try_from(&theirs), Ok(action), "{text}");
        let told = serde_json::to_string(&theirs).expect("the server writes it");
        assert_eq!(read(&Json::parse(&told).expect("JSON")), Some(action), "{told}");
    }

    #[test]
    fn every_action_of_every_game_means_the_same_to_the_server() {
        let mut kinds: HashSet<Discriminant<Action>> = HashSet::new();
        // Games by lot hardly ever come to these.
        let (pos, segment) = (Pos::new(-3, 4), Segment(2));
        let rare = [
            Action::Token { animal: Animal::ALL[0] },
            Action::ReturnFarmer,
            Action::Recall { pos, segment },
            Action::Ranger { from: None, to: pos },
        ];
        for action in rare {
            check(action);
            kinds.insert(discriminant(&action));
        }
        for game in GameId::ALL {
            let options: Options =
                game.options().iter().copied().filter(|option| *option != GameOption::Hand).collect();
            let setup = Setup::new(game, options, 2, Seat::ALL[0]).expect("two can play");
            for seed in 0..3 {
                let table = played(&setup, seed, usize::MAX);
                let mut game = rules::AnyGame::new(&setup);
                for entry in table.history() {
                    if matches!(entry.actor, Actor::Player(_)) {
                        let mut actions = Vec::new();
                        game.actions(&mut actions);
                        for action in actions {
                            check(action);
                            kinds.insert(discriminant(&action));
                        }
                    }
                    game.play_unchecked(entry.action, &mut ());
                }
            }
        }
        assert_eq!(kinds.len(), 9, "every kind of action of players");
    }

    #[test]
    fn what_nobody_knows_is_no_action() {
        for text in ["{}", r#"{"type":"fly"}"#, r#"{"type":"place","tile":"base/Z","x":0,"y":0,"rot":0}"#] {
            assert_eq!(read(&Json::parse(text).expect("JSON")), None, "{text}");
        }
    }
}
