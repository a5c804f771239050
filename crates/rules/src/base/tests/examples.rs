//! The examples of the rulebooks on small boards.

use super::*;
use crate::testkit::points;

#[test]
fn a_finished_road_of_4_tiles_scores_4() {
    // Two villages, a bend and a straight road between them; the last village closes it.
    let mut game = board(2, &[], "W.0/0a *U.1 U.1 .");
    place(&mut game, "W", 2, 0, 0);
    let events = play(&mut game, Action::Pass);
    assert_eq!(points(&events), [(0, 4, "road")]);
    assert_eq!(game.scores(), [4, 0]);
}
