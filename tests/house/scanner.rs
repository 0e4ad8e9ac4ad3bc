//! Rust sources read as text. A small scanner separates code from comments, strings and tests, so that a word in a
//! comment is not a use of a module and a bracket in a string opens nothing.

/// What to blank out of a source; line breaks stay.
#[derive(Clone, Copy, PartialEq)]
pub enum Without {
    /// Doc comments only.
    Docs,
    /// All comments and string contents.
    CommentsAndStrings,
}

/// The text of a Rust source with these parts blanked, at the same byte length.
pub fn stripped(text: &str, without: Without) -> String {
    let bytes = text.as_bytes();
    let mut kept = bytes.to_vec();
    let blank = |kept: &mut Vec<u8>, from: usize, to: usize| {
        for byte in &mut kept[from..to] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    };
    let all = without == Without::CommentsAndStrings;
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        if rest.starts_with(b"//") {
            let end = rest.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |length| at + length);
            let doc = (rest.starts_with(b"///") && !rest.starts_with(b"////")) || rest.starts_with(b"//!");
            if all || doc {
                blank(&mut kept, at, end);
            }
            at = end;
        } else if rest.starts_with(b"/*") {
            let mut depth = 0;
            let mut end = at;
            while end < bytes.len() {
                if bytes[end..].starts_with(b"/*") {
                    depth += 1;
                    end += 2;
                } else if bytes[end..].starts_with(b"*/") {
                    depth -= 1;
                    end += 2;
                    if depth == 0 {
                        break;
                    }
                } else {
                    end += 1;
                }
            }
            if all || rest.starts_with(b"/**") {
                blank(&mut kept, at, end);
            }
            at = end;
        } else if let Some(length) = raw_string(bytes, at) {
            if all {
                blank(&mut kept, at, at + length);
            }
            at += length;
        } else if bytes[at] == b'"' {
            let mut end = at + 1;
            while end < bytes.len() && bytes[end] != b'"' {
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            let end = (end + 1).min(bytes.len());
            if all {
                blank(&mut kept, at + 1, end.saturating_sub(1));
            }
            at = end;
        } else if let Some(length) = character(text, at) {
            if all {
                blank(&mut kept, at, at + length);
            }
            at += length;
        } else {
            at += 1;
        }
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// The length of the raw string that begins here, if any.
fn raw_string(bytes: &[u8], at: usize) -> Option<usize> {
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    if bytes[at] != b'r' || at > 0 && word(bytes[at - 1]) && bytes[at - 1] != b'b' {
        return None;
    }
    let marks = bytes[at + 1..].iter().take_while(|byte| **byte == b'#').count();
    if bytes.get(at + 1 + marks) != Some(&b'"') {
        return None;
    }
    let close: Vec<u8> = std::iter::once(b'"').chain(std::iter::repeat_n(b'#', marks)).collect();
    let body = at + 2 + marks;
    let length = bytes[body..].windows(close.len()).position(|part| part == close)?;
    Some(body + length + close.len() - at)
}

/// The length of the character literal that begins here; `None` for a lifetime.
fn character(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let mut signs = rest.char_indices();
    if signs.next()?.1 != '\'' {
        return None;
    }
    let (_, first) = signs.next()?;
    if first == '\\' {
        let end = rest[2..].char_indices().skip(1).find(|(_, sign)| *sign == '\'')?.0;
        return Some(2 + end + 1);
    }
    let (place, second) = signs.next()?;
    (second == '\'').then_some(place + 1)
}

/// The source without test-only modules and items.
pub fn without_tests(code: &str) -> String {
    let mut kept = code.as_bytes().to_vec();
    let mut from = 0;
    while let Some(found) = code[from..].find("#[cfg(test)]") {
        let start = from + found;
        let bytes = code.as_bytes();
        let mut depth = 0usize;
        let mut end = start;
        while end < bytes.len() {
            match bytes[end] {
                b'{' => depth += 1,
                b'}' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        end += 1;
                        break;
                    }
                }
                b';' if depth == 0 => {
                    end += 1;
                    break;
                }
                _ => {}
            }
            end += 1;
        }
        for byte in &mut kept[start..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        from = end.max(start + 1);
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// True if a line is in test-only code.
pub fn in_test_lines(text: &str, number: usize) -> bool {
    let all = stripped(text, Without::CommentsAndStrings);
    let rest = without_tests(&all);
    let (Some(before), Some(after)) = (all.lines().nth(number), rest.lines().nth(number)) else { return false };
    if before != after {
        return true;
    }
    // A comment line is blank either way: compare the next line of code.
    let next = |text: &str| text.lines().skip(number).find(|line| !line.trim().is_empty()).map(ToOwned::to_owned);
    next(&all) != next(&rest)
}

/// The lines that contain a whole word, with their numbers counted from 1.
pub fn lines_with<'t>(text: &'t str, needle: &'t str) -> impl Iterator<Item = (usize, &'t str)> + 't {
    let word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    text.lines().enumerate().filter_map(move |(number, line)| {
        let begins_with_word = word(needle.as_bytes().first());
        let found = line.match_indices(needle).any(|(at, _)| {
            let bytes = line.as_bytes();
            let before = at.checked_sub(1).and_then(|before| bytes.get(before));
            let after = bytes.get(at + needle.len());
            let ends_in_word = word(needle.as_bytes().last());
            !(begins_with_word && word(before) || ends_in_word && word(after))
        });
        found.then_some((number + 1, line))
    })
}

