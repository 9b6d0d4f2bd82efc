//! The data files keep every constraint that is known of the real components.

use std::fs;
use std::path::Path;

use towerlab_engine::document::provenance::Provenance;
use towerlab_engine::games::tower_up::board::{Area, Board};
use towerlab_engine::games::tower_up::colour::Colour;
use towerlab_engine::games::tower_up::components::{Components, Files, RECONSTRUCTED, SETS};
use towerlab_engine::games::tower_up::deck::Deck;
use towerlab_engine::games::tower_up::generator::{self, CityPlan};
use towerlab_engine::games::tower_up::rules::Side;
use towerlab_engine::games::tower_up::sites::Sites;

fn sets() -> Vec<Components> {
    SETS.iter()
        .map(|files| Components::read(files).unwrap_or_else(|faults| panic!("{faults}")))
        .collect()
}

fn pooled(areas: &[Area]) -> Sites {
    areas.iter().fold(Sites::NONE, |all, area| all | area.sites)
}

fn is_connected(board: &Board) -> bool {
    let mut reached = Sites(1);
    loop {
        let next =
            reached.into_iter().fold(reached, |all, site| all | board.adjacent[site.index()]);
        if next == reached {
            return reached == board.sites();
        }
        reached = next;
    }
}

#[test]
fn the_front_has_48_sites_and_60_to_64_roads() {
    for set in sites_and_roads(|set| &set.front) {
        assert_eq!(set.1, 48, "{}", set.0);
        assert!((60..=64).contains(&set.2), "{}: {} roads", set.0, set.2);
    }
}

#[test]
fn the_back_has_28_sites_and_36_to_40_roads() {
    for set in sites_and_roads(|set| &set.back) {
        assert_eq!(set.1, 28, "{}", set.0);
        assert!((36..=40).contains(&set.2), "{}: {} roads", set.0, set.2);
    }
}

fn sites_and_roads(side: impl Fn(&Components) -> &Board) -> Vec<(String, usize, usize)> {
    let facts =
        |set: Components| (set.id.clone(), side(&set).names.len(), side(&set).roads().count());
    sets().into_iter().map(facts).collect()
}

#[test]
fn cities_are_connected_and_planar_with_1_to_5_roads_at_a_site() {
    for set in sets() {
        for board in [&set.front, &set.back] {
            assert!(is_connected(board) && generator::is_planar(board), "{}", set.id);
            let degrees =
                || board.sites().into_iter().map(|site| board.adjacent[site.index()].len());
            assert!(degrees().all(|degree| (1..=5).contains(&degree)), "{}", set.id);
            assert!(degrees().max() >= Some(4), "{}: founding can cost five floors", set.id);
        }
    }
}

#[test]
fn five_districts_two_of_them_gray() {
    for set in sets() {
        for (board, low, high) in [(&set.front, 8, 10), (&set.back, 5, 6)] {
            assert_eq!(board.districts.len(), 5);
            assert_eq!(board.districts.iter().filter(|district| district.gray).count(), 2);
            for district in &board.districts {
                assert!(
                    (low..=high).contains(&district.sites.len()),
                    "{} {}",
                    set.id,
                    district.name
                );
            }
        }
    }
}

#[test]
fn at_least_six_borders_with_a_road_across() {
    for set in sets() {
        for board in [&set.front, &set.back] {
            let crossed = board.borders.iter().filter(|border| {
                let [one, other] = border.sides;
                one.into_iter().any(|site| !(board.adjacent[site.index()] & other).is_empty())
            });
            assert!(crossed.count() >= 6, "{}", set.id);
        }
    }
}

#[test]
fn parks_and_lakes_touch_enough_sites_of_several_districts() {
    for set in sets() {
        let front = &set.front;
        assert!(front.parks.len() >= 3 && front.lakes.len() >= 2);
        assert!((10..=12).contains(&pooled(&front.parks).len()), "{}", set.id);
        assert!((9..=11).contains(&pooled(&front.lakes).len()), "{}", set.id);
        for board in [front, &set.back] {
            assert!(pooled(&board.parks).len() >= 7 && pooled(&board.lakes).len() >= 7);
            for area in board.parks.iter().chain(&board.lakes) {
                let districts =
                    board.districts.iter().filter(|d| !(d.sites & area.sites).is_empty());
                assert!(districts.count() >= 2, "{} {}", set.id, area.name);
            }
        }
    }
}

