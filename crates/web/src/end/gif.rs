//! Animated pictures as GIF, which everything opens: a palette that fits the pictures, and parts that change one after
//! the other. Nothing here knows the browser.

/// So many bits of each colour are told apart.
const BITS: u32 = 5;
const BINS: usize = 1 << (3 * BITS);
/// Colours in a palette.
const COLOURS: usize = 256;
/// A code of the compression has at most so many bits.
const LONGEST: u32 = 12;

/// A part of the picture, in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Area {
    pub(super) x: u16,
    pub(super) y: u16,
    pub(super) width: u16,
    pub(super) height: u16,
}

fn bin(pixel: &[u8]) -> usize {
    let part = |value: u8| usize::from(value) >> (8 - BITS);
    part(pixel[0]) << (2 * BITS) | part(pixel[1]) << BITS | part(pixel[2])
}

fn parts(bin: usize) -> [usize; 3] {
    let mask = (1 << BITS) - 1;
    [bin >> (2 * BITS) & mask, bin >> BITS & mask, bin & mask]
}

/// Colours that stand for all others.
pub(super) struct Palette {
    colours: Vec<[u8; 3]>,
    /// The colour for each bin, as far as somebody asked.
    nearest: Vec<Option<u8>>,
}

impl Palette {
    /// The palette for pictures that look like these pixels (red, green, blue, and how opaque): the colours are parted
    /// until there are as many parts as a palette has places, always the part in which most differs most.
    pub(super) fn of(pixels: &[u8]) -> Palette {
        let mut counts = vec![0_u32; BINS];
        let mut sums = vec![[0_u32; 3]; BINS];
        for pixel in pixels.chunks_exact(4) {
            let bin = bin(pixel);
            counts[bin] += 1;
            for (sum, value) in sums[bin].iter_mut().zip(pixel) {
                *sum += u32::from(*value);
            }
        }
        let mut boxes: Vec<Vec<usize>> = vec![(0..BINS).filter(|bin| counts[*bin] > 0).collect()];
        let widest = |bins: &[usize]| {
            let range = |axis: usize| {
                let values = || bins.iter().map(|bin| parts(*bin)[axis]);
                values().max().unwrap_or(0) - values().min().unwrap_or(0)
            };
            (0..3).map(|axis| (range(axis), axis)).max().unwrap_or((0, 0))
        };
        // Rare colours count as well: a piece is small, and its colour matters.
        let weight = |bins: &Vec<usize>| {
            let (range, _) = widest(bins);
            let count: u32 = bins.iter().map(|bin| counts[*bin].min(400)).sum();
            range as u64 * range as u64 * u64::from(count)
        };
        while boxes.len() < COLOURS {
            let Some((index, _)) = boxes.iter().map(weight).enumerate().max_by_key(|(_, weight)| *weight) else {
                break;
            };
            let (range, axis) = widest(&boxes[index]);
            if range == 0 {
                break;
            }
            let mut bins = boxes.swap_remove(index);
            bins.sort_unstable_by_key(|bin| parts(*bin)[axis]);
            let half = bins.iter().map(|bin| u64::from(counts[*bin])).sum::<u64>() / 2;
            let mut sum = 0;
            let cut = bins.iter().position(|bin| {
                sum += u64::from(counts[*bin]);
                sum > half
            });
            let cut = cut.unwrap_or(0).clamp(1, bins.len() - 1);
            let rest = bins.split_off(cut);
            boxes.extend([bins, rest]);
        }
        let mean = |bins: &Vec<usize>| {
            let count = bins.iter().map(|bin| u64::from(counts[*bin])).sum::<u64>().max(1);
            let part = |axis: usize| (bins.iter().map(|bin| u64::from(sums[*bin][axis])).sum::<u64>() / count) as u8;
            [part(0), part(1), part(2)]
        };
        Palette { colours: boxes.iter().map(mean).collect(), nearest: vec![None; BINS] }
    }

