//! Decks made from a seed.

use super::super::colour::Colour;
use crate::game::random::{Key, Purpose, Rng};

/// A deck of 44 cards as `cards.csv`, made from a seed: the known kinds of
/// cards in other proportions, every colour as often as any other.
pub fn cards(seed: u64) -> String {
    let rng = &mut Key::new(seed, "tower-up/cards").stream(0, Purpose::Setup);
    // Copies of each pair, triple, two-step and one-step card, and of the wild card.
    let shapes: Vec<[u8; 5]> = (1..=2)
        .flat_map(|pair| {
            (4..=7).flat_map(move |triple| (1..=2).map(move |two| (pair, triple, two)))
        })
        .flat_map(|(pair, triple, two)| {
            (1..=2).flat_map(move |one| (2..=6).map(move |wild| [pair, triple, two, one, wild]))
        })
        // Marker cards are few.
        .filter(|&[_, _, two, one, _]| two + one < 4)
        .filter(|&[pair, triple, two, one, wild]| 6 * pair + 4 * (triple + two + one) + wild == 44)
        .collect();
    let [pair, triple, two, one, wild] = shapes[rng.index(shapes.len())];

    // Which colour each one-step card leaves out besides its marker's: gray leaves
    // out black (a rulebook example), and each colour is left out once.
    let mut left_out = Colour::ALL;
    while Colour::ALL.iter().zip(left_out).any(|(&marker, out)| marker == out)
        || left_out[Colour::Gray.index()] != Colour::Black
    {
        rng.shuffle(&mut left_out);
    }
    let count = |hit: bool, n: u8| if hit { n } else { 0 };
    let mut faces: Vec<([u8; 5], Option<Colour>, u8, u8)> = vec![([0, 0, 0, 0, 2], None, 0, wild)];
    for (index, a) in Colour::ALL.into_iter().enumerate() {
        for b in Colour::ALL.into_iter().skip(index + 1) {
            let [n, k, g, w] = Colour::ALL.map(|c| count(c == a || c == b, 2));
            faces.push(([n, k, g, w, 0], None, 0, pair));
        }
        let [n, k, g, w] = Colour::ALL.map(|c| count(c != a, 1));
        faces.push(([n, k, g, w, 0], None, 0, triple));
        faces.push(([0, 0, 0, 0, 1], Some(a), 2, two));
        let [n, k, g, w] = Colour::ALL.map(|c| count(c != a && c != left_out[index], 1));
        faces.push(([n, k, g, w, 0], Some(a), 1, one));
    }
    deal_bottoms(&faces, rng)
}

/// Gives each coloured card a bottom so that the four colours are as even as can be.
fn deal_bottoms(faces: &[([u8; 5], Option<Colour>, u8, u8)], rng: &mut Rng) -> String {
    let coloured: u32 = faces.iter().filter(|f| f.0[4] == 0).map(|f| u32::from(f.3)).sum();
    let rows = loop {
        let mut left = [coloured.div_ceil(4); 4];
        let mut rows = Vec::new();
        for &(floors, marker, steps, copies) in faces {
            for _ in 0..copies {
                let open: Vec<usize> = (0..4).filter(|&c| floors[c] > 0 && left[c] > 0).collect();
                let most = open.iter().map(|&c| left[c]).max().unwrap_or(0);
                let best: Vec<usize> = open.into_iter().filter(|&c| left[c] == most).collect();
                let bottom = match (floors[4] > 0, best.is_empty()) {
                    (true, _) => "wild",
                    (false, true) => "",
                    (false, false) => Colour::ALL[best[rng.index(best.len())]].name(),
                };
                if let Some(colour) = Colour::from_name(bottom) {
                    left[colour.index()] -= 1;
                }
                rows.push((floors, marker, steps, bottom));
            }
        }
        if rows.iter().all(|row| !row.3.is_empty()) && left.iter().all(|&n| n <= 1) {
            break rows;
        }
    };
    let mut text =
        String::from("copies,brown,black,gray,white,wild,marker,steps,bottom,provenance\n");
    for group in rows.chunk_by(|a, b| a == b) {
        let ([n, k, g, w, wild], marker, steps, bottom) = group[0];
        let marker = marker.map_or("", Colour::name);
        let copies = group.len();
        text +=
            &format!("{copies},{n},{k},{g},{w},{wild},{marker},{steps},{bottom},reconstructed\n");
    }
    text
}
