//! How fast the client is, in real Chromium: sizes, times and frames, each against its bound.

use crate::input::REPORT;
use crate::{Chromium, Failure, Page, Point, Profile, Result, Site, played_at_random, save, setup};
use rules::{GameId, GameOption, Options, Phase};
use std::fs;
use std::time::{Duration, Instant};

/// Measurements of the same thing, of which the median counts.
const RUNS: usize = 5;
/// All tiles of the largest game but the last.
const MOST_TILES: usize = 106;
/// How long the camera moves in one measurement.
const MOVING: Duration = Duration::from_secs(2);
/// How long bots play while the page is watched.
const WATCHING: Duration = Duration::from_secs(15);
/// The level of the strongest bots.
const STRONGEST: &str = "strategist";
/// How long an analysis may take before it is given up.
const PATIENCE: Duration = Duration::from_secs(240);
/// Tasks below this are not reported by the browser.
const LONG_TASK: f64 = 50.0;

/// What can be measured by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Size,
    FirstTile,
    View,
    Moves,
    Bots,
    Analysis,
}

impl Part {
    const ALL: [(&str, Part); 6] = [
        ("size", Part::Size),
        ("first-tile", Part::FirstTile),
        ("view", Part::View),
        ("moves", Part::Moves),
        ("bots", Part::Bots),
        ("analysis", Part::Analysis),
    ];

    /// Those with these names; everything if there is none.
    fn named(names: &[&str]) -> Result<Vec<Part>> {
        let all = || Part::ALL.map(|(name, _)| name).join(", ");
        let one = |name: &&str| {
            let found = Part::ALL.iter().find(|(own, _)| own == name).map(|(_, part)| *part);
            found.ok_or_else(|| Failure::new(format!("{name}: nothing with this name is measured, only {}", all())))
        };
        if names.is_empty() { Ok(Part::ALL.map(|(_, part)| part).to_vec()) } else { names.iter().map(one).collect() }
    }
}

/// The side of a bound on which a value is good.
#[derive(Clone, Copy)]
enum Bound {
    AtMost(f64),
    AtLeast(f64),
    None,
}

