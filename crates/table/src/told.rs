//! Games that are played elsewhere, with cardboard: what comes is told like everything else.

use crate::dealer::Dealer;
use crate::table::Table;
use rules::{Action, Chance, Dealing, Game as _, Illegal, Phase, Record, Setup, TileKind};
use std::fmt;

/// What was played does not go with another setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// How many actions go with it.
    pub actions: usize,
    /// What is wrong with the next one.
    pub why: Illegal,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "action {}: {}", self.actions + 1, self.why)
    }
}

impl std::error::Error for Misfit {}

impl Table {
    /// A game that is played elsewhere. Nothing is dealt: when chance must speak the game waits, and is told what came by
    /// [`Table::play`]. Its record says nothing of the order of the bag, like one that a spectator has.
    pub fn told(setup: &Setup) -> Table {
        let mut table = Table::begin(setup, Dealer::silent(), Dealing::default());
        table.told = true;
        table
    }

    /// A game that was told so far, to be told on.
    pub fn load_told(record: &Record) -> Result<Table, Misfit> {
        Table::told(record.setup()).tell_all(record.actions())
    }

    /// Whether what comes is told.
    pub fn is_told(&self) -> bool {
        self.told
    }

    /// The same actions in a game that was agreed otherwise: with another first player, or other tiles in the bag.
    pub fn told_with(&self, setup: &Setup) -> Result<Table, Misfit> {
        Table::told(setup).tell_all(self.history.iter().map(|entry| entry.action))
    }

    /// No tile comes any more, although some may be left in the box: the game ends where it waits for one, and the final
    /// scoring is done. The bag is from then on known to have held what came. Says whether the game could end here; undo
    /// goes on with the full bag.
    pub fn end(&mut self) -> bool {
        let waits = matches!(self.game().chance(), Some(Chance::Tile | Chance::Bonus));
        let came: Vec<TileKind> = self.came().collect();
        if !self.told || !waits || came.is_empty() {
            return false;
        }
        let ended = self.setup_of(&came).and_then(|setup| self.told_with(&setup).ok());
        match ended.filter(|ended| ended.game().phase() == Phase::Over) {
            Some(ended) => {
                *self = ended;
                true
            }
            None => false,
        }
    }

