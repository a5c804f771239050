//! Which topic answers the question that somebody has right now.

use super::topic::{Topic, topics};
use super::{base, hunters_gatherers as hg, inns_cathedrals as inns, new_lands, safari};
use crate::table::Outlook;
use rules::{Action, Counted, Event, FeatureKind, GameId, Phase, PieceKind, Score, Source, Symbol};

/// How a turn goes: what to read first.
pub(crate) fn first(game: GameId) -> &'static Topic {
    topics(game).next().unwrap_or(&base::TURN)
}

/// About what the person who is to act is asked.
pub(crate) fn asked(game: GameId, outlook: &Outlook, tried: bool) -> &'static Topic {
    match outlook.phase {
        Phase::Place if !tried => placing(game),
        Phase::Place | Phase::Act => acting(game, outlook),
        Phase::Pig => &base::PIG,
        Phase::Token => &safari::TOKENS,
        Phase::Ranger => &safari::RANGER,
        Phase::Deal | Phase::Over => first(game),
    }
}

fn placing(game: GameId) -> &'static Topic {
    match game {
        GameId::Base => &base::PLACING,
        GameId::HuntersGatherers => &hg::TURN,
        GameId::NewLands => &new_lands::TURN,
        GameId::Safari => &safari::TURN,
    }
}

fn acting(game: GameId, outlook: &Outlook) -> &'static Topic {
    let any = |wanted: fn(&Action) -> bool| outlook.choices.iter().any(|choice| wanted(&choice.action));
    let companion = any(|action| matches!(action, Action::Follower { with: Some(_), .. }));
    let large = any(|action| matches!(action, Action::Follower { piece: PieceKind::LargeFollower, .. }));
    match game {
        GameId::Base if companion && large => &inns::WITH_TRADERS,
        GameId::Base if companion => &base::BUILDER,
        GameId::Base if large => &inns::LARGE_FOLLOWER,
        GameId::Base => &base::FOLLOWERS,
        GameId::HuntersGatherers if any(|action| matches!(action, Action::Hut { .. })) => &hg::HUT,
        GameId::HuntersGatherers => &hg::FOLLOWERS,
        GameId::NewLands => &new_lands::FOLLOWERS,
        GameId::Safari => &safari::TURN,
    }
}

/// About what happened.
pub(crate) fn happened(game: GameId, event: &Event) -> Option<&'static Topic> {
    Some(match event {
        Event::Scored(score) => scored(game, score),
        Event::Goods { .. } => &base::GOODS,
        Event::ExtraTurn { .. } => &base::BUILDER,
        Event::Returned { piece, .. } if piece.kind == PieceKind::Builder => &base::BUILDER,
        Event::Returned { piece, .. } if piece.kind == PieceKind::Pig => &base::PIG,
        Event::BonusMove { .. } => &hg::BONUS,
        Event::TokenLaid { .. } | Event::TokenDrawn { .. } => &safari::TOKENS,
        Event::RangerTaken { .. } | Event::RangerMoved { .. } => &safari::RANGER,
        Event::Waterhole { .. } => &safari::WATERHOLE,
        Event::Discarded { .. } => placing(game),
        _ => return None,
    })
}

fn scored(game: GameId, score: &Score) -> &'static Topic {
    let counted = |symbol: Symbol| score.facts.count(Counted::Symbol(symbol)) > 0;
    match score.source {
        Source::Pig => &base::PIG,
        Source::Goods(_) => &base::GOODS,
        Source::Ranger => &safari::RANGER,
        Source::Waterhole => &safari::WATERHOLE,
        Source::Tokens => &safari::END,
        Source::Feature(FeatureKind::Field) => &base::FIELD,
        Source::Feature(FeatureKind::Meadow) => &hg::MEADOW,
        Source::Feature(FeatureKind::System | FeatureKind::Lake) => &hg::HUT,
        Source::Feature(kind) if score.end => match (game, kind) {
            (GameId::Base, _) => &base::END,
            (GameId::NewLands, _) => &new_lands::END,
            (GameId::Safari, _) => &safari::END,
            (GameId::HuntersGatherers, _) => &hg::END,
        },
        Source::Feature(FeatureKind::Road) if counted(Symbol::Inn) => &inns::INNS,
        Source::Feature(FeatureKind::City) if counted(Symbol::Cathedral) => &inns::CATHEDRALS,
        Source::Feature(FeatureKind::Road) => &base::ROAD,
        Source::Feature(FeatureKind::City) => &base::CITY,
        Source::Feature(FeatureKind::Cloister) => &base::CLOISTER,
        Source::Feature(FeatureKind::River) => &hg::RIVER,
        Source::Feature(FeatureKind::Forest) => &hg::FOREST,
        Source::Feature(FeatureKind::Grass) => &new_lands::GRASS,
        Source::Feature(FeatureKind::Mountain) => &new_lands::MOUNTAIN,
        Source::Feature(FeatureKind::Sea) => &new_lands::SEA,
        Source::Feature(FeatureKind::Path) => &safari::PATH,
        Source::Feature(FeatureKind::Bush) => &safari::BUSH,
        Source::Feature(FeatureKind::Baobab) => &safari::BAOBAB,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::help::topic::sections;
    use crate::table::Draft;
    use rules::{AnyGame, Game as _, GameOption, Options, Seat, Setup};

    /// What somebody who has placed the first tile is told about.
    fn about_acting(options: &[GameOption], moves: &str) -> &'static Topic {
        let options: Options = options.iter().copied().collect();
        let setup = Setup::new(GameId::Base, options, 2, Seat::ALL[0]).expect("two can play");
        let mut game = AnyGame::new(&setup);
        for word in moves.split(' ') {
            game.play(word.parse().expect("notation")).expect("a possible action");
        }
        let outlook = Outlook::of(&game, &Draft::default()).expect("somebody is to act");
        asked(GameId::Base, &outlook, false)
    }

    #[test]
    fn who_may_place_a_large_follower_reads_about_it() {
        let (inns_only, traders_only) = ([GameOption::InnsCathedrals], [GameOption::TradersBuilders]);
        let both = [GameOption::InnsCathedrals, GameOption::TradersBuilders];
        let moves = "+base/V base/V@1,0r0";
        assert!(about_acting(&[], moves) == &base::FOLLOWERS);
        assert!(about_acting(&traders_only, moves) == &base::BUILDER);
        assert!(about_acting(&inns_only, moves) == &inns::LARGE_FOLLOWER);
        assert!(about_acting(&both, moves) == &inns::WITH_TRADERS);
        // The large one is on the map already.
        let later = "+base/V base/V@1,0r0 F0 +base/E base/E@0,-1r2 - +base/U base/U@-1,0r1";
        assert!(about_acting(&inns_only, later) == &base::FOLLOWERS);
    }

    #[test]
    fn points_for_an_inn_or_a_cathedral_lead_to_their_topic() {
        for topic in [&inns::INNS, &inns::CATHEDRALS] {
            let (example, _) = topic.example.as_ref().expect("an example");
            let scene = example.play(GameId::Base).expect("a game");
            let mut events = scene.last.iter().flat_map(|entry| &entry.events);
            let scored = events.find(|event| matches!(event, Event::Scored(_))).expect("points");
            assert!(happened(GameId::Base, scored) == Some(topic));
        }
    }

    #[test]
    fn every_option_of_the_base_game_has_its_section() {
        let options = Options::combinations(GameId::Base).map(|options| options.iter().count()).max();
        assert_eq!(Some(sections(GameId::Base).len()), options.map(|options| 1 + options));
    }
}
