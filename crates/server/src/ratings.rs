//! How well people play, by Weng and Lin's method: it knows games of two and of many alike.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// One point of the method's own scale, in points as people see them.
const SCALE: f64 = 40.0;
/// Where everybody begins on the method's own scale.
const BEGIN: f64 = 25.0;
/// Where everybody begins as people see it.
const SHOWN: f64 = 1500.0;

/// What is known of somebody's strength in a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rating {
    pub(crate) rating: f64,
    pub(crate) deviation: f64,
    pub(crate) games: u32,
    pub(crate) won: u32,
}

impl Default for Rating {
    fn default() -> Rating {
        let WengLinRating { rating, uncertainty } = WengLinRating::new();
        Rating { rating, deviation: uncertainty, games: 0, won: 0 }
    }
}

impl Rating {
    /// The rating as people see it.
    pub(crate) fn shown(&self) -> i32 {
        ((self.rating - BEGIN) * SCALE + SHOWN).round() as i32
    }

    /// How sure it is, on the same scale.
    pub(crate) fn shown_deviation(&self) -> i32 {
        (self.deviation * SCALE).round() as i32
    }
}

/// The ratings after a game in which the players came out at these places; equal places are shared, 1 is the win.
pub(crate) fn after(before: &[(Rating, usize)]) -> Vec<Rating> {
    let teams: Vec<[WengLinRating; 1]> = before
        .iter()
        .map(|(rating, _)| [WengLinRating { rating: rating.rating, uncertainty: rating.deviation }])
        .collect();
    let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> =
        teams.iter().zip(before).map(|(team, (_, place))| (&team[..], MultiTeamOutcome::new(*place))).collect();
    let changed = weng_lin_multi_team(&ranked, &WengLinConfig::new());
    let next = |((rating, place), team): (&(Rating, usize), Vec<WengLinRating>)| {
        let new = team.first().copied().unwrap_or_default();
        let won = rating.won + u32::from(*place == 1);
        Rating { rating: new.rating, deviation: new.uncertainty, games: rating.games + 1, won }
    };
    before.iter().zip(changed).map(next).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wins_rises_and_everybody_grows_surer() {
        let new = Rating::default();
        let [a, b, c] = after(&[(new, 2), (new, 1), (new, 3)])[..] else { panic!("three ratings") };
        assert!(b.shown() > a.shown() && a.shown() > c.shown());
        assert_eq!((b.games, b.won, a.won), (1, 1, 0));
        assert!(b.deviation < new.deviation);
        assert_eq!(new.shown(), 1500);
        let [x, y] = after(&[(new, 1), (new, 1)])[..] else { panic!("two ratings") };
        assert_eq!(x, y);
    }
}
