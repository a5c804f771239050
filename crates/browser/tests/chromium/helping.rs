//! What helps people: hints, the tiles to come, the guided first game, links that carry a game.

use crate::on_a_page;
use browser::{Failure, Hand, Key, Player, played_at_random, save};
use rules::{GameId, Options};

#[test]
fn a_hint_is_put_on_the_board_with_its_reason() {
    on_a_page("hint", |visit| {
        let page = &mut visit.page;
        page.visit(&visit.site.address())?;
        let table = played_at_random(GameId::Base, Options::NONE, 91, 20)?;
        page.sit_down_at(&save(&table, &["person", "person"]))?;
        page.wait_for(".board .cell")?;
        page.press(Key::Character('h'))?;
        page.wait_for(".hint .others button")?;
        page.wait_for(".board .trial")?;
        let reason = page.text_of(".hint")?;
        assert!(reason.contains(|letter: char| letter.is_ascii_digit()), "a reason in numbers: {reason}");
        page.screenshot("table-hint")?;
        // It is a proposal like any other: confirming plays it.
        page.press(Key::Enter)?;
        page.wait_until("document.querySelector('.board .trial') === null")?;
        Ok(())
    });
}

#[test]
fn the_tiles_to_come_are_counted() {
    on_a_page("coming", |visit| {
        let page = &mut visit.page;
        page.visit(&visit.site.address())?;
        let table = played_at_random(GameId::Safari, Options::NONE, 92, 50)?;
        let left = table.game().bag().total();
        page.sit_down_at(&save(&table, &["person", "person"]))?;
        Player::new(Hand::Mouse, 92).touch_element(page, ".coming button")?;
        page.wait_for(".coming .kinds svg path")?;
        let said = page.text_of(".coming")?;
        assert!(said.contains(&left.to_string()), "{left} are left: {said}");
        page.screenshot("table-coming")
    });
}

#[test]
fn the_first_game_is_guided_and_does_not_take_the_place_of_another() {
    on_a_page("guide", |visit| {
        let page = &mut visit.page;
        page.visit(&visit.site.address())?;
        let player = Player::new(Hand::Mouse, 93);
        page.wait_for("main.start")?;
        player.touch_element(page, ".learn")?;
        page.wait_for(".coach")?;
        let first = page.text_of(".coach .hint")?;
        page.screenshot("guide")?;
        player.touch_element(page, ".board .cell")?;
        page.wait_for(".board .trial")?;
        page.wait_until(&format!("document.querySelector('.coach .hint').innerText !== {first:?}"))?;
        assert!(page.evaluate::<bool>("localStorage.getItem('bastide.game') === null")?, "a lesson is not stored");
        Ok(())
    });
}

/// On the smallest phone: how much of the text is seen at once, whether the hint lies over any of it, whether it can be moved
/// to its end, and whether hint and panel are seen as a whole.
const COACH: &str = "
    (() => {
        const frame = selector => document.querySelector(selector).getBoundingClientRect();
        const [coach, said, hint] = ['.coach', '.coach .said', '.coach .hint'].map(frame);
        const box = document.querySelector('.coach .said');
        box.scrollTop = box.scrollHeight;
        const end = frame('.coach .said > :last-child').bottom;
        box.scrollTop = 0;
        return {
            text: said.height,
            apart: said.bottom <= hint.top + 0.5,
            to_the_end: end <= said.bottom + 1,
            inside: hint.bottom <= coach.bottom + 0.5 && coach.bottom <= frame('.tray').top + 0.5,
        };
    })()";

#[test]
fn the_guide_and_its_hint_are_read_beside_each_other_on_the_smallest_phone() {
    #[derive(Debug, serde::Deserialize)]
    struct Seen {
        text: f64,
        apart: bool,
        to_the_end: bool,
        inside: bool,
    }
    on_a_page("guide-small", |visit| {
        let page = &mut visit.page;
        page.set_touch_screen(320, 568, 2)?;
        page.visit(&visit.site.address())?;
        let player = Player::new(Hand::Finger, 93);
        for code in ["en", "de", "es", "fr", "pl", "ru", "uk"] {
            page.run(&format!("localStorage.setItem('bastide.language', '{code}')"))?;
            page.reload()?;
            page.wait_for("main.start")?;
            player.touch_element(page, ".learn")?;
            page.wait_for(".coach .hint")?;
            for moment in ["begin", "trial"] {
                if moment == "trial" {
                    player.touch_element(page, ".board .cell")?;
                    page.wait_for(".board .trial")?;
                }
                page.screenshot(&format!("guide-small-{code}-{moment}"))?;
                let seen: Seen = page.evaluate(COACH)?;
                assert!(seen.apart && seen.to_the_end && seen.inside, "{code}, {moment}: {seen:?}");
                assert!(seen.text >= 80.0, "{code}, {moment}: at least four lines: {seen:?}");
            }
        }
        Ok(())
    });
}

