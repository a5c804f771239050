//! What a person has tried on the board and not confirmed yet, and what they can do next.

use crate::guide::is_as_good;
use art::Figurine;
use rules::{
    Action, Actor, AnyGame, Corner, Event, FeatureKind, Game as _, Phase, PieceKind, Pos, Rotation, Seat, Segment,
    TileKind,
};

/// A tile tried on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Trial {
    pub(crate) tile: TileKind,
    pub(crate) pos: Pos,
    pub(crate) rotation: Rotation,
}

/// What can be done with a turn after the tile lies: one kind at a time is shown on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Follower,
    Hut,
    Recall,
    Ranger,
    Waterhole,
    /// What has no place on the board.
    Answer,
}

impl Kind {
    pub(crate) const fn of(action: Action) -> Kind {
        match action {
            Action::Follower { .. } => Kind::Follower,
            Action::Hut { .. } => Kind::Hut,
            Action::Recall { .. } => Kind::Recall,
            Action::Ranger { .. } => Kind::Ranger,
            Action::Waterhole { .. } => Kind::Waterhole,
            _ => Kind::Answer,
        }
    }
}

/// A turn that is not confirmed yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Draft {
    /// The tile chosen from several in hand.
    pub(crate) chosen: Option<TileKind>,
    pub(crate) trial: Option<Trial>,
    /// What the person wants to do, where there are several kinds of things to do.
    pub(crate) kind: Option<Kind>,
    pub(crate) act: Option<Action>,
    /// The ranger picked up to be moved.
    pub(crate) lifted: Option<Pos>,
}

/// Where on the board a choice is shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Anchor {
    Segment(Pos, Segment),
    Corner(Pos, Corner),
    Cell(Pos),
    /// A ranger that may be picked up.
    Ranger(Pos),
}

impl Anchor {
    /// The cell where it is.
    pub(crate) const fn cell(self) -> Pos {
        match self {
            Anchor::Segment(pos, _) | Anchor::Corner(pos, _) | Anchor::Cell(pos) | Anchor::Ranger(pos) => pos,
        }
    }
}

/// Something that the person may do after the tile lies, or instead of placing one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    pub(crate) action: Action,
    pub(crate) anchor: Option<Anchor>,
    /// On what the piece would stand.
    pub(crate) kind: Option<FeatureKind>,
    /// Points that it brings at once, beyond what doing nothing brings.
    pub(crate) gain: i32,
}

/// What the person who is to act can do.
#[derive(Clone, PartialEq)]
pub(crate) struct Outlook {
    pub(crate) phase: Phase,
    pub(crate) seat: Seat,
    /// The tiles among which the person chooses, each once.
    pub(crate) tiles: Vec<TileKind>,
    /// The tile to be placed.
    pub(crate) tile: Option<TileKind>,
    /// The cells for that tile with the rotations that fit.
    pub(crate) cells: Vec<(Pos, Vec<Rotation>)>,
    /// What can be done now, or after the trial.
    pub(crate) choices: Vec<Choice>,
    /// The kinds of things that can be done, each once.
    pub(crate) kinds: Vec<Kind>,
    /// The kind that is shown: the chosen one, or the only one.
    pub(crate) kind: Option<Kind>,
    /// Points that the trial alone brings.
    pub(crate) gain: i32,
}

impl Draft {
    /// The game as it would be with the tile tried.
    pub(crate) fn applied(&self, game: &AnyGame) -> AnyGame {
        let mut game = game.clone();
        if let Some(Trial { tile, pos, rotation }) = self.trial
            && game.play(Action::Place { tile, pos, rotation }).is_err()
        {
            leptos::logging::warn!("a tile was tried where it cannot lie");
        }
        game
    }

    /// The actions that confirming it plays.
    pub(crate) fn actions(&self, game: &AnyGame) -> Vec<Action> {
        let place = self.trial.map(|Trial { tile, pos, rotation }| Action::Place { tile, pos, rotation });
        let after = self.applied(game);
        let same = after.to_act() == game.to_act();
        let may_act = same && (after.phase() == Phase::Act || self.trial.is_none());
        let act = self.act.unwrap_or(Action::Pass);
        let act = (may_act && after.check(act).is_ok()).then_some(act);
        place.into_iter().chain(act).collect()
    }
}

