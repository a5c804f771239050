//! A page in Chromium: going somewhere, asking, waiting, and what it looks like.

use crate::devtools::Connection;
use crate::{Failure, Result, setup};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fs;
use std::time::{Duration, Instant};

/// How long the page may take for something; an unoptimised client on a busy machine is slow.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often the page is asked whether it is ready.
const PACE: Duration = Duration::from_millis(15);

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colours {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Colours {
    /// The name that style sheets and files use.
    pub const fn name(self) -> &'static str {
        match self {
            Colours::Light => "light",
            Colours::Dark => "dark",
        }
    }
}

/// A page.
pub struct Page {
    connection: Connection,
    session: String,
    target: String,
    /// What the page complained about.
    complaints: Vec<String>,
    colours: Colours,
    moves: bool,
}

impl Page {
    pub(crate) fn open(address: &str, private: bool) -> Result<Page> {
        let mut connection = Connection::open(address)?;
        let mut wanted = json!({ "url": "about:blank" });
        if private {
            let context = connection.call(None, "Target.createBrowserContext", json!({ "disposeOnDetach": true }))?;
            wanted["browserContextId"] = context["browserContextId"].clone();
        }
        let target = text(&connection.call(None, "Target.createTarget", wanted)?, "targetId")?;
        let attached =
            connection.call(None, "Target.attachToTarget", json!({ "targetId": target, "flatten": true }))?;
        let session = text(&attached, "sessionId")?;
        let mut page =
            Page { connection, session, target, complaints: Vec::new(), colours: Colours::Light, moves: true };
        for domain in ["Page", "Runtime", "Log", "Network", "DOM"] {
            page.call(&format!("{domain}.enable"), json!({}))?;
        }
        page.set_size(1280, 800)?;
        Ok(page)
    }

    pub(crate) fn call(&mut self, method: &str, parameters: Value) -> Result<Value> {
        self.connection.call(Some(&self.session), method, parameters)
    }

    /// Goes to an address and waits until the client is there.
    pub fn visit(&mut self, address: &str) -> Result<()> {
        let answer = self.call("Page.navigate", json!({ "url": address }))?;
        if let Some(error) = answer.get("errorText").and_then(Value::as_str) {
            return Err(Failure::new(format!("{address}: {error}")));
        }
        self.wait_for_client()
    }

    /// Loads the page again and waits until the client is there.
    pub fn reload(&mut self) -> Result<()> {
        // The old page must not be taken for the new one.
        self.run("window.isOld = true")?;
        self.call("Page.reload", json!({}))?;
        self.wait_for_client()
    }

    fn wait_for_client(&mut self) -> Result<()> {
        self.wait_until("!window.isOld && document.querySelector('main.start, main.table') !== null")
    }

    /// Closes the page as a person closes a tab.
    pub fn close(mut self) -> Result<()> {
        let target = json!({ "targetId": self.target });
        self.connection.call(None, "Target.closeTarget", target).map(drop)
    }

    /// What an expression is worth; promises are waited for.
    pub fn evaluate<T: DeserializeOwned>(&mut self, expression: &str) -> Result<T> {
        let wanted = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let mut answer = self.call("Runtime.evaluate", wanted)?;
        if let Some(details) = answer.get("exceptionDetails") {
            return Err(Failure::new(format!("{expression}: {}", thrown(details))));
        }
        Ok(serde_json::from_value(answer["result"]["value"].take())?)
    }

    /// Evaluates something for what it does.
    pub fn run(&mut self, statement: &str) -> Result<()> {
        self.evaluate::<Value>(&format!("void ({statement})")).map(drop)
    }

    /// Waits until an expression is true.
    pub fn wait_until(&mut self, condition: &str) -> Result<()> {
        let begin = Instant::now();
        let mut trouble = None;
        while begin.elapsed() < PATIENCE {
            // While one page goes and another comes there is nobody to ask.
            match self.evaluate::<Option<bool>>(condition) {
                Ok(Some(true)) => return Ok(()),
                Ok(_) => trouble = None,
                Err(error) => trouble = Some(error),
            }
            std::thread::sleep(PACE);
        }
        let trouble = trouble.map(|error| format!(" ({error})")).unwrap_or_default();
        Err(Failure::new(format!("not true after {} seconds: {condition}{trouble}", PATIENCE.as_secs())))
    }

    /// Waits until there is something for a selector.
    pub fn wait_for(&mut self, selector: &str) -> Result<()> {
        self.wait_until(&format!("document.querySelector({}) !== null", json!(selector)))
    }

    /// The text of the first element for a selector, as it is seen.
    pub fn text_of(&mut self, selector: &str) -> Result<String> {
        self.evaluate(&format!("document.querySelector({}).innerText", json!(selector)))
    }

