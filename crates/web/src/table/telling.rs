//! Events and choices in words.

use super::draft::{Choice, Draft, Outlook};
use super::facts::counted;
use super::state::TableState;
use crate::lang::Lang;
use crate::session::SeatInfo;
use rules::{Action, Animal, Discard, Event, FeatureKind, Goods, Phase, Piece, PieceKind, Score, Seat, Source, Symbol};

/// What happened, in a sentence; nothing for what is better seen than read.
pub(crate) fn event(lang: Lang, seats: &[SeatInfo], event: &Event) -> Option<String> {
    let name = |seat: Seat| seats.get(seat.index()).map_or("", |info| info.name.as_str());
    Some(match event {
        Event::Discarded { why: Discard::FitsNowhere, .. } => lang.told_discarded().to_owned(),
        Event::Discarded { why: Discard::PutAside, .. } => lang.told_put_aside().to_owned(),
        Event::Scored(score) => scored(lang, name(score.seat), score),
        other => lang.told_does(name(doer(other)?), deed(lang, other)?),
    })
}

/// Who did it, where somebody did.
pub(crate) fn doer(event: &Event) -> Option<Seat> {
    match event {
        Event::Deployed(piece) | Event::Returned { piece, .. } => Some(piece.seat),
        Event::Placed { seat, .. }
        | Event::ExtraTurn { seat }
        | Event::BonusMove { seat }
        | Event::Goods { seat, .. }
        | Event::TokenDrawn { seat, .. }
        | Event::TokenLaid { seat, .. }
        | Event::RangerTaken { seat, .. }
        | Event::RangerMoved { seat, .. }
        | Event::Waterhole { seat, .. } => Some(*seat),
        _ => None,
    }
}

/// What somebody did, as it goes on after their name.
fn deed(lang: Lang, event: &Event) -> Option<String> {
    match event {
        Event::Placed { .. } => Some(lang.did_place().to_owned()),
        other => fragment(lang, other),
    }
}

/// What somebody did beside placing the tile and scoring, as it goes on after their name.
pub(crate) fn fragment(lang: Lang, event: &Event) -> Option<String> {
    Some(match event {
        Event::Deployed(piece) => deployed(lang, piece),
        Event::Goods { goods, count, .. } => lang.did_goods(u32::from(*count), source(lang, Source::Goods(*goods))),
        Event::TokenDrawn { animal, .. } => lang.did_draw_token(1, animal_name(lang, *animal)),
        Event::TokenLaid { animal, .. } => lang.did_lay_token(animal_name(lang, *animal)),
        Event::RangerTaken { .. } => lang.did_take_ranger().to_owned(),
        Event::RangerMoved { .. } => lang.did_move_ranger().to_owned(),
        Event::Waterhole { animal, founded: true, .. } => lang.did_found(animal_name(lang, *animal)),
        Event::Waterhole { animal, .. } => lang.did_extend(animal_name(lang, *animal)),
        Event::ExtraTurn { .. } => lang.did_extra_turn().to_owned(),
        Event::BonusMove { .. } => lang.did_bonus_move().to_owned(),
        Event::Returned { piece, to_stacks: false } if !piece.kind.is_follower() => {
            lang.did_return(piece_name(lang, piece.kind))
        }
        _ => return None,
    })
}

/// That a piece was put somewhere. Each has a text of its own: what it is called depends on the sentence in most languages.
fn deployed(lang: Lang, piece: &Piece) -> String {
    let text = match piece.kind {
        PieceKind::LargeFollower => return lang.did_large(role(lang, piece.on)),
        PieceKind::Builder => lang.did_builder(),
        PieceKind::Pig => lang.did_pig(),
        PieceKind::Hut => lang.did_hut(),
        PieceKind::Follower => match piece.on {
            FeatureKind::City => lang.did_knight(),
            FeatureKind::Road => lang.did_thief(),
            FeatureKind::Field => lang.did_farmer(),
            FeatureKind::Cloister => lang.did_monk(),
            FeatureKind::River | FeatureKind::Lake | FeatureKind::System => lang.did_fisher(),
            FeatureKind::Forest => lang.did_gatherer(),
            FeatureKind::Meadow => lang.did_hunter(),
            FeatureKind::Grass => lang.did_explorer(),
            FeatureKind::Mountain => lang.did_robber(),
            FeatureKind::Sea => lang.did_navigator(),
            FeatureKind::Path => lang.did_path(),
            FeatureKind::Bush => lang.did_bush(),
            FeatureKind::Baobab => lang.did_baobab(),
        },
    };
    text.to_owned()
}

/// That somebody brought a follower home, and that it was worth nothing where it was.
pub(crate) fn recalled(lang: Lang, events: &[Event]) -> Option<String> {
    let home = events.iter().find_map(|event| match event {
        Event::Returned { piece, .. } => Some(*piece),
        _ => None,
    })?;
    let text = lang.did_recall(role(lang, home.on));
    let scored = events.iter().any(|event| matches!(event, Event::Scored(score) if score.points > 0));
    Some(if scored { text } else { format!("{text}, {}", lang.points(0)) })
}

/// What a follower is called on a feature of this kind; a large one is called so.
fn follower_role(lang: Lang, piece: PieceKind, on: Option<FeatureKind>) -> Option<String> {
    let role = on.map_or(lang.follower(), |kind| role(lang, kind));
    match piece {
        PieceKind::Follower => Some(role.to_owned()),
        PieceKind::LargeFollower => Some(lang.large(role)),
        _ => None,
    }
}

fn scored(lang: Lang, name: &str, score: &Score) -> String {
    let text = lang.told_scored(u32::from(score.points), name, source(lang, score.source));
    let counted = counted(lang, score);
    if counted.is_empty() { text } else { format!("{text} ({counted})") }
}

