//! Places in texts: bytes here, lines and columns in the editor.

use lsp_types::{InitializeParams, Position, PositionEncodingKind, Range};
use oriflamme::authoring::within;
use oriflamme::source::Source;

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
    pub(super) fn byte(self, file: &Source, at: Position) -> usize {
        let start = file.offset(at.line.saturating_add(1), 1);
        let line = file.text[start..].split(['\n', '\r']).next().unwrap_or_default();
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
    fn position(self, file: &Source, at: usize) -> Position {
        let at = within(&file.text, at);
        let (line, _) = file.line_column(at);
        let start = file.offset(line, 1);
        Position::new(line - 1, self.columns(&file.text[start..at]) as u32)
    }

    /// The range of bytes.
    pub(super) fn range(self, file: &Source, range: std::ops::Range<usize>) -> Range {
        Range::new(self.position(file, range.start), self.position(file, range.end))
    }
}

#[cfg(test)]
mod tests {
    use oriflamme::source::SourceMap;

    use super::*;

    #[test]
    fn columns_are_counted_as_the_editor_counts_them() {
        let mut sources = SourceMap::new();
        let id = sources.add("one.ori", "éa\n𝄞b");
        let file = sources.get(id).expect("it was added");
        for (encoding, column) in [(Encoding::Utf8, 4), (Encoding::Utf16, 2)] {
            let at = file.text.find('b').unwrap_or_default();
            assert_eq!(encoding.position(file, at), Position::new(1, column));
            assert_eq!(encoding.byte(file, Position::new(1, column)), at);
            assert_eq!(encoding.byte(file, Position::new(0, 99)), 3);
            assert_eq!(encoding.byte(file, Position::new(9, 0)), file.text.len());
        }
    }

    #[test]
    fn a_carriage_return_alone_ends_a_line() {
        let mut sources = SourceMap::new();
        let id = sources.add("one.ori", "a\rbc\r\nd");
        let file = sources.get(id).expect("it was added");
        for (at, place) in [(0, (0, 0)), (2, (1, 0)), (3, (1, 1)), (6, (2, 0))] {
            let place = Position::new(place.0, place.1);
            assert_eq!((Encoding::Utf16.position(file, at), Encoding::Utf16.byte(file, place)), (place, at));
        }
        assert_eq!(Encoding::Utf16.byte(file, Position::new(1, 99)), 4);
    }
}
