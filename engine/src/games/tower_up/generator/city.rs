//! Boards made from a seed.

use std::collections::BTreeMap;

use super::super::board::{
    Area, AreaFile, Board, BoardFile, Border, BorderFile, DistrictFile, Point, SeaFile,
};
use super::super::rules::Side;
use super::super::sites::{Site, Sites};
use crate::document::provenance::{Claim, Provenance};
use crate::game::random::{Key, Purpose, Rng};

/// What is known of one side of the board.
#[derive(Clone, Debug)]
pub struct CityPlan {
    columns: usize,
    rows: usize,
    /// How many roads.
    pub roads: (usize, usize),
    /// How many sites in a district.
    pub district_sites: (usize, usize),
    /// How many districts.
    pub districts: usize,
    /// The least number of borders with a road across.
    pub borders: usize,
    /// Parks as numbers of blocks in a row.
    parks: &'static [usize],
    /// How many sites lie at parks.
    pub park_sites: (u32, u32),
    lakes: &'static [usize],
    /// How many sites lie at lakes.
    pub lake_sites: (u32, u32),
}

impl CityPlan {
    /// The constraints of a side.
    pub fn of(side: Side) -> CityPlan {
        match side {
            Side::Front => CityPlan {
                columns: 8,
                rows: 6,
                roads: (60, 64),
                district_sites: (8, 10),
                districts: 5,
                borders: 6,
                parks: &[1, 1, 1],
                park_sites: (10, 12),
                lakes: &[2, 1],
                lake_sites: (9, 11),
            },
            Side::Back => CityPlan {
                columns: 7,
                rows: 4,
                roads: (36, 40),
                district_sites: (5, 6),
                districts: 5,
                borders: 6,
                parks: &[1, 1],
                park_sites: (7, 8),
                lakes: &[1, 1],
                lake_sites: (7, 8),
            },
        }
    }

    /// How many sites.
    pub fn sites(&self) -> usize {
        self.columns * self.rows
    }

    fn name(&self, site: usize) -> String {
        format!("{}{}", (b'A' + (site / self.rows) as u8) as char, site % self.rows + 1)
    }

    /// The sites right and below, as far as the grid goes.
    fn grid_neighbours(&self, site: usize) -> impl Iterator<Item = usize> + use<> {
        let (column, row) = (site / self.rows, site % self.rows);
        let right = (column + 1 < self.columns).then_some(site + self.rows);
        let below = (row + 1 < self.rows).then_some(site + 1);
        right.into_iter().chain(below)
    }

    /// The corners of the block of streets right and below of a site, in a circle.
    fn block(&self, site: usize) -> [usize; 4] {
        [site, site + self.rows, site + self.rows + 1, site + 1]
    }
}

/// A board made from a seed.
pub fn board(side: Side, seed: u64) -> BoardFile {
    let plan = CityPlan::of(side);
    let block = if side == Side::Front { "tower-up/front" } else { "tower-up/back" };
    let key = Key::new(seed, block);
    let mut attempts =
        (0..).map(|attempt| draft(&plan, seed, &mut key.stream(attempt, Purpose::Setup)));
    attempts
        .find_map(|board| board.filter(|board| is_plausible(board, &plan)))
        .expect("endless attempts")
}

/// Parks or lakes: the block each begins at, and all sites at it.
type Areas = Vec<(usize, Vec<usize>)>;

