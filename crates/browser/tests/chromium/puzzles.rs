//! A puzzle: found on its page, missed, solved, explained, and marked as solved.

use crate::on_a_page;
use browser::{Hand, Key, Page, Player, Result};
use puzzles::Puzzle;
use rules::{Action, GameId};

/// A puzzle of the base game whose solution needs no follower, and the cell of its tile.
fn puzzle() -> (Puzzle, (i32, i32)) {
    let all = puzzles::read(puzzles::text(GameId::Base)).expect("the project's own puzzles");
    let found = all.into_iter().find_map(|puzzle| match (puzzle.best.place, puzzle.best.then) {
        (Action::Place { pos, .. }, Some(Action::Pass)) => Some((puzzle, (pos.x.into(), pos.y.into()))),
        _ => None,
    });
    found.expect("one of them")
}

/// Waits for the puzzle, and lays its tile on another cell than the best one.
fn try_elsewhere(page: &mut Page, player: &Player, best: (i32, i32)) -> Result<()> {
    page.wait_for(".puzzle-panel")?;
    page.wait_for(".board .cell")?;
    let other = page.look()?.cells.into_iter().find(|cell| cell.place != best).expect("another cell");
    player.touch(page, other.at)?;
    page.wait_for(".board .trial")
}

#[test]
fn a_puzzle_is_missed_then_solved_and_explained() {
    on_a_page("puzzle", |visit| {
        let page = &mut visit.page;
        let (puzzle, best) = puzzle();
        page.visit(&visit.site.address())?;
        page.wait_for("main.start")?;
        let player = Player::new(Hand::Mouse, 95);
        player.touch_element(page, ".puzzles-link")?;
        page.wait_for("main.puzzles .daily")?;
        page.wait_for(".puzzle-card")?;
        page.screenshot("puzzles")?;
        page.run(&format!("location.hash = '#puzzles/base/{}'", puzzle.name))?;
        // Somewhere else first: it says how much that costs, and lets try again.
        try_elsewhere(page, &player, best)?;
        page.press(Key::Enter)?;
        page.wait_for(".puzzle-panel .hint.again")?;
        let told = page.text_of(".puzzle-panel .hint")?;
        assert!(told.contains(|letter: char| letter.is_ascii_digit()), "how many points: {told}");
        page.screenshot("puzzle-missed")?;
        page.press(Key::Escape)?;
        page.wait_until("document.querySelector('.board .trial') === null")?;
        page.settle()?;
        let cell = page.look()?.cells.into_iter().find(|cell| cell.place == best).expect("the cell of the solution");
        player.touch(page, cell.at)?;
        page.wait_for(".board .trial")?;
        let done = "document.querySelector('.puzzle-panel').dataset.done === 'true'";
        for _ in 0..4 {
            page.press(Key::Enter)?;
            if page.evaluate::<bool>(done)? {
                break;
            }
            page.press(Key::Character('r'))?;
        }
        page.wait_until(done)?;
        page.wait_until("document.querySelectorAll('.reasons li').length >= 3")?;
        let reasons = page.text_of(".reasons")?;
        assert!(reasons.contains(&puzzle.playouts[1].to_string()), "{reasons}");
        page.screenshot("puzzle-solved")?;
        let noted = format!("localStorage.getItem('bastide.puzzles').includes('{}')", puzzle.name);
        assert!(page.evaluate::<bool>(&noted)?, "it is marked");
        player.touch_element(page, ".puzzle-panel .next-puzzle")?;
        page.wait_until(&format!("!location.hash.endsWith('{}')", puzzle.name))?;
        page.wait_until("document.querySelector('.puzzle-panel')?.dataset.done === 'false'")?;
        // The way back leads through the list.
        page.run("location.hash = '#puzzles/base'")?;
        page.wait_for(".puzzle-card.solved")?;
        page.run("history.back()")?;
        page.wait_for(".puzzle-panel")
    });
}

/// The typefaces are there.
const LETTERS: &str =
    "document.fonts.size > 0 && ['800 16px Alegreya', '500 16px \"Alegreya Sans\"', '700 16px \"Alegreya Sans\"']
    .every(letters => document.fonts.check(letters))";

#[test]
fn a_puzzle_is_tried_by_finger_and_understood_by_ear() {
    on_a_page("puzzle-phone", |visit| {
        let page = &mut visit.page;
        page.set_phone()?;
        let (puzzle, best) = puzzle();
        page.visit(&format!("{}#puzzles/base", visit.site.address()))?;
        let player = Player::new(Hand::Finger, 96);
        let card = format!(".puzzle-card[href$='{}']", puzzle.name);
        page.wait_for(&card)?;
        // With other letters the rows above it are others.
        page.wait_until(LETTERS)?;
        page.run(&format!("document.querySelector(\"{card}\").scrollIntoView({{ block: 'center' }})"))?;
        player.touch_element(page, &card)?;
        try_elsewhere(page, &player, best)?;
        player.touch_element(page, ".decide .primary:enabled")?;
        page.wait_for(".puzzle-panel .hint.again")?;
        page.screenshot("puzzle-phone")?;
        // What was said is heard, the cells are offered, and the solution is asked for without a pointer.
        let hint = page.text_of(".puzzle-panel .hint")?;
        let spoken = page.spoken()?;
        assert!(spoken.iter().any(|node| node.name.contains(hint.trim())), "{hint}");
        let show = spoken.iter().find(|node| node.role == "button" && node.name == "Show the solution");
        page.use_node(show.expect("the solution is offered"))?;
        page.wait_until("document.querySelectorAll('.reasons li').length >= 3")?;
        let told = page.text_of(".reasons li:last-child")?;
        let spoken = page.spoken()?;
        assert!(spoken.iter().any(|node| node.name.contains(told.trim())), "{told}");
        assert!(
            spoken.iter().any(|node| node.role == "link" && node.name == "Next puzzle"),
            "where to go next is heard"
        );
        page.screenshot("puzzle-phone-shown")
    });
}