/// Every module of `root` that the code names, with its line: `crate::x`, `crate::{x, y}`, `super::` up to the root,
/// from a file `depth` modules below it.
pub fn named_modules(code: &str, root: &str, depth: usize) -> Vec<(usize, String)> {
    let climb = vec!["super"; depth].join("::");
    let mut found = Vec::new();
    for start in [root, climb.as_str()] {
        let prefix = format!("{start}::");
        let mut from = 0;
        while let Some(place) = code[from..].find(&prefix) {
            let at = from + place;
            from = at + prefix.len();
            let before = code[..at].chars().next_back();
            if before.is_some_and(|sign| sign.is_alphanumeric() || sign == '_' || sign == ':' || sign == '$') {
                continue;
            }
            let line = code[..at].matches('\n').count() + 1;
            let rest = code[from..].trim_start();
            let head = |text: &str| {
                text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
            };
            if let Some(list) = rest.strip_prefix('{') {
                let mut depth = 0;
                let mut member = true;
                for (place, sign) in list.char_indices() {
                    match sign {
                        '}' if depth == 0 => break,
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        ',' if depth == 0 => member = true,
                        _ if member && !sign.is_whitespace() => {
                            found.push((line, head(&list[place..])));
                            member = false;
                        }
                        _ => {}
                    }
                }
            } else {
                found.push((line, head(rest)));
            }
        }
    }
    found.retain(|(_, name)| name != "super" && name != "self" && !name.is_empty());
    found
}

/// Tests of the scanner itself.
#[test]
fn code_is_told_from_comments_strings_and_tests() {
    let text = concat!(
        "/// doc crate::a\n//! head\nfn f<'x>(c: char) { g('\"', \"crate::b \\\" x\", r#\"crate::c\"#); } // crate::d\n",
        "/* crate::e /* nested */ */ use crate::{play::x, model::{y, z}, source};\n",
        "#[cfg(test)]\nmod tests { use crate::session::t; }\nfn last() { super::super::check::run(); }\n"
    );
    let code = without_tests(&stripped(text, Without::CommentsAndStrings));
    let names: Vec<String> = named_modules(&code, "crate", 2).into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, ["play", "model", "source", "check"]);
    let rooms = named_modules("use crate::play::{a::b, c}; use crate::d; use super::e;", "crate::play", 1);
    assert_eq!(rooms, [(1, "a".to_owned()), (1, "c".to_owned()), (1, "e".to_owned())]);
    assert_eq!(stripped(text, Without::Docs).lines().next(), Some("                "));
    assert_eq!(text.lines().count(), code.lines().count());
}