fn draft(plan: &CityPlan, seed: u64, rng: &mut Rng) -> Option<BoardFile> {
    let districts = grow_districts(plan, rng)?;
    let mut taken = vec![false; plan.sites()];
    let lakes = lay_areas(plan, plan.lakes, &districts, &mut taken, rng)?;
    let parks = lay_areas(plan, plan.parks, &districts, &mut taken, rng)?;
    let points = survey(plan, rng);
    let roads = lay_roads(plan, &taken, &lakes, rng)?;

    let names = |sites: &[usize]| sites.iter().map(|&site| plan.name(site)).collect::<Vec<_>>();
    let mut titles = ["Harbour", "Old Town", "Mill Quarter", "Station", "Hillside"];
    rng.shuffle(&mut titles);
    let members = |d: usize| (0..plan.sites()).filter(|&s| districts[s] == d).collect::<Vec<_>>();
    let gray = pick_gray(plan, &districts, rng);
    let shape = |area: &(usize, Vec<usize>)| outline(plan, area, &points);
    let area = |name: &str, area: &(usize, Vec<usize>)| AreaFile {
        name: name.into(),
        sites: names(&area.1),
        shape: shape(area),
    };
    let park_names = ["Linden Park", "Rose Garden", "Fountain Park", "Orchard"];
    let lake_names = ["Swan Lake", "Mill Pond", "Mirror Lake"];
    Some(BoardFile {
        title: if plan.sites() == 48 { "Front: 3 or 4 players" } else { "Back: 2 players" }.into(),
        sites: (0..plan.sites()).map(|s| (plan.name(s), points[s])).collect::<BTreeMap<_, _>>(),
        roads: roads.iter().map(|&(a, b)| format!("{}-{}", plan.name(a), plan.name(b))).collect(),
        district: (0..plan.districts)
            .map(|d| DistrictFile {
                name: titles[d].into(),
                gray: gray.contains(&d),
                sites: names(&members(d)),
            })
            .collect(),
        park: park_names.iter().zip(&parks).map(|(name, park)| area(name, park)).collect(),
        lake: lake_names.iter().zip(&lakes).map(|(name, lake)| area(name, lake)).collect(),
        sea: vec![SeaFile { shape: coast(plan, &points, rng) }],
        border: borders(plan, &districts, &titles, &roads),
        claim: claims(seed),
    })
}

/// Five connected parts of about the same size, by growing them site by site.
fn grow_districts(plan: &CityPlan, rng: &mut Rng) -> Option<Vec<usize>> {
    let free = usize::MAX;
    let mut districts = vec![free; plan.sites()];
    let mut sizes = vec![1; plan.districts];
    for district in 0..plan.districts {
        let site = rng.index(plan.sites());
        if districts[site] != free {
            return None;
        }
        districts[site] = district;
    }
    for _ in plan.districts..plan.sites() {
        let beside = |a: usize, b: usize| {
            (districts[a] != free && districts[b] == free).then(|| (districts[a], b))
        };
        let edges = (0..plan.sites()).flat_map(|a| plan.grid_neighbours(a).map(move |b| (a, b)));
        let growth: Vec<(usize, usize)> = edges
            .flat_map(|(a, b)| [beside(a, b), beside(b, a)])
            .flatten()
            .filter(|&(district, _)| sizes[district] < plan.district_sites.1)
            .collect();
        let least = growth.iter().map(|&(district, _)| sizes[district]).min()?;
        let small: Vec<_> = growth.into_iter().filter(|&(d, _)| sizes[d] <= least + 1).collect();
        let (district, site) = small[rng.index(small.len())];
        districts[site] = district;
        sizes[district] += 1;
    }
    sizes.iter().all(|&size| size >= plan.district_sites.0).then_some(districts)
}

/// Two districts that do not touch, if there are such.
fn pick_gray(plan: &CityPlan, districts: &[usize], rng: &mut Rng) -> [usize; 2] {
    let touch = |a: usize, b: usize| {
        let mut edges =
            (0..plan.sites()).flat_map(|s| plan.grid_neighbours(s).map(move |t| (s, t)));
        edges.any(|(s, t)| [(a, b), (b, a)].contains(&(districts[s], districts[t])))
    };
    let pairs = (0..plan.districts).flat_map(|a| (a + 1..plan.districts).map(move |b| [a, b]));
    let (apart, touching): (Vec<_>, Vec<_>) = pairs.partition(|&[a, b]| !touch(a, b));
    let from = if apart.is_empty() { touching } else { apart };
    from[rng.index(from.len())]
}

/// Areas of one or two blocks, each between two districts or more, no block twice.
fn lay_areas(
    plan: &CityPlan,
    sizes: &[usize],
    districts: &[usize],
    taken: &mut [bool],
    rng: &mut Rng,
) -> Option<Areas> {
    let mut areas = Areas::new();
    for &size in sizes {
        let column = rng.index(plan.columns - size);
        let row = rng.index(plan.rows - 1);
        let first = column * plan.rows + row;
        let blocks: Vec<usize> = (0..size).map(|n| first + n * plan.rows).collect();
        let near = |block: usize| {
            let step = [0, 1, plan.rows, plan.rows - 1, plan.rows + 1];
            step.iter()
                .any(|&s| taken.get(block + s) == Some(&true) || (block >= s && taken[block - s]))
        };
        if blocks.iter().any(|&block| near(block)) {
            return None;
        }
        let mut sites: Vec<usize> = blocks.iter().flat_map(|&block| plan.block(block)).collect();
        sites.sort_unstable();
        sites.dedup();
        if sites.iter().all(|&site| districts[site] == districts[sites[0]]) {
            return None;
        }
        blocks.into_iter().for_each(|block| taken[block] = true);
        areas.push((first, sites));
    }
    Some(areas)
}

