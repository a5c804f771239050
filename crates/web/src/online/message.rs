//! What the server tells of rooms, as far as the page uses it.

use super::action;
use super::json::Json;
use crate::bots::{Level, Manner};
use rules::{Action, GameId, GameOption, Options, Seat, Setup};

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PlayerView {
    pub(crate) id: String,
    pub(crate) name: String,
}

impl PlayerView {
    pub(crate) fn read(json: &Json) -> Option<PlayerView> {
        Some(PlayerView { id: json.get("id").text()?.to_owned(), name: json.get("name").owned() })
    }
}

/// The bot that is told of.
fn manner(json: &Json) -> Manner {
    json.get("level").text().and_then(Manner::from_name).unwrap_or(Level::Tactician.into())
}

/// Who plays on a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sitter {
    Person(PlayerView),
    Bot(Manner),
    Open,
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SeatView {
    pub(crate) sitter: Sitter,
    /// The player, also one for whom a bot plays on.
    pub(crate) player: Option<PlayerView>,
    pub(crate) present: bool,
    pub(crate) rating: Option<i32>,
}

impl SeatView {
    fn read(json: &Json) -> Option<SeatView> {
        let player = PlayerView::read(json.get("player"));
        let sitter = match json.get("kind").text()? {
            "open" => Sitter::Open,
            "bot" => Sitter::Bot(manner(json)),
            _ => Sitter::Person(player.clone().unwrap_or_default()),
        };
        Some(SeatView { sitter, player, present: json.get("present").is_true(), rating: json.get("rating").number() })
    }

    pub(crate) fn is_open(&self) -> bool {
        self.sitter == Sitter::Open
    }
}

/// How far a room has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    Waiting,
    Playing,
    Over,
}

/// How time is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pace {
    None,
    /// Seconds for the whole game, and for each turn.
    Player(u32, u32),
    /// Days for each decision.
    Days(u32),
}

impl Pace {
    fn read(json: &Json) -> Pace {
        match json.get("kind").text() {
            Some("player") => {
                Pace::Player(json.get("seconds").number().unwrap_or(0), json.get("increment").number().unwrap_or(0))
            }
            Some("correspondence") => Pace::Days(json.get("days").number().unwrap_or(1)),
            _ => Pace::None,
        }
    }
}

/// A room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RoomView {
    pub(crate) id: String,
    pub(crate) stage: Stage,
    pub(crate) game: GameId,
    pub(crate) options: Vec<GameOption>,
    pub(crate) seats: Vec<SeatView>,
    pub(crate) host: Option<String>,
    pub(crate) pace: Pace,
    /// Whether a bot plays on when somebody's time is up; otherwise the game is lost.
    pub(crate) forgiving: bool,
    pub(crate) public: bool,
    /// What becomes of a seat whose player left, as the server calls it.
    pub(crate) on_leave: String,
    pub(crate) chat: bool,
    pub(crate) to_act: Option<u8>,
    pub(crate) scores: Vec<u16>,
    pub(crate) winners: Vec<u8>,
    pub(crate) rematch: Option<String>,
    pub(crate) changed: u64,
}

impl RoomView {
    /// The room that the server tells; nothing if this version does not know its game.
    pub(crate) fn read(json: &Json) -> Option<RoomView> {
        let options = json.get("options").list().iter().map(|name| GameOption::from_name(name.text()?));
        Some(RoomView {
            id: json.get("id").text()?.to_owned(),
            stage: match json.get("state").text()? {
                "waiting" => Stage::Waiting,
                "playing" => Stage::Playing,
                _ => Stage::Over,
            },
            game: GameId::from_name(json.get("game").text()?)?,
            options: options.collect::<Option<_>>()?,
            seats: json.get("seats").list().iter().map(SeatView::read).collect::<Option<_>>()?,
            host: json.get("host").text().map(str::to_owned),
            pace: Pace::read(json.get("clock")),
            forgiving: json.get("clock").get("on_timeout").text() == Some("bot"),
            public: json.get("public").is_true(),
            on_leave: json.get("on_leave").owned(),
            chat: json.get("chat").is_true(),
            to_act: json.get("to_act").number(),
            scores: numbers(json.get("scores")),
            winners: numbers(json.get("winners")),
            rematch: json.get("rematch").text().map(str::to_owned),
            changed: json.get("changed").number().unwrap_or(0),
        })
    }

