//! The plain spelling of names for scripts: accents are dropped, and every other character becomes an underscore.

use std::borrow::Cow;

/// The spelling of a name in a script: `Hédé` becomes `Hede`, `Le Gâvre` becomes `Le_Gavre`.
///
/// A name that begins with a digit gets a leading underscore, because a script identifier may not begin with a digit.
pub fn plain(name: &str) -> String {
    spelling(name).into_owned()
}

/// Like [`plain`], but borrows a name that is already plain.
pub fn spelling(name: &str) -> Cow<'_, str> {
    if is_plain(name) {
        return Cow::Borrowed(name);
    }
    let mut out = String::with_capacity(name.len() + 1);
    spell(name, |letter| match letter {
        Spelt::Latin(letter) => out.push(letter),
        Spelt::Other(_) => out.push('_'),
    });
    if out.starts_with(|first: char| first.is_ascii_digit()) {
        out.insert(0, '_');
    }
    Cow::Owned(out)
}

/// True if two names have the same spelling in a script.
pub fn same_name(one: &str, other: &str) -> bool {
    one == other || !(is_plain(one) && is_plain(other)) && spelling(one) == spelling(other)
}

/// A name as it is read: with spaces in place of underscores. Commands take both.
pub fn plain_words(name: &str) -> String {
    name.replace('_', " ")
}

/// The text in lower case, reduced to letters and digits, its words separated by single spaces. Accents are dropped,
/// letters of other alphabets stay. Used to compare sentences. The minus sign of a number is kept, so that `-1` differs from `1`.
pub fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split(' ') {
        let mut begins = true;
        let mut add = |letter: Option<char>| match letter {
            None => begins = true,
            Some(letter) => {
                if begins && !out.is_empty() {
                    out.push(' ');
                }
                begins = false;
                out.extend(letter.to_lowercase());
            }
        };
        match word.strip_prefix('-').filter(|rest| rest.parse::<u64>().is_ok()) {
            Some(_) => word.chars().map(Some).for_each(add),
            None => spell(word, |letter| match letter {
                Spelt::Latin(letter) => add(Some(letter).filter(|letter| *letter != '_')),
                Spelt::Other(letter) => add(Some(letter).filter(|letter| letter.is_alphabetic())),
            }),
        }
    }
    out
}

/// True if a name is already plain.
fn is_plain(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    name.bytes().all(is_plain) && !name.starts_with(|first: char| first.is_ascii_digit())
}

/// A character of a text.
enum Spelt {
    /// A letter of plain Latin script, a digit or an underscore.
    Latin(char),
    /// Any other character.
    Other(char),
}

/// Calls `add` with the characters of a text in plain Latin script. Combining accents (U+0300 to U+036F) belong to the
/// preceding letter.
fn spell(text: &str, mut add: impl FnMut(Spelt)) {
    for letter in text.chars() {
        match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => add(Spelt::Latin(letter)),
            '\u{300}'..='\u{36f}' => {}
            _ => match bare(letter) {
                Some(letters) => letters.chars().for_each(|letter| add(Spelt::Latin(letter))),
                None => add(Spelt::Other(letter)),
            },
        }
    }
}

/// The base letters of one accented Latin letter, or `None`.
fn bare(letter: char) -> Option<&'static str> {
    Some(match letter {
        'À'..='Å' | 'Ā' | 'Ă' | 'Ą' | 'Ǎ' => "A",
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' => "a",
        'Æ' => "AE",
        'æ' => "ae",
        'Ç' | 'Ć' | 'Ĉ' | 'Ċ' | 'Č' => "C",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'Ð' | 'Ď' | 'Đ' => "D",
        'ð' | 'ď' | 'đ' => "d",
        'È'..='Ë' | 'Ē' | 'Ĕ' | 'Ė' | 'Ę' | 'Ě' | 'Ẽ' => "E",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' | 'ẽ' => "e",
        'Ĝ' | 'Ğ' | 'Ġ' | 'Ģ' => "G",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'Ĥ' | 'Ħ' => "H",
        'ĥ' | 'ħ' => "h",
        'Ì'..='Ï' | 'Ĩ' | 'Ī' | 'Ĭ' | 'Į' | 'İ' => "I",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => "i",
        'Ĵ' => "J",
        'ĵ' => "j",
        'Ķ' => "K",
        'ķ' => "k",
        'Ĺ' | 'Ļ' | 'Ľ' | 'Ł' => "L",
        'ĺ' | 'ļ' | 'ľ' | 'ł' => "l",
        'Ñ' | 'Ń' | 'Ņ' | 'Ň' => "N",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'Ò'..='Ö' | 'Ø' | 'Ō' | 'Ŏ' | 'Ő' => "O",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => "o",
        'Œ' => "OE",
        'œ' => "oe",
        'Ŕ' | 'Ŗ' | 'Ř' => "R",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'Ś' | 'Ŝ' | 'Ş' | 'Š' | 'Ș' => "S",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' | 'ſ' => "s",
        'ß' => "ss",
        'Ţ' | 'Ť' | 'Ŧ' | 'Ț' => "T",
        'ţ' | 'ť' | 'ŧ' | 'ț' => "t",
        'Þ' => "Th",
        'þ' => "th",
        'Ù'..='Ü' | 'Ũ' | 'Ū' | 'Ŭ' | 'Ů' | 'Ű' | 'Ų' => "U",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => "u",
        'Ŵ' => "W",
        'ŵ' => "w",
        'Ý' | 'Ÿ' | 'Ŷ' => "Y",
        'ý' | 'ÿ' | 'ŷ' => "y",
        'Ź' | 'Ż' | 'Ž' => "Z",
        'ź' | 'ż' | 'ž' => "z",
        _ => return None,
    })
}
