//! Somebody who does not see the page: what they know is the accessibility tree that Chromium gives to screen readers, and
//! what they do is to go to one of its nodes and press Enter.

use crate::{Failure, Key, Page, Result};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::time::Duration;
use table::Random;

/// How a screen reader knows a part of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What it is: `button`, `group`, `status` …
    pub role: String,
    /// What it is called.
    pub name: String,
    /// Whether it is pressed, where it can be.
    pub pressed: bool,
    /// Whether it cannot be used now.
    pub disabled: bool,
    /// The name of the group in which it is.
    pub group: String,
    /// How Chromium knows it.
    element: i64,
}

impl Page {
    /// Everything on the page that a screen reader can speak of, in its order.
    pub fn spoken(&mut self) -> Result<Vec<Node>> {
        let tree = self.call("Accessibility.getFullAXTree", json!({}))?;
        let nodes = tree["nodes"].as_array().cloned().unwrap_or_default();
        let by_id: HashMap<&str, &Value> =
            nodes.iter().filter_map(|node| Some((node["nodeId"].as_str()?, node))).collect();
        let find = |id: &Value| by_id.get(id.as_str().unwrap_or_default()).copied();
        let group = |node: &Value| {
            let mut at = find(&node["parentId"]);
            while let Some(parent) = at {
                let role = text(&parent["role"]);
                if matches!(role.as_str(), "group" | "region" | "dialog" | "main") && !text(&parent["name"]).is_empty()
                {
                    return text(&parent["name"]);
                }
                at = find(&parent["parentId"]);
            }
            String::new()
        };
        let property = |node: &Value, name: &str| {
            let all = node["properties"].as_array().into_iter().flatten();
            all.filter(|property| property["name"] == name).any(|property| {
                let value = &property["value"]["value"];
                *value == true || *value == "true"
            })
        };
        let spoken = nodes.iter().filter(|node| node["ignored"] != true).map(|node| Node {
            role: text(&node["role"]),
            name: text(&node["name"]),
            pressed: property(node, "pressed"),
            disabled: property(node, "disabled"),
            group: group(node),
            element: node["backendDOMNodeId"].as_i64().unwrap_or_default(),
        });
        Ok(spoken.collect())
    }

    /// Goes to a node and presses Enter.
    pub fn use_node(&mut self, node: &Node) -> Result<()> {
        self.call("DOM.focus", json!({ "backendNodeId": node.element }))?;
        self.press(Key::Enter)
    }
}

fn text(value: &Value) -> String {
    value["value"].as_str().unwrap_or_default().to_owned()
}

/// The names by which somebody who hears the page in English finds their way.
const CELLS: &str = "Cells for the tile";
const CONFIRM: &str = "Confirm";
const PICK_UP: &str = "Pick up";
/// How long to wait for what is on its way.
const PACE: Duration = Duration::from_millis(50);
/// More than any game takes.
const MOST_STEPS: usize = 1500;

/// A player who hears the page.
pub struct Listener {
    random: Random,
    /// Every name that was heard of a cell or a choice.
    pub heard: Vec<String>,
}

impl Listener {
    /// A player; the same seed plays the same game.
    pub fn new(seed: u64) -> Listener {
        Listener { random: Random::new(seed), heard: Vec::new() }
    }

    fn one_of<'a>(&mut self, nodes: &'a [Node]) -> Option<&'a Node> {
        let bound = u32::try_from(nodes.len()).ok().filter(|bound| *bound > 0)?;
        nodes.get(self.random.below(bound) as usize)
    }

    /// Plays until the score sheet is heard.
    pub fn play_to_the_end(&mut self, page: &mut Page) -> Result<()> {
        for _ in 0..MOST_STEPS {
            if !self.step(page)? {
                return Ok(());
            }
        }
        Err(Failure::new("the game does not end"))
    }

    /// Does the next thing; says whether the game goes on.
    fn step(&mut self, page: &mut Page) -> Result<bool> {
        let nodes = page.spoken()?;
        let named = |name: &str| nodes.iter().find(|node| node.role == "button" && node.name == name);
        if nodes.iter().any(|node| node.role == "heading" && node.name == "Score sheet") {
            return Ok(false);
        }
        let cells: Vec<Node> = in_group(&nodes, CELLS);
        let choices: Vec<Node> = choices(&nodes);
        let before = moment(&nodes);
        if cells.iter().all(|cell| !cell.pressed) && !cells.is_empty() {
            let cell = self.one_of(&cells).cloned().ok_or_else(|| Failure::new("no cell"))?;
            self.heard.push(cell.name.clone());
            page.use_node(&cell)?;
            let tried = page.spoken()?;
            return if in_group(&tried, CELLS).iter().any(|cell| cell.pressed) {
                Ok(true)
            } else {
                Err(Failure::new(format!("nothing lies on “{}”", cell.name)))
            };
        }
        // What to do, then where: a few times, and then it is confirmed.
        let ready = named(CONFIRM).is_some_and(|confirm| !confirm.disabled);
        let chooses = if cells.is_empty() { !ready } else { self.random.below(100) < 55 };
        if !choices.is_empty() && chooses {
            let choice = self.one_of(&choices).cloned().ok_or_else(|| Failure::new("no choice"))?;
            self.heard.push(choice.name.clone());
            page.use_node(&choice)?;
            let after = page.spoken()?;
            return if moment(&after) != before || after != nodes {
                Ok(true)
            } else {
                Err(Failure::new(format!("choosing “{}” changes nothing", choice.name)))
            };
        }
        match named(CONFIRM) {
            Some(confirm) if !confirm.disabled => page.use_node(confirm)?,
            _ => match named(PICK_UP) {
                Some(pick_up) if !pick_up.disabled => page.use_node(pick_up)?,
                // The page for the end is on its way.
                _ => std::thread::sleep(PACE),
            },
        }
        Ok(true)
    }
}

fn in_group(nodes: &[Node], group: &str) -> Vec<Node> {
    nodes.iter().filter(|node| node.role == "button" && node.group == group).cloned().collect()
}

/// What can be chosen after the tile lies, and is not chosen yet.
fn choices(nodes: &[Node]) -> Vec<Node> {
    let wanted = |node: &&Node| node.role == "button" && matches!(node.group.as_str(), "Choices" | "Choose");
    nodes.iter().filter(wanted).filter(|node| !node.pressed).cloned().collect()
}

/// What the page said last.
fn moment(nodes: &[Node]) -> String {
    let told = nodes.iter().filter(|node| matches!(node.role.as_str(), "status" | "StaticText"));
    told.map(|node| node.name.as_str()).collect::<Vec<_>>().join("\n")
}
