//! Pictures as files: SVG as it is, PNG and animated PNG drawn by resvg.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;
use std::error::Error;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;

/// The largest picture that is drawn, in pixels: beyond it memory runs short before anyone can look at it.
const LARGEST: u64 = 120_000_000;

/// What a picture file holds, by the end of its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Vector graphics.
    Svg,
    /// Pixels.
    Png,
    /// Pixels that move: an animated PNG.
    Apng,
}

impl Format {
    /// The format that the name of a file asks for.
    pub fn of(path: &Path) -> Result<Format, String> {
        match path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => Ok(Format::Svg),
            Some("png") => Ok(Format::Png),
            Some("apng") => Ok(Format::Apng),
            _ => Err(format!("{}: the name must end in .svg, .png or .apng", path.display())),
        }
    }
}

/// Writes one picture.
pub fn write(path: &Path, svg: &str) -> Result<(), Box<dyn Error>> {
    let bytes = match Format::of(path)? {
        Format::Svg => svg.as_bytes().to_vec(),
        Format::Png => draw(svg)?.encode_png()?,
        Format::Apng => return Err(format!("{}: a single picture does not move; use .png", path.display()).into()),
    };
    Ok(fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))?)
}

/// Draws a picture.
pub fn draw(svg: &str) -> Result<Pixmap, Box<dyn Error>> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
    let size = tree.size().to_int_size();
    let pixels = u64::from(size.width()) * u64::from(size.height());
    if pixels > LARGEST {
        return Err(format!("a picture of {} by {} pixels is too large", size.width(), size.height()).into());
    }
    let mut map = Pixmap::new(size.width(), size.height()).ok_or("a picture without a size")?;
    resvg::render(&tree, Transform::default(), &mut map.as_mut());
    Ok(map)
}

/// Writes pictures of one size that follow each other, each shown for so many milliseconds, the last one longer.
pub fn animate(
    path: &Path,
    frames: impl ExactSizeIterator<Item = String>,
    milliseconds: u16,
) -> Result<(), Box<dyn Error>> {
    let count = u32::try_from(frames.len())?;
    let mut writer = None;
    let mut before: Option<Pixmap> = None;
    for (number, svg) in frames.enumerate() {
        let map = draw(&svg)?;
        let whole = Part { left: 0, top: 0, width: map.width(), height: map.height() };
        let part = before.as_ref().map_or(whole, |before| changed(before, &map));
        let writer = match &mut writer {
            Some(writer) => writer,
            None => {
                let file = File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
                let mut encoder = png::Encoder::new(BufWriter::new(file), map.width(), map.height());
                // The table covers everything: no pixel is transparent.
                encoder.set_color(png::ColorType::Rgb);
                encoder.set_animated(count, 0)?;
                encoder.set_frame_delay(milliseconds, 1000)?;
                writer.insert(encoder.write_header()?)
            }
        };
        if number > 0 {
            writer.reset_frame_position()?;
            writer.set_frame_dimension(part.width, part.height)?;
            writer.set_frame_position(part.left, part.top)?;
        }
        if number + 1 == count as usize {
            writer.set_frame_delay(milliseconds.saturating_mul(8), 1000)?;
        }
        let rows = (part.top..part.top + part.height).map(|row| (row * map.width() + part.left) as usize);
        let opaque: Vec<u8> = rows
            .flat_map(|first| &map.pixels()[first..first + part.width as usize])
            .flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
            .collect();
        writer.write_image_data(&opaque)?;
        before = Some(map);
    }
    writer.ok_or("there is nothing to show")?.finish()?;
    Ok(())
}

/// A part of a picture, never empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Part {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

/// The smallest part of a picture that holds all changes from the one before: only that is written.
fn changed(before: &Pixmap, now: &Pixmap) -> Part {
    let width = now.width() as usize;
    let differ = |index: &usize| before.pixels().get(*index) != now.pixels().get(*index);
    let (mut left, mut right, mut top, mut bottom) = (usize::MAX, 0, usize::MAX, 0);
    for index in (0..now.pixels().len()).filter(differ) {
        let (x, y) = (index % width, index / width);
        (left, right) = (left.min(x), right.max(x));
        (top, bottom) = (top.min(y), bottom.max(y));
    }
    if left > right {
        return Part { left: 0, top: 0, width: 1, height: 1 };
    }
    Part { left: left as u32, top: top as u32, width: (right - left + 1) as u32, height: (bottom - top + 1) as u32 }
}

#[cfg(test)]
mod tests {
    use super::{Part, changed};
    use resvg::tiny_skia::{Color, Paint, Pixmap, Rect, Transform};

    #[test]
    fn only_what_changed_is_written() {
        let mut before = Pixmap::new(20, 10).expect("a picture");
        before.fill(Color::WHITE);
        let mut now = before.clone();
        assert_eq!(changed(&before, &now), Part { left: 0, top: 0, width: 1, height: 1 });
        let spot = Rect::from_xywh(3.0, 2.0, 5.0, 4.0).expect("a part");
        now.fill_rect(spot, &Paint::default(), Transform::default(), None);
        assert_eq!(changed(&before, &now), Part { left: 3, top: 2, width: 5, height: 4 });
    }
}
