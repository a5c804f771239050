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
    for (number, svg) in frames.enumerate() {
        let map = draw(&svg)?;
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
        if number + 1 == count as usize {
            writer.set_frame_delay(milliseconds.saturating_mul(8), 1000)?;
        }
        let opaque: Vec<u8> =
            map.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
        writer.write_image_data(&opaque)?;
    }
    writer.ok_or("there is nothing to show")?.finish()?;
    Ok(())
}
