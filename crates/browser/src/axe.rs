//! The automated accessibility check.

use crate::{Page, Result, setup};
use serde::Deserialize;

#[derive(Deserialize)]
struct Finding {
    id: String,
    impact: Option<String>,
    places: Vec<String>,
}

/// What axe-core finds on the page that is serious or critical, in words.
pub fn findings(page: &mut Page) -> Result<Vec<String>> {
    if page.evaluate::<bool>("typeof window.axe === 'undefined'")? {
        page.run(&format!("(() => {{ {}\n}})()", setup::axe_core()?))?;
    }
    let found: Vec<Finding> = page.evaluate(
        "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(rule => ({
            id: rule.id,
            impact: rule.impact,
            places: rule.nodes.map(node => node.target.join(' ') + ': ' + node.failureSummary),
        })))",
    )?;
    let serious = |finding: &Finding| matches!(finding.impact.as_deref(), Some("serious" | "critical"));
    let told = |finding: Finding| format!("{}\n    {}", finding.id, finding.places.join("\n    "));
    Ok(found.into_iter().filter(serious).map(told).collect())
}
