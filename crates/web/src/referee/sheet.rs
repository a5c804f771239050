//! A finished board of cardboard as data: what lies there and who stands on it, in no order.

use crate::session::SeatInfo;
use rules::{
    Action, Animal, AnyGame, Event, Game as _, GameId, GameOption, Goods, LaidTile, Options, Pos, Seat, Setup, Symbol,
};
use std::fmt::Write;
use table::Table;

/// Where it is stored.
pub(super) const STORED: &str = "bastide.referee-board";
/// Parts the seats from the tiles.
const RULE: &str = "---";

/// A tile, and everybody who stands on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) laid: LaidTile,
    pub(super) pieces: Vec<(Seat, Action)>,
}

/// A board with those who play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sheet {
    pub(super) game: GameId,
    pub(super) options: Options,
    pub(super) seats: Vec<SeatInfo>,
    pub(super) entries: Vec<Entry>,
    /// What everybody has beside the board: goods or animal tokens.
    pub(super) owned: Vec<Vec<u8>>,
}

/// Begins the line with what is beside the board.
const OWNED: &str = "owned";

impl Sheet {
    fn setup(&self) -> Option<Setup> {
        Setup::new(self.game, self.options, self.seats.len() as u8, Seat::ALL[0]).ok()
    }

    /// The board as a game that nobody plays; nothing if it does not hang together.
    pub(super) fn board(&self) -> Option<AnyGame> {
        let mut game = AnyGame::new(&self.setup()?);
        let mut left: Vec<&Entry> = self.entries.iter().collect();
        while !left.is_empty() {
            let before = left.len();
            left.retain(|entry| game.lay_freely(entry.laid).is_err());
            if left.len() == before {
                return None;
            }
        }
        for entry in &self.entries {
            for (seat, action) in &entry.pieces {
                game.stand_freely(*seat, entry.laid.pos, *action).ok()?;
            }
        }
        Seat::ALL.into_iter().zip(&self.owned).for_each(|(seat, owned)| game.own_freely(seat, owned));
        Some(game)
    }

    /// The same with something changed, if that can be.
    pub(super) fn changed(&self, change: impl FnOnce(&mut Sheet)) -> Option<Sheet> {
        let mut sheet = self.clone();
        change(&mut sheet);
        sheet.board().is_some().then_some(sheet)
    }

    /// What is counted beside the board, by the names of its pictures.
    pub(super) fn beside(&self) -> Vec<Symbol> {
        match self.game {
            GameId::Safari => Animal::ALL.map(Animal::symbol).to_vec(),
            _ if self.options.has(GameOption::TradersBuilders) => Goods::ALL.map(Goods::symbol).to_vec(),
            _ => Vec::new(),
        }
    }

    /// Somebody has so many of something beside the board.
    pub(super) fn own(&mut self, seat: Seat, index: usize, count: u8) {
        let kinds = self.beside().len();
        self.owned.resize(self.seats.len(), vec![0; kinds]);
        if let Some(owned) = self.owned.get_mut(seat.index()).and_then(|owned| owned.get_mut(index)) {
            *owned = count;
        }
    }

