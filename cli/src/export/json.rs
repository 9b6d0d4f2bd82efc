//! Results as `results.json`.

use std::path::PathBuf;

use super::{Exporter, FinishedRun};
use crate::folder::Folder;
use crate::manifest::RESULTS;

/// Writes `results.json`, which `compare` and `report` read.
pub struct JsonExporter;

impl Exporter for JsonExporter {
    fn files(&self, folder: &Folder) -> Vec<PathBuf> {
        vec![folder.file(RESULTS)]
    }

    fn export(&self, run: &FinishedRun<'_>, folder: &Folder) -> anyhow::Result<()> {
        folder.write(RESULTS, &serde_json::to_string(run.results)?)
    }
}
