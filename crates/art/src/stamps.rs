//! Small things drawn many times: trees, houses, tufts. They are merged into few paths.

use crate::path::number;
use crate::point::{Dice, Point};
use rules::sort_by_key;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A thing that stands on a point; what stands further south covers what stands further north.
pub(crate) struct Stamp {
    pub(crate) at: Point,
    /// How far it reaches to either side.
    pub(crate) half: f32,
    /// How far it reaches up.
    pub(crate) tall: f32,
    /// Attributes and path data relative to the point, from the lowest layer up.
    pub(crate) parts: Vec<(String, String)>,
}

/// Path data for a thing of another size: all lengths are multiplied, flags of arcs are kept.
pub(crate) fn scaled(data: &str, factor: f32) -> String {
    let mut out = String::with_capacity(data.len() + 8);
    let (mut command, mut count) = (' ', 0);
    let bytes = data.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        if byte.is_ascii_alphabetic() {
            (command, count) = (byte as char, 0);
            out.push(command);
            at += 1;
        } else if byte == b' ' || byte == b',' {
            at += 1;
        } else {
            let start = at;
            at += 1;
            let mut dot = byte == b'.';
            while at < bytes.len() && (bytes[at].is_ascii_digit() || bytes[at] == b'.' && !dot) {
                dot |= bytes[at] == b'.';
                at += 1;
            }
            let text = &data[start..at];
            let kept = command == 'a' && matches!(count % 7, 2..=4);
            let text = if kept { text.to_owned() } else { number(decimal(text) * factor) };
            if !text.starts_with('-') && !out.ends_with(|last: char| last.is_ascii_alphabetic()) {
                out.push(' ');
            }
            out.push_str(&text);
            count += 1;
        }
    }
    out
}

/// Path data of a small thing put on a point. Whole units are exact enough for it.
pub(crate) fn place(at: Point, data: &str) -> String {
    format!("M{} {}{data}", at.x.round(), at.y.round())
}

/// Writes one element.
pub(crate) fn element(out: &mut String, attributes: &str, data: &str) {
    if !data.is_empty() {
        let _ = write!(out, "<path {attributes} d=\"{data}\"/>");
    }
}

/// Writes the stamps so that those further south cover those further north, with as few paths as that allows: each stamp
/// goes into the layer above the highest one that it overlaps.
pub(crate) fn write_stamps(out: &mut String, mut stamps: Vec<Stamp>) {
    sort_by_key(&mut stamps, |stamp| stamp.at.y);
    let mut layers: Vec<Vec<Stamp>> = Vec::new();
    for stamp in stamps {
        let overlaps = |other: &Stamp| {
            (other.at.x - stamp.at.x).abs() < (other.half + stamp.half) * 0.9
                && stamp.at.y - other.at.y < stamp.tall + 0.5
        };
        let above = layers.iter().rposition(|layer| layer.iter().any(overlaps)).map_or(0, |layer| layer + 1);
        if above == layers.len() {
            layers.push(Vec::new());
        }
        layers[above].push(stamp);
    }
    for layer in &layers {
        write_layer(out, layer);
    }
}

fn write_layer(out: &mut String, stamps: &[Stamp]) {
    let parts = stamps.iter().map(|stamp| stamp.parts.len()).max().unwrap_or(0);
    for part in 0..parts {
        let mut paths: BTreeMap<&str, String> = BTreeMap::new();
        for stamp in stamps {
            if let Some((attributes, data)) = stamp.parts.get(part).filter(|(_, data)| !data.is_empty()) {
                paths.entry(attributes).or_default().push_str(&place(stamp.at, data));
            }
        }
        for (attributes, data) in paths {
            element(out, attributes, &data);
        }
    }
}

/// Points strewn over the tile in rows, about `spacing` apart, wherever they are wanted.
pub(crate) fn strew(spacing: f32, dice: &mut Dice, wanted: impl Fn(Point) -> bool) -> Vec<Point> {
    let mut points = Vec::new();
    let rows = (100.0 / (spacing * 0.8)).round().max(1.0);
    let columns = (100.0 / spacing).round().max(1.0);
    for row in 0..rows as usize {
        let odd = if row % 2 == 0 { 0.25 } else { 0.75 };
        for column in 0..columns as usize {
            let x = (column as f32 + odd + dice.between(-0.3, 0.3)) * 100.0 / columns;
            let y = (row as f32 + 0.5 + dice.between(-0.28, 0.28)) * 100.0 / rows;
            let point = Point::new(x.clamp(0.5, 99.5), y.clamp(0.5, 99.5));
            if wanted(point) {
                points.push(point);
            }
        }
    }
    points
}

/// A short decimal number. The standard library reads every number exactly, with tables of a dozen kilobytes.
fn decimal(text: &str) -> f32 {
    let (sign, digits) = text.strip_prefix('-').map_or((1.0, text), |digits| (-1.0, digits));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let number = |digits: &str| digits.bytes().fold(0_u32, |number, digit| number * 10 + u32::from(digit - b'0'));
    // Both are small enough to be exact, so their quotient is the nearest number.
    let scale = 10_u32.pow(part.len() as u32);
    sign * (number(whole) * scale + number(part)) as f32 / scale as f32
}
