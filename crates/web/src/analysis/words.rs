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
    format!("{}\u{a0}%", (thousandths + 5).div_euclid(10))
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
            // What is true of one and the same move is one sentence.
            let sentence = |all: &[Told]| {
                let facts = all.iter().map(|told| told_of(lang, seats, &told.fact)).collect::<Vec<_>>().join("; ");
                match all.first().is_some_and(|told| told.best) {
                    true => lang.study_with_best(facts),
                    false => lang.study_with_played(facts),
                }
            };
            decision.facts.chunk_by(|left, right| left.best == right.best).map(sentence).collect::<Vec<_>>().join(" ")
        }
    }
}

fn told_of(lang: Lang, seats: &[SeatInfo], fact: &Fact) -> String {
    match fact {
        Fact::Points { seat, points, source, .. } => {
            lang.study_fact_points(named(seats, &[*seat]), lang.points((*points).into()), kind(lang, source))
        }
        Fact::Feature { role, kind: name, points, owners, before, closers, left, .. } => {
            let what = kind(lang, name);
            let worth = lang.points((*points).into());
            let others: Vec<u8> = before.iter().copied().filter(|seat| !owners.contains(seat)).collect();
            let text = match role {
                Role::Claims => lang.study_fact_claims(what, worth),
                Role::Shares => lang.study_fact_shares(what, worth, named(seats, owners)),
                Role::Takes => lang.study_fact_takes(what, worth, named(seats, &others)),
                // What is shared is nobody's own.
                Role::Grows if owners.len() > 1 => lang.study_fact_feeds(what, worth, named(seats, owners)),
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
    }
}

/// What a kind of feature is called, for questions.
pub(super) fn feature(lang: Lang, kind: FeatureKind) -> String {
    Lang::capital(feature_name(lang, kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Player;

    fn numbers(text: &str) -> Vec<u16> {
        let mut found: Vec<u16> =
            text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
        found.sort_unstable();
        found
    }

    /// The facts themselves are counted again by the tests of `study`; here nothing is lost, made up or exchanged on the way into
    /// words.
    #[test]
    fn sentences_say_the_numbers_and_names_of_their_facts_and_no_others_in_every_language() {
        let seat = |name: &str| SeatInfo { name: name.to_owned(), colour: 0, player: Player::Person };
        let seats = [seat("Anna"), seat("Odo")];
        let feature = |role: Role, owners: Vec<u8>, before: Vec<u8>| Fact::Feature {
            role,
            kind: "city".to_owned(),
            at: study::Place { x: 3, y: -1, segment: 0 },
            tiles: 9,
            points: 22,
            owners,
            before,
            closers: Some(6),
            left: 19,
        };
        let facts = [
            (feature(Role::Claims, vec![0], vec![]), vec![6, 19, 22], vec![]),
            (feature(Role::Shares, vec![0, 1], vec![1]), vec![6, 19, 22], vec!["Anna", "Odo"]),
            (feature(Role::Takes, vec![0], vec![1]), vec![6, 19, 22], vec!["Odo"]),
            (feature(Role::Grows, vec![0], vec![0]), vec![6, 19, 22], vec![]),
            (feature(Role::Grows, vec![0, 1], vec![0, 1]), vec![6, 19, 22], vec!["Anna", "Odo"]),
            (feature(Role::Loses, vec![1], vec![0]), vec![6, 19, 22], vec!["Odo"]),
            (feature(Role::Loses, vec![], vec![0]), vec![6, 19, 22], vec![]),
            (feature(Role::Feeds, vec![1], vec![1]), vec![6, 19, 22], vec!["Odo"]),
            (Fact::NoFollower { seat: 1 }, vec![], vec!["Odo"]),
        ];
        for lang in Lang::all() {
            for (fact, counted, names) in &facts {
                let text = told_of(lang, &seats, fact);
                assert_eq!(numbers(&text), *counted, "{text}");
                for info in &seats {
                    assert_eq!(text.contains(&info.name), names.contains(&info.name.as_str()), "{text}");
                }
                // How many close it comes before how many are left.
                let (close, left) = (text.rfind('6'), text.find("19"));
                assert!(counted.is_empty() || close.zip(left).is_some_and(|(close, left)| close < left), "{text}");
            }
        }
    }
}
