//! Data in a folder.

use crate::kit::{House, folder, plain, play, two};
use serde_json::json;
use server::{Config, Server};

fn run_to_error(config: Config) -> String {
    let server = Server::bind(Config { port: 0, ..config }).unwrap();
    server.run(std::future::pending(), || panic!("it must not start")).unwrap_err().to_string()
}

#[test]
fn one_folder_has_one_server() {
    let data = folder();
    let house = House::new(&data);
    assert!(run_to_error(plain(&data)).contains("another server uses"));
    drop(house);
    drop(House::new(&data));
}

#[test]
fn a_newer_version_of_the_data_is_left_alone() {
    let data = folder();
    drop(House::new(&data));
    // The version is a number in the file's header, at byte 60.
    let file = data.path().join("bastide.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[60..64].copy_from_slice(&99u32.to_be_bytes());
    std::fs::write(&file, &bytes).unwrap();
    let error = run_to_error(plain(&data));
    assert!(error.contains("version 99") && error.contains("newer Bastide"), "{error}");
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
    assert!(run_to_error(Config::new("/dev/null/folder".into())).contains("/dev/null/folder"));
}

#[test]
fn a_copy_made_while_playing_goes_on_by_itself() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob) = (house.guest("Ann"), house.guest("Bob"));
    let room = ann.room(&two());
    bob.post(&format!("/rooms/{room}/join"), &json!({})).ok(200);
    play(&[&ann, &bob], &room, 1, 10);
    let copy = folder();
    let file = copy.path().join("bastide.sqlite");
    server::backup(data.path(), &file).unwrap();
    assert!(server::backup(data.path(), &file).unwrap_err().to_string().contains("is there already"));
    assert!(server::backup(copy.path().join("none").as_path(), &copy.path().join("x")).is_err());
    let events = ann.events(&room);
    play(&[&ann, &bob], &room, 2, 3);
    let other = House::new(&copy);
    assert_eq!(ann.at(&other).events(&room), events);
    play(&[&ann.at(&other), &bob.at(&other)], &room, 3, usize::MAX);
}