    /// Runs a script in every page before its own.
    pub fn run_first(&mut self, script: &str) -> Result<()> {
        self.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).map(drop)
    }

    /// A screen of this size with a mouse.
    pub fn set_size(&mut self, width: u32, height: u32) -> Result<()> {
        let screen = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", screen).map(drop)
    }

    /// Puts this tab before the others: one behind them draws nothing, and who waits for a picture of it waits for ever.
    pub fn come_to_front(&mut self) -> Result<()> {
        self.call("Page.bringToFront", json!({})).map(drop)
    }

    /// A phone: small, and without a mouse.
    pub fn set_phone(&mut self) -> Result<()> {
        self.set_touch_screen(390, 800, 2)
    }

    /// A screen of this size that is touched, with so many dots for a pixel.
    pub fn set_touch_screen(&mut self, width: u32, height: u32, dots: u32) -> Result<()> {
        let screen = json!({ "width": width, "height": height, "deviceScaleFactor": dots, "mobile": true });
        self.call("Emulation.setDeviceMetricsOverride", screen)?;
        self.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": true, "maxTouchPoints": 5 })).map(drop)
    }

    /// Light or dark, as the person prefers in the whole system.
    pub fn prefer_colours(&mut self, colours: Colours) -> Result<()> {
        self.colours = colours;
        self.tell_preferences()
    }

    /// Whether the person likes it when things move; without, games are quicker.
    pub fn prefer_motion(&mut self, moves: bool) -> Result<()> {
        self.moves = moves;
        self.tell_preferences()
    }

    fn tell_preferences(&mut self) -> Result<()> {
        let motion = if self.moves { "no-preference" } else { "reduce" };
        let features = json!([
            { "name": "prefers-color-scheme", "value": self.colours.name() },
            { "name": "prefers-reduced-motion", "value": motion },
        ]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": features })).map(drop)
    }

    /// The languages that the person reads, as a browser lists them: `uk-UA,uk,en`.
    pub fn prefer_languages(&mut self, languages: &str) -> Result<()> {
        let agent = text(&self.connection.call(None, "Browser.getVersion", json!({}))?, "userAgent")?;
        let wanted = json!({ "userAgent": agent, "acceptLanguage": languages });
        self.call("Emulation.setUserAgentOverride", wanted).map(drop)
    }

    /// Makes the processor so many times slower.
    pub fn slow_down(&mut self, times: u32) -> Result<()> {
        self.call("Emulation.setCPUThrottlingRate", json!({ "rate": times })).map(drop)
    }

    /// Cuts the network.
    pub fn go_offline(&mut self) -> Result<()> {
        let wanted = json!({ "offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.call("Network.emulateNetworkConditions", wanted).map(drop)
    }

    /// Keeps a picture of what is seen as `target/screenshots/NAME.png`.
    pub fn screenshot(&mut self, name: &str) -> Result<()> {
        self.settle()?;
        let picture = text(&self.call("Page.captureScreenshot", json!({ "format": "png" }))?, "data")?;
        let picture = data_encoding::BASE64.decode(picture.as_bytes());
        let picture = picture.map_err(|error| Failure::new(format!("no picture: {error}")))?;
        let folder = setup::screenshots();
        fs::create_dir_all(&folder)?;
        Ok(fs::write(folder.join(format!("{name}.png")), picture)?)
    }

    /// Forgets what the page complained about so far: it had reasons.
    pub fn forgive(&mut self) -> Result<()> {
        self.complaints()?;
        self.complaints.clear();
        Ok(())
    }

    /// Errors that the page logged or threw since it was opened.
    pub fn complaints(&mut self) -> Result<&[String]> {
        // An answer comes after all that happened before it was asked for.
        self.connection.call(None, "Browser.getVersion", json!({}))?;
        let new: Vec<String> = self.connection.take_events().iter().filter_map(complaint).collect();
        self.complaints.extend(new);
        Ok(&self.complaints)
    }
}

fn text(answer: &Value, field: &str) -> Result<String> {
    let text = answer.get(field).and_then(Value::as_str);
    text.map(str::to_owned).ok_or_else(|| Failure::new(format!("Chromium's answer has no {field}: {answer}")))
}

fn thrown(details: &Value) -> String {
    let description = details["exception"]["description"].as_str();
    description.or(details["text"].as_str()).unwrap_or("something was thrown").to_owned()
}

/// The event as an error of the page, if it is one.
fn complaint(event: &Value) -> Option<String> {
    let parameters = &event["params"];
    match event["method"].as_str()? {
        "Runtime.exceptionThrown" => Some(thrown(&parameters["exceptionDetails"])),
        "Runtime.consoleAPICalled" if parameters["type"] == "error" => {
            let words = parameters["args"].as_array().into_iter().flatten();
            let word = |value: &Value| value["value"].as_str().or(value["description"].as_str()).map(str::to_owned);
            Some(words.filter_map(word).collect::<Vec<_>>().join(" "))
        }
        "Log.entryAdded" if parameters["entry"]["level"] == "error" => {
            Some(format!("{} {}", parameters["entry"]["text"], parameters["entry"]["url"]))
        }
        _ => None,
    }
}