impl Outlook {
    /// What the one to act can do; nothing when no player is.
    pub(crate) fn of(game: &AnyGame, draft: &Draft) -> Option<Outlook> {
        let Actor::Player(seat) = game.to_act() else { return None };
        let mut actions = Vec::new();
        game.actions(&mut actions);
        let mut tiles = Vec::new();
        for action in &actions {
            if let Action::Place { tile, .. } = action
                && !tiles.contains(tile)
            {
                tiles.push(*tile);
            }
        }
        let tile = draft.chosen.filter(|chosen| tiles.contains(chosen)).or(tiles.first().copied());
        let mut cells: Vec<(Pos, Vec<Rotation>)> = Vec::new();
        for action in &actions {
            if let Action::Place { tile: other, pos, rotation } = *action
                && Some(other) == tile
            {
                match cells.iter_mut().find(|cell| cell.0 == pos) {
                    Some(cell) => cell.1.push(rotation),
                    None => cells.push((pos, vec![rotation])),
                }
            }
        }
        let placing = game.phase() == Phase::Place;
        let after = draft.applied(game);
        let same = after.to_act() == game.to_act() && after.phase() == Phase::Act;
        let choices = match (placing, draft.trial.is_some()) {
            (true, false) => Vec::new(),
            (true, true) if !same => Vec::new(),
            _ => choices(&after, seat),
        };
        let pass = choices.iter().find(|choice| choice.action == Action::Pass);
        let gain = pass.map_or(0, |pass| pass.gain);
        let beyond = |choice: Choice| Choice { gain: choice.gain - gain, ..choice };
        let choices = choices.into_iter().map(beyond);
        let choices: Vec<Choice> = choices.filter(|choice| !placing || choice.action != Action::Pass).collect();
        let mut kinds = Vec::new();
        for kind in choices.iter().map(|choice| Kind::of(choice.action)) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let only = (kinds.len() == 1).then(|| kinds[0]);
        let kind = draft.act.map(Kind::of).or(draft.kind).filter(|kind| kinds.contains(kind)).or(only);
        Some(Outlook { phase: game.phase(), seat, tiles, tile, cells, choices, kinds, kind, gain })
    }

    /// Whether it is asked what to do before where. Placing a follower and bringing one home never meet on the board, so
    /// both are shown at once, with doing nothing where the tile lies already.
    pub(crate) fn asks_kind(&self) -> bool {
        let shown = |kind: &Kind| matches!(kind, Kind::Follower | Kind::Recall | Kind::Answer);
        self.kinds.len() > 1 && !self.kinds.iter().all(shown)
    }

    /// The choices of the kind that is shown.
    pub(crate) fn shown(&self) -> impl Iterator<Item = &Choice> {
        let all = !self.asks_kind();
        self.choices.iter().filter(move |choice| all || Some(Kind::of(choice.action)) == self.kind)
    }

    /// Leaves only the cell that is wished for; where a coach leads, also how the tile lies and what is done then.
    pub(crate) fn narrow(&mut self, wish: &[Action], leads: bool) {
        if let (Some(Action::Place { pos: wished, .. }), Some(tile)) = (wish.first(), self.tile) {
            self.cells.retain(|(pos, _)| pos == wished);
            if leads {
                let place = |rotation| Action::Place { tile, pos: *wished, rotation };
                self.cells.iter_mut().for_each(|(_, turns)| turns.retain(|turn| is_as_good(place(*turn), wish[0])));
            }
        }
        if leads {
            self.choices.retain(|choice| wish.contains(&choice.action));
            self.kinds.retain(|kind| self.choices.iter().any(|choice| Kind::of(choice.action) == *kind));
            self.kind = self.kinds.first().copied();
        }
    }

    /// The rotations that fit on a cell.
    pub(crate) fn rotations(&self, pos: Pos) -> &[Rotation] {
        self.cells.iter().find(|cell| cell.0 == pos).map_or(&[], |cell| &cell.1)
    }

    /// The rotation nearest to the wished one, clockwise, that fits on a cell.
    pub(crate) fn fitting(&self, pos: Pos, wish: Rotation) -> Option<Rotation> {
        let distance = |rotation: &&Rotation| (rotation.quarters() + 4 - wish.quarters()) % 4;
        self.rotations(pos).iter().min_by_key(distance).copied()
    }

