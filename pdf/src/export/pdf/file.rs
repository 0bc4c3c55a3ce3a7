//! A PDF file under construction (ISO 32000-1, 7.5). Objects that are no streams are compressed
//! together, because the structure of a document has thousands of small ones.

use std::fmt::{Arguments, Write as _};
use std::io::Write as _;

use sha2::{Digest, Sha256};

use super::super::deflater;

/// Number of an object.
pub(super) type Id = u32;

/// Maximum number of objects in an object stream. A reader unpacks all of them to see one.
const OBJECTS: u16 = 500;

/// Position of an object in the file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum XrefEntry {
    /// No such object.
    #[default]
    Free,
    /// Offset of the object, in bytes.
    Offset(u32),
    /// Object stream, and position of the object in it.
    Packed(Id, u16),
}

impl XrefEntry {
    /// Returns the entry of the cross-reference stream: its kind in one byte, and its fields in
    /// four and in two bytes.
    fn row(self) -> [u8; 7] {
        let (kind, field, rest): (u8, u32, u16) = match self {
            Self::Free => (0, 0, u16::MAX),
            Self::Offset(offset) => (1, offset, 0),
            Self::Packed(stream, index) => (2, stream, index),
        };
        let [a, b, c, d] = field.to_be_bytes();
        let [e, f] = rest.to_be_bytes();
        [kind, a, b, c, d, e, f]
    }
}

/// File under construction.
pub(super) struct PdfFile {
    bytes: Vec<u8>,
    /// Positions of the objects by number.
    xref: Vec<XrefEntry>,
    stream: ObjectStream,
    /// Length of the part that the hash of the content leaves out.
    head: usize,
}

/// Text of objects. Its methods can be chained.
#[derive(Default)]
pub(super) struct ObjectWriter(String);

impl ObjectWriter {
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        self.0.push_str(text);
        self
    }

    pub(super) fn number(&mut self, number: u32) -> &mut Self {
        self.text(itoa::Buffer::new().format(number))
    }

    pub(super) fn reference(&mut self, id: Id) -> &mut Self {
        self.number(id).text(" 0 R")
    }

    /// Writes references to objects by their distances from the first.
    pub(super) fn references(&mut self, first: Id, all: &[u32]) -> &mut Self {
        all.iter().fold(self, |out, index| out.reference(first + index).text(" "))
    }
}

/// Object stream under construction (ISO 32000-1, 7.5.7).
struct ObjectStream {
    id: Id,
    count: u16,
    index: ObjectWriter,
    objects: ObjectWriter,
}

impl ObjectStream {
    fn new(id: Id) -> Self {
        Self { id, count: 0, index: ObjectWriter::default(), objects: ObjectWriter::default() }
    }
}

impl PdfFile {
    /// Continues a file that already has some objects.
    pub(super) fn new(head: &[u8], xref: &[XrefEntry]) -> Self {
        let mut bytes = Vec::with_capacity(head.len() + 64 * 1024);
        bytes.extend(head);
        let mut xref = xref.to_vec();
        xref.push(XrefEntry::Free);
        let stream = ObjectStream::new(xref.len() as Id - 1);
        Self { bytes, xref, stream, head: head.len() }
    }

    /// Reserves the numbers of consecutive objects. Returns the first.
    pub(super) fn reserve(&mut self, count: usize) -> Id {
        let first = self.xref.len();
        self.xref.resize(first + count, XrefEntry::Free);
        first as Id
    }

    /// Adds an object that is no stream.
    pub(super) fn object(&mut self, id: Id, object: Arguments<'_>) {
        self.object_with(id, |out| out.0.write_fmt(object).expect("a string takes text"));
    }

    /// Adds an object that is no stream, written by a function.
    pub(super) fn object_with(&mut self, id: Id, write: impl FnOnce(&mut ObjectWriter)) {
        let stream = &mut self.stream;
        stream.index.number(id).text(" ").number(stream.objects.0.len() as u32).text(" ");
        write(&mut stream.objects);
        stream.objects.text("\n");
        self.xref[id as usize] = XrefEntry::Packed(stream.id, stream.count);
        stream.count += 1;
        if stream.count == OBJECTS {
            self.write_objects();
        }
    }

    /// Adds a stream that is compressed already. `entries` are the other entries of its dictionary.
    pub(super) fn stream(&mut self, id: Id, entries: Arguments<'_>, packed: &[u8]) {
        const FITS: &str = "memory takes bytes";
        self.xref[id as usize] = XrefEntry::Offset(self.bytes.len() as u32);
        let length = packed.len();
        write!(self.bytes, "{id} 0 obj\n<</Length {length}{entries}>>\nstream\n").expect(FITS);
        self.bytes.extend(packed);
        self.bytes.extend(b"\nendstream\nendobj\n");
    }

    /// Writes the object stream, and begins another one.
    fn write_objects(&mut self) {
        let next = self.reserve(1);
        let full = std::mem::replace(&mut self.stream, ObjectStream::new(next));
        let first = full.index.0.len();
        let packed = deflater::pack((full.index.0 + &full.objects.0).as_bytes());
        let entries =
            format_args!("/Type/ObjStm/N {}/First {first}/Filter/FlateDecode", full.count);
        self.stream(full.id, entries, &packed);
    }

    /// Completes the file with its cross-reference stream (ISO 32000-1, 7.5.8). The identifier of
    /// the file is a hash of its content, and of `hash` for the part that it was started with.
    pub(super) fn finish(mut self, catalog: Id, info: Id, hash: &[u8]) -> Vec<u8> {
        if self.stream.count > 0 {
            self.write_objects();
        }
        let digest =
            Sha256::new().chain_update(hash).chain_update(&self.bytes[self.head..]).finalize();
        let mut file_id = String::new();
        digest[..16]
            .iter()
            .for_each(|byte| write!(file_id, "{byte:02x}").expect("a string takes text"));
        // The number reserved for a next object stream is used for this one.
        let id = self.stream.id;
        let start = self.bytes.len();
        self.xref[id as usize] = XrefEntry::Offset(start as u32);
        let mut table = Vec::with_capacity(self.xref.len() * 8);
        let mut above = [0; 7];
        for entry in &self.xref {
            let row = entry.row();
            // A row holds the differences from the row above, which compress well (the PNG
            // predictor "Up").
            table.push(2);
            table.extend(row.iter().zip(above).map(|(byte, above)| byte.wrapping_sub(above)));
            above = row;
        }
        let entries = format_args!(
            "/Type/XRef/Size {}/W[1 4 2]/Root {catalog} 0 R/Info {info} 0 R/ID[<{file_id}><{file_id}>]\
             /Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 7>>",
            self.xref.len()
        );
        self.stream(id, entries, &deflater::pack(&table));
        write!(self.bytes, "startxref\n{start}\n%%EOF").expect("memory takes bytes");
        self.bytes
    }
}

/// Text of a dictionary, as a string in UTF-16 (ISO 32000-1, 7.9.2.2).
pub(super) struct TextString<'a>(pub(super) &'a str);

impl std::fmt::Display for TextString<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("<feff")?;
        self.0.encode_utf16().try_for_each(|unit| write!(f, "{unit:04x}"))?;
        f.write_str(">")
    }
}
