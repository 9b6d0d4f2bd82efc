//! A position as the inputs of a neural net.
//!
//! Every input is categorical: it has one of a few values, and each value selects a row of the
//! net's first layer. A position is therefore a list of row numbers. All positions of a variant
//! have the same number of inputs in the same order, so two of them are compared input by input,
//! and the first layer of one follows from that of the other by the few rows that differ.

/// The most inputs of a position.
pub const MAX_INPUTS: usize = 256;
/// The most tables of a game.
pub const MAX_TABLES: usize = 48;

/// The rows that one kind of input selects from. Inputs that mean the same, such as those of two
/// building sites, share a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputTable {
    /// What it describes.
    pub name: &'static str,
    /// The number of values of an input.
    pub rows: u16,
    /// Whether each rival has rows of its own, by distance in turn order.
    pub per_rival: bool,
}

impl InputTable {
    /// A table about the player who looks, or about all.
    pub const fn new(name: &'static str, rows: u16) -> InputTable {
        InputTable { name, rows, per_rival: false }
    }

    /// A table about rivals.
    pub const fn per_rival(name: &'static str, rows: u16) -> InputTable {
        InputTable { name, rows, per_rival: true }
    }
}

/// Where each table begins in the first layer, for a number of players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputLayout {
    starts: [u16; MAX_TABLES],
    rows: [u16; MAX_TABLES],
    total: u16,
}

impl InputLayout {
    /// The layout of some tables.
    pub fn new(tables: &[InputTable], seats: usize) -> InputLayout {
        let mut layout = InputLayout { starts: [0; MAX_TABLES], rows: [0; MAX_TABLES], total: 0 };
        for (at, table) in tables.iter().enumerate() {
            let copies = if table.per_rival { seats.saturating_sub(1) as u16 } else { 1 };
            layout.starts[at] = layout.total;
            layout.rows[at] = table.rows;
            layout.total += table.rows * copies;
        }
        layout
    }

    /// The number of rows of all tables.
    pub fn total(&self) -> usize {
        self.total.into()
    }
}

/// What a game found out about a position on the way to its inputs, and may want again for positions
/// that are much like it.
pub type InputNotes = [u64; 56];

/// The inputs of one position.
#[derive(Clone, Debug)]
pub struct Inputs {
    rows: [u16; MAX_INPUTS],
    len: usize,
    notes: InputNotes,
}

impl Default for Inputs {
    fn default() -> Self {
        Inputs { rows: [0; MAX_INPUTS], len: 0, notes: [0; 56] }
    }
}

impl Inputs {
    /// The selected rows.
    #[inline]
    pub fn rows(&self) -> &[u16] {
        &self.rows[..self.len]
    }

    /// What the game wrote down.
    #[inline]
    pub fn notes(&self) -> &InputNotes {
        &self.notes
    }

    /// Begins a position.
    #[inline]
    pub fn fill<'a>(&'a mut self, layout: &'a InputLayout) -> InputWriter<'a> {
        self.len = 0;
        InputWriter { layout, inputs: self }
    }
}

/// A position whose inputs are known.
#[derive(Clone, Copy)]
pub struct KnownInputs<'a, S> {
    /// The position.
    pub state: &'a S,
    /// Its inputs, for the same seat.
    pub inputs: &'a Inputs,
}

/// Which known position one is most like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nearest {
    /// The one before the move.
    Before,
    /// The one after another move.
    Sibling,
}

/// Takes the inputs of a position, one after the other.
pub struct InputWriter<'a> {
    layout: &'a InputLayout,
    inputs: &'a mut Inputs,
}

impl InputWriter<'_> {
    /// Room for what the game wants to find again.
    #[inline]
    pub fn notes(&mut self) -> &mut InputNotes {
        &mut self.inputs.notes
    }

    /// The next input: a value of a table. What is too large counts as the largest.
    #[inline]
    pub fn push(&mut self, table: usize, value: usize) {
        let value = (value as u16).min(self.layout.rows[table] - 1);
        self.select(self.layout.starts[table] + value);
    }

    /// The same for a rival; the next in turn order is 1.
    #[inline]
    pub fn push_rival(&mut self, table: usize, distance: usize, value: usize) {
        let rows = self.layout.rows[table];
        let value = (value as u16).min(rows - 1);
        self.select(self.layout.starts[table] + (distance as u16 - 1) * rows + value);
    }

    /// Room for some inputs of one table, all with the same value; [`InputWriter::set`] changes
    /// them. Returns the number of the first.
    #[inline]
    pub fn reserve(&mut self, table: usize, value: usize, count: usize) -> usize {
        let row = self.layout.starts[table] + value as u16;
        let first = self.inputs.len;
        self.inputs.rows[first..first + count].fill(row);
        self.inputs.len += count;
        first
    }

    /// Room for inputs that are the same as in another position of the variant. Returns the number
    /// of the first.
    #[inline]
    pub fn copy(&mut self, other: &Inputs, count: usize) -> usize {
        let first = self.inputs.len;
        let same = first..first + count;
        self.inputs.rows[same.clone()].copy_from_slice(&other.rows[same]);
        self.inputs.len += count;
        first
    }

    /// Changes an input that there was room for.
    #[inline]
    pub fn set(&mut self, input: usize, table: usize, value: usize) {
        debug_assert!(value < self.layout.rows[table].into() && input < self.inputs.len);
        self.inputs.rows[input] = self.layout.starts[table] + value as u16;
    }

    /// Changes some of 64 inputs that there was room for, those with a bit in `places`. Each gets the
    /// number whose bits are in `planes`, lowest first, plus `base`.
    #[inline(always)]
    pub fn set_where<const BITS: usize>(
        &mut self,
        first: usize,
        table: usize,
        places: u64,
        base: u16,
        planes: [u64; BITS],
    ) {
        const LANES: usize = 16;
        debug_assert!(first + 64 <= MAX_INPUTS);
        let base = self.layout.starts[table] + base;
        let rows = self.inputs.rows[first..].chunks_exact_mut(LANES).take(64 / LANES);
        for (part, rows) in rows.enumerate() {
            let of_part = |plane: u64| (plane >> (part * LANES)) as u16;
            let (places, planes) = (of_part(places), planes.map(of_part));
            for (lane, row) in rows.iter_mut().enumerate() {
                let has = |plane: u16| plane & (1 << lane) != 0;
                let bits = planes.iter().enumerate();
                let value = bits.map(|(bit, plane)| u16::from(has(*plane)) << bit).sum::<u16>();
                *row = if has(places) { base + value } else { *row };
            }
        }
    }

    #[inline]
    fn select(&mut self, row: u16) {
        self.inputs.rows[self.inputs.len] = row;
        self.inputs.len += 1;
    }
}