/// Where the sites lie: a grid, bent and shaken a little.
fn survey(plan: &CityPlan, rng: &mut Rng) -> Vec<Point> {
    let bend: Vec<i32> = (0..plan.columns).map(|_| rng.below(61) as i32 - 30).collect();
    let place = |site: usize, rng: &mut Rng| {
        let (column, row) = (site / plan.rows, site % plan.rows);
        let mut shake = || rng.below(45) as i32 - 22;
        [100 + 125 * column as i32 + shake(), 110 + 125 * row as i32 + bend[column] + shake()]
    };
    (0..plan.sites()).map(|site| place(site, rng)).collect()
}

/// A connected road network along the grid with a few diagonals, none through
/// a park or a lake.
fn lay_roads(
    plan: &CityPlan,
    taken: &[bool],
    lakes: &Areas,
    rng: &mut Rng,
) -> Option<Vec<(usize, usize)>> {
    let mut candidates: Vec<(usize, usize)> =
        (0..plan.sites()).flat_map(|a| plan.grid_neighbours(a).map(move |b| (a, b))).collect();
    // The street between the two blocks of a long lake is under water.
    for (first, _) in lakes.iter().filter(|(_, sites)| sites.len() == 6) {
        let middle = first + plan.rows;
        candidates.retain(|&road| road != (middle, middle + 1));
    }
    for block in (0..plan.sites() - plan.rows).filter(|block| block % plan.rows + 1 < plan.rows) {
        if !taken[block] && rng.below(3) == 0 {
            let [a, b, c, d] = plan.block(block);
            candidates.push(if rng.below(2) == 0 { (a, c) } else { (d, b) });
        }
    }
    rng.shuffle(&mut candidates);
    let wanted = plan.roads.0 + rng.index(plan.roads.1 - plan.roads.0 + 1);
    let mut group: Vec<usize> = (0..plan.sites()).collect();
    let mut degree = vec![0; plan.sites()];
    let mut roads = Vec::new();
    // First whatever joins two parts of the city, then whatever else fits.
    for joining in [true, false] {
        for &(a, b) in &candidates {
            let joins = group[a] != group[b];
            let fits = degree[a] < 5 && degree[b] < 5 && roads.len() < wanted;
            if fits && joins == joining && !roads.contains(&(a, b)) {
                let (from, to) = (group[a], group[b]);
                group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
                degree[a] += 1;
                degree[b] += 1;
                roads.push((a, b));
            }
        }
    }
    roads.sort_unstable();
    let connected = group.iter().all(|&g| g == group[0]);
    (connected && roads.len() == wanted).then_some(roads)
}

fn borders(
    plan: &CityPlan,
    districts: &[usize],
    titles: &[&str],
    roads: &[(usize, usize)],
) -> Vec<BorderFile> {
    let grid = (0..plan.sites()).flat_map(|a| plan.grid_neighbours(a).map(move |b| (a, b)));
    let facing: Vec<(usize, usize)> = grid.chain(roads.iter().copied()).collect();
    let across = |(s, t): (usize, usize), a: usize, b: usize| match (districts[s], districts[t]) {
        (x, y) if (x, y) == (a, b) => Some((s, t)),
        (x, y) if (x, y) == (b, a) => Some((t, s)),
        _ => None,
    };
    let pairs = (0..plan.districts).flat_map(|a| (a + 1..plan.districts).map(move |b| (a, b)));
    let meeting = pairs.filter(|&(a, b)| facing.iter().any(|&pair| across(pair, a, b).is_some()));
    let side = |sites: Vec<usize>| {
        let mut sites = sites;
        sites.sort_unstable();
        sites.dedup();
        sites.into_iter().map(|site| plan.name(site)).collect()
    };
    meeting
        .map(|(a, b)| {
            let (one, other) = facing.iter().filter_map(|&pair| across(pair, a, b)).unzip();
            BorderFile {
                between: [titles[a].into(), titles[b].into()],
                sides: [side(one), side(other)],
            }
        })
        .collect()
}

