//! A finished game is analysed in workers: the numbers are those of the library, a reload goes on, and what could have been is
//! tried by keyboard.

use crate::on_a_page;
use browser::{Key, Page, Result, save, stored_game};
use rules::Record;
use serde_json::Value;
use std::path::Path;
use table::Table;

/// A file of the library's tests.
fn golden(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../study/tests/golden").join(name);
    std::fs::read_to_string(path).expect("a golden file")
}

/// What is kept of the only analysis: variations, an empty line, the report.
const KEPT: &str = "localStorage.getItem('bastide.study.' + localStorage.getItem('bastide.studies'))";

fn done(page: &mut Page) -> Result<usize> {
    page.wait_for(".study .progress[data-done]")?;
    page.evaluate("+document.querySelector('.study .progress').dataset.done")
}

fn wait_until_complete(page: &mut Page) -> Result<()> {
    page.wait_until(
        "(() => { const all = document.querySelector('.study .progress')?.dataset; return all && all.done === all.all })()",
    )
}

fn report(page: &mut Page) -> Result<Value> {
    let text: String = page.evaluate(&format!("{KEPT}.split('\\n').pop()"))?;
    Ok(serde_json::from_str(&text).expect("a report"))
}

fn click(page: &mut Page, selector: &str) -> Result<()> {
    page.wait_for(selector)?;
    page.run(&format!("document.querySelector(`{selector}`).click()"))
}

#[test]
fn a_game_is_analysed_and_explored() {
    on_a_page("studying", |visit| {
        let record: Record = golden("game.txt").parse().expect("a record");
        let wanted: Value = serde_json::from_str(&golden("game.json")).expect("a report");
        let table = Table::load(&record).expect("a game");
        let page = &mut visit.page;
        page.run_first("localStorage.setItem('bastide.study-playouts', '40')")?;
        page.visit(&visit.site.address())?;
        page.sit_down_at(&save(&table, &["person", "greedy"]))?;
        click(page, ".end .analyse")?;

        // Left in the middle, it goes on where it was.
        page.wait_until("+document.querySelector('.study .progress')?.dataset.done >= 4")?;
        page.reload()?;
        assert!(done(page)? >= 4, "what was done is kept");
        wait_until_complete(page)?;
        assert_eq!(report(page)?, wanted, "the numbers of the library, in the browser");
        let shorter = format!(
            "(() => {{ const parts = {KEPT}.split('\\n'); const report = JSON.parse(parts.pop()); report.steps.length = 10;
                localStorage.setItem('bastide.study.' + localStorage.getItem('bastide.studies'), [...parts, JSON.stringify(report)].join('\\n')) }})()"
        );
        page.run(&shorter)?;
        page.reload()?;
        assert!(done(page)? >= 10);
        wait_until_complete(page)?;
        assert_eq!(report(page)?, wanted, "and again after it was cut short");

        // To the first mistake and the next one, and back.
        page.press(Key::Character('n'))?;
        page.wait_for(".study .here .mark:is(.slip, .bad, .worst)")?;
        let at = "+document.querySelector('.study .here').dataset.at";
        let first: usize = page.evaluate(at)?;
        let steps = wanted["steps"].as_array().expect("steps");
        let bad = |step: &&Value| step["decision"]["grade"].as_str().is_some_and(|grade| grade != "good");
        let mut mistakes = steps.iter().filter(bad).filter_map(|step| step["at"].as_u64());
        assert_eq!(Some(first as u64), mistakes.next());
        page.screenshot("analysis")?;
        // On a tablet nothing lies over what can be chosen.
        page.set_size(1024, 768)?;
        page.wait_until(
            "[...document.querySelectorAll('.study [role=tab]')].every(tab => {
                const { x, y, width, height } = tab.getBoundingClientRect();
                return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[role=tab]') === tab })",
        )?;
        page.screenshot("analysis-tablet")?;
        page.set_size(1280, 800)?;
        page.press(Key::Character('n'))?;
        let second = mistakes.next().expect("another mistake");
        page.wait_until(&format!("{at} === {second}"))?;
        page.press(Key::Character('p'))?;
        page.wait_until(&format!("{at} === {first}"))?;

        // The graph is told in a list as well.
        click(page, ".study [role=tab]:nth-child(2)")?;
        let decisions = steps.iter().filter(|step| step.get("decision").is_some()).count();
        page.wait_until(&format!("document.querySelectorAll('.all-moves tbody tr').length === {decisions}"))?;

        // Something else is tried, several plies deep, by keyboard alone.
        page.press(Key::Character('e'))?;
        page.wait_for(".study .lines .line")?;
        let played = "+document.querySelector('main.table').dataset.played";
        let begin: usize = page.evaluate(played)?;
        for turn in 1..=2 {
            let before: usize = page.evaluate(played)?;
            page.press(Key::Right)?;
            page.press(Key::Enter)?;
            page.wait_for(".trial")?;
            page.press(Key::Enter)?;
            page.wait_until(&format!("{played} > {before}"))?;
            page.wait_for(".study .lines .line")?;
            assert!(turn < 3);
        }
        page.wait_for(".study .outlook tbody tr")?;
        let chances: i32 = page.evaluate(
            "[...document.querySelectorAll('.study .outlook tfoot tr:last-child td')].reduce((sum, cell) => sum + parseInt(cell.textContent), 0)",
        )?;
        assert!((99..=101).contains(&chances), "somebody wins: {chances} %");
        page.screenshot("analysis-explore")?;
        click(page, ".study .keep-line")?;
        page.wait_for(".study .variations .variation")?;
        page.press(Key::Character('u'))?;
        page.wait_until(&format!("{played} > {begin}"))?;
        page.press(Key::Character('e'))?;
        page.wait_until(&format!("{played} === {}", record.actions().count()))?;

        // Questions about a position with pieces: before the first mistake comes the last.
        page.press(Key::Character('p'))?;
        page.wait_for(".study .needs option:nth-child(2)")?;
        page.run(
            "(() => { const list = document.querySelector('.study .needs select'); list.selectedIndex = 1;
                list.dispatchEvent(new Event('change', { bubbles: true })) })()",
        )?;
        page.wait_for(".study .needs p")?;
        click(page, ".study .question:last-child button")?;
        page.wait_for(".study .question:last-child :is(.hurts li, p)")?;

        // From any position one plays on against bots, in a game like any other; the way back leads to the analysis.
        page.run(
            "(list => { list.value = 'spoiler'; list.dispatchEvent(new Event('change', { bubbles: true })) })\
             (document.querySelector('.study .onward .style select'))",
        )?;
        page.wait_until("document.querySelector('.study .onward .style small').innerText !== ''")?;
        page.run("document.querySelector('.study .onward').scrollIntoView({ block: 'nearest' })")?;
        page.screenshot("analysis-onward")?;
        click(page, ".study .play-on")?;
        page.wait_until("location.hash === '' && document.querySelector('main.table .study') === null")?;
        page.wait_for(".board .cell")?;
        assert!(
            page.evaluate::<bool>("localStorage.getItem('bastide.game').includes(' tactician+spoiler ')")?,
            "the bot has the style that was chosen"
        );
        let stored = stored_game(page)?;
        let begun: Vec<_> = stored.record().actions().collect();
        assert!(
            record.actions().take(begun.len() - 1).eq(begun[..begun.len() - 1].iter().copied()),
            "the same until there"
        );
        page.reload()?;
        page.wait_for(".board .cell")?;
        page.run("history.back()")?;
        page.wait_for(".study .progress[data-done]")?;

        // What was kept is there after a reload, and leads back to where it was.
        page.reload()?;
        click(page, ".study [role=tab]:nth-child(3)")?;
        click(page, ".study .variations .variation")?;
        page.wait_until(&format!("{played} > {begin}"))?;
        page.set_phone()?;
        page.screenshot("analysis-phone")
    });
}

