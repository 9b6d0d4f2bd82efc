//! Documents that are read by their type alone.

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::Segment;

use super::locations::escape;
use super::{FaultCode, Object};

/// Reads an object as a type that serde can read, without the keys in `shared`. A fault has the
/// JSON Pointer of the value that does not fit; serde stops at the first.
///
/// ```
/// use serde::Deserialize;
/// use towerlab_engine::document::{Reader, read_by_serde};
///
/// #[derive(Debug, Deserialize)]
/// struct Board { heights: [u8; 3] }
///
/// let read = |text| Reader::text(text, |reader| {
///     read_by_serde::<Board>(&reader.any_object()?, &["format"])
/// });
/// assert_eq!(read(r#"{"format": "board/1", "heights": [1, 2, 3]}"#).unwrap().heights, [1, 2, 3]);
/// let faults = read(r#"{"heights": [1, 2000, 3]}"#).unwrap_err();
/// assert_eq!(faults.0[0].place, "/heights/1");
/// ```
pub fn read_by_serde<T: DeserializeOwned>(object: &Object<'_>, shared: &[&str]) -> Option<T> {
    let mut value = object.reader().raw().to_value();
    if let Value::Object(map) = &mut value {
        // A key that is null is a key that is left out, as in every document.
        map.retain(|key, value| !shared.contains(&key.as_str()) && !value.is_null());
    }
    let error = match serde_path_to_error::deserialize(value) {
        Ok(read) => return Some(read),
        Err(error) => error,
    };
    let step = |segment: &Segment| match segment {
        Segment::Seq { index } => Some(format!("/{index}")),
        Segment::Map { key } => Some(format!("/{}", escape(key))),
        // The name of an alternative is a key in JSON, unless it is a text of its own.
        Segment::Enum { .. } | Segment::Unknown => None,
    };
    let place: String = error.path().iter().filter_map(step).collect();
    let message = error.inner().to_string();
    object.fault_below(&place, FaultCode::Unfit, message);
    None
}
