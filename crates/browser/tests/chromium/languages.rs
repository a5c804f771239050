//! Three languages: chosen by the browser's setting, changeable, and complete.

use crate::game::select;
use crate::on_a_page;
use browser::{Colours, Failure, Page, Result, played_at_random, save};
use rules::{GameId, GameOption, Options};

const LANGUAGES: &str = ".preferences select";

/// Words in Latin letters that belong into every language: names, and what is written on keys.
const NAMES: [&str; 13] =
    ["Bastide", "English", "Enter", "Esc", "Home", "End", "Space", "Shift", "Deutsch", "Fran", "ais", "Polski", "Espa"];

fn switch_to(page: &mut Page, code: &str) -> Result<()> {
    page.run(&format!("document.querySelector('{LANGUAGES}').focus()"))?;
    select(page, LANGUAGES, code)?;
    page.wait_until(&format!("document.documentElement.lang === '{code}'"))?;
    page.settle()
}

/// Everything that is read or said on the page.
fn texts(page: &mut Page) -> Result<Vec<String>> {
    page.evaluate(
        "(() => {
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            const found = [];
            while (walker.nextNode())
                if (!walker.currentNode.parentElement.closest('script, style')) found.push(walker.currentNode.data);
            for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
                for (const name of ['aria-label', 'title', 'placeholder'])
                    if (element.hasAttribute(name)) found.push(element.getAttribute(name));
            return found.map(text => text.trim()).filter(text => text !== '');
        })()",
    )
}

/// Words that nobody translated, and blanks that nobody filled in.
fn untranslated(texts: &[String]) -> Vec<String> {
    let foreign = |text: &&String| {
        let words = text.split(|letter: char| !letter.is_ascii_alphabetic());
        let strange = words.filter(|word| word.len() > 1 && !NAMES.contains(word)).count() > 0;
        strange || text.contains(['{', '}'])
    };
    texts.iter().filter(foreign).cloned().collect()
}

/// Goes to every page with text on it.
fn every_page(page: &mut Page, mut each: impl FnMut(&mut Page) -> Result<()>) -> Result<()> {
    for game in 1..=4 {
        let choice = page.middle_of(&format!(".choices .choice:nth-of-type({game})"))?;
        page.click(choice)?;
        page.settle()?;
        each(page)?;
    }
    let settings = page.middle_of(".preferences button[aria-haspopup=dialog]")?;
    page.click(settings)?;
    page.wait_for("dialog[open] .switch")?;
    each(page)?;
    for (game, options) in [
        (GameId::Base, Options::NONE.with(GameOption::River).with(GameOption::TradersBuilders)),
        (GameId::HuntersGatherers, Options::NONE),
        (GameId::NewLands, Options::NONE.with(GameOption::Hand)),
        (GameId::Safari, Options::NONE),
    ] {
        for tiles in [30, usize::MAX] {
            let table = played_at_random(game, options, 61, tiles)?;
            page.sit_down_at(&save(&table, &["person", "person"]))?;
            if let Some(cell) = page.look()?.cells.first() {
                page.click(cell.at)?;
                page.wait_for(".trial")?;
            }
            each(page)?;
        }
        every_rule(page, &mut each)?;
    }
    Ok(())
}

/// Reads all topics of the rules of the game on the table.
fn every_rule(page: &mut Page, each: &mut impl FnMut(&mut Page) -> Result<()>) -> Result<()> {
    let rules = page.middle_of(".tools .rules-button")?;
    page.click(rules)?;
    page.wait_for("dialog.help[open] nav button")?;
    let topics: usize = page.evaluate("document.querySelectorAll('dialog.help nav button').length")?;
    assert!(topics > 3, "there are rules to read");
    for topic in 0..topics {
        page.run(&format!("document.querySelectorAll('dialog.help nav button')[{topic}].click()"))?;
        page.settle()?;
        each(page)?;
    }
    Ok(())
}

fn is_complete(code: &str) {
    on_a_page(&format!("language-{code}"), |visit| {
        let page = &mut visit.page;
        page.prefer_colours(Colours::Light)?;
        page.visit(&visit.site.address())?;
        switch_to(page, code)?;
        page.screenshot(&format!("start-{code}"))?;
        let mut found = Vec::new();
        every_page(page, |page| {
            let texts = texts(page)?;
            assert!(texts.len() > 10, "there is something to read: {texts:?}");
            found.extend(untranslated(&texts));
            Ok(())
        })?;
        page.screenshot(&format!("end-{code}"))?;
        found.sort();
        found.dedup();
        if found.is_empty() { Ok(()) } else { Err(Failure::new(format!("not in {code}: {found:#?}"))) }
    });
}

#[test]
fn russian_is_complete() {
    is_complete("ru");
}

#[test]
fn ukrainian_is_complete() {
    is_complete("uk");
}

#[test]
fn the_language_can_be_changed_and_stays() {
    on_a_page("language-switch", |visit| {
        let page = &mut visit.page;
        page.visit(&visit.site.address())?;
        let mut read = Vec::new();
        for code in ["en", "ru", "uk"] {
            switch_to(page, code)?;
            read.push([".go .primary", "legend", ".setup h2"].map(|selector| page.text_of(selector)));
        }
        for (index, one) in read.iter().enumerate() {
            for other in &read[index + 1..] {
                assert!(one.iter().zip(other).all(|(one, other)| one.is_ok() && one != other), "{one:?} {other:?}");
            }
        }
        page.reload()?;
        assert_eq!(page.evaluate::<String>("document.documentElement.lang")?, "uk");
        // In the middle of a game the position stays.
        let table = played_at_random(GameId::Base, Options::NONE, 62, 20)?;
        page.sit_down_at(&save(&table, &["person", "person"]))?;
        let count = "document.querySelectorAll('.board use[href^=\\'#look-\\']').length";
        let (before, uk): (u32, String) = (page.evaluate(count)?, page.text_of(".decide .primary")?);
        switch_to(page, "en")?;
        assert_eq!(page.evaluate::<u32>(count)?, before);
        assert_ne!(page.text_of(".decide .primary")?, uk);
        Ok(())
    });
}

#[test]
fn the_browser_says_which_language_comes_first() {
    on_a_page("language-preferred", |visit| {
        for (wished, shown) in [("uk-UA,uk,en", "uk"), ("fr,ru", "ru"), ("en-GB", "en"), ("ja", "en")] {
            // A fresh memory each time: nothing has been chosen there.
            let mut page = visit.chromium.open(true)?;
            page.prefer_languages(wished)?;
            page.visit(&visit.site.address())?;
            assert_eq!(page.evaluate::<String>("document.documentElement.lang")?, shown, "{wished}");
        }
        Ok(())
    });
}
