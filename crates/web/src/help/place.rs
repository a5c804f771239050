//! Which topic answers the question that somebody has right now.

use super::topic::{Topic, topics};
use super::{base, hunters_gatherers as hg, inns_cathedrals as inns, new_lands, safari};
use crate::table::{Kind, Outlook};
use rules::{
    Action, Counted, Discard, Event, FeatureKind, GameId, Phase, PieceKind, Score, Source, Symbol, TileKind, TileSet,
};

/// How a turn goes: what to read first.
pub(crate) fn first(game: GameId) -> &'static Topic {
    topics(game).next().unwrap_or(&base::TURN)
}

/// About what the person who is to act is asked.
pub(crate) fn asked(game: GameId, outlook: &Outlook, tried: bool) -> &'static Topic {
    match outlook.phase {
        Phase::Place if !tried && outlook.tiles.len() > 1 => &new_lands::HAND,
        Phase::Place if !tried => placing(game, outlook.tile),
        Phase::Place | Phase::Act => acting(game, outlook),
        Phase::Pig => &base::PIG,
        Phase::Token => &safari::TOKENS,
        Phase::Ranger => &safari::RANGER,
        Phase::Deal | Phase::Over => first(game),
    }
}

fn placing(game: GameId, tile: Option<TileKind>) -> &'static Topic {
    match game {
        GameId::Base if tile.is_some_and(|tile| tile.def().is_river()) => &base::RIVER,
        GameId::Base => &base::PLACING,
        GameId::HuntersGatherers => &hg::TURN,
        GameId::NewLands => &new_lands::TURN,
        GameId::Safari => &safari::TURN,
    }
}

fn acting(game: GameId, outlook: &Outlook) -> &'static Topic {
    let any = |wanted: fn(&Action) -> bool| outlook.choices.iter().any(|choice| wanted(&choice.action));
    let with_builder = any(|action| matches!(action, Action::Follower { with: Some(PieceKind::Builder), .. }));
    let companion = any(|action| matches!(action, Action::Follower { with: Some(_), .. }));
    let large = any(|action| matches!(action, Action::Follower { piece: PieceKind::LargeFollower, .. }));
    match game {
        GameId::Base if companion && large => &inns::WITH_TRADERS,
        GameId::Base if with_builder => &base::BUILDER,
        GameId::Base if companion => &base::PIG,
        GameId::Base if large => &inns::LARGE_FOLLOWER,
        GameId::Base => &base::FOLLOWERS,
        GameId::HuntersGatherers if any(|action| matches!(action, Action::Hut { .. })) => &hg::HUT,
        GameId::HuntersGatherers => &hg::FOLLOWERS,
        GameId::NewLands => &new_lands::FOLLOWERS,
        GameId::Safari => match outlook.kind {
            Some(Kind::Ranger) => &safari::RANGER,
            // A first token brings 3 points, a further one more.
            Some(Kind::Waterhole) if outlook.shown().all(|choice| choice.gain > FOUNDED) => &safari::EXTENDING,
            Some(Kind::Waterhole) => &safari::WATERHOLE,
            _ => &safari::TURN,
        },
    }
}

/// What founding a waterhole brings (S13).
const FOUNDED: i32 = 3;

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
        Event::Waterhole { founded: false, .. } => &safari::EXTENDING,
        Event::Waterhole { .. } => &safari::WATERHOLE,
        Event::Discarded { why: Discard::PutAside, .. } => &new_lands::EQUAL_TURNS,
        Event::Discarded { tile, .. } if tile.def().set() == TileSet::HuntersGatherersBonus => &hg::BONUS,
        Event::Discarded { tile, .. } => placing(game, Some(*tile)),
        _ => return None,
    })
}

fn scored(game: GameId, score: &Score) -> &'static Topic {
    let counted = |symbol: Symbol| score.facts.count(Counted::Symbol(symbol)) > 0;
    match score.source {
        Source::Pig => &base::PIG,
        Source::Goods(_) => &base::GOODS,
        Source::Ranger => &safari::RANGER,
        Source::Waterhole if i32::from(score.points) > FOUNDED => &safari::EXTENDING,
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
    fn who_may_place_a_pig_but_no_builder_reads_about_the_pig() {
        let builder_waits = "+base/V base/V@1,0r0 f0+builder +base/E base/E@0,-1r2 - +base/U base/U@-1,0r1";
        assert!(about_acting(&[GameOption::TradersBuilders], builder_waits) == &base::PIG);
    }

    #[test]
    fn a_river_tile_and_two_tiles_in_hand_are_questions_of_their_own() {
        let about_placing = |id: GameId, option: GameOption, moves: &str| {
            let options = Options::NONE.with(option);
            let mut game = AnyGame::new(&Setup::new(id, options, 2, Seat::ALL[0]).expect("two can play"));
            for word in moves.split(' ') {
                game.play(word.parse().expect("notation")).expect("a possible action");
            }
            asked(id, &Outlook::of(&game, &Draft::default()).expect("somebody is to act"), false)
        };
        assert!(about_placing(GameId::Base, GameOption::River, "+river/straight") == &base::RIVER);
        let hands = "+new_lands/44 +new_lands/11 +new_lands/12 +new_lands/14";
        assert!(about_placing(GameId::NewLands, GameOption::Hand, hands) == &new_lands::HAND);
    }

    #[test]
    fn founding_and_extending_a_waterhole_are_two_things() {
        for (topic, founded) in [(&safari::WATERHOLE, true), (&safari::EXTENDING, false)] {
            let (example, _) = topic.example.as_ref().expect("an example");
            let scene = example.play(GameId::Safari).expect("a game");
            let events: Vec<&Event> = scene.last.iter().flat_map(|entry| &entry.events).collect();
            let event =
                events.iter().find(|event| matches!(event, Event::Waterhole { founded: is, .. } if *is == founded));
            assert!(happened(GameId::Safari, event.expect("a waterhole")) == Some(topic));
            let scored = events.iter().find(|event| matches!(event, Event::Scored(_))).expect("points");
            assert!(happened(GameId::Safari, scored) == Some(topic));
        }
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
