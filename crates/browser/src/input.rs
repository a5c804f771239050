//! Mouse, keys and fingers.

use crate::{Failure, Page, Result};
use serde::Deserialize;
use serde_json::json;
use std::time::{Duration, Instant};

/// A drag that takes longer has got stuck.
const PATIENCE: Duration = Duration::from_secs(60);
/// A mouse says where it is so often, and a wheel how far it was turned.
pub(crate) const REPORT: Duration = Duration::from_millis(8);

/// A point of the page, in pixels.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
pub struct Point {
    /// From the left.
    pub x: f64,
    /// From above.
    pub y: f64,
}

impl Point {
    /// The point so far away.
    pub fn moved(self, x: f64, y: f64) -> Point {
        Point { x: self.x + x, y: self.y + y }
    }

    /// How far away another point is.
    pub fn distance(self, other: Point) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

/// A key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// To the next field or button.
    Tab,
    /// Does it.
    Enter,
    /// Takes back, closes.
    Escape,
    /// An arrow.
    Up,
    /// An arrow.
    Right,
    /// An arrow.
    Down,
    /// An arrow.
    Left,
    /// Switches a box.
    Space,
    /// A letter or digit.
    Character(char),
}

impl Key {
    /// Its name, the text that it types, and the number that Windows gives it, which Chromium goes by.
    fn described(self) -> (String, Option<String>, u32) {
        match self {
            Key::Tab => ("Tab".to_owned(), None, 9),
            Key::Enter => ("Enter".to_owned(), Some("\r".to_owned()), 13),
            Key::Escape => ("Escape".to_owned(), None, 27),
            Key::Up => ("ArrowUp".to_owned(), None, 38),
            Key::Right => ("ArrowRight".to_owned(), None, 39),
            Key::Down => ("ArrowDown".to_owned(), None, 40),
            Key::Left => ("ArrowLeft".to_owned(), None, 37),
            Key::Space => (" ".to_owned(), Some(" ".to_owned()), 32),
            Key::Character(letter) => {
                (letter.to_string(), Some(letter.to_string()), u32::from(letter.to_ascii_uppercase()))
            }
        }
    }
}

impl Page {
    fn mouse(&mut self, kind: &str, at: Point, pressed: bool) -> Result<()> {
        let button = if kind == "mouseMoved" && !pressed { "none" } else { "left" };
        let event = json!({
            "type": kind, "x": at.x, "y": at.y, "button": button, "buttons": u8::from(pressed), "clickCount": 1,
        });
        self.call("Input.dispatchMouseEvent", event).map(drop)
    }

    /// Moves the mouse there.
    pub fn point_at(&mut self, at: Point) -> Result<()> {
        self.mouse("mouseMoved", at, false)
    }

    /// Clicks there.
    pub fn click(&mut self, at: Point) -> Result<()> {
        self.point_at(at)?;
        self.mouse("mousePressed", at, true)?;
        self.mouse("mouseReleased", at, false)
    }

    /// Clicks twice in a row.
    pub fn double_click(&mut self, at: Point) -> Result<()> {
        self.click(at)?;
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": at.x, "y": at.y, "button": "left", "clickCount": 2 });
            self.call("Input.dispatchMouseEvent", event)?;
        }
        Ok(())
    }

    /// Drags the mouse along the points.
    pub fn drag(&mut self, along: &mut impl Iterator<Item = Point>) -> Result<()> {
        self.drag_until(along, Instant::now() + PATIENCE)
    }

    /// Drags the mouse along the points until it is time to let go.
    pub(crate) fn drag_until(&mut self, along: &mut impl Iterator<Item = Point>, until: Instant) -> Result<()> {
        let Some(mut at) = along.next() else { return Ok(()) };
        self.point_at(at)?;
        self.mouse("mousePressed", at, true)?;
        while Instant::now() < until {
            let Some(next) = along.next() else { break };
            at = next;
            self.mouse("mouseMoved", at, true)?;
            std::thread::sleep(REPORT);
        }
        self.mouse("mouseReleased", at, false)
    }

    /// Turns the wheel there, downwards for positive numbers.
    pub(crate) fn wheel(&mut self, at: Point, by: f64) -> Result<()> {
        let event = json!({ "type": "mouseWheel", "x": at.x, "y": at.y, "deltaX": 0, "deltaY": by });
        self.call("Input.dispatchMouseEvent", event).map(drop)
    }

    /// Presses a key and lets it go.
    pub fn press(&mut self, key: Key) -> Result<()> {
        let (name, text, number) = key.described();
        let mut event = json!({ "type": "rawKeyDown", "key": name, "windowsVirtualKeyCode": number });
        if let Some(text) = text {
            event["type"] = "keyDown".into();
            event["text"] = text.into();
        }
        self.call("Input.dispatchKeyEvent", event)?;
        let event = json!({ "type": "keyUp", "key": name, "windowsVirtualKeyCode": number });
        self.call("Input.dispatchKeyEvent", event).map(drop)
    }

    /// Puts fingers there, moves them, or lifts all with an empty list.
    fn fingers(&mut self, kind: &str, at: &[Point]) -> Result<()> {
        let points: Vec<_> = at.iter().enumerate().map(|(id, at)| json!({ "x": at.x, "y": at.y, "id": id })).collect();
        self.call("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points })).map(drop)
    }

    /// Touches a point with a finger.
    pub fn tap(&mut self, at: Point) -> Result<()> {
        self.swipe(&[vec![at]])
    }

    /// Puts fingers on the screen, moves them from one list of places to the next, and lifts them.
    pub fn swipe(&mut self, along: &[Vec<Point>]) -> Result<()> {
        let Some((first, rest)) = along.split_first() else { return Ok(()) };
        self.fingers("touchStart", first)?;
        for at in rest {
            self.fingers("touchMove", at)?;
        }
        self.fingers("touchEnd", &[])
    }

    /// The middle of the first element for a selector, once it is in sight.
    pub fn middle_of(&mut self, selector: &str) -> Result<Point> {
        // On a phone some tools are behind one of them.
        self.run(&format!(
            "(() => {{
                const tool = document.querySelector({});
                if (tool?.closest('.tools') && !tool.checkVisibility()) document.querySelector('.more-tools').click();
            }})()",
            json!(selector)
        ))?;
        let found = self.evaluate::<Option<Point>>(&format!(
            "(() => {{
                const element = document.querySelector({});
                if (!element) return null;
                element.scrollIntoView({{ block: 'nearest', behavior: 'instant' }});
                const frame = element.getBoundingClientRect();
                return {{ x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 }};
            }})()",
            json!(selector)
        ))?;
        found.ok_or_else(|| Failure::new(format!("there is no {selector} on the page")))
    }
}
