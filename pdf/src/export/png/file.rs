//! PNG files (ISO/IEC 15948): the few chunks that a greyscale picture needs.

use super::super::deflater;
use crate::picture::Dpi;

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// Bit depth 8, greyscale, deflate, adaptive filters, no interlacing.
const FORMAT: [u8; 5] = [8, 0, 0, 0, 0];
/// Filter of a row that stores the pixels themselves. The other filters make line drawings larger.
const UNFILTERED: u8 = 0;
const METRES: u8 = 1;

/// Writes a picture. `grey` has the rows from the top, a byte for each pixel.
pub(super) fn write(width: u32, grey: &[u8], dpi: Dpi) -> Vec<u8> {
    let rows = grey.chunks_exact(width as usize);
    let mut header = Vec::new();
    header.extend(width.to_be_bytes());
    header.extend((rows.len() as u32).to_be_bytes());
    header.extend(FORMAT);
    let mut scale = Vec::new();
    let per_metre = (f32::from(dpi) / 0.0254).round() as u32;
    scale.extend([per_metre.to_be_bytes(), per_metre.to_be_bytes()].concat());
    scale.push(METRES);
    let mut content = Vec::with_capacity(grey.len() + rows.len());
    for row in rows {
        content.push(UNFILTERED);
        content.extend(row);
    }

    let mut file = Vec::from(SIGNATURE);
    chunk(&mut file, *b"IHDR", &header);
    chunk(&mut file, *b"pHYs", &scale);
    chunk(&mut file, *b"IDAT", &deflater::pack(&content));
    chunk(&mut file, *b"IEND", &[]);
    file
}

/// Appends a chunk: its length, its type, its data, and a checksum of type and data.
fn chunk(file: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend(kind);
    file.extend(data);
    let checksum = crc32fast::hash(&file[start..]);
    file.extend(checksum.to_be_bytes());
}
