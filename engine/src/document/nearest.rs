//! The name that somebody probably meant.

/// The known name nearest to `word`, if one is near enough to be worth suggesting.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let limit = 1 + word.chars().count() / 3;
    let distances = known.into_iter().map(|name| (distance(&word, &name.to_lowercase()), name));
    distances
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Insertions, deletions, replacements and swaps of neighbours between two words.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = match (i, j) {
                (0, _) => j,
                (_, 0) => i,
                _ => {
                    let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                    let best = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                    let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                    if swapped { best.min(rows[i - 2][j - 2] + 1) } else { best }
                }
            };
        }
    }
    rows[a.len()][b.len()]
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
