//! Boards that were laid without us: tiles and followers are put down in any order, without turns, and counted.

use crate::action::{Action, Illegal};
use crate::board::LaidTile;
use crate::event::Log;
use crate::geometry::Pos;
use crate::machine::Machine;
use crate::piece::PieceKind;
use crate::reason::Reason;
use crate::rulebook::Rulebook;
use crate::seat::Seat;

impl<R: Rulebook> Machine<R> {
    /// Lays a tile that is left in the box where its sides match (C3). Nobody's turn it is, and nothing is scored.
    pub(crate) fn lay_freely(&mut self, laid: LaidTile) -> Result<(), Illegal> {
        let LaidTile { kind, pos, rotation } = laid;
        let position = &mut self.position;
        position.check_placement(kind, pos, rotation)?;
        let laid = || (0..position.board.tile_count()).filter_map(|index| position.board.laid(index));
        let bonus = position.setup.bonus().count(kind);
        if bonus > 0 {
            if laid().filter(|laid| laid.kind == kind).count() >= bonus.into() {
                return Err(Illegal::new("H11", Reason::NoBonusLeft));
            }
        } else if position.bag.count(kind) == 0 {
            return Err(Illegal::new("C8", Reason::NoTileLeft));
        } else {
            position.bag.take(kind);
        }
        position.place(kind, pos, rotation, &mut ());
        position.tile = None;
        Ok(())
    }

    /// Puts a follower or a hut of anybody on a tile that lies there, whoever else stands on its feature: it may have been
    /// joined later (C12).
    pub(crate) fn stand_freely(&mut self, seat: Seat, pos: Pos, action: Action) -> Result<(), Illegal> {
        let position = &mut self.position;
        let Some(index) = position.board.tile_at(pos) else {
            return Err(Illegal::new("C11", Reason::NoTileThere));
        };
        let (segment, piece) = match action {
            Action::Follower { segment, piece, with: None } if piece.is_follower() => (segment, piece),
            Action::Hut { segment } => (segment, PieceKind::Hut),
            _ => return Err(Illegal::out_of_place(Reason::OnlyFollowersAndHuts)),
        };
        let Some(def) = position.board.kind(index).def().segment(segment) else {
            return Err(Illegal::new("C11", Reason::NoSuchSegment));
        };
        let fits = if piece == PieceKind::Hut { def.system.is_some() } else { self.rules.can_stand(def.kind) };
        if !fits {
            return Err(Illegal::new("C11", Reason::CannotStand));
        }
        if seat.number() >= position.players() || position.supply(seat).count(piece) == 0 {
            return Err(Illegal::new(piece.rule(), Reason::NoPieceLeft));
        }
        (position.placed, position.active, position.decider) = (index, seat, seat);
        if piece == PieceKind::Hut {
            self.rules.play(position, action, &mut ());
        } else {
            position.deploy(segment, piece, &mut ());
        }
        Ok(())
    }

    /// A player has this beside the board: goods, or animal tokens, which count at the end (T2, S19).
    pub(crate) fn own_freely(&mut self, seat: Seat, counts: &[u8]) {
        self.rules.own(seat, counts);
    }

    /// The final scoring of what lies there. Whoever stands on something complete that is scored in the game has been
    /// scored already.
    pub(crate) fn count_freely<L: Log>(&mut self, log: &mut L) {
        let Machine { position, rules } = self;
        let scored = |id| {
            let info = position.board.feature_info(id);
            info.open == 0 && rules.completes(info.kind)
        };
        let done: Vec<_> = position.board.feature_ids().into_iter().filter(|id| scored(*id)).collect();
        done.into_iter().for_each(|id| position.clear_feature(id, &mut ()));
        self.finish(log);
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        Action, AnyGame, Event, Game as _, GameId, GameOption, LaidTile, Options, PieceKind, Pos, Rotation, Seat,
        Segment,
    };
    use crate::{Setup, TileKind};

    fn game(id: GameId) -> AnyGame {
        AnyGame::new(&Setup::new(id, Options::NONE, 2, Seat::ALL[0]).expect("two can play"))
    }

