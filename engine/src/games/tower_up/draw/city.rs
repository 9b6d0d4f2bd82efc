//! The city: districts, parks and lakes, roads, and the buildings on their sites.

use super::pieces::building;
use super::{CITY, CITY_SIZE};
use crate::games::draw::{Anchor, Svg, Theme};
use crate::games::tower_up::TowerUp;
use crate::games::tower_up::board::{AreaFile, BoardFile};
use crate::games::tower_up::sites::Site;
use crate::games::tower_up::state::State;

type Point = (f64, f64);

/// How large a plot is.
const PLOT: f64 = 29.0;
/// How far a district reaches around its sites.
const REACH: f64 = 45.0;
/// Sites of a district that are no farther apart on the board have its ground between them.
const JOINED: f64 = 210.0;

/// The tint of each district and its border: gray ones are gray.
fn tints(file: &BoardFile, theme: Theme) -> Vec<(&'static str, &'static str)> {
    let mut grays = theme
        .pick(
            [("#e1e5ec", "#aab4c4"), ("#e6e3dd", "#b5afa3")],
            [("#373c46", "#646d7d"), ("#403d38", "#77716a")],
        )
        .into_iter()
        .cycle();
    let mut others = theme
        .pick(
            [
                ("#f9e4bf", "#d9b878"),
                ("#daf0d0", "#98c486"),
                ("#fadbd5", "#e3a59a"),
                ("#e8dff8", "#b9a3e0"),
            ],
            [
                ("#4a3c24", "#7d673f"),
                ("#27452d", "#4f7757"),
                ("#4d302e", "#85564f"),
                ("#3a3254", "#6a5f92"),
            ],
        )
        .into_iter()
        .cycle();
    let tint = |gray: bool| if gray { grays.next() } else { others.next() };
    file.district.iter().map(|it| it.gray).filter_map(tint).collect()
}

/// Where everything is in the picture.
struct Map<'a> {
    file: &'a BoardFile,
    scale: f64,
    bottom: f64,
}

