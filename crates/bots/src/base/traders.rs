//! Traders & Builders: goods, builders and pigs.

use super::{BaseJudge, Sums};
use rules::{BaseGame, Game, Phase, PieceKind, Seat, TradersBuilders};

/// What the most goods of a kind bring (T2).
const GOODS_BONUS: f32 = 10.0;

impl BaseJudge {
    /// Adds what the set brings beside the board's features.
    pub(super) fn add_traders(&mut self, game: &BaseGame, sums: &mut Sums) {
        self.add_goods(game, sums);
        let board = game.board();
        for seat in Seat::of(self.outlook.players()) {
            let supply = game.supply(seat);
            let points = &mut sums.points[seat.index()];
            match game.feature_with(seat, PieceKind::Builder) {
                Some(feature) => {
                    let holes = self.outlook.prospect(board, feature).holes;
                    *points += self.weights.builder_out * self.follower_phase * holes / (holes + 1.0);
                }
                None if supply.count(PieceKind::Builder) > 0 => {
                    *points += self.weights.builder_free * self.follower_phase;
                }
                None => {}
            }
            match game.feature_with(seat, PieceKind::Pig) {
                // It scores when the next city with a shield is completed: likely while tiles are left.
                Some(field) => {
                    let (cities, _) = self.field(game, field);
                    sums.points[seat.index()] += self.weights.pig_city * self.follower_phase * cities;
                }
                None => sums.points[seat.index()] += self.weights.pig_free * self.follower_phase,
            }
        }
        if let Some(seat) = game.active().filter(|_| matches!(game.phase(), Phase::Deal)) {
            // Whoever draws next; after an extra turn was won that is the same player again.
            sums.points[seat.index()] += self.weights.extra_turn * self.follower_phase;
        }
    }

    /// The chance of each player to have the most of each kind in the end (T2).
    fn add_goods(&self, game: &BaseGame, sums: &mut Sums) {
        let Some(traders) = game.unit::<TradersBuilders>() else { return };
        for (kind, open) in traders.goods_left().into_iter().enumerate() {
            let count = |seat: Seat| f32::from(traders.goods(seat)[kind]);
            let open = f32::from(open);
            for seat in Seat::of(self.outlook.players()) {
                let others = Seat::of(self.outlook.players()).filter(|&other| other != seat).map(count);
                let best = others.fold(0.0, |best: f32, count| if count > best { count } else { best });
                let lead = count(seat) - best;
                // Even chances with everything open, sure when the lead is larger than what is left.
                let sure = (0.5 + 0.5 * self.weights.goods * lead / (open + 1.0)).clamp(0.0, 1.0);
                let sure = if count(seat) + open == 0.0 { 0.0 } else { sure };
                sums.points[seat.index()] += GOODS_BONUS * sure;
            }
        }
    }
}
