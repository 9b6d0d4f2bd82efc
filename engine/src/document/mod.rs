//! Documents: what people and programs write down, and how it is checked.
//!
//! Input is untrusted. A [`Reader`] walks the parsed JSON and collects every fault on
//! the way, each with a JSON Pointer and a stable [`FaultCode`]; faults in a text also get
//! line and column. Only a document without faults becomes a state. [`compact`] writes
//! any document on one line, for URLs, spreadsheet cells and bug reports.

mod code;
pub mod compact;
mod fault;
mod locations;
mod plain;
pub mod provenance;
mod reader;
pub(crate) mod rows;
mod suggest;
mod tree;

pub use code::FaultCode;
pub use fault::{Fault, Faults, Position};
pub(crate) use locations::{escape, locate, position, repeated};
pub use plain::read_by_serde;
pub(crate) use reader::syntax;
pub use reader::{Noun, Object, Reader};
pub use suggest::nearest;
pub use tree::{Members, Tree};