    /// The rooms of a list that this version knows.
    pub(crate) fn read_all(json: &Json) -> Vec<RoomView> {
        json.get("rooms").list().iter().filter_map(RoomView::read).collect()
    }

    /// Where a player sits.
    pub(crate) fn seat_of(&self, player: &str) -> Option<u8> {
        let sits = |seat: &SeatView| seat.player.as_ref().is_some_and(|sitting| sitting.id == player);
        self.seats.iter().position(sits).and_then(|index| u8::try_from(index).ok())
    }
}

fn numbers<T: TryFrom<i64>>(json: &Json) -> Vec<T> {
    json.list().iter().filter_map(Json::number).collect()
}

/// Everybody's time at some moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clocks {
    /// When that was, by the server's clock.
    pub(crate) at: u64,
    pub(crate) left: Vec<u64>,
    pub(crate) running: Option<u8>,
}

/// Something that happened in a room.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Event {
    pub(crate) n: u64,
    pub(crate) kind: Kind,
    pub(crate) clocks: Option<Clocks>,
}

/// What happened.
#[derive(Clone, PartialEq, Debug)]
#[expect(clippy::large_enum_variant, reason = "events come one at a time")]
pub(crate) enum Kind {
    Joined {
        seat: u8,
        player: PlayerView,
    },
    Left {
        seat: u8,
        /// Whether the host removed them.
        removed: bool,
    },
    /// The host changed what was agreed.
    Changed,
    Started {
        seats: Vec<SeatView>,
        setup: Setup,
        commitment: String,
        dealt: Vec<String>,
    },
    Acted {
        seat: u8,
        action: Action,
        dealt: Vec<String>,
    },
    Said {
        player: PlayerView,
        seat: Option<u8>,
        text: String,
    },
    UndoAsked {
        seat: u8,
        to: u64,
    },
    UndoAnswered {
        seat: u8,
        accept: bool,
    },
    Undone {
        to: u64,
    },
    Resigned {
        seat: u8,
    },
    Timeout {
        seat: u8,
    },
    BotTakes {
        seat: u8,
        manner: Manner,
    },
    Over {
        winners: Vec<u8>,
    },
    Rematch {
        room: String,
    },
    /// The clocks alone, or something that this version does not know and need not.
    Other,
}

impl Event {
    /// The event in a frame. `Err` if it moves the game in a way that this version does not understand.
    pub(crate) fn read(json: &Json) -> Result<Event, ()> {
        let n = json.get("n").number().ok_or(())?;
        let at = json.get("at").number().unwrap_or(0);
        let seat = || json.get("seat").number::<u8>().ok_or(());
        let texts = |name: &str| json.get(name).list().iter().map(Json::owned).collect();
        let kind = match json.get("type").text().ok_or(())? {
            "joined" => Kind::Joined { seat: seat()?, player: PlayerView::read(json.get("player")).ok_or(())? },
            "left" => Kind::Left { seat: seat()?, removed: json.get("removed").is_true() },
            "changed" => Kind::Changed,
            "started" => Kind::Started {
                seats: json.get("seats").list().iter().map(SeatView::read).collect::<Option<_>>().ok_or(())?,
                setup: setup(json.get("setup")).ok_or(())?,
                commitment: json.get("commitment").owned(),
                dealt: texts("dealt"),
            },
            "action" => Kind::Acted {
                seat: seat()?,
                action: action::read(json.get("action")).ok_or(())?,
                dealt: texts("dealt"),
            },
            "chat" => Kind::Said {
                player: PlayerView::read(json.get("player")).unwrap_or_default(),
                seat: json.get("seat").number(),
                text: json.get("text").owned(),
            },
            "undo_asked" => Kind::UndoAsked { seat: seat()?, to: json.get("to").number().ok_or(())? },
            "undo_answered" => Kind::UndoAnswered { seat: seat()?, accept: json.get("accept").is_true() },
            "undone" => Kind::Undone { to: json.get("to").number().ok_or(())? },
            "resigned" => Kind::Resigned { seat: seat()? },
            "timeout" => Kind::Timeout { seat: seat()? },
            "bot_takes" => Kind::BotTakes { seat: seat()?, manner: manner(json) },
            "over" => Kind::Over { winners: numbers(json.get("winners")) },
            "rematch" => Kind::Rematch { room: json.get("room").text().ok_or(())?.to_owned() },
            _ => Kind::Other,
        };
        // The event about clocks is itself their state; others carry it.
        let clock = if json.get("left").is_null() { json.get("clock") } else { json };
        let clocks = (!clock.get("left").is_null()).then(|| Clocks {
            at,
            left: numbers(clock.get("left")),
            running: clock.get("running").number(),
        });
        Ok(Event { n, kind, clocks })
    }
}