impl Map<'_> {
    /// The smaller board is drawn larger. The city ends `least` down or farther.
    fn new(file: &BoardFile, least: f64) -> Map<'_> {
        let most =
            |axis: usize| f64::from(file.sites.values().map(|at| at[axis]).max().unwrap_or(1));
        let (across, down) = (most(0) + 80.0, most(1) + 100.0);
        let scale = (CITY_SIZE.0 / across).min(CITY_SIZE.1 / down).clamp(0.5, 1.5);
        let mut map = Map { file, scale, bottom: least };
        map.bottom = least.max(map.at([0, most(1) as i32]).1 + 80.0);
        map
    }

    fn at(&self, [x, y]: [i32; 2]) -> Point {
        (f64::from(x) * self.scale + CITY.0, (f64::from(y) - 20.0) * self.scale + CITY.1)
    }

    fn site(&self, name: &str) -> Point {
        self.at(self.file.sites[name])
    }

    fn shape(&self, shape: &[[i32; 2]]) -> Vec<Point> {
        shape.iter().map(|point| self.at(*point)).collect()
    }

    fn district_of(&self, site: &str) -> Option<usize> {
        self.file.district.iter().position(|district| district.sites.iter().any(|own| own == site))
    }

    fn roads(&self) -> impl Iterator<Item = (&str, &str)> {
        self.file.roads.iter().filter_map(|road| road.split_once('-'))
    }

    fn areas(&self) -> impl Iterator<Item = (&AreaFile, bool)> {
        let parks = self.file.park.iter().map(|area| (area, true));
        parks.chain(self.file.lake.iter().map(|area| (area, false)))
    }

    /// The ground of a district between its sites: lines and triangles of sites that are near
    /// each other, with no site of others in the way.
    fn ground(&self, number: usize) -> Vec<Vec<Point>> {
        let sites: Vec<Point> =
            self.file.district[number].sites.iter().map(|name| self.site(name)).collect();
        let others: Vec<Point> = (self.file.sites.iter())
            .filter(|(name, _)| self.district_of(name) != Some(number))
            .map(|(_, at)| self.at(*at))
            .collect();
        let is_joined = |from: Point, to: Point| {
            distance(from, to) < JOINED * self.scale
                && others.iter().all(|other| to_line(*other, (from, to)) > 1.7 * REACH)
        };
        let mut shapes = Vec::new();
        for (index, a) in sites.iter().enumerate() {
            for (second, b) in sites.iter().enumerate().skip(index + 1) {
                if !is_joined(*a, *b) {
                    continue;
                }
                shapes.push(vec![*a, *b]);
                for c in &sites[second + 1..] {
                    if is_joined(*a, *c) && is_joined(*b, *c) {
                        shapes.push(vec![*a, *b, *c]);
                    }
                }
            }
        }
        shapes
    }

    /// Where the name of a district stands best: near its sites, clear of everything else.
    fn label(&self, number: usize, width: f64, taken: &[Point]) -> Point {
        let own = &self.file.district[number].sites;
        let cost = |at: Point| {
            let hits = |other: Point, room: Point| {
                (at.0 - other.0).abs() < width / 2.0 + room.0 && (at.1 - other.1).abs() < room.1
            };
            let mut cost = 0.0;
            for (name, place) in &self.file.sites {
                let place = self.at(*place);
                if hits(place, (PLOT, PLOT + 12.0)) {
                    cost += 30.0;
                }
                if !own.contains(name) && distance(at, place) < 1.3 * REACH {
                    cost += 20.0;
                }
            }
            for (from, to) in self.roads() {
                let line = (self.site(from), self.site(to));
                let ends = [-0.5, -0.25, 0.0, 0.25, 0.5].map(|part| (at.0 + part * width, at.1));
                if ends.into_iter().any(|end| to_line(end, line) < 14.0) {
                    cost += 3.0;
                }
            }
            for (area, _) in self.areas() {
                if hits(middle(&self.shape(&area.shape)), (60.0, 45.0)) {
                    cost += 15.0;
                }
            }
            cost += taken.iter().filter(|other| hits(**other, (90.0, 30.0))).count() as f64 * 30.0;
            let is_out = at.0 - width / 2.0 < CITY.0 + 8.0
                || at.0 + width / 2.0 > CITY.0 + CITY_SIZE.0 - 8.0
                || at.1 < CITY.1 + 22.0
                || at.1 > self.bottom - 12.0;
            cost + if is_out { 200.0 } else { 0.0 }
        };
        let places = own.iter().map(|name| self.site(name)).flat_map(|(x, y)| {
            // Half-way between plots, above, below and beside.
            let steps = [(0.0, -46.0), (0.0, 50.0), (-70.0, -40.0), (70.0, -40.0), (-70.0, 48.0)];
            let more = [(70.0, 48.0), (95.0, 0.0), (-95.0, 0.0), (0.0, 64.0), (0.0, -60.0)];
            steps.into_iter().chain(more).map(move |(dx, dy)| (x + dx, y + dy))
        });
        places.min_by(|a, b| cost(*a).total_cmp(&cost(*b))).unwrap_or(CITY)
    }
}

fn distance(a: Point, b: Point) -> f64 {
    ((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2)).sqrt()
}

fn to_line(point: Point, (from, to): (Point, Point)) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let along = ((point.0 - from.0) * dx + (point.1 - from.1) * dy) / (dx * dx + dy * dy).max(1.0);
    let along = along.clamp(0.0, 1.0);
    distance(point, (from.0 + along * dx, from.1 + along * dy))
}

fn middle(shape: &[Point]) -> Point {
    let count = shape.len().max(1) as f64;
    shape.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0 / count, sum.1 + at.1 / count))
}

impl TowerUp {
    /// The city, at least down to there; where it ends.
    pub(super) fn city(&self, state: &State, least: f64, svg: &mut Svg) -> f64 {
        let map = Map::new(&self.board.file, least);
        svg.panel(CITY, (CITY_SIZE.0, map.bottom - CITY.1), "");
        let water = svg.theme.pick("#cfe5f5", "#1d3a4f");
        for sea in &map.file.sea {
            let shape = map.shape(&sea.shape);
            let low = shape.iter().map(|at| at.1).fold(0.0, f64::max);
            // It reaches the edges of the panel, wherever those are.
            let within = |(x, y): Point| {
                let y = if y == low { map.bottom } else { y };
                (x.clamp(CITY.0 + 1.0, CITY.0 + CITY_SIZE.0 - 1.0), y.min(map.bottom - 1.0))
            };
            let shape: Vec<Point> = shape.into_iter().map(within).collect();
            svg.polygon(&shape, &format!("fill=\"{water}\""));
        }
        districts(&map, svg);
        for (area, is_park) in map.areas() {
            draw_area(&map.shape(&area.shape), &area.name, is_park, svg);
        }
        let colour = svg.theme.pick("#a4abb7", "#6b7482");
        for (from, to) in map.roads() {
            // Between two districts a road is dashed.
            let is_within = map.district_of(from) == map.district_of(to);
            let dashes = if is_within { "" } else { " stroke-dasharray=\"8 6\"" };
            let look = format!("stroke=\"{colour}\" stroke-width=\"6\" fill=\"none\"{dashes}");
            svg.line(map.site(from), map.site(to), &look);
        }
        names(&map, svg);
        for (index, name) in self.board.names.iter().enumerate() {
            self.draw_site(state, Site(index as u8), map.site(name), svg);
        }
        map.bottom + 20.0
    }