pub(crate) fn source(lang: Lang, source: Source) -> &'static str {
    match source {
        Source::Feature(kind) => feature(lang, kind),
        Source::Pig => lang.pig(),
        Source::Goods(Goods::Chicken) => lang.chicken(),
        Source::Goods(Goods::Wheat) => lang.wheat(),
        Source::Goods(Goods::Cloth) => lang.cloth(),
        Source::Ranger => lang.ranger(),
        Source::Waterhole => lang.waterhole(),
        Source::Tokens => lang.tokens(),
    }
}

pub(crate) fn symbol(lang: Lang, symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Shield => lang.shield(),
        Symbol::Chicken => lang.chicken(),
        Symbol::Wheat => lang.wheat(),
        Symbol::Cloth => lang.cloth(),
        Symbol::Inn => lang.inn(),
        Symbol::Cathedral => lang.cathedral(),
        Symbol::Fish => lang.fish(),
        Symbol::Nugget => lang.nugget(),
        Symbol::Mushroom => lang.mushroom(),
        Symbol::Deer => lang.deer(),
        Symbol::Mammoth => lang.mammoth(),
        Symbol::Aurochs => lang.aurochs(),
        Symbol::Tiger => lang.tiger(),
        Symbol::Fire => lang.fire(),
        Symbol::Shrine => lang.shrine(),
        Symbol::Port => lang.port(),
        Symbol::Monkey => lang.monkey(),
        Symbol::Elephant => lang.elephant(),
        Symbol::Giraffe => lang.giraffe(),
        Symbol::Lion => lang.lion(),
        Symbol::Zebra => lang.zebra(),
        Symbol::Bird => lang.bird(),
    }
}

pub(crate) fn feature(lang: Lang, kind: FeatureKind) -> &'static str {
    match kind {
        FeatureKind::City => lang.city(),
        FeatureKind::Road => lang.road(),
        FeatureKind::Field => lang.field(),
        FeatureKind::Cloister => lang.cloister(),
        FeatureKind::River => lang.river(),
        FeatureKind::Forest => lang.forest(),
        FeatureKind::Meadow => lang.meadow(),
        FeatureKind::Lake => lang.lake(),
        FeatureKind::System => lang.river_system(),
        FeatureKind::Grass => lang.grassland(),
        FeatureKind::Mountain => lang.mountains(),
        FeatureKind::Sea => lang.sea(),
        FeatureKind::Path => lang.path(),
        FeatureKind::Bush => lang.bush(),
        FeatureKind::Baobab => lang.baobab(),
    }
}

/// What a follower is on a feature of this kind.
fn role(lang: Lang, kind: FeatureKind) -> &'static str {
    match kind {
        FeatureKind::City => lang.knight(),
        FeatureKind::Road => lang.thief(),
        FeatureKind::Field => lang.farmer(),
        FeatureKind::Cloister => lang.monk(),
        FeatureKind::River | FeatureKind::Lake | FeatureKind::System => lang.fisher(),
        FeatureKind::Forest => lang.gatherer(),
        FeatureKind::Meadow => lang.hunter(),
        FeatureKind::Grass => lang.explorer(),
        FeatureKind::Mountain => lang.robber(),
        FeatureKind::Sea => lang.navigator(),
        FeatureKind::Path => lang.on_path(),
        FeatureKind::Bush => lang.in_bush(),
        FeatureKind::Baobab => lang.at_baobab(),
    }
}

pub(crate) fn piece_name(lang: Lang, kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Follower => lang.follower(),
        PieceKind::LargeFollower => lang.large_follower(),
        PieceKind::Builder => lang.builder(),
        PieceKind::Pig => lang.pig(),
        PieceKind::Hut => lang.hut(),
    }
}

pub(crate) fn animal_name(lang: Lang, animal: Animal) -> &'static str {
    match animal {
        Animal::Monkey => lang.monkey(),
        Animal::Elephant => lang.elephant(),
        Animal::Giraffe => lang.giraffe(),
        Animal::Lion => lang.lion(),
        Animal::Zebra => lang.zebra(),
    }
}

/// An action that is possible after a draft, in words.
pub(crate) fn action(state: TableState, lang: Lang, draft: &Draft, action: Action) -> String {
    state.read_untracked(|session| {
        let choices = Outlook::of(session.game(), draft).map(|outlook| outlook.choices).unwrap_or_default();
        let plain = Choice { action, anchor: None, kind: None, gain: 0 };
        let known = choices.iter().find(|choice| choice.action == action);
        choice(lang, session.game().phase(), known.unwrap_or(&plain))
    })
}

/// A choice, as on its button.
pub(crate) fn choice(lang: Lang, phase: Phase, choice: &Choice) -> String {
    let kind = choice.kind;
    let text = match choice.action {
        Action::Follower { with, piece, .. } => {
            let role = follower_role(lang, piece, kind).unwrap_or_default();
            match with {
                Some(PieceKind::Builder) => lang.with_builder(&role),
                Some(PieceKind::Pig) => lang.with_pig(&role),
                _ => role,
            }
        }
        Action::Hut { .. } => lang.hut().to_owned(),
        Action::Recall { .. } => {
            let role = kind.map_or(lang.follower(), |kind| role(lang, kind));
            lang.take_back_piece(role)
        }
        Action::Ranger { .. } => lang.ranger().to_owned(),
        Action::Waterhole { animal, .. } | Action::Token { animal } => animal_name(lang, animal).to_owned(),
        Action::ReturnFarmer => lang.farmer_home().to_owned(),
        _ if phase == Phase::Pig => lang.farmer_stays().to_owned(),
        _ => lang.pass().to_owned(),
    };
    Lang::capital(&text)
}