    /// The next rotation that fits on a cell, clockwise or to the left.
    pub(crate) fn next_rotation(&self, pos: Pos, now: Rotation, left: bool) -> Option<Rotation> {
        let distance = |rotation: &&Rotation| {
            let quarters = (rotation.quarters() + 4 - now.quarters()) % 4;
            (if left { 4 - quarters } else { quarters } + 3) % 4
        };
        self.rotations(pos).iter().min_by_key(distance).copied()
    }
}

fn choices(game: &AnyGame, seat: Seat) -> Vec<Choice> {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let board = game.board();
    let placed = board.tile_count().checked_sub(1).and_then(|last| board.laid(last));
    let kind_at = |pos, segment| {
        let def = board.laid_at(pos)?.kind.def().segment(segment)?;
        Some(def.kind)
    };
    // Late in Safari there are hundreds of choices: each is tried in the same memory.
    let (mut tried, mut events) = (game.clone(), Vec::new());
    let choice = |action: Action| {
        let anchor = match action {
            Action::Follower { segment, .. } | Action::Hut { segment } => {
                placed.map(|tile| Anchor::Segment(tile.pos, segment))
            }
            Action::Recall { pos, segment } => Some(Anchor::Segment(pos, segment)),
            Action::Waterhole { pos, corner, .. } => Some(Anchor::Corner(pos, corner)),
            Action::Ranger { to, .. } => Some(Anchor::Cell(to)),
            _ => None,
        };
        let kind = match anchor {
            Some(Anchor::Segment(pos, segment)) => kind_at(pos, segment),
            _ => None,
        };
        tried.copy_from(game);
        events.clear();
        tried.play_unchecked(action, &mut events);
        Choice { action, anchor, kind, gain: gain(&events, seat) }
    };
    actions.into_iter().map(choice).collect()
}

/// The points that what happened at once brings a seat.
fn gain(events: &[Event], seat: Seat) -> i32 {
    // The final scoring of the last turn is no merit of this action.
    let points = |event: &Event| match event {
        Event::Scored(score) if score.seat == seat && !score.end => i32::from(score.points),
        _ => 0,
    };
    events.iter().map(points).sum()
}

impl Choice {
    /// The ranger that must be picked up first.
    pub(crate) fn ranger(&self) -> Option<Pos> {
        match self.action {
            Action::Ranger { from, .. } => from,
            _ => None,
        }
    }

    /// The follower that would be placed, and what with it.
    pub(crate) fn follower(&self) -> Option<(PieceKind, Option<PieceKind>)> {
        match self.action {
            Action::Follower { with, piece, .. } => Some((piece, with)),
            _ => None,
        }
    }

    /// What the piece that is placed or taken back looks like.
    pub(crate) fn figurine(&self) -> Figurine {
        let piece = self.follower().map_or(PieceKind::Follower, |(piece, _)| piece);
        self.kind.map_or(Figurine::upright(piece), |on| Figurine::on(piece, on))
    }
}

