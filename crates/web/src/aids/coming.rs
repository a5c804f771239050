//! The tiles still to come, as pictures with counts.

use crate::app::App;
use crate::board::TilePicture;
use crate::dialog::Dialog;
use crate::icon::Icon;
use crate::lang::Lang;
use crate::settings::Switch;
use crate::table::TableState;
use crate::tool::ToolButton;
use leptos::prelude::*;
use rules::{AnyGame, Bag, Game as _, HuntersGatherers, Rotation, TileKind, sort_by_key};
use std::cmp::Reverse;
use std::time::Duration;

/// Drawing a tile takes a while: one at a time, with room for everything else between them.
const PAUSE: Duration = Duration::from_millis(12);

/// The tiles of one stack.
#[derive(Clone, PartialEq, Debug)]
struct Stack {
    /// Whether they come only as a bonus.
    bonus: bool,
    tiles: Vec<(TileKind, u8)>,
}

impl Stack {
    fn of(bag: &Bag, bonus: bool) -> Stack {
        let mut tiles: Vec<(TileKind, u8)> = bag.iter().collect();
        // The common ones first; among equals as in the tile sets, where similar tiles stand together.
        sort_by_key(&mut tiles, |(kind, count)| (Reverse(*count), *kind));
        Stack { bonus, tiles }
    }

    fn total(&self) -> u32 {
        self.tiles.iter().map(|(_, count)| u32::from(*count)).sum()
    }
}

fn stacks(game: &AnyGame) -> Vec<Stack> {
    let land = Stack::of(game.bag(), false);
    let bonus = game.unit::<HuntersGatherers>().map(|game| Stack::of(game.bonus(), true));
    std::iter::once(land).chain(bonus).filter(|stack| !stack.tiles.is_empty()).collect()
}

/// In the side panel: closed until somebody wants to look.
#[component]
pub(crate) fn ComingPanel(state: TableState) -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let open = RwSignal::new(false);
    let stacks = Memo::new(move |_| state.read_game(stacks));
    // Bonus tiles are none of the turns that are left: they are counted by themselves.
    let left = move || {
        let text = |stack: &Stack| heading(lang, stack.bonus, stack.total());
        stacks.with(|stacks| stacks.iter().map(text).collect::<Vec<_>>().join(" · "))
    };
    view! {
        <Show when=move || app.settings.is_on(Switch::Coming) && !stacks.with(Vec::is_empty)>
            <section class="coming">
                <h2>
                    <button aria-expanded=move || open.get().to_string() on:click=move |_| open.update(|open| *open ^= true)>
                        {Icon::Tiles.view()} {left}
                    </button>
                </h2>
                <Show when=move || open.get()>
                    <Coming state/>
                </Show>
            </section>
        </Show>
    }
}

/// Where there is no side panel: a button that opens the window.
#[component]
pub(crate) fn ComingButton(state: TableState, open: RwSignal<bool>) -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    view! {
        <Show when=move || app.settings.is_on(Switch::Coming) && !state.is_over()>
            <ToolButton label=lang.coming() icon=Icon::Tiles class="narrow-only folds" opens=true on_press=move |()| open.set(true)/>
        </Show>
    }
}

/// The window with the tiles to come.
#[component]
pub(crate) fn ComingDialog(state: TableState, open: RwSignal<bool>) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    view! {
        <Dialog open title=lang.coming()>
            <Coming state/>
        </Dialog>
    }
}

#[component]
fn Coming(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let stacks = Memo::new(move |_| state.read_game(stacks));
    // How many pictures may be there: one more after each pause.
    let drawn = RwSignal::new(1_usize);
    let all = Memo::new(move |_| stacks.with(|stacks| stacks.iter().map(|stack| stack.tiles.len()).sum::<usize>()));
    Effect::new(move |_| {
        if drawn.get() < all.get() {
            set_timeout(
                move || {
                    drawn.try_update(|drawn| *drawn += 1);
                },
                PAUSE,
            );
        }
    });
    let group = move |bonus: bool| {
        let tiles = move || {
            stacks.with(|stacks| {
                let before: usize =
                    stacks.iter().take_while(|stack| stack.bonus != bonus).map(|stack| stack.tiles.len()).sum();
                let room = drawn.get().saturating_sub(before);
                let stack = stacks.iter().find(|stack| stack.bonus == bonus);
                stack.map(|stack| stack.tiles.iter().take(room).copied().collect::<Vec<_>>()).unwrap_or_default()
            })
        };
        let total = Memo::new(move |_| {
            stacks.with(|stacks| stacks.iter().find(|stack| stack.bonus == bonus).map_or(0, Stack::total))
        });
        view! {
            <Show when=move || total.get() != 0>
                <p class="total">{move || heading(lang, bonus, total.get())}</p>
                <ul class="kinds" tabindex="0" aria-label=lang.coming()>
                    <For each=tiles key=|tile| *tile let:tile>
                        <li>
                            <TilePicture kind=tile.0 rotation=Rotation::NONE/>
                            <span><span aria-hidden="true">"×"</span>{tile.1}</span>
                        </li>
                    </For>
                </ul>
            </Show>
        }
    };
    view! {
        {group(false)}
        {group(true)}
    }
}

/// How many tiles a stack has, in words.
fn heading(lang: Lang, bonus: bool, total: u32) -> String {
    if bonus { lang.coming_bonus(total) } else { lang.tiles_left(total) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{GameId, Options, Seat, Setup};

    #[test]
    fn everything_in_the_bags_is_listed_common_tiles_first() {
        let setup = Setup::new(GameId::HuntersGatherers, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
        let game = AnyGame::new(&setup);
        let stacks = stacks(&game);
        let [land, bonus] = &stacks[..] else { panic!("two stacks") };
        assert_eq!((land.bonus, land.total()), (false, game.bag().total().into()));
        assert_eq!(
            (bonus.bonus, bonus.total()),
            (true, game.unit::<HuntersGatherers>().map_or(0, |game| game.bonus().total()).into())
        );
        assert!(land.tiles.is_sorted_by(|a, b| a.1 >= b.1));
    }
}
