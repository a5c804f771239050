//! People at different screens play through a server: two play, one of them on a phone, a third one watches.

use crate::game::totals;
use browser::{Chromium, Colours, Failure, Hand, Page, Player, Profile, Result, Site, findings};
use rules::Record;
use serde_json::json;
use std::path::Path;

/// Lets a test lose a message: the next action is not sent, and the line breaks.
const FAULTY_LINE: &str = "
    window.WebSocket = class extends WebSocket {
        send(text) {
            if (window.loseNext && text.includes('\"action\"')) {
                window.loseNext = false;
                window.lost = text;
                this.close();
                return;
            }
            if (text === window.lost) window.sentAgain = true;
            super.send(text);
        }
    };";

pub(crate) struct People {
    pub(crate) pages: Vec<Page>,
    _chromium: Chromium,
    _profile: Profile,
    pub(crate) site: Site,
}

impl People {
    /// So many people, each with a browser of their own as far as pages can tell.
    fn gather(count: usize) -> Result<People> {
        let site = Site::start(Path::new(env!("CARGO_BIN_EXE_browser")))?;
        let profile = Profile::new()?;
        let chromium = Chromium::start(&profile)?;
        let mut pages = Vec::new();
        for _ in 0..count {
            let mut page = chromium.open(true)?;
            page.prefer_motion(false)?;
            pages.push(page);
        }
        Ok(People { pages, _chromium: chromium, _profile: profile, site })
    }

    fn are_content(&mut self) -> Result<()> {
        for (index, page) in self.pages.iter_mut().enumerate() {
            if let [first, ..] = page.complaints()? {
                return Err(Failure::new(format!("page {index} complains: {first}")));
            }
        }
        Ok(())
    }
}

pub(crate) fn with_people(name: &str, count: usize, test: impl FnOnce(&mut People) -> Result<()>) {
    let outcome = People::gather(count).and_then(|mut people| {
        let outcome = test(&mut people).and_then(|()| people.are_content());
        if outcome.is_err() {
            for (index, page) in people.pages.iter_mut().enumerate() {
                // Best effort: the page may be the reason.
                let _ = page.screenshot(&format!("failed-{name}-{index}"));
                for complaint in page.complaints().into_iter().flatten() {
                    eprintln!("page {index}: {complaint}");
                }
            }
        }
        outcome
    });
    if let Err(failure) = outcome {
        panic!("{name}: {failure}");
    }
}

pub(crate) fn click(page: &mut Page, selector: &str) -> Result<()> {
    page.wait_for(selector)?;
    let at = page.middle_of(selector)?;
    page.click(at)
}

/// Chooses in a list as its own code would.
pub(crate) fn choose(page: &mut Page, list: &str, value: &str) -> Result<()> {
    page.wait_for(list)?;
    page.run(&format!(
        "(list => {{ list.value = {}; list.dispatchEvent(new Event('change', {{ bubbles: true }})); }})(document.querySelector({}))",
        json!(value),
        json!(list)
    ))
}

/// Opens a table for two from the start page; returns its link.
pub(crate) fn open_table(page: &mut Page, address: &str, game: &str) -> Result<String> {
    page.visit(address)?;
    click(page, ".together")?;
    click(page, ".new-table")?;
    choose(page, "dialog[open] .game", game)?;
    click(page, "dialog[open] .create")?;
    page.wait_for("main.room .qr")?;
    page.evaluate("document.querySelector('.link input').value")
}

pub(crate) fn say(page: &mut Page, text: &str) -> Result<()> {
    page.wait_for(".chat form input")?;
    page.run(&format!(
        "(form => {{ form.querySelector('input').value = {}; form.requestSubmit(); }})(document.querySelector('.chat form'))",
        json!(text)
    ))
}

pub(crate) fn played(page: &mut Page) -> Result<usize> {
    page.evaluate("Number(document.querySelector('main.table').dataset.played)")
}

