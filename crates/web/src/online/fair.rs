//! Whether the server kept its promise about the draws of a finished game: everything is computed again, here.

use super::guest;
use super::room::Room;
use crate::table::TableState;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::{Action, Record};

/// What is known of the draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Proof {
    /// Nothing yet.
    None,
    /// They follow from what was promised and from what the players added.
    Fair,
    /// They do not.
    Broken,
}

/// Whether a record proves the draws that were seen: under the promise made at the start, with our own randomness in it.
fn proves(record: &Record, commitment: &str, added: Option<&str>, seen: &[Action]) -> bool {
    let Some(fair) = &record.dealing().fair else { return false };
    fair.commitment.to_string() == commitment
        && added.is_none_or(|added| fair.contributions.iter().any(|contribution| contribution == added))
        && record.actions().eq(seen.iter().copied())
        && table::verify(record).is_ok()
}

/// Fetches the record of a finished game and looks whether it proves the draws.
pub(super) fn check(room: Room, state: TableState, commitment: String) {
    spawn_local(async move {
        let Ok(text) = room.record().await else { return };
        let Ok(record) = text.parse::<Record>() else { return };
        let added = guest::added_to(&room.id()).filter(|_| room.me.try_get_untracked().flatten().is_some());
        let seen: Vec<Action> =
            state.read_untracked(|session| session.history().iter().map(|entry| entry.action).collect());
        let proof = if proves(&record, &commitment, added.as_deref(), &seen) { Proof::Fair } else { Proof::Broken };
        room.proof.try_set(proof);
        state.with_remote(|session| session.reveal(record));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Dealing, Digest, Fair, GameId, Options, Reveal, Setup};
    use table::Table;

    #[test]
    fn a_changed_record_proves_nothing() {
        let reveal = Reveal { seed: Digest([3; 32]), salt: Digest([4; 32]) };
        let fair = Fair {
            commitment: table::commitment(&reveal),
            first_drawn: true,
            contributions: vec!["ab".to_owned(), String::new()],
            reveal: Some(reveal),
        };
        let commitment = fair.commitment.to_string();
        let first = table::fair_first_seat(&fair, 2).expect("everything is revealed");
        let setup = Setup::new(GameId::Base, Options::NONE, 2, first).expect("two can play");
        let table = Table::new(&setup, Dealing { fair: Some(fair), ..Dealing::default() }).expect("it can be dealt");
        let record = table.record();
        let seen: Vec<Action> = record.actions().collect();
        assert!(proves(&record, &commitment, Some("ab"), &seen));
        assert!(proves(&record, &commitment, None, &seen));
        assert!(!proves(&record, &commitment, Some("cd"), &seen), "our randomness was left out");
        assert!(!proves(&record, &"0".repeat(64), None, &seen), "another promise");
        assert!(!proves(&record, &commitment, None, &[]), "another game than was seen");
        let secret = Table::new(&setup, Dealing::seeded(1)).expect("it can be dealt").record();
        let seen: Vec<Action> = secret.actions().collect();
        assert!(!proves(&secret, &commitment, None, &seen), "nothing was promised");
    }
}
