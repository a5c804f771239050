//! What was counted for points, one fact after the other: "4 tiles, 2 shields".

use crate::lang::Lang;
use rules::{FeatureKind, Score, Source};

/// Something that is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fact {
    Tiles,
    Shields,
    Towns,
    Parts,
    Mushrooms,
    Fish,
    Animals,
    Ports,
    Kinds,
    Birds,
}

impl Fact {
    fn text(self, lang: Lang, n: u32) -> String {
        match self {
            Fact::Tiles => lang.counted_tiles(n),
            Fact::Shields => lang.counted_shields(n),
            Fact::Towns => lang.counted_cities(n),
            Fact::Parts => lang.counted_parts(n),
            Fact::Mushrooms => lang.counted_mushrooms(n),
            Fact::Fish => lang.counted_fish(n),
            Fact::Animals => lang.counted_animals(n),
            Fact::Ports => lang.counted_ports(n),
            Fact::Kinds => lang.counted_kinds(n),
            Fact::Birds => lang.counted_birds(n),
        }
    }
}

/// What the points were given for, with how many of each.
fn facts(score: &Score) -> [Option<(Fact, u16)>; 2] {
    let (first, besides) = match score.source {
        Source::Feature(kind) => match kind {
            FeatureKind::City => (Fact::Tiles, Some(Fact::Shields)),
            FeatureKind::Road | FeatureKind::Cloister | FeatureKind::Grass => (Fact::Tiles, None),
            FeatureKind::Field => (Fact::Towns, None),
            FeatureKind::Forest => (Fact::Parts, Some(Fact::Mushrooms)),
            FeatureKind::River => (Fact::Parts, Some(Fact::Fish)),
            FeatureKind::System | FeatureKind::Lake => (Fact::Fish, None),
            FeatureKind::Meadow => (Fact::Animals, None),
            FeatureKind::Mountain => (Fact::Ports, None),
            FeatureKind::Sea => (Fact::Ports, Some(Fact::Tiles)),
            FeatureKind::Path | FeatureKind::Bush => {
                (if score.end { Fact::Animals } else { Fact::Kinds }, Some(Fact::Birds))
            }
            FeatureKind::Baobab => return [None, None],
        },
        Source::Pig => (Fact::Towns, None),
        Source::Goods(_) | Source::Ranger | Source::Waterhole | Source::Tokens => return [None, None],
    };
    let counted = |fact: Option<Fact>, count: u16| Some((fact?, count)).filter(|(_, count)| *count > 0);
    [counted(Some(first), score.size), counted(besides, score.extra)]
}

/// What was counted, in words; nothing where there is nothing to count.
pub(crate) fn counted(lang: Lang, score: &Score) -> String {
    let texts = facts(score).into_iter().flatten().map(|(fact, count)| fact.text(lang, count.into()));
    texts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::played;
    use rules::{Event, GameId, Options, Seat, Setup};

    #[test]
    fn every_feature_that_scores_says_what_was_counted() {
        let lang = Lang::english();
        for id in GameId::ALL {
            let setup = Setup::new(id, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
            let games: Vec<_> = (0..6).map(|seed| played(&setup, seed, usize::MAX)).collect();
            let mut told = 0;
            for event in games.iter().flat_map(table::Table::history).flat_map(|entry| &entry.events) {
                let Event::Scored(score) = event else { continue };
                if matches!(score.source, Source::Feature(_)) && score.points > 0 {
                    let text = counted(lang, score);
                    assert!(text.contains(|letter: char| letter.is_ascii_digit()), "{id:?} {score:?}: {text:?}");
                    told += 1;
                }
            }
            assert!(told > 3, "{id:?}");
        }
    }
}