    fn index(&mut self, pixel: &[u8]) -> u8 {
        let bin = bin(pixel);
        if let Some(known) = self.nearest[bin] {
            return known;
        }
        let distance = |colour: &[u8; 3]| {
            let part = |axis: usize| (i32::from(colour[axis]) - i32::from(pixel[axis])).pow(2);
            // Eyes are keenest on green.
            2 * part(0) + 4 * part(1) + part(2)
        };
        let nearest = self.colours.iter().enumerate().min_by_key(|(_, colour)| distance(colour));
        let nearest = nearest.map_or(0, |(index, _)| index as u8);
        self.nearest[bin] = Some(nearest);
        nearest
    }
}

/// An animated picture in the making.
pub(super) struct Gif {
    bytes: Vec<u8>,
    palette: Palette,
}

impl Gif {
    /// One that is shown again and again.
    pub(super) fn new(width: u16, height: u16, palette: Palette) -> Gif {
        let mut bytes = b"GIF89a".to_vec();
        bytes.extend(width.to_le_bytes());
        bytes.extend(height.to_le_bytes());
        // A palette of 256 colours for everything.
        bytes.extend([0xf7, 0, 0]);
        for index in 0..COLOURS {
            bytes.extend(palette.colours.get(index).copied().unwrap_or_default());
        }
        bytes.extend(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0");
        Gif { bytes, palette }
    }

    /// Draws over a part of the picture, which is then seen for so many hundredths of a second.
    pub(super) fn frame(&mut self, area: Area, pixels: &[u8], stays: u16) {
        self.bytes.extend([0x21, 0xf9, 4, 4]);
        self.bytes.extend(stays.to_le_bytes());
        self.bytes.extend([0, 0, 0x2c]);
        for number in [area.x, area.y, area.width, area.height] {
            self.bytes.extend(number.to_le_bytes());
        }
        self.bytes.extend([0, 8]);
        let indices = pixels.chunks_exact(4).map(|pixel| self.palette.index(pixel));
        for block in compress(indices).chunks(255) {
            self.bytes.push(block.len() as u8);
            self.bytes.extend(block);
        }
        self.bytes.push(0);
    }

    /// The finished file.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.bytes.push(0x3b);
        self.bytes
    }
}

