//! The choice of a game and its options, each with a picture.

use super::Plan;
use super::sample::Sample;
use crate::app::App;
use crate::board::TilePicture;
use crate::guide;
use crate::help;
use crate::icon::Icon;
use crate::lang::Lang;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::{GameId, GameOption, Rotation, TileKind};

/// The cards of the games.
#[component]
pub(crate) fn Games(plan: Plan) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let game = move |game: GameId| {
        let chosen = move || plan.game.get() == game;
        let (title, about, _) = game_texts(lang, game);
        let players = game.players(game.options().iter().copied().collect());
        view! {
            <label class="choice" class:chosen=chosen>
                <input type="radio" name="game" prop:checked=chosen on:change=move |_| plan.game.set(game)/>
                <Sample id=game/>
                <span class="tick">{Icon::Check.view()}</span>
                <b>{title}</b>
                <small class="about">{about}</small>
                <small class="seats-of">{Icon::People.view()} {lang.players_from_to(players.start(), players.end())}</small>
            </label>
        }
    };
    view! {
        <fieldset class="games">
            <legend class="unseen">{lang.choose_game()}</legend>
            <div class="choices">{GameId::ALL.map(game).collect_view()}</div>
        </fieldset>
    }
}

/// The rules of the chosen game, and a guided first one.
#[component]
pub(super) fn Learn(plan: Plan) -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let rules = move |_| {
        let game = plan.game.get_untracked();
        app.help.show(lang, game, help::first(game));
    };
    let learn = move |_| {
        spawn_local(async move {
            lang.load_more().await;
            let (game, options) = untrack(|| (plan.game.get(), plan.options()));
            // Without the network it may not come; the button can be pressed again.
            if guide::begin(app, game, options).await.is_err() {
                leptos::logging::warn!("the guided game could not be loaded");
            }
        });
    };
    view! {
        <button class="rules" aria-haspopup="dialog" title=move || lang.rules_of(game_texts(lang, plan.game.get()).0) on:click=rules>
            {Icon::Book.view()} <span>{lang.rules()}</span>
        </button>
        <button class="learn" on:click=learn>{Icon::Learn.view()} <span>{lang.guide_begin()}</span></button>
    }
}

/// What can be added to the chosen game.
#[component]
pub(crate) fn Extras(plan: Plan) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let option = move |option: GameOption| {
        let chosen = move || plan.options.with(|options| options.contains(&option));
        let switch = move |_| {
            plan.options.update(|options| {
                if options.contains(&option) {
                    options.retain(|other| *other != option);
                } else {
                    options.push(option);
                }
            });
        };
        let (title, about, tile) = option_texts(lang, option);
        view! {
            <label class="extra" title=about>
                {picture(tile)}
                <b>{title}</b>
                <input type="checkbox" role="switch" prop:checked=chosen on:change=switch/>
            </label>
        }
    };
    view! {
        <Show when=move || !plan.game.get().options().is_empty()>
            <section class="extras">
                <h2>{lang.options()}</h2>
                {move || plan.game.get().options().iter().map(|known| option(*known)).collect_view()}
            </section>
        </Show>
    }
}

fn picture(tile: &str) -> Option<impl IntoView + use<>> {
    let kind = TileKind::from_name(tile)?;
    Some(view! { <TilePicture kind rotation=Rotation::NONE/> })
}

pub(super) fn game_texts(lang: Lang, game: GameId) -> (&'static str, &'static str, &'static str) {
    match game {
        GameId::Base => (lang.game_base(), lang.game_base_about(), "base/O"),
        GameId::HuntersGatherers => {
            (lang.game_hunters_gatherers(), lang.game_hunters_gatherers_about(), "hunters_gatherers/01")
        }
        GameId::NewLands => (lang.game_new_lands(), lang.game_new_lands_about(), "new_lands/01"),
        GameId::Safari => (lang.game_safari(), lang.game_safari_about(), "safari/24"),
    }
}

pub(super) fn option_texts(lang: Lang, option: GameOption) -> (&'static str, &'static str, &'static str) {
    match option {
        GameOption::TradersBuilders => (
            lang.option_traders_builders(),
            lang.option_traders_builders_about(),
            "traders_builders/wide-2-roads-cloth",
        ),
        GameOption::River => (lang.option_river(), lang.option_river_about(), "river/road-bridge"),
        GameOption::Hand => (lang.option_hand(), lang.option_hand_about(), "new_lands/02"),
        GameOption::EqualTurns => (lang.option_equal_turns(), lang.option_equal_turns_about(), "new_lands/03"),
        GameOption::InnsCathedrals => {
            (lang.option_inns_cathedrals(), lang.option_inns_cathedrals_about(), "inns_cathedrals/cathedral")
        }
        GameOption::WideCorners => (lang.option_wide_corners(), lang.option_wide_corners_about(), "safari/24"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_has_a_picture() {
        let games = GameId::ALL.map(|game| game_texts(Lang::english(), game).2);
        let options = GameOption::ALL.map(|option| option_texts(Lang::english(), option).2);
        for name in games.into_iter().chain(options) {
            assert!(TileKind::from_name(name).is_some(), "{name}");
        }
    }
}
