//! The city: sites, roads, districts, parks, lakes and borders.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::sites::{MAX_SITES, Site, Sites};
use crate::document::provenance::Claim;
use crate::document::{Fault, FaultCode, Faults};

/// The most roads that may meet at a site: a building is at most one floor
/// higher than that.
pub const MAX_ROADS: usize = 7;

/// A point of the drawing, in units of which a board is some thousand wide.
pub type Point = [i32; 2];

/// A board as it stands in its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardFile {
    /// What it is called.
    pub title: String,
    /// Where each site lies.
    pub sites: BTreeMap<String, Point>,
    /// Pairs of sites, such as `A1-B1`.
    pub roads: Vec<String>,
    /// The parts of the city.
    pub district: Vec<DistrictFile>,
    /// The parks.
    #[serde(default)]
    pub park: Vec<AreaFile>,
    /// The lakes.
    #[serde(default)]
    pub lake: Vec<AreaFile>,
    /// Water around the city, for drawing only.
    #[serde(default)]
    pub sea: Vec<SeaFile>,
    /// Where districts meet.
    #[serde(default)]
    pub border: Vec<BorderFile>,
    /// How well all this is known.
    #[serde(default)]
    pub claim: Vec<Claim>,
}

/// A district in a board's file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DistrictFile {
    /// What it is called.
    pub name: String,
    /// Whether it is one of the two gray ones.
    #[serde(default)]
    pub gray: bool,
    /// Its sites.
    pub sites: Vec<String>,
}

/// A park or lake in a board's file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaFile {
    /// What it is called.
    pub name: String,
    /// The sites at it.
    pub sites: Vec<String>,
    /// Its outline, for drawing.
    #[serde(default)]
    pub shape: Vec<Point>,
}

/// A stretch of sea in a board's file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeaFile {
    /// Its outline.
    pub shape: Vec<Point>,
}

/// A border in a board's file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BorderFile {
    /// The two districts that meet.
    pub between: [String; 2],
    /// The sites along it, on the first district's side and on the second's.
    pub sides: [Vec<String>; 2],
}

impl BoardFile {
    /// The text of the file, laid out for people.
    pub fn to_toml(&self) -> String {
        let mut text = format!("title = {:?}\n\n", self.title);
        text += &format!("roads = {}\n\n[sites]\n", wrapped(&self.roads));
        let mut sites: Vec<_> = self.sites.iter().collect();
        sites.sort_by_key(|(name, _)| natural(name));
        for (name, [x, y]) in sites {
            text += &format!("{name} = [{x}, {y}]\n");
        }
        for district in &self.district {
            text += &format!("\n[[district]]\nname = {:?}\n", district.name);
            text += if district.gray { "gray = true\n" } else { "" };
            text += &format!("sites = {}\n", wrapped(&district.sites));
        }
        for (kind, areas) in [("park", &self.park), ("lake", &self.lake)] {
            for area in areas {
                text += &format!("\n[[{kind}]]\nname = {:?}\n", area.name);
                text += &format!("sites = {}\nshape = {:?}\n", wrapped(&area.sites), area.shape);
            }
        }
        for sea in &self.sea {
            text += &format!("\n[[sea]]\nshape = {:?}\n", sea.shape);
        }
        for border in &self.border {
            text += &format!(
                "\n[[border]]\nbetween = {:?}\nsides = {:?}\n",
                border.between, border.sides
            );
        }
        for claim in &self.claim {
            text += &format!(
                "\n[[claim]]\nof = {:?}\nprovenance = \"{}\"\n",
                claim.of, claim.provenance
            );
            text += &format!("source = {:?}\n", claim.source);
        }
        text
    }
}

/// A list of strings, ten to a line when it is long.
fn wrapped(items: &[String]) -> String {
    if items.len() <= 12 {
        return format!("{items:?}");
    }
    let lines = items.chunks(10).map(|line| {
        let quoted: Vec<String> = line.iter().map(|item| format!("{item:?}")).collect();
        format!("  {},\n", quoted.join(", "))
    });
    format!("[\n{}]", lines.collect::<String>())
}

/// A named group of sites: a district, a park or a lake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// What it is called.
    pub name: String,
    /// Its sites.
    pub sites: Sites,
    /// Whether it is a gray district.
    pub gray: bool,
}

/// Where two districts meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Border {
    /// The two districts, as `Harbour / Old Town`.
    pub name: String,
    /// The sites along it, on one side and on the other.
    pub sides: [Sites; 2],
}

/// A checked board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The file it was made from, with everything that only drawing needs.
    pub file: BoardFile,
    /// The names of the sites, in the order of [`Site`].
    pub names: Vec<String>,
    /// The sites joined to each site by a road.
    pub adjacent: [Sites; MAX_SITES],
    /// The districts.
    pub districts: Vec<Area>,
    /// The parks.
    pub parks: Vec<Area>,
    /// The lakes.
    pub lakes: Vec<Area>,
    /// The borders.
    pub borders: Vec<Border>,
}

/// `A2` before `A10` before `B1`.
fn natural(name: &str) -> (String, u32, String) {
    let letters: String = name.chars().take_while(|c| !c.is_ascii_digit()).collect();
    let number = name[letters.len()..].parse().unwrap_or(u32::MAX);
    (letters, number, name.to_string())
}

