//! What weaker levels overlook. They never throw dice: they play the move that seems best to somebody who does not see
//! this or that, as people do.

use crate::judge::margin;
use crate::search::Ranked;
use crate::weights::Weights;
use rules::{Action, Game, GameId, Pos, Seat};

/// What a player likes, beside winning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Style {
    /// Nothing in particular.
    #[default]
    Even,
    /// Its own points more than the lead: it builds, and lets others build.
    Builder,
    /// To take something away more than to have it: it blocks, joins and breaks up.
    Spoiler,
}

impl Style {
    /// Those that have a name.
    pub const NAMED: [Style; 2] = [Style::Builder, Style::Spoiler];

    /// Its name, if it has one.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Style::Even => None,
            Style::Builder => Some("builder"),
            Style::Spoiler => Some("spoiler"),
        }
    }

    /// Takes the style off the name of a bot: `tactician+builder`. Nothing if there is no such style.
    pub fn split(name: &str) -> Option<(&str, Style)> {
        let Some((name, style)) = name.split_once('+') else { return Some((name, Style::Even)) };
        let style = Style::NAMED.into_iter().find(|known| known.name() == Some(style))?;
        Some((name, style))
    }

    /// How much it minds what others get.
    pub(crate) const fn minds(self) -> f32 {
        match self {
            Style::Even => 1.0,
            Style::Builder => 0.5,
            Style::Spoiler => 1.6,
        }
    }
}

/// How a player looks at a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Habits {
    /// How well it knows what things are worth: 0 as somebody guesses who has read the rules, 1 as many games teach.
    pub practice: f32,
    /// The part that it reckons with of what pays late: fields, meadows and river systems, calling a follower back in
    /// time, tokens kept for later.
    pub late: f32,
    /// The part that it reckons with of what may still become of open features: 0 sees only what they are now.
    pub foresight: f32,
    /// The part of what a free follower is worth that it reckons with: 0 uses them up as soon as it can.
    pub thrift: f32,
    /// Whether it keeps in mind which tiles are gone.
    pub counts: bool,
    /// Whether it sees that others may join what it holds, and it what others hold.
    pub joins: bool,
    /// How much it minds what others get: 1 plays for the lead, 0 for its own points.
    pub minds: f32,
    /// How many cells around the last two tiles and its own pieces it looks at.
    pub sight: u16,
}

impl Habits {
    /// Nothing is overlooked.
    pub const NONE: Habits = Habits {
        practice: 1.0,
        late: 1.0,
        foresight: 1.0,
        thrift: 1.0,
        counts: true,
        joins: true,
        minds: 1.0,
        sight: u16::MAX,
    };

    /// The habits of the four levels below the tactician, weakest first.
    pub(crate) const fn ladder(game: GameId) -> [Habits; 4] {
        match game {
            GameId::Base => [
                Habits::of([0.0, 0.0, 0.15, 0.0], 1),
                Habits::of([0.0, 0.05, 0.3, 0.1], 2),
                Habits::of([0.2, 0.1, 0.45, 0.15], 2),
                Habits::of([0.5, 1.0, 1.0, 1.0], 2),
            ],
            GameId::HuntersGatherers => [
                Habits::of([0.3, 0.4, 0.3, 0.0], 1),
                Habits::of([0.38, 0.44, 0.37, 0.15], 2),
                Habits::of([0.6, 0.7, 0.65, 0.7], 3),
                Habits::of([0.9, 1.0, 1.0, 1.0], 5),
            ],
            GameId::NewLands => [
                Habits::of([0.1, 0.1, 0.12, 0.0], 1),
                Habits::of([0.1, 0.1, 0.12, 0.0], 2),
                Habits::of([0.4, 0.5, 0.5, 0.3], 2),
                Habits::of([0.8, 1.0, 1.0, 1.0], 3),
            ],
            GameId::Safari => [
                Habits::of([0.0, 0.0, 0.05, 0.0], 1),
                Habits::of([0.0, 0.0, 0.05, 0.0], 2),
                Habits::of([0.3, 1.0, 1.0, 0.3], 2),
                Habits::of([0.7, 1.0, 1.0, 1.0], 3),
            ],
        }
    }

