//! Traders & Builders: goods, builders and pigs.

use super::{BaseJudge, Sums};
use crate::net::Witness;
use rules::{BaseGame, Game, Phase, PieceKind, Seat, TradersBuilders};

/// What the most goods of a kind bring (T2).
const GOODS_BONUS: f32 = 10.0;

impl BaseJudge {
    /// Adds what the set brings beside the board's features.
    pub(super) fn add_traders(&mut self, game: &BaseGame, sums: &mut Sums) {
        self.add_goods(game, sums);
        for seat in Seat::of(self.horizon.players()) {
            let supply = game.supply(seat);
            let points = &mut sums.points[seat.index()];
            match game.feature_with(seat, PieceKind::Builder) {
                Some(feature) => {
                    let holes = self.promise(game, feature).holes;
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
                    let cities = self.promise(game, field).cities;
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

    /// What a net wants to know of the set.
    pub(super) fn look_at_traders<W: Witness>(&mut self, game: &BaseGame, witness: &mut W) {
        let Some(traders) = game.unit::<TradersBuilders>() else { return };
        for seat in Seat::of(self.horizon.players()) {
            for (kind, count) in traders.goods(seat).into_iter().enumerate() {
                witness.slot(seat, kind, count);
            }
            let supply = game.supply(seat);
            witness.slot(seat, 3, supply.count(PieceKind::Builder));
            witness.slot(seat, 4, supply.count(PieceKind::Pig));
            if let Some(feature) = game.feature_with(seat, PieceKind::Builder) {
                let prospect = self.promise(game, feature);
                witness.slot(seat, 5, 1 + (prospect.holes as u8).min(3));
                witness.slot(seat, 6, 1 + (prospect.closes * 5.0) as u8);
            }
            if let Some(field) = game.feature_with(seat, PieceKind::Pig) {
                let cities = self.promise(game, field).cities;
                witness.slot(seat, 7, 1 + ((cities / 3.0) as u8).min(6));
            }
        }
        for (kind, left) in traders.goods_left().into_iter().enumerate() {
            for seat in Seat::of(self.horizon.players()) {
                witness.slot(seat, 8 + kind, left.div_ceil(2));
            }
        }
    }

    /// The chance of each player to have the most of each kind in the end (T2).
    fn add_goods(&self, game: &BaseGame, sums: &mut Sums) {
        let Some(traders) = game.unit::<TradersBuilders>() else { return };
        for (kind, open) in traders.goods_left().into_iter().enumerate() {
            let count = |seat: Seat| f32::from(traders.goods(seat)[kind]);
            let open = f32::from(open);
            for seat in Seat::of(self.horizon.players()) {
                let others = Seat::of(self.horizon.players()).filter(|&other| other != seat).map(count);
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