/// Counts workers, and lets a hasty person stop the analysis and go on as soon as that is possible.
const HASTE: &str = "
    window.workers = { now: 0, most: 0 };
    window.Worker = class extends Worker {
        constructor(...wanted) { super(...wanted); workers.most = Math.max(workers.most, ++workers.now); }
        terminate() { workers.now--; super.terminate(); }
    };
    const pressed = new Set();
    new MutationObserver(() => {
        for (const name of ['stop', 'go-on']) {
            const button = document.querySelector('.study .' + name);
            if (button && !pressed.has(name)) { pressed.add(name); button.click(); }
        }
    }).observe(document, { childList: true, subtree: true });";

#[test]
fn whoever_stops_and_goes_on_at_once_has_no_more_workers_than_others() {
    on_a_page("studying-in-haste", |visit| {
        let record: Record = golden("game.txt").parse().expect("a record");
        let table = Table::load(&record).expect("a game");
        let page = &mut visit.page;
        page.run_first("localStorage.setItem('bastide.study-playouts', '10')")?;
        page.run_first(HASTE)?;
        page.visit(&visit.site.address())?;
        page.sit_down_at(&save(&table, &["person", "greedy"]))?;
        click(page, ".end .analyse")?;
        wait_until_complete(page)?;
        let (most, cores): (usize, usize) = page.evaluate("[workers.most, navigator.hardwareConcurrency]")?;
        assert!((1..=cores.saturating_sub(1).clamp(1, 4)).contains(&most), "{most} workers on {cores} cores");
        page.wait_until("workers.now === 0")
    });
}
