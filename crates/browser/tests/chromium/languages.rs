//! Three languages: chosen by the browser's setting, changeable, and complete.

use crate::game::select;
use crate::on_a_page;
use browser::{Colours, Failure, Page, Result, played_at_random, save};
use rules::{GameId, GameOption, Options};

const LANGUAGES: &str = ".preferences select";

/// Words in Latin letters that belong into every language: names, and what is written on keys.
const NAMES: [&str; 14] = [
    "Bastide", "English", "Enter", "Esc", "Home", "End", "Space", "Shift", "Deutsch", "Fran", "ais", "Polski", "Espa",
    "ol",
];

fn switch_to(page: &mut Page, code: &str) -> Result<()> {
    // At the table it is behind a tool.
    if page.evaluate(&format!("document.querySelector('{LANGUAGES}') === null"))? {
        let settings = page.middle_of(".tools .settings-button")?;
        page.click(settings)?;
        page.wait_for(LANGUAGES)?;
    }
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
    let settings = page.middle_of(".settings-button")?;
    page.click(settings)?;
    page.wait_for("dialog[open] .switch")?;
    each(page)?;
    for (game, options) in [
        (GameId::Base, Options::NONE.with(GameOption::River).with(GameOption::TradersBuilders)),
        (GameId::HuntersGatherers, Options::NONE),
        (GameId::NewLands, Options::NONE.with(GameOption::Hand)),
        (GameId::Safari, Options::NONE),
    ] {
        // The table with its tools comes last: the end hides them.
        for tiles in [usize::MAX, 30] {
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
        for code in ["en", "de", "ru", "uk"] {
            switch_to(page, code)?;
            read.push([".go .primary", "legend", ".go .button"].map(|selector| page.text_of(selector)));
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
        // Every tile is drawn in two parts, which come some at a time.
        let whole = format!(
            "document.querySelectorAll('.board use[href*=look-]').length === {}",
            2 * table.game().board().tile_count()
        );
        page.wait_until(&whole)?;
        let uk = page.text_of(".decide .primary")?;
        switch_to(page, "en")?;
        page.wait_until(&whole)?;
        assert_ne!(page.text_of(".decide .primary")?, uk);
        Ok(())
    });
}

#[test]
fn the_browser_says_which_language_comes_first() {
    on_a_page("language-preferred", |visit| {
        for (wished, shown) in [("uk-UA,uk,en", "uk"), ("ja,ru", "ru"), ("fr-CA", "fr"), ("en-GB", "en"), ("ja", "en")]
        {
            // A fresh memory each time: nothing has been chosen there.
            let mut page = visit.chromium.open(true)?;
            page.prefer_languages(wished)?;
            page.visit(&visit.site.address())?;
            assert_eq!(page.evaluate::<String>("document.documentElement.lang")?, shown, "{wished}");
        }
        Ok(())
    });
}

/// Every language on every kind of screen: a picture of each, and nothing that is wider than the screen.
#[test]
fn every_language_fits() {
    on_a_page("language-fits", |visit| {
        let page = &mut visit.page;
        page.visit(&visit.site.address())?;
        let codes: Vec<String> = page
            .evaluate(&format!("[...document.querySelectorAll('{LANGUAGES} option')].map(option => option.value)"))?;
        assert!(codes.len() >= 7, "{codes:?}");
        let table = played_at_random(GameId::Base, Options::NONE.with(GameOption::TradersBuilders), 63, 20)?;
        let saved = save(&table, &["person", "person"]);
        let mut found = Vec::new();
        for code in codes {
            page.run(&format!(
                "localStorage.setItem('bastide.language', '{code}'), localStorage.removeItem('bastide.at-table')"
            ))?;
            for (name, width, height) in [("desk", 1280, 800), ("tablet", 1024, 768), ("phone", 390, 844)] {
                page.set_size(width, height)?;
                page.run("localStorage.removeItem('bastide.at-table')")?;
                page.reload()?;
                page.screenshot(&format!("start-{code}-{name}"))?;
                found.extend(too_wide(page, &format!("start-{code}-{name}"))?);
                page.sit_down_at(&saved)?;
                if let Some(cell) = page.look()?.cells.first() {
                    page.click(cell.at)?;
                    page.wait_for(".trial")?;
                }
                page.screenshot(&format!("table-{code}-{name}"))?;
                found.extend(too_wide(page, &format!("table-{code}-{name}"))?);
            }
        }
        if found.is_empty() { Ok(()) } else { Err(Failure::new(found.join("\n"))) }
    });
}

/// Buttons whose text has no room, and a page that is wider than the screen.
fn too_wide(page: &mut Page, name: &str) -> Result<Vec<String>> {
    let found: Vec<String> = page.evaluate(
        "(() => {
            const wide = [...document.querySelectorAll('button, .seat .name, .question')].filter(element =>
                element.checkVisibility() && !element.matches('.name') && element.scrollWidth > element.clientWidth + 1);
            const found = wide.map(element => element.className + ': ' + element.innerText);
            if (document.documentElement.scrollWidth > innerWidth) found.push('the page');
            return found;
        })()",
    )?;
    Ok(found.into_iter().map(|what| format!("{name}: {what}")).collect())
}