    pub(super) fn entry(&self, pos: Pos) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.laid.pos == pos)
    }

    pub(super) fn entry_mut(&mut self, pos: Pos) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.laid.pos == pos)
    }

    /// The final scoring, with what was counted.
    pub(super) fn count(&self) -> Option<(Vec<Event>, Vec<u16>)> {
        let mut game = self.board()?;
        let mut events: Vec<Event> = Vec::new();
        game.count_freely(&mut events);
        events.retain(|event| matches!(event, Event::Scored(_)));
        Some((events, game.scores().to_vec()))
    }

    /// Turns that lead to this board and count the same, if some are found.
    pub(super) fn turns(&self) -> Option<Table> {
        let board: Option<Vec<table::Laid>> = self
            .entries
            .iter()
            .map(|entry| match entry.pieces[..] {
                [] => Some((entry.laid, None)),
                [piece] => Some((entry.laid, Some(piece))),
                _ => None,
            })
            .collect();
        let counted = self.count()?.1;
        Table::find_turns(&self.setup()?, &board?).filter(|table| table.game().scores() == counted)
    }

    pub(super) fn text(&self) -> String {
        let mut text = self.game.name().to_owned();
        self.options.iter().for_each(|option| text.push_str(&format!(" {}", option.name())));
        for info in &self.seats {
            let _ = write!(text, "\n{}", info.text());
        }
        let _ = write!(text, "\n{RULE}");
        for Entry { laid: LaidTile { kind: tile, pos, rotation }, pieces } in &self.entries {
            let _ = write!(text, "\n{}", Action::Place { tile: *tile, pos: *pos, rotation: *rotation });
            for (seat, action) in pieces {
                let _ = write!(text, " {seat}:{action}");
            }
        }
        if !self.owned.is_empty() {
            let _ = write!(text, "\n{OWNED}");
        }
        for owned in &self.owned {
            let counts: Vec<String> = owned.iter().map(ToString::to_string).collect();
            let _ = write!(text, " {}", counts.join(","));
        }
        text
    }

    pub(super) fn parse(text: &str) -> Option<Sheet> {
        let (head, tiles) = text.split_once(&format!("\n{RULE}"))?;
        let mut lines = head.split('\n');
        let mut words = lines.next()?.split(' ');
        let game = GameId::from_name(words.next()?)?;
        let options: Option<Options> =
            words.map(GameOption::from_name).collect::<Option<Vec<_>>>().map(|list| list.into_iter().collect());
        let seats = lines.map(SeatInfo::parse).collect::<Option<Vec<_>>>()?;
        let (owned, tiles): (Vec<&str>, Vec<&str>) =
            tiles.lines().filter(|line| !line.is_empty()).partition(|line| line.starts_with(OWNED));
        let entries = tiles.into_iter().map(entry).collect::<Option<Vec<_>>>()?;
        let counts = |word: &str| word.split(',').map(|count| count.parse().ok()).collect::<Option<Vec<u8>>>();
        let owned = owned.first().map_or(Some(Vec::new()), |line| line.split(' ').skip(1).map(counts).collect())?;
        let sheet = Sheet { game, options: options?, seats, entries, owned };
        sheet.board().is_some().then_some(sheet)
    }
}

fn entry(line: &str) -> Option<Entry> {
    let mut words = line.split(' ');
    let Ok(Action::Place { tile: kind, pos, rotation }) = words.next()?.parse() else { return None };
    let piece = |word: &str| {
        let (seat, action) = word.split_once(':')?;
        Some((Seat::new(seat.parse().ok()?)?, action.parse().ok()?))
    };
    Some(Entry { laid: LaidTile { kind, pos, rotation }, pieces: words.map(piece).collect::<Option<Vec<_>>>()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Player;

    fn sheet(tiles: &str) -> Option<Sheet> {
        Sheet::parse(&format!("base\n0 person A\n1 person B\n---\n{tiles}"))
    }

    #[test]
    fn a_board_comes_back_as_it_was_and_counts() {
        let sheet = sheet("base/V@1,0r0 1:f0\nbase/B@0,1r0 0:f0\nbase/M@0,-1r1 0:f0").expect("it hangs together");
        assert_eq!(Sheet::parse(&sheet.text()), Some(sheet.clone()));
        assert_eq!(sheet.seats[1], SeatInfo { name: "B".to_owned(), colour: 1, player: Player::Person });
        let (events, scores) = sheet.count().expect("it counts");
        assert_eq!((events.len(), scores), (3, vec![3 + 3, 2]));
        let table = sheet.turns().expect("such a game can be");
        assert_eq!(table.game().scores(), [6, 2]);
    }

    #[test]
    fn what_is_beside_the_board_is_kept_and_counts() {
        let text = "base traders_builders\n0 person A\n1 person B\n---\nbase/V@1,0r0 1:f0";
        let mut sheet = Sheet::parse(text).expect("a board");
        assert_eq!(sheet.beside().len(), 3);
        sheet.own(Seat::ALL[0], 2, 5);
        sheet.own(Seat::ALL[1], 0, 1);
        assert_eq!(Sheet::parse(&sheet.text()), Some(sheet.clone()));
        assert_eq!(sheet.count().expect("it counts").1, [10, 10 + 2]);
        assert!(Sheet::parse(&format!("{text}\nowned 1,x")).is_none());
    }

    #[test]
    fn tiles_may_stand_in_any_order_but_not_apart() {
        assert!(sheet("base/E@1,-1r3\nbase/M@0,-1r1\nbase/V@1,0r0").is_some());
        assert!(sheet("base/E@5,5r3").is_none());
        assert!(sheet("base/V@1,0r0 7:f0").is_none(), "nobody sits there");
        assert!(sheet("base/V@1,0r0 0:x0,1:2").is_none(), "nobody is called home");
    }
}
