//! A game on a phone: tapping, dragging, pinching.

use crate::game::{result_is_right, start_game};
use crate::on_a_page;
use browser::{Hand, Page, Player, Point, Result};
use serde::Deserialize;

/// How the board is seen.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
struct Camera {
    scale: f64,
    at: Point,
}

fn camera(page: &mut Page) -> Result<Camera> {
    page.settle()?;
    page.evaluate(
        "(() => {
            const { a, e, f } = new DOMMatrix(getComputedStyle(document.querySelector('.board .layer')).transform);
            return { scale: a, at: { x: e, y: f } };
        })()",
    )
}

#[test]
fn a_whole_game_by_finger() {
    on_a_page("touch", |visit| {
        let page = &mut visit.page;
        page.set_phone()?;
        page.prefer_motion(true)?;
        page.visit(&visit.site.address())?;
        let mut player = Player::new(Hand::Finger, 31);
        start_game(page, &player, 0, &[], 31)?;
        page.screenshot("table-begin-phone")?;
        player.play_turns(page, 6)?;

        let middle = page.middle_of(".board")?;
        let before = camera(page)?;
        page.swipe(&(0..=8).map(|step| vec![middle.moved(f64::from(step) * 10.0, 0.0)]).collect::<Vec<_>>())?;
        let dragged = camera(page)?;
        assert!((dragged.scale - before.scale).abs() < 1e-6, "dragging does not zoom");
        assert!(
            (dragged.at.x - before.at.x - 80.0).abs() < 10.0,
            "the board goes with the finger: {before:?} {dragged:?}"
        );

        let apart = |distance: f64| vec![middle.moved(-distance, 0.0), middle.moved(distance, 0.0)];
        page.swipe(&(0..=8).map(|step| apart(40.0 + f64::from(step) * 5.0)).collect::<Vec<_>>())?;
        let pinched = camera(page)?;
        let factor = pinched.scale / dragged.scale;
        assert!((1.7..2.3).contains(&factor), "the board grows with the fingers: by {factor}");
        page.screenshot("table-pinched-phone")?;

        player.play_to_the_end(page)?;
        page.screenshot("end-phone")?;
        result_is_right(page)?;
        Ok(())
    });
}