fn show(what: &str, value: f64, unit: &str, bound: Bound) {
    let (bound, kept) = match bound {
        Bound::AtMost(most) => (format!("at most {most} {unit}"), value <= most),
        Bound::AtLeast(least) => (format!("at least {least} {unit}"), value >= least),
        Bound::None => (String::new(), true),
    };
    let mark = if kept { "" } else { "  MISSED" };
    println!("{what:<44} {value:>9.1} {unit:<4} {bound}{mark}");
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Measures several times.
fn medians(mut measure: impl FnMut() -> Result<f64>) -> Result<f64> {
    (0..RUNS).map(|_| measure()).collect::<Result<Vec<f64>>>().map(median)
}

/// Measures what is named, or everything, and prints it. A bound that is missed is marked, and is no failure.
pub fn bench(names: &[&str]) -> Result<()> {
    let parts = Part::named(names)?;
    let site = Site::start(&std::env::current_exe()?)?;
    let profile = Profile::new()?;
    let chromium = Chromium::start(&profile)?;
    let address = site.address();
    println!("medians of {RUNS}\n");
    for part in parts {
        match part {
            Part::Size => show_sizes(&chromium, &address)?,
            Part::FirstTile => show_first_tile(&chromium, &address)?,
            Part::View => show_view(&chromium, &address)?,
            Part::Moves => show_moves(&chromium, &address)?,
            Part::Bots => show_bots(&chromium, &address)?,
            Part::Analysis => show_analysis(&chromium, &address)?,
        }
    }
    Ok(())
}

fn show_sizes(chromium: &Chromium, address: &str) -> Result<()> {
    let sizes = size(chromium, address)?;
    show("everything for the first tile, brotli", sizes.needed, "KB", Bound::AtMost(380.0));
    show("the table after it", sizes.table, "KB", Bound::None);
    show("typefaces after it, one language", sizes.typefaces, "KB", Bound::AtMost(66.0));
    Ok(())
}

fn show_first_tile(chromium: &Chromium, address: &str) -> Result<()> {
    for (slower, bound) in [(1, Bound::None), (4, Bound::AtMost(900.0))] {
        let value = medians(|| first_tile(chromium, address, slower))?;
        show(&format!("first tile visible, processor 1/{slower}"), value, "ms", bound);
    }
    Ok(())
}

fn show_view(chromium: &Chromium, address: &str) -> Result<()> {
    let mut page = large_board(chromium, address)?;
    let tiles: u32 = page.evaluate("document.querySelectorAll('.board use[href$=g]').length")?;
    for slower in [1, 4] {
        page.slow_down(slower)?;
        for (name, movement) in [("pan", pan as Movement), ("zoom", zoom as Movement)] {
            let value = medians(|| frames(&mut page, movement))?;
            show(&format!("{name}, {tiles} tiles, processor 1/{slower}"), value, "f/s", Bound::AtLeast(55.0));
        }
    }
    Ok(())
}

fn show_moves(chromium: &Chromium, address: &str) -> Result<()> {
    for (name, game, tiles) in [("base", GameId::Base, 40), ("safari", GameId::Safari, 55)] {
        let mut page = bots_at_play(chromium, address, game, tiles)?;
        page.slow_down(4)?;
        let value = medians(|| frames(&mut page, watch))?;
        // Work of the page itself: what moves is moved beside it.
        show(&format!("while moves are shown, {name}, processor 1/4"), value, "f/s", Bound::AtLeast(55.0));
    }
    Ok(())
}

fn show_bots(chromium: &Chromium, address: &str) -> Result<()> {
    // Late in Safari there is most to choose from.
    for (name, game, tiles) in [("base", GameId::Base, 30), ("safari", GameId::Safari, 55)] {
        let longest = longest_task(chromium, address, game, tiles)?;
        let what = format!("longest task over {LONG_TASK} ms, {STRONGEST}s in {name}");
        show(&what, longest, "ms", Bound::AtMost(LONG_TASK));
    }
    Ok(())
}

fn show_analysis(chromium: &Chromium, address: &str) -> Result<()> {
    let (seconds, longest) = analysis(chromium, address)?;
    show("a base game analysed, quick setting", seconds, "s", Bound::AtMost(60.0));
    show(&format!("longest task over {LONG_TASK} ms meanwhile"), longest, "ms", Bound::AtMost(LONG_TASK));
    Ok(())
}

/// Kilobytes as they are sent.
struct Sizes {
    /// Everything that is loaded until the first tile is drawn.
    needed: f64,
    /// Parts of the program that the page loads by itself after it.
    table: f64,
    typefaces: f64,
}

fn size(chromium: &Chromium, address: &str) -> Result<Sizes> {
    let mut page = chromium.open(true)?;
    page.run_first(WATCH_FIRST_TILE)?;
    page.visit(address)?;
    page.wait_until("window.bastide?.offline === true")?;
    let first: Vec<String> = page.evaluate("[...new Set(window.loaded)]")?;
    let all: Vec<String> = page.evaluate(
        "[...new Set(performance.getEntriesByType('resource').map(entry => new URL(entry.name).pathname.slice(1)))]",
    )?;
    let sent = |name: &str| {
        let plain = setup::client_folder().join(name);
        let packed = setup::client_folder().join(format!("{name}.br"));
        fs::metadata(packed).or_else(|_| fs::metadata(&plain)).map(|data| data.len()).unwrap_or(0)
    };
    let sum = |names: &[String], wanted: &dyn Fn(&String) -> bool| {
        names.iter().filter(|name| wanted(name)).map(|name| sent(name)).sum::<u64>() as f64 / 1000.0
    };
    let typeface = |name: &String| name.ends_with(".woff2") || name.ends_with("fonts.css");
    Ok(Sizes {
        needed: sum(&first, &|name| !typeface(name)) + sent("index.html") as f64 / 1000.0,
        table: sum(&all, &|name| name.ends_with(".wasm") && !first.contains(name)),
        typefaces: sum(&all, &typeface),
    })
}

/// Notes when the first tile has been drawn.
const WATCH_FIRST_TILE: &str = "new MutationObserver((_, observer) => {
    if (document.querySelector('svg.tile > *, g[id^=look-]') === null) return;
    observer.disconnect();
    window.loaded = performance.getEntriesByType('resource').map(entry => new URL(entry.name).pathname.slice(1));
    requestAnimationFrame(() => setTimeout(() => { window.firstTile = performance.now(); }));
}).observe(document, { childList: true, subtree: true });";

/// Milliseconds from the beginning of a first visit until a tile is seen.
fn first_tile(chromium: &Chromium, address: &str, slower: u32) -> Result<f64> {
    let mut page = chromium.open(true)?;
    page.run_first(WATCH_FIRST_TILE)?;
    page.slow_down(slower)?;
    page.visit(address)?;
    page.wait_until("window.firstTile > 0")?;
    page.evaluate("window.firstTile")
}

/// The largest game of two people, in which the last tile is to be placed.
fn large_board(chromium: &Chromium, address: &str) -> Result<Page> {
    let options = Options::NONE.with(GameOption::River).with(GameOption::TradersBuilders);
    let games = (1..100).map(|seed| played_at_random(GameId::Base, options, seed, MOST_TILES));
    // In some games a tile fits nowhere.
    let large = games.into_iter().find(|table| !table.as_ref().is_ok_and(|table| table.game().phase() == Phase::Over));
    let table = large.unwrap_or_else(|| Err(Failure::new("every game by lot leaves out a tile")))?;
    let mut page = chromium.open(true)?;
    page.visit(address)?;
    page.sit_down_at(&save(&table, &["person", "person"]))?;
    page.settle()?;
    Ok(page)
}