    /// A site with what stands on it.
    fn draw_site(&self, state: &State, site: Site, (x, y): Point, svg: &mut Svg) {
        let name = &self.board.names[usize::from(site.0)];
        let district = self.board.file.district.iter().find(|it| it.sites.contains(name));
        let district = district.map_or("", |district| district.name.as_str());
        let built = state.building(site);
        let says = match built {
            None => format!("{name}, {district}: empty"),
            Some((colour, building)) => {
                let height = building.height();
                format!("{name}, {district}: {colour}, height {height}, roofs {building:?}")
            }
        };
        svg.begin("site", name, &says);
        let theme = svg.theme;
        let look = format!("fill=\"{}\" stroke=\"{}\"", theme.panel(), theme.faint());
        svg.circle((x, y), PLOT, &look);
        let style = (15.0, Anchor::Middle, true);
        match built {
            None => svg.text((x, y + 5.5), style, theme.faint(), name),
            Some((colour, own)) => {
                svg.text((x, y + 25.0), style, theme.ink(), name);
                building((x, y + 10.0), colour, own, svg);
            }
        }
        svg.end();
    }
}

/// The ground of every district: first all borders, then all tints, so that none hides another.
fn districts(map: &Map, svg: &mut Svg) {
    let tints = tints(map.file, svg.theme);
    let grounds: Vec<_> = (0..map.file.district.len()).map(|number| map.ground(number)).collect();
    for is_border in [true, false] {
        for (number, district) in map.file.district.iter().enumerate() {
            let (tint, border) = tints[number];
            let (colour, more) = if is_border { (border, 2.5) } else { (tint, 0.0) };
            let width = 2.0 * (REACH - 6.0 + more);
            let look = format!(
                "fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\""
            );
            for shape in &grounds[number] {
                svg.polygon(shape, &look);
            }
            for name in &district.sites {
                svg.circle(map.site(name), REACH + more, &format!("fill=\"{colour}\""));
            }
        }
    }
}

/// The names of the districts.
fn names(map: &Map, svg: &mut Svg) {
    let tints = tints(map.file, svg.theme);
    let ink = svg.theme.ink();
    let mut taken = Vec::new();
    for (number, district) in map.file.district.iter().enumerate() {
        let name =
            if district.gray { format!("{} (gray)", district.name) } else { district.name.clone() };
        let width = name.chars().count() as f64 * 9.6;
        let (x, y) = map.label(number, width, &taken);
        taken.push((x, y));
        let tint = tints[number].0;
        svg.label((x, y + 6.0), (17.0, Anchor::Middle, true), (ink, tint), &name);
    }
}

/// A park with trees, or a lake with waves.
fn draw_area(shape: &[Point], name: &str, is_park: bool, svg: &mut Svg) {
    let theme = svg.theme;
    let (fill, edge) = if is_park {
        theme.pick(("#c3e3bb", "#6d9a62"), ("#224a2a", "#5f9168"))
    } else {
        theme.pick(("#c3dff3", "#6797b8"), ("#1d4058", "#5f93b4"))
    };
    svg.begin("area", name, &format!("{name}, a {}", if is_park { "park" } else { "lake" }));
    let look = format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"2\"");
    svg.polygon(shape, &look);
    let (x, y) = middle(shape);
    svg.label((x, y + 17.0), (14.0, Anchor::Middle, false), (theme.ink(), fill), name);
    for place in [-20.0, 0.0, 20.0] {
        let x = x + place;
        if is_park {
            svg.line((x, y), (x, y - 8.0), &format!("stroke=\"{edge}\" stroke-width=\"3\""));
            svg.circle((x, y - 13.0), 7.0, &format!("fill=\"{edge}\""));
        } else {
            let look = format!("stroke=\"{edge}\" stroke-width=\"2.5\" fill=\"none\"");
            svg.wave((x - 9.0, y - 6.0), 18.0, &look);
        }
    }
    svg.end();
}