#[test]
fn no_road_leads_through_a_park_or_a_lake() {
    // Two sites of an area of four lie opposite when they share no side of the block.
    for set in sets() {
        for board in [&set.front, &set.back] {
            for area in board.file.park.iter().chain(&board.file.lake) {
                let cell = |name: &str| (name.as_bytes()[0], name.as_bytes()[1]);
                for road in &board.file.roads {
                    let (a, b) = road.split_once('-').expect("a road");
                    let inside =
                        [a, b].iter().all(|site| area.sites.iter().any(|known| known == site));
                    let (from, to) = (cell(a), cell(b));
                    let diagonal = from.0 != to.0 && from.1 != to.1;
                    assert!(!(inside && diagonal), "{} {}: {road}", set.id, area.name);
                }
            }
        }
    }
}

#[test]
fn sites_have_short_names_and_places_apart_from_each_other() {
    for set in sets() {
        for board in [&set.front, &set.back] {
            let points: Vec<_> = board.file.sites.values().collect();
            for (index, [x, y]) in points.iter().enumerate() {
                for [u, v] in &points[..index] {
                    assert!((x - u).pow(2) + (y - v).pow(2) > 50 * 50, "{}", set.id);
                }
            }
            assert!(board.names.iter().all(|name| name.len() == 2));
        }
    }
}

#[test]
fn the_default_deck_is_the_reconstruction() {
    let deck = Components::default().deck;
    let count = |of: &dyn Fn(u32, u8, u8) -> bool| -> u32 {
        let faces = deck.faces.iter().filter(|face| of(face.floors.total(), face.wild, face.steps));
        faces.map(|face| u32::from(face.copies)).sum()
    };
    assert_eq!(count(&|floors, _, _| floors == 4), 12, "2 + 2 of two colours");
    assert_eq!(count(&|floors, _, _| floors == 3), 20, "three colours");
    assert_eq!(count(&|_, wild, _| wild == 2), 4);
    assert_eq!(count(&|_, wild, steps| wild == 1 && steps == 2), 4);
    assert_eq!(count(&|floors, _, steps| floors == 2 && steps == 1), 4);
    assert_eq!(deck.faces.len(), 6 + 4 + 1 + 4 + 4);
    for name in
        ["brown+-black-gray", "black+-gray-white", "gray+-brown-white", "white+-brown-black"]
    {
        assert!(deck.face(name).is_some(), "{name}");
    }
}

#[test]
fn every_deck_has_44_cards_of_the_known_kinds_and_favours_no_colour() {
    for Components { id, deck, .. } in sets() {
        assert_eq!(deck.len(), 44, "{id}");
        let mut floors = [0; 4];
        let mut steps = [0; 4];
        let (mut three_floors, mut with_marker) = (0, 0);
        for face in &deck.faces {
            let copies = u32::from(face.copies);
            let shown = face.floors.total() + u32::from(face.wild);
            assert!(
                (2..=4).contains(&(shown + u32::from(face.steps))),
                "{id}: {} items",
                face.name
            );
            let only_two_floors = shown == 2 && face.steps == 0;
            assert!(!only_two_floors || face.wild == 2, "{id}: {}", face.name);
            three_floors += if shown == 3 { copies } else { 0 };
            with_marker += if face.steps > 0 { copies } else { 0 };
            for colour in Colour::ALL {
                floors[colour.index()] += copies * u32::from(face.floors.of(colour));
                if face.marker == Some(colour) {
                    steps[colour.index()] += copies * u32::from(face.steps);
                }
            }
        }
        assert!(three_floors > 44 / 3, "{id}: most often three floors");
        assert!(with_marker <= 12, "{id}: marker cards are few");
        assert!(
            floors.iter().all(|&n| n == floors[0]) && steps.iter().all(|&n| n == steps[0]),
            "{id}"
        );
    }
}

#[test]
fn bottoms_are_wild_on_wild_cards_and_balanced_on_the_others() {
    for Components { id, deck, .. } in sets() {
        let counts = Colour::ALL.map(|colour| deck.bottoms(Some(colour)));
        let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
        assert!(most - least <= 1, "{id}: {counts:?}");
        let only_wild: u32 = deck
            .faces
            .iter()
            .filter(|face| face.floors.total() == 0)
            .map(|face| u32::from(face.copies))
            .sum();
        assert_eq!(deck.bottoms(None), only_wild, "{id}");
    }
    assert_eq!(Components::default().deck.bottoms(None), 8);
    assert_eq!(Components::default().deck.bottoms(Some(Colour::Gray)), 9);
}

