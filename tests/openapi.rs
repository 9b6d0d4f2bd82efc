//! The committed OpenAPI document is what the service says of itself.

use std::process::Command;

#[test]
fn the_committed_document_has_not_drifted() {
    let output = Command::new(towerlab_tests::towerlab()).arg("openapi").output().expect("it runs");
    let printed = String::from_utf8(output.stdout).expect("text");
    assert!(
        printed == include_str!("../openapi/openapi.json"),
        "openapi/openapi.json is not what `towerlab openapi` prints; run `towerlab openapi > openapi/openapi.json`"
    );
}