/// The compression of GIF: every code stands for a row of pixels seen before.
fn compress(indices: impl Iterator<Item = u8>) -> Vec<u8> {
    const CLEAR: u16 = 256;
    const END: u16 = 257;
    let (mut out, mut waiting, mut count) = (Vec::new(), 0_u32, 0_u32);
    let mut put = |code: u16, bits: u32| {
        waiting |= u32::from(code) << count;
        count += bits;
        while count >= 8 {
            out.push(waiting as u8);
            waiting >>= 8;
            count -= 8;
        }
    };
    // What follows a code; 0 stands for nothing, since no row ends in a code that stands for one pixel.
    let mut follows = vec![[0_u16; COLOURS]; 1 << LONGEST];
    let (mut next, mut bits, mut row) = (END + 1, 9, None::<u16>);
    put(CLEAR, bits);
    for index in indices {
        let Some(now) = row else {
            row = Some(u16::from(index));
            continue;
        };
        let longer = follows[usize::from(now)][usize::from(index)];
        if longer != 0 {
            row = Some(longer);
            continue;
        }
        put(now, bits);
        if next < 1 << LONGEST {
            follows[usize::from(now)][usize::from(index)] = next;
            if u32::from(next) == 1 << bits {
                bits += 1;
            }
            next += 1;
        } else {
            put(CLEAR, bits);
            follows.fill([0; COLOURS]);
            (next, bits) = (END + 1, 9);
        }
        row = Some(u16::from(index));
    }
    if let Some(row) = row {
        put(row, bits);
    }
    // The reader has met one code more by now.
    let bits = if u32::from(next) == 1 << bits && bits < LONGEST { bits + 1 } else { bits };
    put(END, bits);
    put(0, 7);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads what was compressed, as every program does that opens the file.
    fn expand(bytes: &[u8]) -> Vec<u8> {
        let (mut rows, mut out): (Vec<Vec<u8>>, Vec<u8>) = (Vec::new(), Vec::new());
        let (mut at, mut bits, mut before) = (0_usize, 9, None::<Vec<u8>>);
        let fresh = || (0..258_u16).map(|code| vec![code as u8]).collect::<Vec<_>>();
        loop {
            let code =
                (0..bits).map(|bit| usize::from(bytes[(at + bit) / 8] >> ((at + bit) % 8) & 1) << bit).sum::<usize>();
            at += bits;
            match code {
                256 => (rows, bits, before) = (fresh(), 9, None),
                257 => return out,
                code => {
                    let row = match (&before, rows.get(code)) {
                        (_, Some(row)) => row.clone(),
                        (Some(before), None) => [&before[..], &before[..1]].concat(),
                        (None, None) => panic!("code {code} comes too early"),
                    };
                    if let Some(before) = before.filter(|_| rows.len() < 4096) {
                        rows.push([&before[..], &row[..1]].concat());
                    }
                    if rows.len() == 1 << bits && bits < 12 {
                        bits += 1;
                    }
                    out.extend(&row);
                    before = Some(row);
                }
            }
        }
    }

    #[test]
    fn what_is_compressed_can_be_read() {
        let mut state = 7_u32;
        let mut random = move |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        for (length, colours) in [(0, 1), (1, 256), (2, 2), (5000, 1), (40_000, 256), (60_000, 3), (100_000, 40)] {
            let indices: Vec<u8> = (0..length).map(|_| random(colours) as u8).collect();
            assert_eq!(expand(&compress(indices.iter().copied())), indices, "{length} of {colours}");
        }
        // Every length around the places where codes grow.
        for length in 200..1200 {
            let indices: Vec<u8> = (0..length).map(|index: u32| ((index * index) >> 3) as u8).collect();
            assert_eq!(expand(&compress(indices.iter().copied())), indices, "{length}");
        }
    }

    #[test]
    fn a_palette_keeps_few_colours_exactly_and_many_nearly() {
        let few = [[200, 30, 30, 255], [30, 200, 30, 255], [0, 0, 0, 255]].concat();
        let mut palette = Palette::of(&few);
        for pixel in few.chunks_exact(4) {
            let index = palette.index(pixel);
            assert_eq!(palette.colours[usize::from(index)], pixel[..3]);
        }
        let many: Vec<u8> = (0..64_u32 * 64).flat_map(|n| [(n % 64 * 4) as u8, (n / 64 * 4) as u8, 90, 255]).collect();
        let mut palette = Palette::of(&many);
        assert_eq!(palette.colours.len(), COLOURS);
        for pixel in many.chunks_exact(4) {
            let index = palette.index(pixel);
            let colour = palette.colours[usize::from(index)];
            let apart = (0..3).map(|axis| i32::from(colour[axis]).abs_diff(pixel[axis].into())).max();
            assert!(apart <= Some(20), "{pixel:?} {colour:?}");
        }
    }

    #[test]
    fn a_file_has_all_its_parts() {
        let pixels = [[10, 20, 30, 255]; 6].concat();
        let mut gif = Gif::new(3, 2, Palette::of(&pixels));
        gif.frame(Area { x: 0, y: 0, width: 3, height: 2 }, &pixels, 50);
        gif.frame(Area { x: 1, y: 1, width: 1, height: 1 }, &pixels[..4], 300);
        let bytes = gif.finish();
        assert!(bytes.starts_with(b"GIF89a\x03\0\x02\0") && bytes.ends_with(&[0, 0x3b]));
        assert_eq!(bytes.windows(4).filter(|part| *part == [0x21, 0xf9, 4, 4]).count(), 2);
    }
}
