//! What goes wrong between people at different screens, and what a host arranges before the game.

use crate::online::{choose, click, open_table, played, say, with_people};
use browser::{Failure, Hand, Page, Player, Result};
use serde_json::json;

/// Lets a test tell a page that the server has another version of the client.
const OTHER_VERSION: &str = "
    window.WebSocket = class extends WebSocket {
        set onmessage(heard) {
            super.onmessage = heard && (event => {
                const told = JSON.parse(event.data);
                if (window.otherVersion && 'client' in told) told.client = 'other';
                heard(new MessageEvent('message', { data: JSON.stringify(told) }));
            });
        }
    };";

/// Lets a test put a page into the background as phones do: out of sight, with lines that are dead and do not say so.
const SLEEPY: &str = "
    const sockets = new Set();
    window.WebSocket = class extends WebSocket {
        constructor(...wanted) { super(...wanted); sockets.add(this); }
        set onmessage(heard) { super.onmessage = heard && (event => this.dead || heard(event)); }
        set onclose(heard) { super.onclose = heard && (event => this.dead || heard(event)); }
        send(text) { this.dead || super.send(text); }
    };
    let hidden = false;
    let slept = 0;
    const now = Date.now;
    Date.now = () => now() + slept;
    Object.defineProperty(document, 'hidden', { get: () => hidden });
    window.sleep = asleep => {
        hidden = asleep;
        if (asleep) sockets.forEach(socket => { socket.dead = true; });
        else slept += 60000;
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    };";

/// Makes a room as the person of the page, with a clock that nobody would choose; goes there.
fn open_with_clock(page: &mut Page, seconds: u32) -> Result<String> {
    let wish = json!({
        "game": "base",
        "seats": [{ "kind": "open" }, { "kind": "open" }],
        "clock": { "kind": "player", "seconds": seconds },
    });
    let id: String = page.evaluate(&format!(
        "fetch('api/v1/rooms', {{
            method: 'POST',
            headers: {{
                'Content-Type': 'application/json',
                Authorization: 'Bearer ' + localStorage.getItem('bastide.guest').split('\\n')[0],
            }},
            body: {},
        }}).then(answer => answer.json()).then(answer => answer.room.id)",
        json!(wish.to_string())
    ))?;
    page.run(&format!("location.hash = 'room/{id}'"))?;
    page.wait_for("main.room .qr")?;
    page.evaluate("document.querySelector('.link input').value")
}

fn wait_for_same_position(one: &mut Page, other: &mut Page) -> Result<()> {
    let (here, there) = (played(one)?, played(other)?);
    let most = here.max(there);
    for page in [one, other] {
        page.wait_until(&format!("Number(document.querySelector('main.table').dataset.played) >= {most}"))?;
    }
    Ok(())
}

/// Who is to act, and who is not.
fn sides<'a>(one: &'a mut Page, other: &'a mut Page) -> Result<(&'a mut Page, &'a mut Page)> {
    one.wait_until("document.querySelector('.seat.acts') !== null")?;
    one.settle()?;
    Ok(if one.look()?.cells.is_empty() { (other, one) } else { (one, other) })
}