/// Whether a site's name can be told apart from the words of a move.
pub(super) fn speakable(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

impl Board {
    /// Reads and checks a board's file. `place` names it in faults.
    pub fn read(text: &str, place: &str) -> Result<Board, Faults> {
        let file: BoardFile = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
            Faults(vec![Fault::new(format!("{place}:{line}"), FaultCode::Syntax, error.message())])
        })?;
        Board::check(file, place)
    }

    /// Checks a board: every name known, every district and road plausible.
    pub fn check(file: BoardFile, place: &str) -> Result<Board, Faults> {
        let mut faults = Vec::new();
        let mut names: Vec<String> = file.sites.keys().cloned().collect();
        names.sort_by_key(|name| natural(name));
        if names.len() > MAX_SITES || names.is_empty() {
            let message = format!("a board has 1 to {MAX_SITES} sites, this one {}", names.len());
            return Err(Faults(vec![Fault::new(place, FaultCode::TooManySites, message)]));
        }
        for name in names.iter().filter(|name| !speakable(name)) {
            let message = format!("site `{name}`: use letters and digits, such as C4");
            faults.push(Fault::new(place, FaultCode::SiteName, message));
        }
        let mut board = Board {
            adjacent: [Sites::NONE; MAX_SITES],
            districts: Vec::new(),
            parks: Vec::new(),
            lakes: Vec::new(),
            borders: Vec::new(),
            names,
            file: file.clone(),
        };
        for road in &file.roads {
            match board.road(road) {
                Ok((a, b)) if board.adjacent[a.index()].has(b) => {
                    faults.push(Fault::new(
                        place,
                        FaultCode::RoadTwice,
                        format!("road {road} is listed twice"),
                    ));
                }
                Ok((a, b)) => {
                    board.adjacent[a.index()] |= Sites::one(b);
                    board.adjacent[b.index()] |= Sites::one(a);
                }
                Err(message) => faults.push(Fault::new(place, FaultCode::Road, message)),
            }
        }
        for site in
            board.sites().into_iter().filter(|s| board.adjacent[s.index()].len() > MAX_ROADS as u32)
        {
            let message = format!("more than {MAX_ROADS} roads meet at {}", board.name(site));
            faults.push(Fault::new(place, FaultCode::TooManyRoads, message));
        }
        let mut set = |names: &[String], what: &str| -> Sites {
            let known = names.iter().filter_map(|name| {
                let site = board.site(name);
                if site.is_none() {
                    let message = format!("{what}: there is no site `{name}`");
                    faults.push(Fault::new(place, FaultCode::UnknownSite, message));
                }
                site
            });
            known.collect()
        };
        let area = |name: &str, gray, sites| Area { name: name.to_string(), sites, gray };
        let districts: Vec<Area> =
            file.district.iter().map(|d| area(&d.name, d.gray, set(&d.sites, &d.name))).collect();
        let parks =
            file.park.iter().map(|p| area(&p.name, false, set(&p.sites, &p.name))).collect();
        let lakes =
            file.lake.iter().map(|l| area(&l.name, false, set(&l.sites, &l.name))).collect();
        let border = |b: &BorderFile| {
            let name = b.between.join(" / ");
            let sides = [set(&b.sides[0], &name), set(&b.sides[1], &name)];
            Border { name, sides }
        };
        let borders: Vec<Border> = file.border.iter().map(border).collect();
        for site in board.sites() {
            let count = districts.iter().filter(|d| d.sites.has(site)).count();
            if count != 1 {
                let message = format!("{} is in {count} districts, not in one", board.name(site));
                faults.push(Fault::new(place, FaultCode::District, message));
            }
        }
        for (border, [a, b]) in borders.iter().zip(file.border.iter().map(|b| &b.between)) {
            for (name, side) in [a, b].into_iter().zip(border.sides) {
                match districts.iter().find(|d| d.name == *name) {
                    None => {
                        let message =
                            format!("border {}: there is no district `{name}`", border.name);
                        faults.push(Fault::new(place, FaultCode::UnknownDistrict, message));
                    }
                    Some(district) if !district.sites.holds(side) => {
                        let message = format!(
                            "border {}: a site of its {name} side lies elsewhere",
                            border.name
                        );
                        faults.push(Fault::new(place, FaultCode::BorderSide, message));
                    }
                    Some(_) => {}
                }
            }
        }
        for (index, [a, b]) in file.border.iter().map(|b| &b.between).enumerate() {
            let same = |other: &BorderFile| other.between.contains(a) && other.between.contains(b);
            if a == b || file.border[..index].iter().any(same) {
                let message = format!("border {a} / {b}: each pair of different districts once");
                faults.push(Fault::new(place, FaultCode::BorderTwice, message));
            }
        }
        board = Board { districts, parks, lakes, borders, ..board };
        Faults::ok_if_empty(faults, board)
    }

    fn road(&self, road: &str) -> Result<(Site, Site), String> {
        let Some((a, b)) = road.split_once('-') else {
            return Err(format!("road `{road}`: write two sites, such as A1-B1"));
        };
        match (self.site(a.trim()), self.site(b.trim())) {
            (Some(a), Some(b)) if a != b => Ok((a, b)),
            (Some(_), Some(_)) => Err(format!("road `{road}` leads nowhere")),
            (None, _) => Err(format!("road `{road}`: there is no site `{a}`")),
            (_, None) => Err(format!("road `{road}`: there is no site `{b}`")),
        }
    }

    /// All sites.
    pub fn sites(&self) -> Sites {
        Sites::first_few(self.names.len())
    }

    /// The site of that name.
    pub fn site(&self, name: &str) -> Option<Site> {
        self.names.iter().position(|known| known == name).map(|index| Site(index as u8))
    }

    /// The name of a site.
    pub fn name(&self, site: Site) -> &str {
        &self.names[site.index()]
    }

    /// Every road once, the lower site first.
    pub fn roads(&self) -> impl Iterator<Item = (Site, Site)> + '_ {
        let upwards = |a: Site| self.adjacent[a.index()].into_iter().filter(move |&b| a < b);
        self.sites().into_iter().flat_map(move |a| upwards(a).map(move |b| (a, b)))
    }
}
