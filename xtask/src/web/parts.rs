//! Cuts off the parts of a program that are loaded when they are wanted.

use super::folder::{read, write};
use crate::shell::Failure;
use std::path::{Path, PathBuf};
use wasm_split_cli_support::Options;

/// The script that loads parts.
const LOADER: &str = "./later.js";
/// What a module begins with: that it is one, and of which version.
const HEADER: usize = 8;
const CUSTOM: u8 = 0;

/// Writes the parts of a module into a folder, and returns what is left for the first download. The script of the first
/// part is called by the module's name.
pub(super) fn cut(module: &Path, name: &str, folder: &Path, names: bool) -> Result<PathBuf, Failure> {
    let rest = module.with_file_name(format!("{name}-first.wasm"));
    let script = format!("./{name}.js");
    let whole = read(module)?;
    let mut options = Options::new(&whole);
    options.output_dir = folder;
    options.main_out_path = &rest;
    options.main_module = &script;
    options.link_name = LOADER;
    let parts = wasm_split_cli_support::transform(options)
        .map_err(|error| Failure::new(format!("cannot take {} apart: {error:#}", module.display())))?;
    if !names {
        for part in &parts.split_modules {
            write(part, &without_names(&read(part)?))?;
        }
    }
    Ok(rest)
}

/// A module without the names of its functions, which are for people who look for mistakes. What cannot be read is left
/// as it is.
fn without_names(module: &[u8]) -> Vec<u8> {
    let mut kept = module[..HEADER.min(module.len())].to_vec();
    let mut at = kept.len();
    while at < module.len() {
        let Some((length, begin)) = number(module, at + 1) else { return module.to_vec() };
        let Some(section) = module.get(begin..begin + length) else { return module.to_vec() };
        let is_names = module[at] == CUSTOM && section.starts_with(b"\x04name");
        if !is_names {
            kept.extend(&module[at..begin + length]);
        }
        at = begin + length;
    }
    kept
}

/// A number as modules write it, and where the next thing begins.
fn number(module: &[u8], at: usize) -> Option<(usize, usize)> {
    let mut value = 0;
    for (place, byte) in module.get(at..)?.iter().take(5).enumerate() {
        value |= usize::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            return Some((value, at + place + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_and_everything_else_stays() {
        let section = |kind: u8, content: &[u8]| {
            let mut bytes = vec![kind, u8::try_from(content.len()).expect("short")];
            bytes.extend(content);
            bytes
        };
        let header = b"\0asm\x01\0\0\0".to_vec();
        let code = section(10, &[1, 2, 3]);
        let other = section(CUSTOM, b"\x03abcx");
        let names = section(CUSTOM, b"\x04namexyz");
        let whole = [header.clone(), code.clone(), names, other.clone()].concat();
        assert_eq!(without_names(&whole), [header, code, other].concat());
        assert_eq!(number(&[0xe5, 0x8e, 0x26], 0), Some((624_485, 3)));
        let broken = &whole[..whole.len() - 1];
        assert_eq!(without_names(broken), broken);
    }
}
