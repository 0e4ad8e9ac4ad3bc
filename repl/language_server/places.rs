//! Places in texts: bytes here, lines and columns in the editor.

use lsp_types::{InitializeParams, Position, PositionEncodingKind, Range};
use oriflamme::authoring::within;

/// How the editor counts columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// In bytes.
    Utf8,
    /// In code units of UTF-16, as every editor can.
    Utf16,
}

impl Encoding {
    /// Bytes if the editor can count them.
    pub(super) fn agreed(params: &InitializeParams) -> Encoding {
        let general = params.capabilities.general.as_ref();
        let known = general.and_then(|general| general.position_encodings.as_deref()).unwrap_or_default();
        if known.contains(&PositionEncodingKind::UTF8) { Encoding::Utf8 } else { Encoding::Utf16 }
    }

    /// The length of a text in columns.
    fn columns(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.encode_utf16().count(),
        }
    }

    /// The byte at a position. Past the end of a line it is the end of the line.
    pub(super) fn byte(self, text: &str, at: Position) -> usize {
        let start = line_start(text, at.line as usize);
        let line = text[start..].split('\n').next().unwrap_or_default();
        let mut columns = 0;
        for (byte, sign) in line.char_indices() {
            if columns >= at.character as usize {
                return start + byte;
            }
            columns += self.columns(sign.encode_utf8(&mut [0; 4]));
        }
        start + line.len()
    }

    /// The position of a byte.
    pub(super) fn position(self, text: &str, at: usize) -> Position {
        let before = &text[..within(text, at..at).start];
        let line = before.matches('\n').count();
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        Position::new(line as u32, self.columns(&before[start..]) as u32)
    }

    /// The range of bytes.
    pub(super) fn range(self, text: &str, range: std::ops::Range<usize>) -> Range {
        Range::new(self.position(text, range.start), self.position(text, range.end))
    }
}

/// The byte at which a line begins; the end of the text if it has no such line.
fn line_start(text: &str, line: usize) -> usize {
    match line {
        0 => 0,
        _ => text.match_indices('\n').nth(line - 1).map_or(text.len(), |(at, _)| at + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_as_the_editor_counts_them() {
        let text = "éa\n𝄞b";
        for (encoding, column) in [(Encoding::Utf8, 4), (Encoding::Utf16, 2)] {
            let at = text.find('b').unwrap_or_default();
            assert_eq!(encoding.position(text, at), Position::new(1, column));
            assert_eq!(encoding.byte(text, Position::new(1, column)), at);
            assert_eq!(encoding.byte(text, Position::new(0, 99)), 3);
            assert_eq!(encoding.byte(text, Position::new(9, 0)), text.len());
        }
    }
}
