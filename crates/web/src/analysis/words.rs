//! Moves and facts in the person's language.

use crate::lang::Lang;
use crate::session::SeatInfo;
use crate::table::{Choice, any_choice_name, feature_name, place_words, source_name};
use rules::{Action, AnyGame, FeatureKind, Goods, Source};
use study::{Fact, Grade, Line, Role, Step, Told, What};

/// Hundredths of a point with a sign.
pub(super) fn points(lang: Lang, hundredths: i32) -> String {
    lang.signed(hundredths as f32 / 100.0)
}

/// Thousandths as a percentage.
pub(super) fn percent(thousandths: i32) -> String {
    format!("{} %", (thousandths + 5).div_euclid(10))
}

pub(super) fn grade(lang: Lang, grade: Grade) -> &'static str {
    match grade {
        Grade::Good => "",
        Grade::Inaccuracy => lang.study_inaccuracy(),
        Grade::Mistake => lang.study_mistake(),
        Grade::Blunder => lang.study_blunder(),
    }
}

/// A move of a position: where the tile goes, and what is done with it.
pub(super) fn line(lang: Lang, game: &AnyGame, line: &Line) -> String {
    moved(lang, game, line.first, line.then)
}

pub(super) fn moved(lang: Lang, game: &AnyGame, first: Action, then: Option<Action>) -> String {
    let Action::Place { tile, pos, .. } = first else {
        let kind = kind_of(game, first);
        return any_choice_name(lang, game.phase(), &Choice { action: first, anchor: None, kind, gain: 0 });
    };
    let place = place_words(lang, pos);
    match then {
        None | Some(Action::Pass) => place,
        Some(then) => {
            let segment = match then {
                Action::Follower { segment, .. } => tile.def().segment(segment).map(|def| def.kind),
                other => kind_of(game, other),
            };
            let choice = Choice { action: then, anchor: None, kind: segment, gain: 0 };
            format!("{place}: {}", any_choice_name(lang, rules::Phase::Act, &choice))
        }
    }
}

/// On what the piece stands that an action is about.
fn kind_of(game: &AnyGame, action: Action) -> Option<FeatureKind> {
    match action {
        Action::Recall { pos, segment } => game.board().laid_at(pos)?.kind.def().segment(segment).map(|def| def.kind),
        _ => None,
    }
}

fn source(name: &str) -> Option<Source> {
    let others = [Source::Pig, Source::Ranger, Source::Waterhole, Source::Tokens];
    let features = FeatureKind::ALL.into_iter().map(Source::Feature);
    let mut all = features.chain(Goods::ALL.into_iter().map(Source::Goods)).chain(others);
    all.find(|source| source.name() == name)
}

pub(super) fn kind(lang: Lang, name: &str) -> &'static str {
    source(name).map_or("", |source| source_name(lang, source))
}

pub(super) fn named(seats: &[SeatInfo], all: &[u8]) -> String {
    let name = |seat: &u8| seats.get(usize::from(*seat)).map(|info| info.name.clone());
    all.iter().filter_map(name).collect::<Vec<_>>().join(", ")
}

/// What there is to say of a step.
pub(super) fn sentence(lang: Lang, seats: &[SeatInfo], step: &Step) -> String {
    match &step.what {
        What::Draw(draw) => {
            let luck = draw.luck.get(usize::from(step.seat)).copied().unwrap_or(0);
            lang.study_drew(named(seats, &[step.seat]), points(lang, luck), draw.weight, draw.ways)
        }
        What::Decision(decision) => {
            let told: Vec<String> = decision.facts.iter().map(|fact| told(lang, seats, fact)).collect();
            told.join(" ")
        }
    }
}

fn told(lang: Lang, seats: &[SeatInfo], told: &Told) -> String {
    let fact = match &told.fact {
        Fact::Points { seat, points, source, .. } => {
            lang.study_fact_points(named(seats, &[*seat]), lang.points((*points).into()), kind(lang, source))
        }
        Fact::Feature { role, kind: name, points, owners, before, closers, left, .. } => {
            let what = Lang::capital(kind(lang, name));
            let worth = lang.points((*points).into());
            let others: Vec<u8> = before.iter().copied().filter(|seat| !owners.contains(seat)).collect();
            let text = match role {
                Role::Claims => lang.study_fact_claims(what, worth),
                Role::Shares => lang.study_fact_shares(what, worth, named(seats, owners)),
                Role::Takes => lang.study_fact_takes(what, worth, named(seats, &others)),
                Role::Grows => lang.study_fact_grows(what, worth),
                Role::Loses if owners.is_empty() => lang.study_fact_gives_up(what, worth),
                Role::Loses => lang.study_fact_loses(what, worth, named(seats, owners)),
                Role::Feeds => lang.study_fact_feeds(what, worth, named(seats, owners)),
            };
            match closers {
                Some(count) => format!("{text} ({})", lang.study_closers(count, left)),
                None => text,
            }
        }
        Fact::NoFollower { seat } => lang.study_fact_no_follower(named(seats, &[*seat])),
    };
    if told.best { lang.study_with_best(fact) } else { lang.study_with_played(fact) }
}

/// What a kind of feature is called, for questions.
pub(super) fn feature(lang: Lang, kind: FeatureKind) -> String {
    Lang::capital(feature_name(lang, kind))
}
