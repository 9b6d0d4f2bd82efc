//! Weights as few bytes: Rice codes, since most weights are small.
//!
//! A group of weights begins with four bits that say how many low bits of each weight are written
//! as they are; what is above them is written as so many ones and a zero.

/// The bits that a group begins with.
const HEADER: u32 = 4;
/// The most low bits of a weight: all of a 16-bit number but one.
const MOST_LOW_BITS: u32 = 15;

/// Packs groups of weights.
#[derive(Default)]
pub(super) struct Packer {
    bytes: Vec<u8>,
    /// Bits that do not fill a byte yet, the first of them lowest.
    pending: u64,
    count: u32,
}

impl Packer {
    /// Appends a group.
    pub fn write(&mut self, weights: &[i16]) {
        let cost = |low: u32| -> u32 {
            weights.iter().map(|weight| (u32::from(fold(*weight)) >> low) + 1 + low).sum()
        };
        let low = (0..=MOST_LOW_BITS).min_by_key(|low| cost(*low)).unwrap_or(0);
        self.push(low, HEADER);
        for weight in weights {
            let folded = u32::from(fold(*weight));
            (0..folded >> low).for_each(|_| self.push(1, 1));
            self.push(0, 1);
            self.push(folded & ((1 << low) - 1), low);
        }
    }

    /// All groups; the last byte is filled up with zeros.
    pub fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.pending as u8);
        }
        self.bytes
    }

    fn push(&mut self, value: u32, bits: u32) {
        self.pending |= u64::from(value) << self.count;
        self.count += bits;
        while self.count >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }
}

/// Reads what a [`Packer`] has packed.
pub(super) struct Unpacker<'a> {
    bytes: &'a [u8],
    /// The next bit.
    at: usize,
}

impl<'a> Unpacker<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Unpacker { bytes, at: 0 }
    }

    /// Reads the next group; nothing if the bytes end before it does or are not a group.
    pub fn read(&mut self, weights: &mut [i16]) -> Option<()> {
        let low = self.take(HEADER)?;
        for weight in weights {
            let mut high = 0u32;
            while self.take(1)? == 1 {
                high += 1;
            }
            let folded = high.checked_shl(low)? | self.take(low)?;
            *weight = unfold(u16::try_from(folded).ok()?);
        }
        Some(())
    }

    /// Whether everything was read, but for less than a byte of zeros.
    pub fn is_at_end(&self) -> bool {
        let rest = self.bytes.len() * 8 - self.at;
        let last = self.bytes.last().copied().unwrap_or(0);
        rest < 8 && (rest == 0 || last >> (8 - rest) == 0)
    }

    fn take(&mut self, bits: u32) -> Option<u32> {
        let mut value = 0;
        for bit in 0..bits {
            let byte = self.bytes.get(self.at / 8)?;
            value |= u32::from(byte >> (self.at % 8) & 1) << bit;
            self.at += 1;
        }
        Some(value)
    }
}

/// Small numbers for small weights of either sign: 0, -1, 1, -2 ... become 0, 1, 2, 3 ...
fn fold(weight: i16) -> u16 {
    ((weight << 1) ^ (weight >> 15)) as u16
}

fn unfold(folded: u16) -> i16 {
    (folded >> 1) as i16 ^ -((folded & 1) as i16)
}

#[cfg(test)]
mod tests {
    use super::{Packer, Unpacker};

    #[test]
    fn what_is_packed_is_read_back() {
        let groups: [&[i16]; 5] =
            [&[0; 64], &[1, -1, 5, -7, 300], &[i16::MAX, i16::MIN, -1], &[], &[-400, 12, 0, 0, 3]];
        let mut packer = Packer::default();
        groups.iter().for_each(|group| packer.write(group));
        let bytes = packer.finish();
        let mut unpacker = Unpacker::new(&bytes);
        for group in groups {
            let mut read = vec![0; group.len()];
            assert_eq!(unpacker.read(&mut read), Some(()));
            assert_eq!(read, group);
        }
        assert!(unpacker.is_at_end());
        assert_eq!(Unpacker::new(&bytes[..3]).read(&mut [0; 64]), None);
        assert_eq!(Unpacker::new(&[0xff; 20]).read(&mut [0; 64]), None);
    }
}
