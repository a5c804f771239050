//! Points by what they were given for.

use rules::{Event, Source, sort_by_key};
use table::Entry;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Row {
    pub(super) source: Source,
    /// Whether it belongs to the final scoring.
    pub(super) end: bool,
    /// For each seat.
    pub(super) points: Vec<u16>,
}

/// All points of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sheet {
    pub(super) rows: Vec<Row>,
}

impl Sheet {
    pub(super) fn of(history: &[Entry], seats: usize) -> Sheet {
        let mut rows: Vec<Row> = Vec::new();
        for event in history.iter().flat_map(|entry| &entry.events) {
            let Event::Scored(score) = event else { continue };
            let same = |row: &Row| (row.source, row.end) == (score.source, score.end);
            let index = rows.iter().position(same).unwrap_or_else(|| {
                rows.push(Row { source: score.source, end: score.end, points: vec![0; seats] });
                rows.len() - 1
            });
            if let Some(points) = rows[index].points.get_mut(score.seat.index()) {
                *points += score.points;
            }
        }
        sort_by_key(&mut rows, |row| (row.end, row.source));
        Sheet { rows }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::played;
    use rules::{GameId, GameOption, Options, Seat, Setup};

    #[test]
    fn the_sheet_adds_up_to_the_result() {
        let options = Options::NONE.with(GameOption::TradersBuilders).with(GameOption::River);
        let setup = Setup::new(GameId::Base, options, 3, Seat::ALL[0]).expect("three can play");
        let table = played(&setup, 5, usize::MAX);
        let sheet = Sheet::of(table.history(), 3);
        let sum = |seat: usize| sheet.rows.iter().map(|row| row.points[seat]).sum::<u16>();
        assert_eq!([0, 1, 2].map(sum).as_slice(), table.game().scores());
        assert!(sheet.rows.len() > 4, "{sheet:?}");
    }
}
