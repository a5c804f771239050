//! What people can switch on and off, kept in the browser.

use crate::app::App;
use crate::browser;
use crate::lang::Lang;
use leptos::prelude::*;

const STORED: &str = "bastide.settings";

/// Something that can be switched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Switch {
    /// The feature under the pointer is pointed out, with what it is worth.
    Outline,
    /// The tiles still to come are listed.
    Coming,
    /// Cells that no tile to come can fill are marked.
    DeadCells,
    /// What everybody would have if the game ended now stands beside the scores.
    Projection,
    /// A bot may be asked for advice.
    Hint,
    /// Whose turn it is is announced to people who share the screen.
    HandOver,
    Sound,
}

impl Switch {
    pub(crate) const ALL: [Switch; 7] = [
        Switch::Outline,
        Switch::Coming,
        Switch::DeadCells,
        Switch::Projection,
        Switch::Hint,
        Switch::HandOver,
        Switch::Sound,
    ];

    /// The name in the store.
    const fn name(self) -> &'static str {
        match self {
            Switch::Outline => "outline",
            Switch::Coming => "coming",
            Switch::DeadCells => "dead-cells",
            Switch::Projection => "projection",
            Switch::Hint => "hint",
            Switch::HandOver => "hand-over",
            Switch::Sound => "sound",
        }
    }

    /// What it is called, and what it does.
    fn texts(self, lang: Lang) -> (&'static str, &'static str) {
        match self {
            Switch::Outline => (lang.switch_outline(), lang.switch_outline_about()),
            Switch::Coming => (lang.switch_coming(), lang.switch_coming_about()),
            Switch::DeadCells => (lang.switch_dead_cells(), lang.switch_dead_cells_about()),
            Switch::Projection => (lang.switch_projection(), lang.switch_projection_about()),
            Switch::Hint => (lang.switch_hint(), lang.switch_hint_about()),
            Switch::HandOver => (lang.switch_hand_over(), lang.switch_hand_over_about()),
            Switch::Sound => (lang.switch_sound(), lang.switch_sound_about()),
        }
    }

    const fn at_first(self) -> bool {
        !matches!(self, Switch::Sound)
    }
}

/// How everything is switched; a handle that can be copied.
#[derive(Clone, Copy)]
pub(crate) struct Settings(RwSignal<[bool; Switch::ALL.len()]>);

impl Settings {
    /// As they were left.
    pub(crate) fn load() -> Settings {
        let stored = browser::stored(STORED).unwrap_or_default();
        Settings(RwSignal::new(parse(&stored)))
    }

    /// Whether something is on; told when it changes.
    pub(crate) fn is_on(self, switch: Switch) -> bool {
        self.0.with(|all| all[switch as usize])
    }

    pub(crate) fn turn(self, switch: Switch) {
        self.0.update(|all| all[switch as usize] ^= true);
        self.0.with_untracked(|all| browser::store(STORED, &text(all)));
    }
}

fn text(all: &[bool; Switch::ALL.len()]) -> String {
    let word = |switch: Switch| format!("{}={}", switch.name(), u8::from(all[switch as usize]));
    Switch::ALL.map(word).join(" ")
}

/// What is not said is as at first, so that a stored text of an older version still counts.
fn parse(text: &str) -> [bool; Switch::ALL.len()] {
    let said = |switch: Switch| {
        let value = text.split(' ').find_map(|word| word.strip_prefix(switch.name())?.strip_prefix('='))?;
        match value {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        }
    };
    Switch::ALL.map(|switch| said(switch).unwrap_or(switch.at_first()))
}

/// The list of switches.
#[component]
pub(crate) fn Switches() -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let row = move |switch: Switch| {
        let (title, about) = switch.texts(lang);
        view! {
            <label class="switch">
                <input
                    type="checkbox"
                    role="switch"
                    prop:checked=move || app.settings.is_on(switch)
                    on:change=move |_| app.settings.turn(switch)
                />
                <span><b>{title}</b><small>{about}</small></span>
            </label>
        }
    };
    view! { <div class="switches">{Switch::ALL.map(row).collect_view()}</div> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_comes_back_and_what_is_strange_does_no_harm() {
        let mut all = parse("");
        assert!(!all[Switch::Sound as usize] && all[Switch::Outline as usize]);
        all[Switch::Sound as usize] = true;
        all[Switch::Coming as usize] = false;
        assert_eq!(parse(&text(&all)), all);
        assert_eq!(parse("sound=7 = outline"), parse(""));
    }
}
