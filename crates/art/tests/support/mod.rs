//! Rendering for tests.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

/// Renders an SVG document.
pub(crate) fn render(svg: &str) -> Pixmap {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).expect("a readable picture");
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).expect("a picture with a size");
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    pixels
}
