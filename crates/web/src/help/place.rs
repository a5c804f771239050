//! Which topic answers the question that somebody has right now.

use super::topic::{Topic, topics};
use super::{base, hunters_gatherers as hg, new_lands, safari};
use crate::table::Outlook;
use rules::{Action, Event, FeatureKind, GameId, Phase, PieceKind, Source};

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
    match game {
        GameId::Base if any(|action| matches!(action, Action::Follower { with: Some(_), .. })) => &base::BUILDER,
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
        Event::Scored(score) => scored(game, score.source, score.end),
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

fn scored(game: GameId, source: Source, end: bool) -> &'static Topic {
    match source {
        Source::Pig => &base::PIG,
        Source::Goods(_) => &base::GOODS,
        Source::Ranger => &safari::RANGER,
        Source::Waterhole => &safari::WATERHOLE,
        Source::Tokens => &safari::END,
        Source::Feature(FeatureKind::Field) => &base::FIELD,
        Source::Feature(FeatureKind::Meadow) => &hg::MEADOW,
        Source::Feature(FeatureKind::System | FeatureKind::Lake) => &hg::HUT,
        Source::Feature(kind) if end => match (game, kind) {
            (GameId::Base, _) => &base::END,
            (GameId::NewLands, _) => &new_lands::END,
            (GameId::Safari, _) => &safari::END,
            (GameId::HuntersGatherers, _) => &hg::END,
        },
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
