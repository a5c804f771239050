//! Small sounds, made on the spot: a wooden knock for a tile, two soft bells for points.

use std::cell::RefCell;
use wasm_bindgen::JsValue;
use web_sys::{AudioContext, OscillatorType};

/// Something to be heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sound {
    Tile,
    Points,
    Over,
    /// Time is running out.
    Hurry,
}

/// One note: when it begins, in seconds; its pitch, where the pitch goes, how long it lasts, how loud it is.
type Note = (f64, f32, f32, f64, f32);

impl Sound {
    const fn notes(self) -> &'static [Note] {
        match self {
            Sound::Tile => &[(0.0, 240.0, 90.0, 0.09, 0.25), (0.0, 900.0, 300.0, 0.03, 0.06)],
            Sound::Points => &[(0.08, 659.3, 659.3, 0.35, 0.10), (0.2, 987.8, 987.8, 0.5, 0.09)],
            Sound::Over => {
                &[(0.0, 523.3, 523.3, 0.4, 0.1), (0.15, 659.3, 659.3, 0.4, 0.1), (0.3, 784.0, 784.0, 0.8, 0.1)]
            }
            Sound::Hurry => &[(0.0, 880.0, 880.0, 0.12, 0.12), (0.18, 880.0, 880.0, 0.12, 0.12)],
        }
    }

    const fn wave(self) -> OscillatorType {
        match self {
            Sound::Tile => OscillatorType::Triangle,
            Sound::Points | Sound::Over | Sound::Hurry => OscillatorType::Sine,
        }
    }

    /// Is heard now; a browser without sound stays silent.
    pub(crate) fn play(self) {
        CONTEXT.with_borrow_mut(|context| {
            if context.is_none() {
                *context = AudioContext::new().ok();
            }
            let Some(context) = context else { return };
            let _ = context.resume();
            for note in self.notes() {
                let _ = sound(context, self.wave(), *note);
            }
        });
    }
}

thread_local! {
    /// Made with the first sound: browsers want a touch before it.
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

fn sound(context: &AudioContext, wave: OscillatorType, (wait, from, to, lasts, loud): Note) -> Result<(), JsValue> {
    let begin = context.current_time() + wait;
    let (voice, volume) = (context.create_oscillator()?, context.create_gain()?);
    voice.set_type(wave);
    voice.frequency().set_value_at_time(from, begin)?;
    voice.frequency().exponential_ramp_to_value_at_time(to, begin + lasts)?;
    volume.gain().set_value_at_time(0.0001, begin)?;
    volume.gain().exponential_ramp_to_value_at_time(loud, begin + 0.008)?;
    volume.gain().exponential_ramp_to_value_at_time(0.0001, begin + lasts)?;
    voice.connect_with_audio_node(&volume)?;
    volume.connect_with_audio_node(&context.destination())?;
    voice.start_with_when(begin)?;
    voice.stop_with_when(begin + lasts + 0.02)
}
