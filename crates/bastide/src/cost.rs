//! What everything together costs while it is measured: processor time of processes and what NATS carried.

use crate::http::Http;
use std::collections::HashMap;
use std::ops::Sub;
use std::str::FromStr;

/// A process whose processor time counts.
#[derive(Clone, Debug)]
pub(crate) struct Process {
    pub(crate) name: String,
    id: u32,
}

impl FromStr for Process {
    type Err = String;

    fn from_str(text: &str) -> Result<Process, String> {
        let parts = text.split_once('=').and_then(|(name, id)| Some((name.to_owned(), id.parse().ok()?)));
        parts.map(|(name, id)| Process { name, id }).ok_or_else(|| format!("{text:?} is not NAME=PID"))
    }
}

/// Numbers at one moment; the difference of two is what happened between them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cost {
    /// Seconds of processor time of each process that was named, with its children.
    pub(crate) processor: Vec<f64>,
    /// Messages that NATS took and gave.
    pub(crate) messages: u64,
    /// Bytes that NATS took and gave.
    pub(crate) bytes: u64,
}

impl Sub for Cost {
    type Output = Cost;

    fn sub(self, before: Cost) -> Cost {
        Cost {
            processor: self.processor.iter().zip(before.processor).map(|(after, before)| after - before).collect(),
            messages: self.messages.saturating_sub(before.messages),
            bytes: self.bytes.saturating_sub(before.bytes),
        }
    }
}

impl Cost {
    /// What it is now.
    pub(crate) async fn now(processes: &[Process], nats: Option<&str>) -> Result<Cost, String> {
        let processor = processes.iter().map(|process| processor(process.id)).collect();
        let mut cost = Cost { processor, ..Cost::default() };
        if let Some(address) = nats {
            let text = Http::connect(address).await?.text("GET", "/varz", "", "").await?;
            let numbers: serde_json::Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            let sum = |names: [&str; 2]| names.iter().filter_map(|name| numbers[*name].as_u64()).sum();
            cost.messages = sum(["in_msgs", "out_msgs"]);
            cost.bytes = sum(["in_bytes", "out_bytes"]);
        }
        Ok(cost)
    }
}

/// The processor time of a process with all that came from it, in seconds, where the system tells (Linux).
fn processor(root: u32) -> f64 {
    let mut parents: HashMap<u32, (u32, f64)> = HashMap::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else { continue };
        let Ok(text) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        // The name in parentheses may hold anything; after it come fields 3 and up: 4 is the parent, 14 to 17 count hundredths,
        // those of children that have ended included.
        let Some((_, rest)) = text.rsplit_once(')') else { continue };
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let field =
            |number: usize| fields.get(number - 3).and_then(|field| field.parse::<f64>().ok()).unwrap_or_default();
        parents.insert(id, (field(4) as u32, (14..=17).map(field).sum::<f64>() / 100.0));
    }
    let belongs = |mut id: u32| {
        // No chain is longer than there are processes.
        for _ in 0..parents.len() {
            if id == root {
                return true;
            }
            match parents.get(&id) {
                Some((parent, _)) => id = *parent,
                None => return false,
            }
        }
        false
    };
    parents.iter().filter(|(id, _)| belongs(**id)).map(|(_, (_, seconds))| seconds).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_has_used_some_time() {
        let own = std::process::id();
        let begun = std::time::Instant::now();
        while processor(own) == 0.0 {
            assert!(
                begun.elapsed() < std::time::Duration::from_secs(60) || !std::path::Path::new("/proc/self").exists()
            );
        }
        assert_eq!(processor(u32::MAX), 0.0);
        assert!(matches!("nats=7".parse(), Ok(Process { id: 7, name }) if name == "nats"));
        assert!("nats".parse::<Process>().is_err());
    }
}
