//! Numbers for those who watch the server, in the text format of Prometheus.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of the histograms, in microseconds.
const BOUNDS: [u64; 12] =
    [500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 5_000_000];

#[derive(Default)]
struct Histogram {
    buckets: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Histogram {
    fn add(&self, duration: Duration) {
        let micros = duration.as_micros() as u64;
        if let Some(index) = BOUNDS.iter().position(|&bound| micros <= bound) {
            self.buckets[index].fetch_add(1, Ordering::Relaxed);
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }

    fn write(&self, out: &mut String, name: &str, help: &str) {
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} histogram");
        let mut sum = 0;
        for (bound, bucket) in BOUNDS.iter().zip(&self.buckets) {
            sum += bucket.load(Ordering::Relaxed);
            let _ = writeln!(out, "{name}_bucket{{le=\"{}\"}} {sum}", *bound as f64 / 1e6);
        }
        let count = self.count.load(Ordering::Relaxed);
        let seconds = self.micros.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {count}\n{name}_sum {seconds}\n{name}_count {count}");
    }
}

/// What the server counts.
#[derive(Default)]
pub(crate) struct Metrics {
    requests: [AtomicU64; 5],
    latency: Histogram,
    events: AtomicU64,
    commits: Histogram,
    pub(crate) sockets: AtomicU64,
    pub(crate) streams: AtomicU64,
    pub(crate) frames: AtomicU64,
    pub(crate) cut_off: AtomicU64,
    pub(crate) refused: AtomicU64,
}

/// Something that is there as long as this value is.
pub(crate) struct Present<'a>(&'a AtomicU64);

impl<'a> Present<'a> {
    /// Counts it.
    pub(crate) fn new(counter: &'a AtomicU64) -> Present<'a> {
        counter.fetch_add(1, Ordering::Relaxed);
        Present(counter)
    }
}

impl Drop for Present<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Metrics {
    /// A request was answered with this status.
    pub(crate) fn answered(&self, status: u16, took: Duration) {
        let class = usize::from(status / 100).clamp(1, 5) - 1;
        self.requests[class].fetch_add(1, Ordering::Relaxed);
        self.latency.add(took);
    }

    /// Events of a room became durable.
    pub(crate) fn committed(&self, events: usize, took: Duration) {
        self.events.fetch_add(events as u64, Ordering::Relaxed);
        self.commits.add(took);
    }

    /// All numbers as text.
    pub(crate) fn text(&self, rooms: usize, listeners: usize) -> String {
        let mut out = String::new();
        let _ = writeln!(
            out,
            "# HELP bastide_requests_total Answers to HTTP requests.\n# TYPE bastide_requests_total counter"
        );
        for (index, count) in self.requests.iter().enumerate() {
            let count = count.load(Ordering::Relaxed);
            let _ = writeln!(out, "bastide_requests_total{{status=\"{}xx\"}} {count}", index + 1);
        }
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        for (name, kind, help, value) in [
            ("bastide_events_total", "counter", "Events of rooms that became durable.", get(&self.events)),
            ("bastide_frames_total", "counter", "Requests that came as WebSocket frames.", get(&self.frames)),
            ("bastide_cut_off_total", "counter", "Slow readers that were cut off.", get(&self.cut_off)),
            ("bastide_refused_total", "counter", "Requests refused because there were too many.", get(&self.refused)),
            ("bastide_sockets", "gauge", "Open WebSockets.", get(&self.sockets)),
            ("bastide_streams", "gauge", "Open event streams.", get(&self.streams)),
            ("bastide_rooms_live", "gauge", "Rooms in memory.", rooms as u64),
            ("bastide_listeners", "gauge", "Listeners to rooms.", listeners as u64),
        ] {
            let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
        }
        if let Some(seconds) = processor_seconds() {
            let name = "process_cpu_seconds_total";
            let _ = writeln!(out, "# HELP {name} Processor time.\n# TYPE {name} counter\n{name} {seconds}");
        }
        if let Some(bytes) = resident_bytes() {
            let name = "process_resident_memory_bytes";
            let _ = writeln!(out, "# HELP {name} Memory.\n# TYPE {name} gauge\n{name} {bytes}");
        }
        self.latency.write(&mut out, "bastide_request_seconds", "Time until HTTP requests were answered.");
        self.commits.write(&mut out, "bastide_commit_seconds", "Time until events of a room were durable.");
        out
    }
}

/// The processor time that this program has used, in seconds, where the system tells (Linux).
pub fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name in parentheses may hold anything; after it come fields 3 and up, of which 14 and 15 count hundredths.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let field = |number: usize| fields.get(number - 3)?.parse::<f64>().ok();
    Some((field(14)? + field(15)?) / 100.0)
}

/// The memory that this program really has, in bytes, where the system tells (Linux).
fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let value = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(value.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histograms_add_up() {
        let metrics = Metrics::default();
        metrics.answered(200, Duration::from_micros(700));
        metrics.answered(404, Duration::from_secs(10));
        let text = metrics.text(3, 4);
        for line in [
            "bastide_requests_total{status=\"2xx\"} 1",
            "bastide_requests_total{status=\"4xx\"} 1",
            "bastide_request_seconds_bucket{le=\"0.0005\"} 0",
            "bastide_request_seconds_bucket{le=\"0.001\"} 1",
            "bastide_request_seconds_bucket{le=\"5\"} 1",
            "bastide_request_seconds_bucket{le=\"+Inf\"} 2",
            "bastide_rooms_live 3",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
        }
    }
}
