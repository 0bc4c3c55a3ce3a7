//! QR codes, drawn as rows of thick lines.

use qrcodegen::{QrCode, QrCodeEcc};

use crate::frame::Frame;
use crate::paper::MM;

/// Side of a module. Cameras of phones read half a millimetre at reading distance.
const MODULE: f32 = 0.5 * MM;
/// Longest address that gets a code. Longer ones would need a large code.
const LONGEST: usize = 200;

pub(super) struct Code(QrCode);

impl Code {
    /// Creates the code of an address; `None` if the address is too long.
    pub(super) fn new(address: &str) -> Option<Self> {
        let short = Some(address).filter(|address| address.len() <= LONGEST)?;
        QrCode::encode_text(short, QrCodeEcc::Medium).ok().map(Self)
    }

    /// Returns the side of the code, without a border. The margin of the page is its quiet zone.
    pub(super) fn side(&self) -> f32 {
        self.0.size() as f32 * MODULE
    }

    /// Draws the code with its upper left corner at a point.
    pub(super) fn draw(&self, frame: &mut Frame, left: f32, top: f32) {
        let size = self.0.size();
        let mut rows = Vec::new();
        for row in 0..size {
            let y = top + (row as f32 + 0.5) * MODULE;
            let mut column = 0;
            while column < size {
                let from = column;
                while column < size && self.0.get_module(column, row) {
                    column += 1;
                }
                if column > from {
                    rows.push([left + from as f32 * MODULE, y, left + column as f32 * MODULE, y]);
                }
                column += 1;
            }
        }
        frame.lines(MODULE, rows);
    }
}