fn setup(json: &Json) -> Option<Setup> {
    let game = GameId::from_name(json.get("game").text()?)?;
    let options = json.get("options").list().iter().map(|name| GameOption::from_name(name.text()?));
    let options: Options = options.collect::<Option<_>>()?;
    Setup::new(game, options, json.get("players").number()?, Seat::new(json.get("first").number()?)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;
    use wire::ActionJson;
    use wire::server::{self, ClockState, EventKind, RoomEvent, SeatKind, SetupJson, StartedSeat};

    fn json(value: &impl Serialize) -> Json {
        Json::parse(&serde_json::to_string(value).expect("it can be written")).expect("JSON")
    }

    fn told(kind: EventKind<wire::EventJson>) -> Event {
        Event::read(&json(&RoomEvent { n: 7, at: 1_763_217_000_000, kind })).expect("the page understands it")
    }

    fn ann() -> server::PlayerView {
        server::PlayerView { id: "a1".to_owned(), name: "Ann".to_owned(), bot: false }
    }

    #[test]
    fn events_are_understood_as_the_server_writes_them() {
        let clock = ClockState { left: vec![5000, 600_000], running: Some(1) };
        let seat = StartedSeat { kind: SeatKind::Person, player: Some(ann()), level: None };
        let bot = StartedSeat { kind: SeatKind::Bot, player: None, level: Some("greedy".to_owned()) };
        let setup = SetupJson { game: "base".to_owned(), options: vec!["river".to_owned()], players: 2, first: 1 };
        let started = told(EventKind::Started {
            seats: vec![seat, bot],
            setup,
            commitment: "ab".to_owned(),
            contributions: vec![None, None],
            events: Vec::new(),
            dealt: vec!["base/A".to_owned()],
            clock: Some(clock.clone()),
        });
        let Kind::Started { seats, setup, dealt, .. } = started.kind else { panic!("{started:?}") };
        assert_eq!(seats[1].sitter, Sitter::Bot(Level::Greedy.into()));
        assert_eq!((setup.first(), setup.has(GameOption::River), dealt.len()), (Seat::ALL[1], true, 1));
        let clocks = started.clocks.expect("clocks");
        assert_eq!((clocks.at, clocks.left, clocks.running), (1_763_217_000_000, vec![5000, 600_000], Some(1)));
        let acted = EventKind::Action {
            seat: 1,
            action: ActionJson::Pass {},
            events: Vec::new(),
            dealt: Vec::new(),
            clock: None,
        };
        assert_eq!(told(acted).kind, Kind::Acted { seat: 1, action: Action::Pass, dealt: Vec::new() });
        assert_eq!(told(EventKind::Clock { clock }).clocks.expect("clocks").left[0], 5000);
        let said = told(EventKind::Chat { player: ann(), seat: None, text: "Hi \"you\"".to_owned() });
        assert!(matches!(said.kind, Kind::Said { seat: None, text, .. } if text == "Hi \"you\""));
        assert_eq!(told(EventKind::UndoAsked { seat: 0, to: 3 }).kind, Kind::UndoAsked { seat: 0, to: 3 });
        assert_eq!(
            told(EventKind::UndoAnswered { seat: 1, accept: true }).kind,
            Kind::UndoAnswered { seat: 1, accept: true }
        );
        assert_eq!(told(EventKind::Undone { to: 3, clock: None }).kind, Kind::Undone { to: 3 });
        assert_eq!(told(EventKind::Left { seat: 1, removed: true }).kind, Kind::Left { seat: 1, removed: true });
        let changed = EventKind::Changed { game: "base".to_owned(), options: Vec::new(), seats: Vec::new() };
        assert_eq!(told(changed).kind, Kind::Changed);
        assert_eq!(told(EventKind::Resigned { seat: 1 }).kind, Kind::Resigned { seat: 1 });
        assert_eq!(told(EventKind::Timeout { seat: 1 }).kind, Kind::Timeout { seat: 1 });
        let takes = told(EventKind::BotTakes { seat: 0, level: "random".to_owned() });
        assert_eq!(takes.kind, Kind::BotTakes { seat: 0, manner: Level::Random.into() });
        let over = EventKind::Over {
            scores: vec![10, 12],
            winners: vec![1],
            seed: "00".to_owned(),
            salt: "00".to_owned(),
            contributions: vec![None, None],
        };
        assert_eq!(told(over).kind, Kind::Over { winners: vec![1] });
        let again = told(EventKind::Rematch { seat: 0, room: "r2".to_owned() });
        assert_eq!(again.kind, Kind::Rematch { room: "r2".to_owned() });
        let joined = told(EventKind::Joined { seat: 0, player: ann() });
        assert!(matches!(joined.kind, Kind::Joined { seat: 0, player } if player.name == "Ann"));
    }

    #[test]
    fn rooms_are_understood_as_the_server_writes_them() {
        let seat = |kind, player| server::SeatView { kind, player, level: None, present: true, rating: Some(1512) };
        let room = server::RoomView {
            id: "r1".to_owned(),
            link: "http://localhost/#room/r1".to_owned(),
            state: server::RoomState::Playing,
            game: "safari".to_owned(),
            options: Vec::new(),
            seats: vec![seat(SeatKind::Person, Some(ann())), seat(SeatKind::Open, None)],
            first: None,
            host: Some("a1".to_owned()),
            clock: Some(server::Clock {
                kind: server::Pace::Player,
                seconds: Some(600),
                increment: Some(20),
                days: None,
                on_timeout: server::OnTimeout::Bot,
            }),
            time: None,
            public: true,
            on_leave: server::OnLeave::Wait,
            chat: true,
            commitment: "ab".to_owned(),
            last: 3,
            to_act: Some(1),
            scores: Some(vec![3, 4]),
            winners: None,
            undo_asked: None,
            rematch: None,
            spectators: 2,
            created: 1,
            changed: 2,
        };
        let read = RoomView::read_all(&json(&server::RoomsAnswer { rooms: vec![room] }));
        let [room] = &read[..] else { panic!("{read:?}") };
        assert_eq!((room.stage, room.game, room.pace), (Stage::Playing, GameId::Safari, Pace::Player(600, 20)));
        assert_eq!((room.seat_of("a1"), room.seat_of("b2"), room.to_act), (Some(0), None, Some(1)));
        assert!(room.forgiving && room.public && room.on_leave == "wait");
        assert!(room.seats[1].is_open() && room.chat && room.seats[0].rating == Some(1512));
    }

    #[test]
    fn what_moves_the_game_and_is_not_understood_is_an_error_and_the_rest_is_not() {
        let read = |text: &str| Event::read(&Json::parse(text).expect("JSON"));
        assert!(read(r#"{"n":3,"at":1,"type":"action","seat":0,"action":{"type":"fly"}}"#).is_err());
        assert_eq!(read(r#"{"n":3,"at":1,"type":"fireworks"}"#).map(|event| event.kind), Ok(Kind::Other));
        assert!(read(r#"{"type":"left"}"#).is_err());
    }
}
