//! What a release is made of, as a software bill of materials (CycloneDX 1.5).

use crate::shell::Failure;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};

/// The package whose program is released.
const PROGRAM: &str = "bastide";
/// The packages whose programs it carries for browsers.
const CARRIED: [&str; 2] = ["web", "thinker"];

/// The bill of all packages that the program is made of, from what `cargo metadata` prints. The same for the same sources.
pub(super) fn bill(metadata: &str) -> Result<String, Failure> {
    let wrong = |what: &str| Failure::new(format!("`cargo metadata` does not say {what}."));
    let metadata: Value = serde_json::from_str(metadata).map_err(|error| Failure::new(error.to_string()))?;
    let packages = metadata["packages"].as_array().ok_or_else(|| wrong("which packages there are"))?;
    let nodes = metadata["resolve"]["nodes"].as_array().ok_or_else(|| wrong("what depends on what"))?;
    let by_id: HashMap<&str, &Value> =
        packages.iter().filter_map(|package| Some((package["id"].as_str()?, package))).collect();
    let mut needs: HashMap<&str, Vec<&str>> =
        nodes.iter().filter_map(|node| Some((node["id"].as_str()?, runtime(node, &by_id)))).collect();
    let named = |name: &str| {
        let found = by_id.iter().find(|(_, package)| package["name"] == name);
        found.ok_or_else(|| wrong(&format!("where the package {name} is")))
    };
    let (own, program) = named(PROGRAM)?;
    for carried in CARRIED {
        needs.entry(own).or_default().push(named(carried)?.0);
    }
    // Everything that the program reaches; what only tests, build scripts and the compiler use is not in it.
    let mut reached: HashSet<&str> = HashSet::new();
    let mut waiting = vec![*own];
    while let Some(id) = waiting.pop() {
        if reached.insert(id) {
            waiting.extend(needs.get(id).into_iter().flatten());
        }
    }
    let mut ids: Vec<&str> = reached.iter().copied().filter(|id| id != own).collect();
    ids.sort_by_key(|id| by_id.get(id).map(|package| reference(package)));
    let components: Vec<Value> = ids.iter().filter_map(|id| Some(component(by_id.get(id)?, "library"))).collect();
    let dependencies = std::iter::once(own).chain(&ids).filter_map(|id| {
        let mut on: Vec<String> =
            needs.get(id).into_iter().flatten().filter_map(|need| Some(reference(by_id.get(need)?))).collect();
        on.sort();
        on.dedup();
        Some(json!({"ref": reference(by_id.get(id)?), "dependsOn": on}))
    });
    let bill = json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": component(program, "application")},
        "components": components,
        "dependencies": dependencies.collect::<Vec<_>>(),
    });
    serde_json::to_string_pretty(&bill).map(|text| text + "\n").map_err(|error| Failure::new(error.to_string()))
}

/// The packages that are in the program because of this one.
fn runtime<'a>(node: &'a Value, packages: &HashMap<&str, &Value>) -> Vec<&'a str> {
    let normal = |need: &&Value| {
        need["dep_kinds"].as_array().is_none_or(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()))
    };
    let needs = node["deps"].as_array().into_iter().flatten().filter(normal);
    needs
        .filter_map(|need| need["pkg"].as_str())
        .filter(|id| !packages.get(id).is_some_and(|it| is_macro(it)))
        .collect()
}

/// Whether a package runs inside the compiler.
fn is_macro(package: &Value) -> bool {
    let targets = package["targets"].as_array().into_iter().flatten();
    targets.flat_map(|target| target["kind"].as_array().into_iter().flatten()).any(|kind| kind == "proc-macro")
}

/// The name of a package that is the same everywhere.
fn reference(package: &Value) -> String {
    let text = |name: &str| package[name].as_str().unwrap_or_default();
    format!("pkg:cargo/{}@{}", text("name"), text("version"))
}

fn component(package: &Value, kind: &str) -> Value {
    let mut component = json!({
        "type": kind,
        "bom-ref": reference(package),
        "name": package["name"],
        "version": package["version"],
        "purl": reference(package),
    });
    if let Some(licence) = package["license"].as_str() {
        // The old way to write it is no expression.
        component["licenses"] = json!([{"expression": licence.replace('/', " OR ")}]);
    }
    for (field, kind) in [("repository", "vcs"), ("homepage", "website")] {
        if let Some(url) = package[field].as_str() {
            component["externalReferences"] = json!([{"type": kind, "url": url}]);
            break;
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::unwrap_used, reason = "a test that cannot go on shall stop")]
    fn a_bill_names_what_is_in_the_program_and_nothing_else() {
        let package = |name: &str, kind: &str| {
            json!({
                "id": format!("{name}-id"), "name": name, "version": "1.0.0", "license": "MIT/Apache-2.0",
                "targets": [{"kind": [kind]}],
            })
        };
        let need = |name: &str, kind: Value| json!({"pkg": format!("{name}-id"), "dep_kinds": [{"kind": kind}]});
        let names = ["bastide", "web", "thinker", "used", "shown", "tested"];
        let mut packages: Vec<Value> = names.iter().map(|name| package(name, "lib")).collect();
        packages.push(package("derived", "proc-macro"));
        let runs = [need("used", Value::Null), need("tested", json!("dev")), need("derived", Value::Null)];
        let metadata = json!({
            "packages": packages,
            "resolve": {"nodes": [
                {"id": "bastide-id", "deps": runs},
                {"id": "web-id", "deps": [need("shown", Value::Null)]},
                {"id": "thinker-id", "deps": []},
                {"id": "used-id", "deps": []},
                {"id": "shown-id", "deps": []},
                {"id": "tested-id", "deps": []},
            ]},
        });
        let bill: Value = serde_json::from_str(&bill(&metadata.to_string()).unwrap()).unwrap();
        assert_eq!(bill["bomFormat"], "CycloneDX");
        assert_eq!(bill["metadata"]["component"]["bom-ref"], "pkg:cargo/bastide@1.0.0");
        let listed: Vec<&Value> = bill["components"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
        assert_eq!(listed, ["shown", "thinker", "used", "web"], "and nothing of tests and of the compiler");
        assert_eq!(bill["components"][0]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(
            bill["dependencies"][0]["dependsOn"],
            json!(["thinker", "used", "web"].map(|name| format!("pkg:cargo/{name}@1.0.0")))
        );
        assert!(super::bill("{}").is_err());
    }
}
