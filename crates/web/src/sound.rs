//! Small sounds, made on the spot: wood for tiles and pieces, soft bells for points and turns.

use std::cell::RefCell;
use wasm_bindgen::JsValue;
use web_sys::{AudioContext, OscillatorType};

/// Something to be heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sound {
    /// A tile comes to lie.
    Tile,
    /// A tile is turned in the hand.
    Rotate,
    /// A piece is put down.
    Piece,
    Points,
    /// A feature is complete.
    Closed,
    /// It is the turn of somebody at this screen.
    Turn,
    Over,
    /// Time is running out.
    Hurry,
}

/// One note: when it begins, in milliseconds; its pitch and where the pitch goes, in hertz; how long it lasts, in
/// milliseconds; how loud it is, in thousandths.
type Note = (u16, u16, u16, u16, u16);

impl Sound {
    const fn notes(self) -> &'static [Note] {
        match self {
            Sound::Tile => &[(0, 240, 90, 90, 250), (0, 900, 300, 30, 60), (55, 180, 80, 60, 90)],
            Sound::Rotate => &[(0, 420, 700, 45, 40), (35, 700, 380, 50, 35)],
            Sound::Piece => &[(0, 520, 260, 60, 160), (70, 410, 210, 70, 120)],
            Sound::Points => &[(0, 659, 659, 350, 100), (120, 988, 988, 500, 90)],
            Sound::Closed => &[(0, 392, 392, 500, 70), (70, 587, 587, 500, 60), (140, 784, 784, 700, 60)],
            Sound::Turn => &[(0, 523, 523, 500, 80), (0, 1047, 1047, 300, 20), (160, 784, 784, 700, 70)],
            Sound::Over => &[
                (0, 523, 523, 400, 100),
                (150, 659, 659, 400, 100),
                (300, 784, 784, 500, 100),
                (480, 1047, 1047, 1100, 90),
                (480, 659, 659, 1100, 60),
            ],
            Sound::Hurry => &[(0, 880, 880, 120, 120), (180, 880, 880, 120, 120)],
        }
    }

    const fn wave(self) -> OscillatorType {
        match self {
            Sound::Tile | Sound::Rotate | Sound::Piece => OscillatorType::Triangle,
            _ => OscillatorType::Sine,
        }
    }

    /// How long a phone shakes with it, in milliseconds.
    pub(crate) const fn shake(self) -> u32 {
        match self {
            Sound::Tile | Sound::Piece => 12,
            Sound::Turn | Sound::Points => 35,
            Sound::Over | Sound::Hurry => 90,
            Sound::Rotate | Sound::Closed => 0,
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
    let seconds = |millis: u16| f64::from(millis) / 1000.0;
    let begin = context.current_time() + seconds(wait);
    let end = begin + seconds(lasts);
    let (voice, volume) = (context.create_oscillator()?, context.create_gain()?);
    voice.set_type(wave);
    voice.frequency().set_value_at_time(from.into(), begin)?;
    voice.frequency().exponential_ramp_to_value_at_time(to.into(), end)?;
    volume.gain().set_value_at_time(0.0001, begin)?;
    volume.gain().exponential_ramp_to_value_at_time(f32::from(loud) / 1000.0, begin + 0.008)?;
    volume.gain().exponential_ramp_to_value_at_time(0.0001, end)?;
    voice.connect_with_audio_node(&volume)?;
    volume.connect_with_audio_node(&context.destination())?;
    voice.start_with_when(begin)?;
    voice.stop_with_when(end + 0.02)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sounds_are_distinct_short_and_never_silent() {
        let all = [
            Sound::Tile,
            Sound::Rotate,
            Sound::Piece,
            Sound::Points,
            Sound::Closed,
            Sound::Turn,
            Sound::Over,
            Sound::Hurry,
        ];
        for (index, sound) in all.into_iter().enumerate() {
            assert!(!sound.notes().is_empty() && all[..index].iter().all(|other| other.notes() != sound.notes()));
            for (wait, from, to, lasts, loud) in sound.notes() {
                // A ramp to zero is an error in browsers.
                assert!(*from > 0 && *to > 0 && *loud > 0 && *loud <= 250 && wait + lasts < 2000, "{sound:?}");
            }
        }
    }
}