#[test]
fn two_people_play_a_whole_game_and_a_third_one_watches() {
    with_people("online", 3, |people| {
        let address = people.site.address();
        let [desk, phone, watcher] = &mut people.pages[..] else { return Err(Failure::new("three people")) };
        desk.run_first(FAULTY_LINE)?;
        phone.set_phone()?;
        let link = open_table(desk, &address, "safari")?;
        say(desk, "Hello there")?;
        // From the link to the table it takes one touch.
        phone.visit(&link)?;
        phone.wait_until("document.querySelector('.chat li:not(.happened)')?.innerText.includes('Hello there')")?;
        phone.screenshot("online-invited-phone")?;
        let mut finger = Player::new(Hand::Finger, 8);
        finger.touch_element(phone, ".sit")?;
        for page in [&mut *desk, &mut *phone] {
            page.wait_for("main.table .board")?;
        }
        watcher.visit(&link)?;
        watcher.wait_for("main.table .board")?;
        watcher.screenshot("online-watching")?;
        std::thread::scope(|threads| {
            let desk_plays = threads.spawn(|| -> Result<()> {
                let mut mouse = Player::new(Hand::Mouse, 7);
                mouse.play_turns(desk, 4)?;
                // An action is lost on its way, and the line with it: it is sent again as the same one.
                desk.run("window.loseNext = true")?;
                mouse.play_turns(desk, 3)?;
                assert!(desk.evaluate::<bool>("window.sentAgain === true")?, "what was lost is sent again");
                mouse.play_to_the_end(desk)
            });
            let phone_plays = threads.spawn(|| -> Result<()> {
                finger.play_turns(phone, 6)?;
                let before = played(phone)?;
                phone.reload()?;
                phone.wait_for("main.table .board")?;
                assert!(played(phone)? >= before, "the phone comes back to where the game is");
                phone.screenshot("online-table-phone")?;
                finger.play_to_the_end(phone)
            });
            let told =
                |outcome: std::thread::Result<Result<()>>| outcome.map_err(|_| Failure::new("a player gave up"))?;
            // When one gives up, the other waits in vain: both say why.
            match [desk_plays, phone_plays].map(|plays| told(plays.join())) {
                [Err(desk), Err(phone)] => Err(Failure::new(format!("{desk}; on the phone: {phone}"))),
                [desk, phone] => desk.and(phone),
            }
        })?;
        watcher.wait_for(".end .sheet")?;
        let id = link.rsplit('/').next().unwrap_or_default();
        let record: String =
            watcher.evaluate(&format!("fetch('api/v1/rooms/{id}/record').then(answer => answer.text())"))?;
        let record: Record = record.parse().map_err(|error| Failure::new(format!("the server's record: {error}")))?;
        table::verify(&record).map_err(|error| Failure::new(error.to_string()))?;
        for page in [&mut *desk, &mut *phone, &mut *watcher] {
            assert_eq!(Some(&totals(page)?[..]), record.result(), "everybody sees the result of the record");
            page.wait_for(".fair.ready")?;
        }
        desk.screenshot("online-end")?;
        // Once more: one offers, the other accepts.
        click(desk, ".result .primary")?;
        desk.wait_for("main.room .sitters")?;
        phone.wait_until("document.querySelector('.result .primary') !== null")?;
        finger.touch_element(phone, ".result .primary")?;
        for page in [desk, phone] {
            page.wait_for("main.table:not(.ended) .board")?;
        }
        Ok(())
    });
}