#[test]
fn the_generated_sets_are_what_the_generator_makes() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/tower-up");
    let read = |path: String| {
        fs::read_to_string(data.join(&path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    for (seed, set) in generator::SEEDS.into_iter().zip(SETS) {
        for (name, side) in [("front", Side::Front), ("back", Side::Back)] {
            let made = generator::board(side, seed);
            assert!(generator::is_plausible(&made, &CityPlan::of(side)));
            assert_eq!(
                made.to_toml(),
                read(format!("{}/{name}.toml", set.id)),
                "{} {name}",
                set.id
            );
        }
        if seed != generator::SEEDS[0] {
            assert_eq!(generator::cards(seed), read(format!("{}/cards.csv", set.id)), "{}", set.id);
        }
    }
}

#[test]
fn the_sets_differ() {
    for (index, one) in SETS.iter().enumerate() {
        for other in &SETS[..index] {
            assert_ne!(one.front, other.front);
            assert_ne!(one.back, other.back);
            assert_ne!(one.cards, other.cards, "{} {}", one.id, other.id);
        }
    }
}

#[test]
fn every_file_says_how_well_its_figures_are_known() {
    for set in sets() {
        for claims in [&set.front.file.claim, &set.back.file.claim, &set.numbers.claim] {
            assert!(claims.iter().any(|claim| claim.provenance == Provenance::Rulebook));
            assert!(claims.iter().any(|claim| claim.provenance == Provenance::Reconstructed));
            assert!(claims.iter().all(|claim| !claim.source.is_empty()));
        }
        assert_eq!(set.deck.provenance, [(Provenance::Reconstructed, 44)]);
    }
}

#[test]
fn the_order_of_rows_in_the_deck_does_not_matter() {
    let mut lines: Vec<&str> = RECONSTRUCTED.cards.lines().collect();
    lines[1..].reverse();
    let reversed = Deck::read(&lines.join("\n"), "cards.csv").expect("valid");
    assert_eq!(reversed, Components::default().deck);
}

fn faults(files: Files<'_>) -> Vec<String> {
    let faults = Components::read(&files).expect_err("faults").0;
    faults.iter().map(ToString::to_string).collect()
}

#[test]
fn faults_of_all_files_are_reported_at_once_with_their_lines() {
    let cards = "copies,brown,black,gray,white,wild,marker,steps,bottom,provenance\n\
                 4,0,0,0,0,2,,0,wild,own\n4,1,1,1,0,0,,0,white,own\n4,1,1,1,0,0,pink,1,black,own\n";
    let front = RECONSTRUCTED.front.replace("\"A1-A2\"", "\"A1-Z9\"");
    let back = RECONSTRUCTED.back.replace("title", "tittle");
    let objectives = RECONSTRUCTED.objectives.replace("lake_4,lakes", "park_4,lakes");
    let found = faults(Files {
        cards,
        front: &front,
        back: &back,
        objectives: &objectives,
        ..RECONSTRUCTED
    });
    let expected = [
        "front.toml: road `A1-Z9`: there is no site `Z9` [road]",
        "back.toml:1: unknown field `tittle`",
        "cards.csv:3:bottom: the bottom floor is white, but the card shows none [card]",
        "cards.csv:4:marker: colour `pink`: write brown, black, gray, white [card]",
        "objectives.csv:6:id: objective `park_4` is listed twice [objective-twice]",
    ];
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with(expected), "{found}");
    }
}

#[test]
fn boards_with_impossible_parts_are_refused() {
    let twice = RECONSTRUCTED.front.replace("\"A1-A2\"", "\"A1-A2\", \"A2-A1\"");
    assert!(faults(Files { front: &twice, ..RECONSTRUCTED })[0].contains("[road-twice]"));
    let loops = RECONSTRUCTED.front.replace("\"A1-A2\"", "\"A1-A1\"");
    assert!(faults(Files { front: &loops, ..RECONSTRUCTED })[0].contains("leads nowhere"));
    let lost = RECONSTRUCTED.front.replacen("sites = [\"", "sites = [\"Q7\", \"", 1);
    assert!(faults(Files { front: &lost, ..RECONSTRUCTED })[0].contains("there is no site `Q7`"));
}
