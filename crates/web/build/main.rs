//! Turns the message files into functions and, for the tests, into packed languages.

mod messages;

use messages::Part;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=messages");
    println!("cargo::rerun-if-changed=build");
    // What the parts that are loaded later are cut out by (`cargo xtask web`).
    if env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
    let languages = messages::read_all(Path::new("messages")).unwrap_or_else(|error| panic!("{error}"));
    let english = &languages[0];
    let mistakes: Vec<String> = languages.iter().flat_map(|language| messages::mistakes(language, english)).collect();
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let write = |name: &str, text: &str| fs::write(out.join(name), text).expect("OUT_DIR can be written");
    let mut code = messages::code(&languages);
    code.push_str("#[cfg(test)]\nconst PACKED: &[[&str; 2]] = &[\n");
    for language in &languages {
        for part in Part::ALL {
            write(&part.file(&language.code), &messages::pack(language, english, part));
        }
        let [first, later] = Part::ALL.map(|part| part.file(&language.code));
        let include = |name: &str| format!("include_str!(concat!(env!(\"OUT_DIR\"), \"/{name}\"))");
        let _ = writeln!(code, "    [{}, {}],", include(&first), include(&later));
    }
    code.push_str("];\n");
    write("messages.rs", &code);
}