/// Touching a place goes through what can be done there, and then to nothing.
pub(super) fn next_choice(here: &[Choice], now: Option<Action>) -> Option<Action> {
    let index = here.iter().position(|choice| Some(choice.action) == now);
    here.get(index.map_or(0, |index| index + 1)).map(|choice| choice.action)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::tray::{Chip, chips};
    use rules::{Dealing, GameId, Options, Setup};
    use table::Table;

    /// A game in which the straight road continues the start tile's road.
    fn game() -> AnyGame {
        let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
        let tile = TileKind::from_name("base/U").expect("the straight road");
        let rest = setup.bag().iter().flat_map(|(kind, count)| std::iter::repeat_n(kind, count.into()));
        let mut deck: Vec<TileKind> = rest.collect();
        let first = deck.iter().position(|kind| *kind == tile).expect("it is in the bag");
        deck.swap(0, first);
        let dealing = Dealing { deck: Some(deck), ..Dealing::default() };
        Table::new(&setup, dealing).expect("the deck is that of the bag").game().clone()
    }

    fn tried(outlook: &Outlook, pos: Pos) -> Draft {
        let (tile, rotation) = (outlook.tile.expect("a tile"), outlook.fitting(pos, Rotation::NONE).expect("fits"));
        Draft { trial: Some(Trial { tile, pos, rotation }), ..Draft::default() }
    }

    #[test]
    fn without_a_trial_there_are_cells_and_no_choices() {
        let outlook = Outlook::of(&game(), &Draft::default()).expect("somebody is to act");
        assert!(!outlook.cells.is_empty());
        assert!(outlook.choices.is_empty());
        assert!(outlook.rotations(Pos::ORIGIN).is_empty());
    }

    #[test]
    fn turning_goes_through_the_fitting_rotations_only() {
        let outlook = Outlook::of(&game(), &Draft::default()).expect("somebody is to act");
        let pos = Pos::new(1, 0);
        let fits = outlook.rotations(pos);
        assert_eq!(fits.len(), 2, "a straight road fits both ways round");
        assert_eq!(outlook.next_rotation(pos, fits[0], false), Some(fits[1]));
        assert_eq!(outlook.next_rotation(pos, fits[1], true), Some(fits[0]));
    }

    #[test]
    fn where_the_tile_lies_already_nothing_is_offered_once() {
        let mut game = game();
        let before = Outlook::of(&game, &Draft::default()).expect("somebody is to act");
        let place = tried(&before, Pos::new(1, 0)).actions(&game)[0];
        game.play(place).expect("it fits");
        let outlook = Outlook::of(&game, &Draft::default()).expect("the same turn");
        assert_eq!(outlook.shown().count(), 4, "the road, two fields, and nothing");
        let nothing = |chip: &Chip| match chip {
            Chip::Kind(kind) => kind.is_none(),
            Chip::Choice(choice) => choice.action == Action::Pass,
        };
        assert_eq!(chips(&outlook, None).iter().filter(|chip| nothing(chip)).count(), 1);
    }

    #[test]
    fn a_trial_offers_followers_on_it_and_confirms_to_two_actions() {
        let game = game();
        let before = Outlook::of(&game, &Draft::default()).expect("somebody is to act");
        let mut draft = tried(&before, Pos::new(1, 0));
        let outlook = Outlook::of(&game, &draft).expect("still the same turn");
        assert!(
            outlook
                .choices
                .iter()
                .all(|choice| matches!(choice.anchor, Some(Anchor::Segment(pos, _)) if pos == Pos::new(1, 0)))
        );
        assert_eq!(outlook.choices.len(), 3, "the road and two fields");
        assert_eq!((outlook.kinds.as_slice(), outlook.kind), (&[Kind::Follower][..], Some(Kind::Follower)));
        assert_eq!(draft.actions(&game).last(), Some(&Action::Pass));
        draft.act = Some(outlook.choices[0].action);
        let actions = draft.actions(&game);
        assert_eq!(actions.len(), 2);
        let mut game = game;
        assert!(actions.into_iter().all(|action| game.play(action).is_ok()));
    }

    #[test]
    fn points_beside_a_choice_are_those_of_that_choice() {
        // The cloister is complete with the last tile around it: nine points whatever is done with that tile.
        let words = "base/V@1,0r0 - base/W@-1,0r0 - base/B@0,1r0 f0 base/U@-1,1r0 - base/W@1,1r3 - base/W@-1,2r1 - base/V@0,2r3 -";
        let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
        let mut game = AnyGame::new(&setup);
        let last = TileKind::from_name("base/V").expect("a bend");
        for action in words.split(' ').map(|word| word.parse::<Action>().expect("an action")) {
            if let Action::Place { tile, .. } = action {
                game.play(Action::Draw { tile }).expect("it is in the bag");
            }
            game.play(action).expect("it is possible");
        }
        game.play(Action::Draw { tile: last }).expect("it is in the bag");
        let trial = Trial { tile: last, pos: Pos::new(1, 2), rotation: Rotation::ALL[1] };
        // The one who owns the cloister does not place the tile: it brings them nothing.
        let mine = Outlook::of(&game, &Draft { trial: Some(trial), ..Draft::default() }).expect("somebody is to act");
        assert!(!mine.choices.is_empty());
        assert!(mine.choices.iter().all(|choice| choice.gain == 0), "{:?}", mine.choices);
        let both = mine.gain;
        assert!(both == 0 || both == 9, "{both}");
    }
}
