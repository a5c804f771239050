//! The client's English texts as functions of `Lang`, under the names that the client's tables of topics use.

use std::fmt::Write as _;
use std::path::Path;

/// The files with the texts of the rules, and with the names of games and options.
const FILES: [&str; 7] =
    ["help", "help_base", "help_hunters_gatherers", "help_inns_cathedrals", "help_new_lands", "help_safari", "start"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/messages/en");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut code = String::from("impl Lang {\n");
    for file in FILES {
        let path = folder.join(format!("{file}.toml"));
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let table: toml::Table = text.parse()?;
        // What has plural forms or blanks to fill in is no text of the rules.
        let texts = table.iter().filter_map(|(key, value)| Some((key, value.as_str()?)));
        for (key, text) in texts.filter(|(_, text)| !text.contains('{')) {
            writeln!(code, "    pub(crate) fn {key}(self) -> &'static str {{\n        {text:?}\n    }}")?;
        }
    }
    code.push_str("}\n");
    let out = std::env::var("OUT_DIR")?;
    std::fs::write(Path::new(&out).join("texts.rs"), code)?;
    Ok(())
}
