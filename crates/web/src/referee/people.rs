//! Who plays at the table of cardboard: names, colours, who began.

use crate::app::App;
use crate::face::face;
use crate::icon::Icon;
use crate::livery::LIVERIES;
use crate::session::{Player, SeatInfo, plain_name};
use crate::tool::ToolButton;
use leptos::prelude::*;

/// The fewest who play.
const FEWEST: usize = 2;

/// A row for everybody. Where `most` is given people may come and go.
#[component]
pub(super) fn People(
    people: RwSignal<Vec<SeatInfo>>,
    first: RwSignal<usize>,
    #[prop(into)] most: Signal<Option<usize>>,
) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let count = Memo::new(move |_| people.with(Vec::len));
    let row = move |index: usize| {
        let info = move || people.with(|people| people.get(index).cloned());
        let name = move || info().map(|info| info.name).unwrap_or_default();
        let named = move |event| {
            let name = plain_name(&event_target_value(&event));
            people.update(|people| people.get_mut(index).into_iter().for_each(|info| info.name.clone_from(&name)));
        };
        let recolour = move |_| people.update(|people| recolour(people, index));
        let remove = move |()| people.update(|people| drop(people.remove(index)));
        view! {
            <li>
                <button class="swatch" aria-label=lang.colour() title=lang.colour() on:click=recolour>
                    {move || info().map(|info| face(&info))}
                </button>
                <input type="text" maxlength="24" aria-label=lang.name() prop:value=name on:input=named/>
                <label class="first-one">
                    <input type="radio" name="first-one" prop:checked=move || first.get() == index on:change=move |_| first.set(index)/>
                    <span>{lang.first_player()}</span>
                </label>
                <Show when=move || most.get().is_some() && { count.get() > FEWEST }>
                    <ToolButton label=Signal::derive(move || lang.remove_player(name())) icon=Icon::Bin on_press=remove/>
                </Show>
            </li>
        }
    };
    let add = move |_| {
        people.update(|people| {
            let colour = (0..LIVERIES).find(|colour| people.iter().all(|info| info.colour != *colour)).unwrap_or(0);
            people.push(SeatInfo { name: lang.player(people.len() + 1), colour, player: Player::Person });
        });
    };
    view! {
        <ol class="people">{move || (0..count.get()).map(row).collect_view()}</ol>
        <Show when=move || most.get().is_some_and(|most| count.get() < most)>
            <button class="add-person" on:click=add>{Icon::Plus.view()} <span>{lang.add_player()}</span></button>
        </Show>
    }
}

/// Gives somebody the next colour that nobody has; with none left, changes with the next one.
fn recolour(people: &mut [SeatInfo], index: usize) {
    let Some(own) = people.get(index).map(|info| info.colour) else { return };
    let free = |colour: &usize| people.iter().all(|info| info.colour != *colour);
    let next = (1..LIVERIES).map(|step| (own + step) % LIVERIES).find(free);
    let colour = next.unwrap_or_else(|| people[(index + 1) % people.len()].colour);
    for info in people.iter_mut().filter(|info| info.colour == colour) {
        info.colour = own;
    }
    people[index].colour = colour;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_have_the_same_colour_however_often_they_change() {
        let person = |colour| SeatInfo { name: String::new(), colour, player: Player::Person };
        for count in 2..=LIVERIES {
            let mut people: Vec<SeatInfo> = (0..count).map(person).collect();
            for step in 0..20 {
                recolour(&mut people, step % count);
                let mut colours: Vec<usize> = people.iter().map(|info| info.colour).collect();
                colours.sort_unstable();
                colours.dedup();
                assert_eq!(colours.len(), count);
            }
        }
    }
}