#[test]
fn a_lesson_is_played_to_its_end_by_doing_what_the_coach_says() {
    on_a_page("lesson", |visit| {
        let page = &mut visit.page;
        page.visit(&visit.site.address())?;
        let player = Player::new(Hand::Mouse, 98);
        page.wait_for("main.start")?;
        player.touch_element(page, ".choices .choice:nth-of-type(4)")?;
        player.touch_element(page, ".rules")?;
        let lesson = ".help .lessons li:nth-of-type(2) .lesson";
        page.wait_for(lesson)?;
        page.run("document.querySelector('.help .lessons').scrollIntoView()")?;
        player.touch_element(page, lesson)?;
        page.wait_for(".coach")?;
        page.screenshot("lesson")?;
        for _ in 0..60 {
            page.wait_until(
                "document.querySelector('.board .cell, .board .trial, .chips .chip, .coach .lesson') !== null",
            )?;
            if page.evaluate::<bool>("document.querySelector('.coach .lesson') !== null")? {
                let said = page.text_of(".coach")?;
                assert!(said.contains("13") && said.contains("10"), "what it would bring: {said}");
                return page.screenshot("lesson-end");
            }
            let screen = page.look()?;
            let spot = screen.spots.iter().chain(&screen.chips).find(|choice| !choice.chosen).map(|choice| choice.at);
            let cell = screen.cells.first().map(|cell| cell.at).filter(|_| screen.trial.is_none());
            // Where nothing is left to choose the turn is as the coach wants it.
            let next = cell.or(spot.filter(|_| !screen.chips.iter().any(|chip| chip.chosen))).or(screen.confirm);
            if let Some(at) = next {
                player.touch(page, at)?;
            }
        }
        Err(Failure::new("the lesson has no end"))
    });
}

/// A system that hands links and files to other programs, or refuses to.
const SHARES: &str = "window.shared = [];
    window.copied = [];
    navigator.clipboard.writeText = text => { window.copied.push(text); return Promise.resolve(); };
    navigator.canShare = () => true;
    navigator.share = ({ url }) => {
        window.shared.push(url);
        return window.refuses ? Promise.reject(new DOMException('no', window.refuses)) : Promise.resolve();
    };";

#[test]
fn a_link_carries_a_game_and_a_broken_one_says_so() {
    on_a_page("link", |visit| {
        let page = &mut visit.page;
        let address = visit.site.address();
        page.visit(&address)?;
        let table = played_at_random(GameId::HuntersGatherers, Options::NONE, 94, 1000)?;
        page.sit_down_at(&save(&table, &["person", "person"]))?;
        page.wait_for(".end")?;
        let totals = page.text_of(".sheet tfoot")?;
        page.run("navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }")?;
        Player::new(Hand::Mouse, 94).touch_element(page, ".end .copy-link")?;
        page.wait_until("typeof window.copied === 'string'")?;
        let link: String = page.evaluate("window.copied")?;
        assert!(link.len() < 2000, "{} characters", link.len());
        page.run("localStorage.clear()")?;
        visit.reopen(&link)?;
        visit.page.wait_for(".end")?;
        assert_eq!(visit.page.text_of(".sheet tfoot")?, totals);

        // A phone hands it to other programs; it is copied where that fails, and not where somebody changes their mind.
        let page = &mut visit.page;
        page.set_phone()?;
        page.run_first(SHARES)?;
        page.reload()?;
        page.wait_for(".end")?;
        let player = Player::new(Hand::Finger, 94);
        for (refuses, shared, copied) in [("", 1, 0), ("AbortError", 2, 0), ("NotAllowedError", 3, 1)] {
            page.run(&format!("window.refuses = '{refuses}'"))?;
            player.touch_element(page, ".end .copy-link")?;
            page.wait_until(&format!("window.shared.length === {shared} && window.copied.length === {copied}"))?;
        }
        assert_eq!(page.evaluate::<String>("window.shared[0]")?, link);
        page.run("localStorage.clear()")?;
        visit.reopen(&format!("{address}#r=nonsense"))?;
        visit.page.wait_for("main.start .trouble:not(:empty)")?;
        visit.page.screenshot("start-broken-link")
    });
}

/// Lets no file of the rules through while `cut` says so. That the browser logs what failed is meant here.
const CUT_RULES: &str = "window.cut = true;
    const through = window.fetch;
    window.fetch = (wanted, ...more) => window.cut && String(wanted.url ?? wanted).includes('split_help')
        ? Promise.reject(new TypeError('cut off'))
        : through(wanted, ...more);
    console.error = () => {};";

#[test]
fn a_part_that_cannot_be_loaded_says_so_and_comes_when_asked_again() {
    on_a_page("parts", |visit| {
        let page = &mut visit.page;
        page.run_first(CUT_RULES)?;
        page.visit(&visit.site.address())?;
        let player = Player::new(Hand::Mouse, 97);
        page.wait_for("main.start")?;
        player.touch_element(page, ".rules")?;
        page.wait_for(".help .absent button")?;
        page.run("window.cut = false")?;
        player.touch_element(page, ".help .absent button")?;
        page.wait_for(".help .shelf article h3")
    });
}

/// Keeps what is seldom wanted from coming until `letThrough` is called.
const HOLD_MORE: &str = "window.held = 0;
    const opened = new Promise(open => { window.letThrough = open; });
    const through = window.fetch;
    window.fetch = async (wanted, ...more) => {
        if (String(wanted.url ?? wanted).includes('split_more')) {
            window.held += 1;
            await opened;
        }
        return through(wanted, ...more);
    };";

#[test]
fn a_part_that_comes_after_its_window_was_closed_is_not_made() {
    on_a_page("late", |visit| {
        let page = &mut visit.page;
        page.run_first(HOLD_MORE)?;
        page.visit(&visit.site.address())?;
        let player = Player::new(Hand::Mouse, 98);
        page.wait_for("main.start")?;
        // The rules end with the lessons there are, which are such a part.
        player.touch_element(page, ".rules")?;
        page.wait_for(".help .shelf article h3")?;
        page.wait_until("window.held > 0")?;
        page.press(Key::Escape)?;
        page.wait_until("document.querySelector('dialog[open]') === null")?;
        page.run("window.letThrough()")?;
        player.touch_element(page, ".rules")?;
        page.wait_for(".help .lessons button")
    });
}
