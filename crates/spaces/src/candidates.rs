//! Possible actions as lists of features: what each would lead to.

use crate::actions::Legal;
use crate::features::{POINTS, Stake};
use crate::observer::Observer;
use crate::planes::{cell_of, just_placed};
use crate::sink::{Names, Sink, Values};
use rules::{Action, Actor, AnyGame, FeatureId, Game as _, PieceKind, Seat, Side};

/// Looks at possible actions: each is tried on a copy of the game, up to the next draw or decision. For learners that judge
/// actions one by one, which is how small networks get far.
#[derive(Clone, Debug)]
pub struct Candidates {
    observer: Observer,
    names: Vec<String>,
}

/// What kind of action it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Place,
    Follower,
    Hut,
    Recall,
    Ranger,
    Waterhole,
    Token,
    Home,
    Pass,
}

const SORTS: [(Sort, &str); 9] = [
    (Sort::Place, "place"),
    (Sort::Follower, "follower"),
    (Sort::Hut, "hut"),
    (Sort::Recall, "recall"),
    (Sort::Ranger, "ranger"),
    (Sort::Waterhole, "waterhole"),
    (Sort::Token, "token"),
    (Sort::Home, "return farmer"),
    (Sort::Pass, "pass"),
];

fn sort(action: Action) -> Sort {
    match action {
        Action::Place { .. } => Sort::Place,
        Action::Follower { .. } => Sort::Follower,
        Action::Hut { .. } => Sort::Hut,
        Action::Recall { .. } => Sort::Recall,
        Action::Ranger { .. } => Sort::Ranger,
        Action::Waterhole { .. } => Sort::Waterhole,
        Action::Token { .. } => Sort::Token,
        Action::ReturnFarmer => Sort::Home,
        Action::Pass | Action::Draw { .. } | Action::DrawToken { .. } => Sort::Pass,
    }
}

/// Points of the seat and of the best other one.
#[derive(Clone, Copy)]
struct Standing {
    mine: f32,
    others: f32,
}

impl Standing {
    fn of(points: &[u16], seat: Seat) -> Standing {
        let best =
            points.iter().enumerate().filter(|(index, _)| *index != seat.index()).map(|(_, &points)| points).max();
        let mine = points.get(seat.index()).copied().unwrap_or(0);
        Standing { mine: f32::from(mine) / POINTS, others: f32::from(best.unwrap_or(0)) / POINTS }
    }
}

impl Candidates {
    /// For games that this observer knows.
    pub fn new(observer: &Observer) -> Candidates {
        let mut candidates = Candidates { observer: observer.clone(), names: Vec::new() };
        let mut names = Names::default();
        let game = AnyGame::new(&observer.setup);
        let before = Before::of(&game, Seat::default());
        candidates.tell(&before, &game, &game, Action::Pass, &mut names);
        candidates.names = names.0;
        candidates
    }

    /// What the features of an action are, in order.
    pub fn features(&self) -> &[String] {
        &self.names
    }

    /// Appends the features of every possible action to `out`, in the order of the list.
    pub fn write(&self, game: &AnyGame, legal: &Legal, scratch: &mut AnyGame, out: &mut Vec<f32>) {
        let Actor::Player(seat) = game.to_act() else { return };
        let before = Before::of(game, seat);
        for &action in legal.actions() {
            scratch.copy_from(game);
            scratch.play_unchecked(action, &mut ());
            let from = out.len();
            out.resize(from + self.names.len(), 0.0);
            self.tell(&before, game, scratch, action, &mut Values::new(&mut out[from..]));
        }
    }

    fn tell(&self, before: &Before, game: &AnyGame, after: &AnyGame, action: Action, sink: &mut impl Sink) {
        let seat = before.seat;
        let sorts = SORTS.map(|(sort, _)| sort);
        let name_of =
            |sort: Sort| SORTS.iter().find(|(known, _)| *known == sort).map_or("", |(_, name)| name).to_owned();
        sink.one_of(&sorts, Some(sort(action)), name_of);

        let now = Standing::of(after.scores(), seat);
        let ended = Standing::of(&after.projection(), seat);
        sink.put(format_args!("points gained"), now.mine - before.now.mine);
        sink.put(format_args!("points given"), now.others - before.now.others);
        sink.put(format_args!("projected gain"), ended.mine - before.ended.mine);
        sink.put(format_args!("projected gift"), ended.others - before.ended.others);
        sink.put(format_args!("projected lead"), ended.mine - ended.others);

        let left = f32::from(game.bag().total()) / f32::from(self.observer.setup.bag().total()).max(1.0);
        sink.put(format_args!("tiles left"), left);
        let followers = |game: &AnyGame| -> f32 {
            PieceKind::FOLLOWERS.iter().map(|&kind| f32::from(game.supply(seat).count(kind))).sum()
        };
        sink.put(format_args!("followers before"), followers(game) / 7.0);
        sink.put(format_args!("followers after"), followers(after) / 7.0);
        let neighbours = cell_of(action).map_or(0, |pos| {
            Side::ALL.into_iter().filter(|&side| game.board().laid_at(pos.step(side)).is_some()).count()
        });
        sink.put(format_args!("neighbours"), neighbours as f32 / 4.0);
        self.tell_target(game, after, seat, action, sink);
    }

    /// What the action is about: the feature on which a piece comes to stand, or the best and the worst that a tile touches.
    fn tell_target(&self, game: &AnyGame, after: &AnyGame, seat: Seat, action: Action, sink: &mut impl Sink) {
        let mut kind = None;
        let mut target = Stake::NONE;
        let (mut own, mut foreign) = (Stake::NONE, Stake::NONE);
        match action {
            Action::Follower { segment, .. } | Action::Hut { segment } => {
                // Before the piece stands: a feature that it completes is already cleared afterwards.
                if let Some((tile, pos, _)) = just_placed(game) {
                    kind = tile.def().segment(segment).map(|def| def.kind);
                    target = stake(game, game.board().feature_at(pos, segment), seat);
                }
            }
            Action::Recall { pos, segment } => {
                kind = game.board().laid_at(pos).and_then(|laid| Some(laid.kind.def().segment(segment)?.kind));
                target = stake(game, game.board().feature_at(pos, segment), seat);
            }
            Action::Place { tile, pos, .. } => {
                for (segment, _) in tile.def().printed_segments() {
                    let touched = stake(after, after.board().feature_at(pos, segment), seat);
                    if touched.mine >= touched.others && touched.mine > 0.0 && touched.worth >= own.worth {
                        own = touched;
                    } else if touched.others > touched.mine && touched.worth >= foreign.worth {
                        foreign = touched;
                    }
                }
            }
            _ => {}
        }
        sink.one_of(&self.observer.kinds, kind, |kind| format!("on {}", kind.name()));
        target.put("target", sink);
        own.put("own", sink);
        foreign.put("foreign", sink);
    }
}

fn stake(game: &AnyGame, id: Option<FeatureId>, seat: Seat) -> Stake {
    id.map_or(Stake::NONE, |id| Stake::of(game, id, seat))
}

/// What is the same for all actions of a position.
struct Before {
    seat: Seat,
    now: Standing,
    ended: Standing,
}

impl Before {
    fn of(game: &AnyGame, seat: Seat) -> Before {
        Before { seat, now: Standing::of(game.scores(), seat), ended: Standing::of(&game.projection(), seat) }
    }
}