    fn lay(game: &mut AnyGame, word: &str) {
        let Ok(Action::Place { tile, pos, rotation }) = word.parse() else { panic!("{word} places nothing") };
        game.lay_freely(LaidTile { kind: tile, pos, rotation }).unwrap_or_else(|error| panic!("{word}: {error}"));
    }

    fn scores(mut game: AnyGame) -> Vec<u16> {
        game.count_freely(&mut Vec::<Event>::new());
        game.scores().to_vec()
    }

    #[test]
    fn a_board_counts_as_the_game_that_led_to_it() {
        let mut game = game(GameId::Base);
        // The tiles of a game in another order; the towns are joined already.
        for word in ["base/V@1,0r0", "base/E@1,-1r3", "base/M@0,-1r1", "base/B@0,1r0"] {
            lay(&mut game, word);
        }
        let follower = |segment| Action::follower(Segment(segment));
        game.stand_freely(Seat::ALL[1], Pos::new(1, 0), follower(0)).expect("the road is free");
        game.stand_freely(Seat::ALL[0], Pos::new(1, 0), follower(0)).expect("a joined road may hold two");
        game.stand_freely(Seat::ALL[0], Pos::new(0, 1), follower(0)).expect("a monk");
        // Complete: whoever stands there was scored in the game.
        game.stand_freely(Seat::ALL[1], Pos::new(0, -1), follower(0)).expect("a knight");
        assert_eq!(scores(game), [2 + 3, 2]);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let mut base = game(GameId::Base);
        let kind = TileKind::from_name("base/D").expect("the start tile");
        let wrong = LaidTile { kind, pos: Pos::new(0, -1), rotation: Rotation::NONE };
        assert_eq!(base.lay_freely(wrong).map_err(|error| error.rule()), Err(Some("C3")));
        let monk = Action::follower(Segment(0));
        assert!(base.stand_freely(Seat::ALL[0], Pos::new(5, 5), monk).is_err());
        assert!(base.stand_freely(Seat::ALL[3], Pos::ORIGIN, monk).is_err(), "nobody sits there");
        assert!(base.stand_freely(Seat::ALL[0], Pos::ORIGIN, Action::Hut { segment: Segment(0) }).is_err());
        for _ in 0..7 {
            base.stand_freely(Seat::ALL[0], Pos::ORIGIN, monk).expect("seven followers");
        }
        assert!(base.stand_freely(Seat::ALL[0], Pos::ORIGIN, monk).is_err(), "the eighth");
        assert_eq!(base.supply(Seat::ALL[0]).count(PieceKind::Follower), 0);
    }

    #[test]
    fn goods_and_tokens_count_at_the_end() {
        let options = [GameOption::River, GameOption::TradersBuilders].into_iter().collect();
        let setup = Setup::new(GameId::Base, options, 3, Seat::ALL[0]).expect("three can play");
        let mut traders = AnyGame::new(&setup);
        traders.own_freely(Seat::ALL[0], &[4, 1, 0]);
        traders.own_freely(Seat::ALL[2], &[4, 2, 0]);
        assert_eq!(scores(traders), [10, 0, 20]);
        let mut safari = game(GameId::Safari);
        safari.own_freely(Seat::ALL[1], &[1, 0, 2, 0, 4]);
        assert_eq!(scores(safari), [0, 7]);
        // Where there is neither, nothing counts.
        let mut base = game(GameId::Base);
        base.own_freely(Seat::ALL[0], &[9, 9, 9]);
        assert_eq!(scores(base), [0, 0]);
    }

    #[test]
    fn huts_bonus_tiles_and_open_lands_count() {
        let mut game = game(GameId::HuntersGatherers);
        lay(&mut game, "hunters_gatherers/17@-1,0r3");
        lay(&mut game, "hunters_gatherers_bonus/B08@0,-1r1");
        let bonus = TileKind::from_name("hunters_gatherers_bonus/B08").expect("a bonus tile");
        let again = LaidTile { kind: bonus, pos: Pos::new(0, -2), rotation: Rotation::NONE };
        assert!(game.lay_freely(again).is_err(), "there is one of it");
        game.stand_freely(Seat::ALL[0], Pos::new(-1, 0), Action::Hut { segment: Segment(3) }).expect("a river");
        assert!(scores(game)[0] > 0, "the fish of the system");
    }
}
