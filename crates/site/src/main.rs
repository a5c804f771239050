//! `cargo xtask site`: puts the pages together in `target/site-source`, makes the site of them in `target/site`, and checks
//! every link.

mod help;
mod lang;
mod links;

use mdbook_driver::MDBook;
use rules::GameId;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// Pages that lie beside the folder `docs` because people look for them there, and their names on the site.
const BESIDE: [(&str, &str); 3] =
    [("ARCHITECTURE.md", "architecture.md"), ("CONTRIBUTING.md", "contributing.md"), ("CHANGELOG.md", "changelog.md")];
/// The bots that the site shows, with the language for colouring.
const EXAMPLES: [(&str, &str); 4] = [
    ("engine/greedy_bot.py", "python"),
    ("engine/greedy_bot.js", "javascript"),
    ("engine/greedy_bot.rs", "rust,ignore"),
    ("bots/random_bot.py", "python"),
];

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    match build(&root, &root.join("target/site-source"), &root.join("target/site")) {
        Ok(links) => {
            println!("target/site/index.html: {links} links, all lead somewhere");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("site: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Makes the site; says how many links it has.
fn build(root: &Path, source: &Path, site: &Path) -> Result<usize, Box<dyn Error>> {
    for folder in [source, site] {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
    }
    let pages = source.join("src");
    fs::create_dir_all(pages.join("rules/pictures"))?;
    fs::copy(root.join("docs/book.toml"), source.join("book.toml"))?;
    copy(&root.join("docs"), &pages)?;
    for (from, to) in BESIDE {
        copy_page(&root.join(from), &pages.join(to))?;
    }
    fs::write(pages.join("examples.md"), examples(root)?)?;
    for game in GameId::ALL {
        let page = help::page(game)?;
        fs::write(pages.join(format!("rules/{}.md", game.name())), page.markdown)?;
        for (name, svg) in page.pictures {
            fs::write(pages.join("rules/pictures").join(name), svg)?;
        }
    }
    MDBook::load(source)?.build()?;
    Ok(links::check(site)?)
}

/// Copies a folder of pages and pictures.
fn copy(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        match path.extension().and_then(|end| end.to_str()) {
            _ if entry.file_type()?.is_dir() => copy(&path, &target)?,
            Some("md") => copy_page(&path, &target)?,
            Some("toml") => {}
            _ => drop(fs::copy(&path, &target)?),
        }
    }
    Ok(())
}

/// Copies a page; what lies elsewhere in the repository has another place on the site.
fn copy_page(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    let mut text = fs::read_to_string(from).map_err(|error| format!("{}: {error}", from.display()))?;
    for (file, page) in BESIDE {
        text = text
            .replace(&format!("](../{file}"), &format!("]({page}"))
            .replace(&format!("]({file}"), &format!("]({page}"));
    }
    text = text.replace("](../examples/engine)", "](examples.md)").replace("](../examples/bots)", "](examples.md)");
    fs::write(to, text)?;
    Ok(())
}

/// How to write a bot, and the example bots, whole.
fn examples(root: &Path) -> Result<String, Box<dyn Error>> {
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    let mut page = read(&root.join("docs/examples.md"))?;
    for (name, language) in EXAMPLES {
        let text = read(&root.join("examples").join(name))?;
        let _ = write!(page, "\n## examples/{name}\n\n```{language}\n{}\n```\n", text.trim_end());
    }
    Ok(page)
}
