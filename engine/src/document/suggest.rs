//! The name that was probably meant.

use strsim::osa_distance;

/// The known name nearest to `word`, if one is near enough to be worth suggesting.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let limit = 1 + word.chars().count() / 3;
    let distances = known.into_iter().map(|name| (osa_distance(&word, &name.to_lowercase()), name));
    distances
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn typing_errors_are_recognised() {
        let colours = ["brown", "black", "gray", "white"];
        assert_eq!(nearest("greay", colours), Some("gray"));
        assert_eq!(nearest("grey", colours), Some("gray"));
        assert_eq!(nearest("wihte", colours), Some("white"));
        assert_eq!(nearest("BROWN", colours), Some("brown"));
        assert_eq!(nearest("turquoise", colours), None);
    }
}