/// The outline of an area: its corner sites, drawn in towards the middle.
fn outline(plan: &CityPlan, (first, sites): &(usize, Vec<usize>), points: &[Point]) -> Vec<Point> {
    let corners: Vec<usize> = if sites.len() == 6 {
        let [a, b, c, d] = plan.block(*first);
        let [_, e, f, _] = plan.block(first + plan.rows);
        vec![a, b, e, f, c, d]
    } else {
        plan.block(*first).to_vec()
    };
    let count = corners.len() as i32;
    let middle = [0, 1].map(|axis| corners.iter().map(|&c| points[c][axis]).sum::<i32>() / count);
    let inwards =
        |point: Point| [0, 1].map(|axis| middle[axis] + (point[axis] - middle[axis]) * 5 / 8);
    corners.into_iter().map(|corner| inwards(points[corner])).collect()
}

/// The sea along the lower edge.
fn coast(plan: &CityPlan, points: &[Point], rng: &mut Rng) -> Vec<Point> {
    let shore = |column: usize| points[column * plan.rows + plan.rows - 1];
    let mut line: Vec<Point> = (0..plan.columns)
        .map(|column| [shore(column)[0], shore(column)[1] + 62 + rng.below(25) as i32])
        .collect();
    let (left, right) = (0, 200 + 125 * (plan.columns as i32 - 1));
    let bottom = 110 + 125 * plan.rows as i32 + 60;
    line.insert(0, [left, line[0][1] + 10]);
    line.push([right, line[line.len() - 1][1] - 10]);
    line.extend([[right, bottom], [left, bottom]]);
    line
}

fn claims(seed: u64) -> Vec<Claim> {
    let claim = |of: &str, provenance, source: &str| Claim {
        of: of.into(),
        provenance,
        source: source.into(),
    };
    let made = format!("generated from seed {seed} within the known constraints");
    vec![
        claim(
            "five districts, two of them gray",
            Provenance::Rulebook,
            "rulebook, components and objective cards",
        ),
        claim("parks, lakes and borders exist", Provenance::Rulebook, "objective cards"),
        claim("1 to 5 roads at a site", Provenance::Reported, "Paste review"),
        claim("the city lies by the water", Provenance::Reported, "reviews with pictures"),
        claim(
            "number of sites and roads",
            Provenance::Inferred,
            "floors and roofs that must find room",
        ),
        claim("sites, roads, districts, parks, lakes, borders", Provenance::Reconstructed, &made),
    ]
}

/// Whether a board keeps all that is known of the real one.
pub fn is_plausible(file: &BoardFile, plan: &CityPlan) -> bool {
    let Ok(board) = Board::check(file.clone(), "generated") else { return false };
    let within = |value: usize, (low, high): (usize, usize)| (low..=high).contains(&value);
    let at = |areas: &[Area]| {
        let all = areas.iter().fold(Sites::NONE, |all, area| all | area.sites);
        all.len()
    };
    let degree = |site: Site| board.adjacent[site.index()].len() as usize;
    let districts_at =
        |area: &Area| board.districts.iter().filter(|d| !(d.sites & area.sites).is_empty()).count();
    within(board.roads().count(), plan.roads)
        && board.sites().into_iter().all(|site| within(degree(site), (1, 5)))
        && board.districts.iter().all(|d| within(d.sites.len() as usize, plan.district_sites))
        && board.borders.iter().filter(|border| has_road(&board, border)).count() >= plan.borders
        && within(
            at(&board.parks) as usize,
            (plan.park_sites.0 as usize, plan.park_sites.1 as usize),
        )
        && within(
            at(&board.lakes) as usize,
            (plan.lake_sites.0 as usize, plan.lake_sites.1 as usize),
        )
        && board.parks.iter().chain(&board.lakes).all(|area| districts_at(area) >= 2)
        && is_planar(&board)
}

fn has_road(board: &Board, border: &Border) -> bool {
    let [one, other] = border.sides;
    one.into_iter().any(|site| !(board.adjacent[site.index()] & other).is_empty())
}

/// Whether no two roads cross as drawn.
pub fn is_planar(board: &Board) -> bool {
    let point = |site: Site| board.file.sites[board.name(site)].map(i64::from);
    let turn = |[ax, ay]: [i64; 2], [bx, by]: [i64; 2], [cx, cy]: [i64; 2]| {
        ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)).signum()
    };
    let roads: Vec<_> = board.roads().collect();
    roads.iter().enumerate().all(|(index, &(a, b))| {
        roads[..index].iter().all(|&(c, d)| {
            let apart = a != c && a != d && b != c && b != d;
            let [a, b, c, d] = [a, b, c, d].map(point);
            !(apart && turn(a, b, c) != turn(a, b, d) && turn(c, d, a) != turn(c, d, b))
        })
    })
}