    /// The tiles that came, in order.
    fn came(&self) -> impl Iterator<Item = TileKind> + '_ {
        self.history.iter().filter_map(|entry| match entry.action {
            Action::Draw { tile } => Some(tile),
            _ => None,
        })
    }

    /// The game with nothing in the bag but these tiles.
    fn setup_of(&self, came: &[TileKind]) -> Option<Setup> {
        let setup = self.game().setup();
        let (bonus, land): (Vec<TileKind>, Vec<TileKind>) =
            came.iter().copied().partition(|tile| setup.bonus().count(*tile) > 0);
        let ended = setup.with_tiles(land).ok()?;
        if setup.bonus().is_empty() { Some(ended) } else { ended.with_bonus(bonus).ok() }
    }

    /// Takes the last thing told back, or that the game ended before its bag was empty.
    pub(crate) fn untell(&mut self) -> bool {
        let setup = self.game().setup();
        if self.game().phase() == Phase::Over && !setup.is_full() {
            let full = Setup::new(setup.game(), setup.options(), setup.players(), setup.first());
            if let Some(before) = full.ok().and_then(|full| self.told_with(&full).ok()) {
                *self = before;
                return true;
            }
        }
        let told = self.history.pop().is_some();
        self.play.truncate(self.history.len());
        told
    }

    fn tell_all(mut self, actions: impl Iterator<Item = Action>) -> Result<Table, Misfit> {
        for action in actions {
            self.play(action).map_err(|why| Misfit { actions: self.history.len(), why })?;
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use rules::{Actor, AnyGame, GameId, GameOption, Options, Seat};

    fn setup(game: GameId, options: Options) -> Setup {
        Setup::new(game, options, 3, Seat::ALL[1]).expect("three can play")
    }

    /// Tells a game by lot until so many tiles lie and one is to come, or to its end.
    fn played(setup: &Setup, seed: u64, tiles: usize) -> Table {
        let mut table = Table::told(setup);
        let mut random = Random::new(seed);
        let mut actions = Vec::new();
        let waits = |game: &AnyGame| game.chance() == Some(Chance::Tile);
        while table.game().phase() != Phase::Over
            && !(table.game().board().tile_count() >= tiles && waits(table.game()))
        {
            table.game().actions(&mut actions);
            let action = actions[random.below(actions.len() as u32) as usize];
            table.play(action).expect("a listed action is possible");
        }
        table
    }

    #[test]
    fn nothing_comes_that_was_not_told() {
        let table = Table::told(&setup(GameId::Base, Options::NONE));
        assert_eq!((table.game().to_act(), table.history().len()), (Actor::Dealer, 0));
    }

    #[test]
    fn what_was_told_is_a_record_like_any_other() {
        for game in GameId::ALL {
            let table = played(&setup(game, Options::NONE), 7, usize::MAX);
            let record = table.record();
            assert_eq!(record.result(), Some(table.game().scores()), "{}", game.name());
            let read: Record = record.to_string().parse().expect("it can be read");
            assert_eq!(Table::load(&read).expect("it can be played").game().scores(), table.game().scores());
            let again = Table::load_told(&read).expect("it can be told");
            assert_eq!(again.record(), record);
        }
    }

    #[test]
    fn everything_told_can_be_taken_back_step_by_step() {
        for game in GameId::ALL {
            let mut table = played(&setup(game, Options::NONE), 8, 12);
            let mut records = Vec::new();
            while !table.history().is_empty() {
                records.push(table.record());
                assert!(table.undo());
            }
            assert!(!table.undo());
            let actions: Vec<Action> = records[0].actions().collect();
            for (action, record) in actions.into_iter().zip(records.into_iter().rev()) {
                table.play(action).expect("it was played before");
                assert_eq!(table.record(), record);
            }
        }
    }

    #[test]
    fn a_game_ends_where_the_people_end_it_and_goes_on_after_undo() {
        for (game, options) in GameId::ALL
            .map(|game| (game, Options::NONE))
            .into_iter()
            .chain([(GameId::Base, Options::NONE.with(GameOption::River).with(GameOption::TradersBuilders))])
        {
            let mut table = played(&setup(game, options), 9, 20);
            let (before, projected) = (table.record(), table.game().projection());
            assert!(table.end(), "{}", game.name());
            assert_eq!(table.game().phase(), Phase::Over);
            assert_eq!(table.game().scores(), projected, "{}", game.name());
            let read: Record = table.record().to_string().parse().expect("it can be read");
            assert_eq!(read.result(), Some(&projected[..]));
            let mut again = Table::load_told(&read).expect("it can be told");
            for table in [&mut table, &mut again] {
                assert!(table.undo());
                assert_eq!(table.record(), before, "{}", game.name());
            }
        }
    }

    #[test]
    fn a_game_ends_only_where_a_tile_is_to_come() {
        let mut table = Table::told(&setup(GameId::Base, Options::NONE));
        assert!(!table.end(), "nothing was played");
        let tile = TileKind::from_name("base/U").expect("the straight road");
        table.play(Action::Draw { tile }).expect("it is in the bag");
        assert!(!table.end(), "the tile does not lie yet");
    }

    #[test]
    fn another_first_player_gets_the_same_turns_unless_the_rules_forbid_it() {
        let table = played(&setup(GameId::NewLands, Options::NONE), 3, 6);
        let other = Setup::new(GameId::NewLands, Options::NONE, 3, Seat::ALL[2]).expect("three can play");
        let moved = table.told_with(&other).expect("nobody is called home so early, or the same one is");
        assert_eq!(moved.history().len(), table.history().len());
        let fewer = Setup::new(GameId::NewLands, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
        let without = fewer.with_tiles([]).expect("nothing is in it");
        let misfit = table.told_with(&without).map(|_| ()).expect_err("no tile can come");
        assert_eq!(misfit.actions, 0);
    }
}
