//! Which plural form a number takes, by rules that languages bring with them.

/// Whether a rule holds for a number: `n % 10 = 2..4 and n % 100 != 12..14 or n = 0`. What cannot be understood does not.
pub(super) fn holds(rule: &str, n: u32) -> bool {
    rule.split(" or ").any(|part| part.split(" and ").all(|test| is(test, n).unwrap_or(false)))
}

fn is(test: &str, n: u32) -> Option<bool> {
    let (left, right, wanted) = match test.split_once("!=") {
        Some((left, right)) => (left, right, false),
        None => test.split_once('=').map(|(left, right)| (left, right, true))?,
    };
    let value = match left.split_once('%') {
        Some((_, by)) => n.checked_rem(by.trim().parse().ok()?)?,
        None => n,
    };
    let (from, to) = right.split_once("..").unwrap_or((right, right));
    let range = from.trim().parse().ok()?..=to.trim().parse().ok()?;
    Some(range.contains(&value) == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_as_they_are_written() {
        let few = "n % 10 = 2..4 and n % 100 != 12..14";
        assert_eq!(
            [1, 2, 4, 5, 12, 14, 22, 104, 112].map(|n| holds(few, n)),
            [false, true, true, false, false, false, true, true, false]
        );
        assert_eq!([0, 1, 2].map(|n| holds("n = 0..1", n)), [true, true, false]);
        assert!(holds("n = 7 or n = 9", 9));
        assert!(!holds("", 1) && !holds("n % 0 = 1", 1) && !holds("n is 1", 1));
    }
}