/// Moves the camera for a moment, from this point.
type Movement = fn(&mut Page, Point, Instant) -> Result<()>;

fn pan(page: &mut Page, from: Point, until: Instant) -> Result<()> {
    let mut along = (0_u32..).map(|step| {
        let turn = f64::from(step) * 0.15;
        from.moved(turn.sin() * 150.0, turn.cos() * 100.0)
    });
    page.drag_until(&mut along, until)
}

fn zoom(page: &mut Page, at: Point, until: Instant) -> Result<()> {
    let mut step = 0_u32;
    while Instant::now() < until {
        // Forty steps nearer, forty farther.
        let by = if (step / 40).is_multiple_of(2) { -20.0 } else { 20.0 };
        page.wheel(at, by)?;
        std::thread::sleep(REPORT);
        step += 1;
    }
    Ok(())
}

/// Only looks on.
fn watch(_: &mut Page, _: Point, until: Instant) -> Result<()> {
    std::thread::sleep(until.saturating_duration_since(Instant::now()));
    Ok(())
}

/// A board on which bots play, and everything that they do is shown.
fn bots_at_play(chromium: &Chromium, address: &str, game: GameId, tiles: usize) -> Result<Page> {
    let mut page = chromium.open(true)?;
    page.visit(address)?;
    let table = played_at_random(game, Options::NONE, 7, tiles)?;
    page.sit_down_at(&save(&table, &["greedy", "greedy"]))?;
    page.settle()?;
    Ok(page)
}

/// Frames per second while something moves.
fn frames(page: &mut Page, movement: Movement) -> Result<f64> {
    let middle = page.middle_of(".board")?;
    page.run(
        "(() => {
            window.drawn = [];
            const count = time => { window.drawn.push(time); window.counting = requestAnimationFrame(count); };
            window.counting = requestAnimationFrame(count);
        })()",
    )?;
    movement(page, middle, Instant::now() + MOVING)?;
    page.run("cancelAnimationFrame(window.counting)")?;
    page.evaluate("(window.drawn.length - 1) * 1000 / (window.drawn.at(-1) - window.drawn[0])")
}

/// The longest task in milliseconds while bots of the strongest level play on a board of so many tiles.
fn longest_task(chromium: &Chromium, address: &str, game: GameId, tiles: usize) -> Result<f64> {
    let mut page = chromium.open(true)?;
    page.visit(address)?;
    let table = played_at_random(game, Options::NONE, 5, tiles)?;
    page.sit_down_at(&save(&table, &[STRONGEST, STRONGEST]))?;
    // What loading the page took is not meant.
    page.wait_for(".question.thinking")?;
    page.settle()?;
    page.run(WATCH_TASKS)?;
    page.run(&format!("setTimeout(() => {{ window.watched = true; }}, {})", WATCHING.as_millis()))?;
    let length = "localStorage.getItem('bastide.game').length";
    let before: usize = page.evaluate(length)?;
    page.wait_until("window.watched === true")?;
    if page.evaluate::<usize>(length)? == before {
        return Err(Failure::new(format!("{STRONGEST} did not play within {} seconds", WATCHING.as_secs())));
    }
    page.evaluate("window.longest")
}

/// Notes the longest task from here on.
const WATCH_TASKS: &str = "(() => {
    window.longest = 0;
    const note = list => {
        for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    };
    new PerformanceObserver(note).observe({ type: 'longtask' });
})()";

/// The seconds until every step of a whole game is analysed as people do it first, and the longest task meanwhile in
/// milliseconds. The parts of the program that this needs are loaded in this time.
fn analysis(chromium: &Chromium, address: &str) -> Result<(f64, f64)> {
    let mut page = chromium.open(true)?;
    page.visit(address)?;
    let table = played_at_random(GameId::Base, Options::NONE, 5, usize::MAX)?;
    page.sit_down_at(&save(&table, &["person", "greedy"]))?;
    page.wait_for(".end .analyse")?;
    page.settle()?;
    page.run(WATCH_TASKS)?;
    let begin = Instant::now();
    page.run("document.querySelector('.end .analyse').click()")?;
    page.wait_for(".study .progress[data-done]")?;
    let done = "(({ done, all }) => done === all)(document.querySelector('.study .progress').dataset)";
    while !page.evaluate::<bool>(done)? {
        if begin.elapsed() > PATIENCE {
            return Err(Failure::new(format!("not analysed within {} seconds", PATIENCE.as_secs())));
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok((begin.elapsed().as_secs_f64(), page.evaluate("window.longest")?))
}