    /// None of them counts tiles or sees what others may join.
    const fn of([late, foresight, thrift, minds]: [f32; 4], sight: u16) -> Habits {
        Habits { practice: 1.0, late, foresight, thrift, counts: false, joins: false, minds, sight }
    }

    /// The weights that somebody with these habits judges by.
    pub(crate) fn weights<W: Weights>(self) -> W {
        let values = W::NAMES.iter().zip(W::plain().values()).zip(W::tuned().values());
        let seen = |((name, plain), tuned): ((&&str, f32), f32)| {
            let value = if self.practice == 1.0 { tuned } else { plain + (tuned - plain) * self.practice };
            match *name {
                "cap" | "extend" | "fill" | "cloister_fill" | "field_city" => value * self.foresight,
                name if name.starts_with("follower_") && name != "follower_turns" => value * self.thrift,
                name if name.ends_with("_grow") => value * self.foresight,
                name if name.ends_with("_risk") || name.ends_with("_catch") => {
                    if self.joins {
                        value
                    } else {
                        0.0
                    }
                }
                "token_1" | "token_2" | "token_3" | "token_4" | "token_more" | "waterhole_done"
                | "waterhole_return" | "baobab_draw" => value * self.late,
                _ => value,
            }
        };
        W::from_values(&values.map(seen).collect::<Vec<_>>()).with_habits(self)
    }

    /// Sorts moves as they look to somebody with these habits; those far from everything are not seen at all.
    pub(crate) fn sort<G: Game>(self, game: &G, seat: Seat, ranked: &mut Vec<Ranked>) {
        if self.sight < u16::MAX {
            let seen = seen_from(game, seat);
            let near =
                |pos: Pos| seen.iter().any(|from| from.x.abs_diff(pos.x).max(from.y.abs_diff(pos.y)) <= self.sight);
            let noticed = |ranked: &Ranked| match ranked.chosen.first {
                Action::Place { pos, .. } => near(pos),
                _ => true,
            };
            if ranked.iter().any(noticed) {
                ranked.retain(noticed);
            }
        }
        self.lean(game, seat, ranked);
    }

    /// Values moves by how much it minds what others get.
    pub(crate) fn lean<G: Game>(self, game: &G, seat: Seat, ranked: &mut [Ranked]) {
        if self.minds == 1.0 {
            return;
        }
        let others =
            |ranked: &Ranked| ranked.scores[seat.index()] - margin(&ranked.scores, seat, game.setup().players());
        // Beside what they get after the best move, so that values remain leads.
        let usual = ranked.first().map_or(0.0, others);
        for ranked in ranked.iter_mut() {
            ranked.value += (1.0 - self.minds) * (others(ranked) - usual);
        }
        ranked.sort_by(|a, b| b.value.total_cmp(&a.value));
    }
}

/// From where a player looks around: the last two tiles, and its own pieces.
fn seen_from<G: Game>(game: &G, seat: Seat) -> Vec<Pos> {
    let board = game.board();
    let last = (1..=2).filter_map(|back| board.laid(board.tile_count().checked_sub(back)?));
    let mut from: Vec<Pos> = last.map(|laid| laid.pos).collect();
    from.extend(game.pieces().iter().filter(|piece| piece.seat == seat).map(|piece| piece.pos));
    from
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BaseWeights, SafariWeights};

    #[test]
    fn who_overlooks_nothing_judges_by_the_tuned_weights() {
        assert_eq!(Habits::NONE.weights::<BaseWeights>(), *BaseWeights::tuned());
        let plain = Habits { practice: 0.0, ..Habits::NONE }.weights::<SafariWeights>();
        assert_eq!(plain.values(), SafariWeights::plain().values());
        let [novice, ..] = Habits::ladder(GameId::Base);
        let weights = novice.weights::<BaseWeights>();
        assert_eq!((weights.cap, weights.field_risk, weights.city_grow), (0.0, 0.0, 0.0));
        assert!(weights.follower_1 > 0.0 && weights.follower_1 < BaseWeights::tuned().follower_1);
        assert_eq!(weights.follower_turns, BaseWeights::tuned().follower_turns);
    }
}
