//! Who plays a game best.

use super::api;
use super::games::player_link;
use super::lobby::Frame;
use super::message::PlayerView;
use super::player::Standing;
use crate::app::App;
use crate::start::game_name;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::GameId;

/// The best players of a game, with the way to those of the others.
#[component]
pub(crate) fn LeadersPage(game: GameId) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let leaders: RwSignal<Option<Vec<(PlayerView, bool, Standing)>>> = RwSignal::new(None);
    let offline = RwSignal::new(false);
    spawn_local(async move {
        match api::get(&format!("leaders?game={}", game.name())).await {
            Ok(json) => {
                let read = |line: &super::json::Json| {
                    let player = line.get("player");
                    Some((PlayerView::read(player)?, player.get("bot").is_true(), Standing::read(line)?))
                };
                leaders.try_set(Some(json.get("leaders").list().iter().filter_map(read).collect()));
            }
            Err(_) => {
                offline.try_set(true);
            }
        }
    });
    let way = move |one: GameId| {
        let current = (one == game).then_some("page");
        view! { <a class="button" aria-current=current href=format!("#leaders/{}", one.name())>{game_name(lang, one)}</a> }
    };
    let line = move |(index, (player, program, standing)): (usize, (PlayerView, bool, Standing))| {
        view! {
            <tr>
                <td>{index + 1}</td>
                <th scope="row">{player_link(&player)}{program.then(|| view! { " " <small>{lang.is_program()}</small> })}</th>
                <td>{standing.text()}</td>
                <td>{standing.games}</td>
                <td>{standing.won}</td>
            </tr>
        }
    };
    let board = move || {
        let leaders = leaders.get()?;
        if leaders.is_empty() {
            return Some(view! { <p class="none">{lang.no_leaders_yet()}</p> }.into_any());
        }
        let lines = leaders.into_iter().enumerate().map(line).collect_view();
        Some(
            view! {
                <table class="ladder">
                    <caption class="unseen">{game_name(lang, game)}</caption>
                    <thead><tr>
                        <th scope="col">{lang.place()}</th>
                        <th scope="col">{lang.name()}</th>
                        <th scope="col">{lang.rating()}</th>
                        <th scope="col">{lang.rated_games()}</th>
                        <th scope="col">{lang.games_won()}</th>
                    </tr></thead>
                    <tbody>{lines}</tbody>
                </table>
            }
            .into_any(),
        )
    };
    view! {
        <Frame class="leaders">
            <div class="headline"><h1>{lang.leaders()}</h1></div>
            <nav class="of-games" aria-label=lang.choose_game()>{GameId::ALL.map(way).collect_view()}</nav>
            <section class="rooms panel">
                <h2>{game_name(lang, game)}</h2>
                <Show when=move || offline.get()><p class="trouble" role="status">{lang.not_reached()}</p></Show>
                {board}
            </section>
        </Frame>
    }
}