#[test]
fn games_outlive_the_server_a_sleeping_phone_and_a_new_version_but_not_the_clock() {
    with_people("together", 2, |people| {
        let address = people.site.address();
        let (pages, site) = (&mut people.pages, &mut people.site);
        let [desk, phone] = &mut pages[..] else { return Err(Failure::new("two people")) };
        phone.set_phone()?;
        phone.run_first(SLEEPY)?;
        desk.run_first(OTHER_VERSION)?;
        let link = open_table(desk, &address, "base")?;
        phone.visit(&link)?;
        click(phone, ".sit")?;
        for page in [&mut *desk, &mut *phone] {
            page.wait_for("main.table .board")?;
        }
        assert!(desk.evaluate::<bool>("document.querySelector('.tools .undo').disabled")?, "nothing was done");
        for _ in 0..2 {
            let (mover, _) = sides(desk, phone)?;
            Player::new(Hand::Mouse, 3).play_turns(mover, 1)?;
            wait_for_same_position(desk, phone)?;
        }
        // The server is gone, and people see that; what is tried meanwhile needs no server.
        site.stop()?;
        for page in [&mut *desk, &mut *phone] {
            page.wait_for(".lost")?;
        }
        desk.screenshot("online-lost")?;
        let before = played(desk)?;
        site.go_on()?;
        for page in [&mut *desk, &mut *phone] {
            page.wait_until("document.querySelector('.lost') === null")?;
            assert_eq!(played(page)?, before, "the game is where it was");
            page.forgive()?;
        }
        for _ in 0..2 {
            let (mover, _) = sides(desk, phone)?;
            Player::new(Hand::Mouse, 5).play_turns(mover, 1)?;
            wait_for_same_position(desk, phone)?;
        }
        // The phone sleeps while the desk moves; its line is dead when it wakes up.
        if !phone.look()?.cells.is_empty() {
            Player::new(Hand::Mouse, 6).play_turns(phone, 1)?;
            wait_for_same_position(desk, phone)?;
        }
        phone.run("sleep(true)")?;
        let asleep = played(phone)?;
        Player::new(Hand::Mouse, 7).play_turns(desk, 1)?;
        assert_eq!(played(phone)?, asleep, "it hears nothing");
        phone.run("sleep(false)")?;
        wait_for_same_position(desk, phone)?;
        // Another version of the client is offered, but not while a tile is tried.
        let (mover, _) = sides(desk, phone)?;
        Player::new(Hand::Mouse, 8).play_turns(mover, 1)?;
        wait_for_same_position(desk, phone)?;
        desk.run("window.otherVersion = true")?;
        if desk.look()?.cells.is_empty() {
            Player::new(Hand::Mouse, 9).play_turns(phone, 1)?;
            wait_for_same_position(desk, phone)?;
        }
        let cell = desk.look()?.cells.first().map(|cell| cell.at);
        desk.click(cell.ok_or_else(|| Failure::new("the desk is to move"))?)?;
        desk.wait_for(".board .trial")?;
        // Somebody comes, and the server tells who is there and what it has.
        phone.reload()?;
        phone.wait_for("main.table .board")?;
        desk.wait_until("document.querySelector('.absent-mark') === null")?;
        let offered = "[...document.querySelectorAll('.notice[role=alert] button')].length > 0";
        assert!(!desk.evaluate::<bool>(offered)?, "not in a move");
        desk.run("document.querySelector('.decide .pick-up').click()")?;
        desk.wait_until(offered)?;
        desk.screenshot("online-new-version")?;
        // A clock of a few seconds: it warns, and then the game is lost.
        let link = open_with_clock(desk, 4)?;
        phone.visit(&link)?;
        click(phone, ".sit")?;
        for page in [&mut *desk, &mut *phone] {
            page.wait_for(".clock.low.runs")?;
            page.wait_for(".end .sheet")?;
            page.wait_for(".fair.ready")?;
        }
        Ok(())
    });
}

#[test]
fn the_host_arranges_the_table() {
    with_people("together-host", 2, |people| {
        let address = people.site.address();
        let [host, guest] = &mut people.pages[..] else { return Err(Failure::new("two people")) };
        host.visit(&address)?;
        click(host, ".together")?;
        click(host, ".new-table")?;
        click(host, "dialog[open] .add")?;
        click(host, "dialog[open] .create")?;
        host.wait_for("main.room .qr")?;
        let link: String = host.evaluate("document.querySelector('.link input').value")?;
        guest.visit(&link)?;
        click(guest, ".sit")?;
        host.wait_until("document.querySelectorAll('.sitters .taken').length === 2")?;
        // Muted is muted, also when the talk is looked at again.
        guest.wait_for(".chat header .tool")?;
        click(guest, ".chat header .tool")?;
        say(host, "Can you hear me?")?;
        host.wait_for(".chat li.mine")?;
        click(host, ".change")?;
        choose(host, "dialog[open] .game", "safari")?;
        choose(host, "dialog[open] .pace", "4")?;
        choose(host, "dialog[open] .time-up", "1")?;
        choose(host, "dialog[open] .other select", "casual")?;
        choose(host, "dialog[open] .other .style select", "builder")?;
        host.wait_until("document.querySelector('.other .style small')?.innerText.length > 0")?;
        choose(host, "dialog[open] .other select", "")?;
        choose(host, "dialog[open] .leaves", "1")?;
        host.screenshot("online-change")?;
        click(host, "dialog[open] .create")?;
        let changed = "[...document.querySelectorAll('.chat .happened')].length >= 2 \
            && document.querySelector('.room .what h2').innerText === 'Safari'";
        guest.wait_until(changed)?;
        assert!(!guest.evaluate::<bool>("document.querySelector('.chat').innerText.includes('hear me')")?, "muted");
        click(guest, ".chat header .tool")?;
        guest.wait_until("document.querySelector('.chat').innerText.includes('hear me')")?;
        assert_eq!(host.evaluate::<usize>("document.querySelectorAll('.sitters .taken').length")?, 2, "all stay");
        click(host, ".sitters .taken .tool")?;
        guest.wait_until("document.querySelector('.go .trouble')?.innerText.length > 0")?;
        guest.screenshot("online-removed")?;
        host.wait_until("document.querySelectorAll('.sitters .taken').length === 1")?;
        assert!(
            guest.evaluate::<bool>("document.querySelector('.sit') === null")?,
            "who was removed is not asked back"
        );
        Ok(())
    });
}
