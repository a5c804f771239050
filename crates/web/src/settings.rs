//! What people can switch on and off, kept in the browser.

use crate::app::App;
use crate::browser;
use crate::lang::Lang;
use crate::sound::Sound;
use leptos::prelude::*;

const STORED: &str = "bastide.settings";
const STORED_PACE: &str = "bastide.pace";

/// How fast moves are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pace {
    Calm,
    Normal,
    Quick,
    /// Nothing moves, and nobody waits.
    Off,
}

impl Pace {
    const ALL: [Pace; 4] = [Pace::Calm, Pace::Normal, Pace::Quick, Pace::Off];

    /// The name in the store.
    const fn name(self) -> &'static str {
        match self {
            Pace::Calm => "calm",
            Pace::Normal => "normal",
            Pace::Quick => "quick",
            Pace::Off => "off",
        }
    }

    fn text(self, lang: Lang) -> &'static str {
        match self {
            Pace::Calm => lang.pace_calm(),
            Pace::Normal => lang.pace_normal(),
            Pace::Quick => lang.pace_quick(),
            Pace::Off => lang.pace_off(),
        }
    }

    /// What is not known is as at first.
    fn from_name(name: &str) -> Pace {
        Pace::ALL.into_iter().find(|pace| pace.name() == name).unwrap_or(Pace::Normal)
    }

    /// How many times as long as usual everything takes.
    pub(crate) const fn slowness(self) -> f32 {
        match self {
            Pace::Calm => 2.0,
            Pace::Normal => 1.0,
            Pace::Quick => 0.5,
            Pace::Off => 0.0,
        }
    }
}

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
    /// A phone shakes a little when something happens.
    Vibration,
}

impl Switch {
    pub(crate) const ALL: [Switch; 8] = [
        Switch::Outline,
        Switch::Coming,
        Switch::DeadCells,
        Switch::Projection,
        Switch::Hint,
        Switch::HandOver,
        Switch::Sound,
        Switch::Vibration,
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
            Switch::Vibration => "vibration",
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
            Switch::Vibration => (lang.switch_vibration(), lang.switch_vibration_about()),
        }
    }

    const fn at_first(self) -> bool {
        !matches!(self, Switch::Sound | Switch::Vibration)
    }

    /// Whether it can do something here.
    fn is_of_use(self) -> bool {
        self != Switch::Vibration || browser::can_vibrate()
    }
}

/// How everything is switched; a handle that can be copied.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    switches: RwSignal<[bool; Switch::ALL.len()]>,
    pace: RwSignal<Pace>,
}

impl Settings {
    /// As they were left.
    pub(crate) fn load() -> Settings {
        let stored = browser::stored(STORED).unwrap_or_default();
        let pace = Pace::from_name(&browser::stored(STORED_PACE).unwrap_or_default());
        Settings { switches: RwSignal::new(parse(&stored)), pace: RwSignal::new(pace) }
    }

    /// Whether something is on; told when it changes.
    pub(crate) fn is_on(self, switch: Switch) -> bool {
        self.switches.with(|all| all[switch as usize])
    }

    pub(crate) fn turn(self, switch: Switch) {
        self.switches.update(|all| all[switch as usize] ^= true);
        self.switches.with_untracked(|all| browser::store(STORED, &text(all)));
        // What is switched on is tried at once.
        if untrack(|| self.is_on(switch)) {
            match switch {
                Switch::Sound => Sound::Points.play(),
                Switch::Vibration => browser::vibrate(Sound::Turn.shake()),
                _ => {}
            }
        }
    }

    /// How fast moves are shown; told when it changes.
    pub(crate) fn pace(self) -> Pace {
        self.pace.get()
    }

    fn set_pace(self, pace: Pace) {
        self.pace.set(pace);
        browser::store(STORED_PACE, pace.name());
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
    let pace = move |pace: Pace| {
        view! { <option value=pace.name() selected=app.settings.pace.get_untracked() == pace>{pace.text(lang)}</option> }
    };
    let choose = move |event| app.settings.set_pace(Pace::from_name(&event_target_value(&event)));
    let rows = Switch::ALL.into_iter().filter(|switch| switch.is_of_use()).map(row).collect_view();
    view! {
        <div class="switches">
            <label class="switch">
                <select class="pace-choice" on:change=choose>{Pace::ALL.map(pace).collect_view()}</select>
                <span><b>{lang.pace()}</b><small>{lang.pace_about()}</small></span>
            </label>
            {rows}
        </div>
    }
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
        assert!(Pace::ALL.into_iter().all(|pace| Pace::from_name(pace.name()) == pace));
        assert_eq!(Pace::from_name("?"), Pace::Normal);
    }
}