#[test]
fn moves_are_taken_back_when_the_other_agrees_and_who_resigns_loses() {
    with_people("online-undo", 2, |people| {
        let address = people.site.address();
        let [one, other] = &mut people.pages[..] else { return Err(Failure::new("two people")) };
        let link = open_table(one, &address, "base")?;
        other.visit(&link)?;
        click(other, ".sit")?;
        for page in [&mut *one, &mut *other] {
            page.wait_for("main.table .board")?;
        }
        // Whoever is to begin.
        let first = one.evaluate::<bool>("document.querySelector('.seat.acts .does').innerText !== '' && document.querySelector('.board .cell') !== null")?;
        let (mover, waiter) = if first { (one, other) } else { (other, one) };
        mover.wait_for(".board .cell")?;
        let before = played(mover)?;
        Player::new(Hand::Mouse, 3).play_turns(mover, 1)?;
        waiter.wait_for(".board .cell")?;
        click(mover, ".tools .undo")?;
        click(waiter, ".undo-question .accept")?;
        for page in [&mut *mover, &mut *waiter] {
            page.wait_until(&format!("document.querySelector('main.table').dataset.played === '{before}'"))?;
        }
        click(waiter, ".beside .resign")?;
        click(waiter, "dialog[open] .primary")?;
        for page in [&mut *mover, &mut *waiter] {
            page.wait_for(".end .sheet")?;
            page.wait_for(".fair.ready")?;
        }
        Ok(())
    });
}

/// Two people finish a rated game of whichever kind, without a page; says who won.
const FINISHED_GAME: &str = "(async game => {
    const ask = async (token, path, body) => {
        const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
        const answer = await fetch(`api/v1/${path}`, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
        return answer.json();
    };
    const guest = name => fetch('api/v1/guests', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name }) }).then(answer => answer.json());
    const people = window.finishers ??= [await guest('Hedwig'), await guest('Оксана')];
    const seats = [{ kind: 'open' }, { kind: 'open' }];
    const { room: { id } } = await ask(people[0].token, 'rooms', { game, seats });
    await ask(people[1].token, `rooms/${id}/join`, {});
    for (let count = 0; count < 2; count++) {
        const { last, player, actions } = await ask(people[0].token, `rooms/${id}/state`);
        await ask(people[player].token, `rooms/${id}/actions`, { id: String(count), after: last, action: actions[0] });
    }
    await ask(people[1].token, `rooms/${id}/resign`, {});
    return people[0].player.id;
})";

/// Whether every tool that is shown can be touched.
const TOOLS_IN_REACH: &str =
    "[...document.querySelectorAll('.tools .tool')].filter(tool => tool.offsetParent).every(tool => {
    const { x, y, width } = tool.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + 3)?.closest('.tools');
})";

struct Look {
    name: &'static str,
    found: Vec<String>,
}

impl Look {
    /// By day and by night.
    fn at(&mut self, page: &mut Page, what: &str) -> Result<()> {
        for colours in [Colours::Light, Colours::Dark] {
            page.prefer_colours(colours)?;
            let name = format!("online-{what}-{}-{}", self.name, colours.name());
            page.screenshot(&name)?;
            self.found.extend(findings(page)?.into_iter().map(|finding| format!("{name}: {finding}")));
        }
        let (width, room): (u32, u32) = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")?;
        if width > room {
            self.found.push(format!("{what}-{}: the page is {width} pixels wide and has {room}", self.name));
        }
        Ok(())
    }
}

