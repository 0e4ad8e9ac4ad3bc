//! The values of numbers and texts in expressions, with Rhai's escapes.

use super::expression::Read;
use super::unread;
use crate::source::Span;

/// The largest text, in bytes.
pub(super) const MOST_BYTES: usize = 4_096;

/// The value of `12`, `-1_000`, `0x1F`.
pub(super) fn number(written: &str, at: Span) -> Read<i64> {
    let plain: String = written.chars().filter(|sign| *sign != '_').collect();
    let (negative, digits) = match plain.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, plain.as_str()),
    };
    let radix = |prefixes: [&str; 2]| prefixes.iter().find_map(|prefix| digits.strip_prefix(prefix));
    // As in Rhai, the highest bit of a hexadecimal number is its sign.
    let other = radix(["0x", "0X"]).map(|digits| u64::from_str_radix(digits, 16));
    let other = other.or_else(|| radix(["0o", "0O"]).map(|digits| u64::from_str_radix(digits, 8)));
    let other = other.or_else(|| radix(["0b", "0B"]).map(|digits| u64::from_str_radix(digits, 2)));
    let value = match other {
        Some(value) if !negative => value.ok().map(u64::cast_signed),
        // Rhai reads no sign before such a number.
        Some(_) => None,
        None => plain.parse().ok(),
    };
    value.ok_or_else(|| unread::too_large(written, at))
}

/// The text of `"a"` or `'a'`, without its quotes and escapes.
pub(super) fn text(written: &str, at: Span) -> Read<String> {
    let quote = if written.starts_with('\'') { '\'' } else { '"' };
    let inside = written.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)).unwrap_or(written);
    let mut text = String::with_capacity(inside.len());
    let mut signs = inside.char_indices();
    while let Some((start, sign)) = signs.next() {
        // A doubled quote stands for one.
        if sign == quote {
            signs.next();
        }
        if sign != '\\' {
            text.push(sign);
            continue;
        }
        let Some((_, escaped)) = signs.next() else { break };
        let digits = match escaped {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        let meant = match escaped {
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            '\\' => Some('\\'),
            'x' | 'u' | 'U' => {
                let code = inside.get(start + 2..start + 2 + digits);
                let code = code.filter(|code| code.bytes().all(|digit| digit.is_ascii_hexdigit()));
                code.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32)
            }
            other if other == quote => Some(quote),
            _ => None,
        };
        let Some(meant) = meant else {
            return Err(unread::bad_escape(at.part(1 + start, 1 + escaped.len_utf8())));
        };
        text.push(meant);
        for _ in 0..digits {
            signs.next();
        }
    }
    if text.len() > MOST_BYTES {
        return Err(unread::text_too_long(MOST_BYTES, at));
    }
    Ok(text)
}

/// A piece of a text in backticks: a doubled backtick is one, and `\${` begins no expression.
pub(super) fn woven(written: &str) -> String {
    written.replace("``", "`").replace("\\${", "${")
}