fn every_page(name: &'static str, phone: bool) {
    with_people(&format!("online-{name}"), 2, |people| {
        let address = people.site.address();
        let [page, other] = &mut people.pages[..] else { return Err(Failure::new("two people")) };
        if phone {
            page.set_phone()?;
        }
        let mut look = Look { name, found: Vec::new() };
        open_table(other, &address, "new_lands")?;
        let winner: String = other.evaluate(&format!("{FINISHED_GAME}('base')"))?;
        other.evaluate::<String>(&format!("{FINISHED_GAME}('base')"))?;
        other.evaluate::<String>(&format!("{FINISHED_GAME}('safari')"))?;
        page.visit(&address)?;
        click(page, ".together")?;
        page.wait_for(".rooms.waits li")?;
        look.at(page, "lobby")?;
        click(page, ".new-table")?;
        choose(page, "dialog[open] .pace", "2")?;
        page.wait_for("dialog[open] .time-up")?;
        look.at(page, "new-table")?;
        click(page, "dialog[open] .create")?;
        page.wait_for("main.room .begin")?;
        say(page, "Who comes?")?;
        page.wait_for(".chat li.mine")?;
        choose(page, ".filling .style select", "builder")?;
        page.wait_until("document.querySelector('.filling .style small').innerText !== ''")?;
        look.at(page, "room")?;
        click(page, ".begin")?;
        page.wait_for("main.table .board")?;
        page.wait_until("[...document.querySelectorAll('.seat .does')].some(it => it.textContent === 'experienced, likes to build')")?;
        look.at(page, "table")?;
        assert!(page.evaluate::<bool>(TOOLS_IN_REACH)?, "something lies over the tools");
        click(page, ".talk-button")?;
        page.wait_for("dialog[open] .chat")?;
        look.at(page, "chat")?;
        page.visit(&format!("{address}#lobby"))?;
        page.wait_for(".rooms.mine li")?;
        let names = page.text_of(".rooms.mine .names")?;
        assert!(names.contains("(Bot, experienced, likes to build)"), "a list tells how well a bot plays: {names}");
        look.at(page, "my-games")?;
        click(page, ".device")?;
        page.wait_for("dialog[open] .qr")?;
        look.at(page, "device")?;
        page.visit(&format!("{address}#archive"))?;
        page.wait_until("document.querySelectorAll('.found li').length === 3")?;
        look.at(page, "archive")?;
        choose(page, ".of-game", "safari")?;
        page.wait_until("document.querySelectorAll('.found li').length === 1")?;
        assert!(page.evaluate::<String>("location.hash")?.starts_with("#archive/safari"), "the address can be shared");
        page.visit(&format!("{address}#player/{winner}"))?;
        page.wait_until("document.querySelectorAll('.curve circle').length === 3")?;
        page.wait_until("document.querySelectorAll('.found li').length === 3")?;
        look.at(page, "player")?;
        page.visit(&format!("{address}#leaders"))?;
        page.wait_until("document.querySelectorAll('.ladder tbody tr').length === 2")?;
        assert!(page.text_of(".ladder tbody tr")?.contains("Hedwig"), "who won is first");
        look.at(page, "leaders")?;
        // From there to a player, and on to one of the games with its score sheet.
        click(page, ".ladder tbody a")?;
        click(page, ".found li .button")?;
        page.wait_for(".end .sheet")?;
        page.wait_for(".fair.ready")?;
        if look.found.is_empty() { Ok(()) } else { Err(Failure::new(look.found.join("\n"))) }
    });
}

#[test]
fn on_a_desk() {
    every_page("desk", false);
}

#[test]
fn on_a_phone() {
    every_page("phone", true);
}

#[test]
fn the_player_moves_to_another_device_once() {
    with_people("online-device", 3, |people| {
        let address = people.site.address();
        let [one, other, third] = &mut people.pages[..] else { return Err(Failure::new("three browsers")) };
        open_table(one, &address, "base")?;
        one.visit(&format!("{address}#lobby"))?;
        one.wait_for(".rooms.mine li")?;
        click(one, ".device")?;
        one.wait_for("dialog[open] .link input")?;
        let link: String = one.evaluate("document.querySelector('dialog[open] .link input').value")?;
        other.visit(&link)?;
        click(other, ".claim .primary")?;
        other.wait_for(".rooms.mine li")?;
        assert!(!other.evaluate::<String>("location.href")?.contains("claim"), "the code stays nowhere");
        third.visit(&link)?;
        click(third, ".claim .primary")?;
        third.wait_until("document.querySelector('.claim .trouble')?.innerText.length > 0")?;
        // Chromium reports what the server refused, as it should.
        people.pages.pop();
        Ok(())
    });
}
