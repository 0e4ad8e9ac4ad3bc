//! The book as HTML.

use std::fmt::Write as _;

use indexmap::IndexMap;

use crate::diagnostic::words::count;
use crate::session::html::{PAGE_MARK, anchor, escaped};
use crate::source::{Span, plain, plain_words};
use crate::syntax::ast::{ItemKind, Ruling, Section};

use super::super::colours::Colour;
use super::super::declared::Declared;
use super::super::tokens::Token;
use super::{Book, Contents, Passage, is_linked, tokens};

const STYLE: &str = include_str!("book.css");
const SCRIPT: &str = include_str!("book.js");

/// Which passages are wanted, by their indices.
type IsWanted<'a> = &'a dyn Fn(usize, &Passage<'_>) -> bool;

/// The most levels of headings that look different.
const MOST_LEVELS: usize = 4;

/// The level of a section's heading: 1 for a chapter, `6` or `6.0`.
fn level(number: &str) -> usize {
    let number = number.strip_suffix(".0").unwrap_or(number);
    (number.split('.').count()).min(MOST_LEVELS)
}

impl Book<'_> {
    /// The whole page.
    pub(super) fn page(&self, contents: Contents) -> String {
        let title = escaped(&self.entry.title);
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{PAGE_MARK}\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}: the rules</title>\n\
             <style>{STYLE}</style>\n</head>\n<body>\n<nav>\n<input id=\"find\" type=\"search\" placeholder=\"find in \
             the rules\" aria-label=\"find in the rules\">\n<label><input type=\"checkbox\" id=\"code\" checked> rules \
             as they run</label>\n<label><input type=\"checkbox\" id=\"examples\" checked> examples</label>\n<ol>\n"
        );
        for section in &self.sections {
            let _ = writeln!(
                page,
                "<li class=\"l{}\"><a href=\"#{}\"><i>{}</i>{}</a></li>",
                level(&section.number.text),
                anchor(&section.number.text),
                escaped(&section.number.text),
                escaped(&section.title.plain())
            );
        }
        let _ = write!(
            page,
            "<li class=\"l1\"><a href=\"#others\">Without a section</a></li>\n<li class=\"l1\"><a \
             href=\"#names\">Names</a></li>\n</ol>\n</nav>\n<main>\n<h1>{title}</h1>\n<p class=\"about\">{} of the \
             rulebook, with the {} that the game plays by and {} of them. A name leads to where it is declared.</p>\n",
            count(contents.sections, "section"),
            count(contents.rules, "rule"),
            count(contents.examples, "tested example"),
        );
        for (at, section) in self.sections.iter().enumerate() {
            self.section(&mut page, at, section);
        }
        self.others(&mut page);
        self.index(&mut page);
        let _ = write!(page, "</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n");
        page
    }

    fn section(&self, page: &mut String, at: usize, section: &Section) {
        let number = &section.number.text;
        let _ = writeln!(
            page,
            "<section id=\"{}\">\n<h2 class=\"l{}\"><i>{}</i> {}</h2>",
            anchor(number),
            level(number),
            escaped(number),
            escaped(&section.title.plain())
        );
        if let Some(text) = &section.summary {
            let _ = writeln!(page, "<p class=\"summary\">{}</p>", with_code(&text.plain()));
        }
        let stands_here = |passage: &Passage<'_>| passage.cites.first() == Some(&at);
        // What is disputed comes first, as it decides which of the rules below is in force.
        self.passages_of(page, &|_, passage| stands_here(passage) && passage.is_ruling());
        self.passages_of(page, &|_, passage| stands_here(passage) && !passage.is_ruling());
        let elsewhere = |passage: &Passage<'_>| passage.cites.contains(&at) && !stands_here(passage);
        self.links(page, "See also", &|_, passage| !passage.is_example() && elsewhere(passage));
        self.examples(page, &|_, passage| stands_here(passage), &|_, passage| elsewhere(passage));
        page.push_str("</section>\n");
    }

    /// The rules, readings, battles and notes that are wanted.
    fn passages_of(&self, page: &mut String, is_wanted: IsWanted<'_>) {
        let wanted = self.passages.iter().enumerate().filter(|(at, passage)| is_wanted(*at, passage));
        for (at, passage) in wanted {
            match &passage.item.kind {
                ItemKind::Test(_) => {}
                ItemKind::Note(note) => {
                    let _ = writeln!(page, "<p class=\"note\" id=\"p{at}\">{}</p>", with_code(&note.text.plain()));
                }
                ItemKind::Ruling(ruling) => self.ruling(page, at, ruling),
                _ => self.rule(page, at, passage),
            }
        }
    }

    /// A disputed point with its readings, and the rules that depend on it.
    fn ruling(&self, page: &mut String, at: usize, ruling: &Ruling) {
        let item = self.passages[at].item;
        let title = ruling.title.as_ref().map_or_else(|| ruling.name.text.clone(), |title| title.plain());
        let _ = writeln!(
            page,
            "<div class=\"ruling\" id=\"p{at}\">\n{}<h3>{} <code>{}</code></h3>",
            self.place(item.span),
            escaped(&title),
            escaped(&ruling.name.text)
        );
        write_doc(page, item.doc.as_deref());
        page.push_str("<dl>\n");
        for value in &ruling.values {
            let _ = writeln!(
                page,
                "<dt>{}{}</dt><dd>{}</dd>",
                escaped(&value.name.text),
                if value.default { " <em>default</em>" } else { "" },
                with_code(&value.text.plain())
            );
        }
        page.push_str("</dl>\n");
        let users = self.users(at);
        self.links(page, "Depends on it", &|at, passage| !passage.is_example() && users.contains(&at));
        page.push_str("</div>\n");
    }

    fn rule(&self, page: &mut String, at: usize, passage: &Passage<'_>) {
        let (keyword, name) = self.heading(passage);
        let _ = writeln!(
            page,
            "<div class=\"rule\" id=\"p{at}\">\n{}<h3><i>{}</i> {}</h3>",
            self.place(passage.item.span),
            escaped(&keyword),
            escaped(&name)
        );
        write_doc(page, passage.item.doc.as_deref());
        if let ItemKind::Scenario(scenario) = &passage.item.kind
            && let Some(board) = self.board(&plain(&scenario.name.text))
        {
            let _ = writeln!(page, "<figure>{board}</figure>");
        }
        self.code(page, passage);
        page.push_str("</div>\n");
    }

    /// The tests that stand here, folded, with links to those that also concern the section.
    fn examples(&self, page: &mut String, stands_here: IsWanted<'_>, elsewhere: IsWanted<'_>) {
        let tests = self.passages.iter().enumerate().filter(|(_, passage)| passage.is_example());
        let (here, others): (Vec<_>, Vec<_>) = tests
            .filter(|(at, one)| stands_here(*at, one) || elsewhere(*at, one))
            .partition(|(at, one)| stands_here(*at, one));
        if here.is_empty() && others.is_empty() {
            return;
        }
        let counts = match (here.len(), others.len()) {
            (0, more) => format!("{} elsewhere", count(more, "example")),
            (own, 0) => count(own, "example"),
            (own, more) => format!("{}, {more} more elsewhere", count(own, "example")),
        };
        let _ = writeln!(page, "<details class=\"examples\"><summary>{counts}</summary>");
        for (at, passage) in here {
            let (_, title) = self.heading(passage);
            let _ = writeln!(page, "<details id=\"p{at}\"><summary>{}</summary>", escaped(&title));
            page.push_str(&self.place(passage.item.span));
            write_doc(page, passage.item.doc.as_deref());
            self.code(page, passage);
            page.push_str("</details>\n");
        }
        self.links(page, "Elsewhere", &|at, _| others.iter().any(|(other, _)| *other == at));
        page.push_str("</details>\n");
    }

    /// A line of links to the passages that are wanted.
    fn links(&self, page: &mut String, what: &str, is_wanted: IsWanted<'_>) {
        let wanted = self.passages.iter().enumerate().filter(|(at, passage)| is_wanted(*at, passage));
        let link = |(at, passage): (usize, &Passage<'_>)| {
            let (keyword, name) = self.heading(passage);
            let keyword = match passage.is_example() {
                true => String::new(),
                false => format!("<i>{}</i> ", escaped(&keyword)),
            };
            format!("<a href=\"#p{at}\">{keyword}{}</a>", escaped(&name))
        };
        let links: Vec<String> = wanted.map(link).collect();
        if !links.is_empty() {
            let _ = writeln!(page, "<p class=\"links\">{what}: {}</p>", links.join(", "));
        }
    }

    /// What cites no section, file by file.
    fn others(&self, page: &mut String) {
        let mut files: IndexMap<&str, Vec<usize>> = IndexMap::new();
        for (at, passage) in self.passages.iter().enumerate().filter(|(_, passage)| passage.cites.is_empty()) {
            files.entry(self.catalog.sources.name_of(passage.item.span.source)).or_default().push(at);
        }
        page.push_str("<section id=\"others\">\n<h2 class=\"l1\">Without a section</h2>\n");
        for (file, here) in files {
            let _ = writeln!(page, "<details class=\"file\"><summary>{}</summary>", escaped(file));
            self.passages_of(page, &|at, _| here.contains(&at));
            self.examples(page, &|at, _| here.contains(&at), &|_, _| false);
            page.push_str("</details>\n");
        }
        page.push_str("</section>\n");
    }

    /// The names of the game in the order of the alphabet.
    fn index(&self, page: &mut String) {
        let mut rows: Vec<(String, String)> = Vec::new();
        for one in self.names.iter().filter(|one| is_linked(one)) {
            if let Some(at) = self.passage_at(one.span) {
                let title = one.title.as_deref().map(|title| format!(" “{}”", escaped(title))).unwrap_or_default();
                let name = escaped(&one.name);
                let row = format!("<li><a href=\"#p{at}\">{name}</a>{title} <i>{}</i></li>", one.sort.word());
                rows.push((one.name.to_lowercase(), row));
            }
        }
        rows.sort();
        rows.dedup();
        page.push_str("<section id=\"names\">\n<h2 class=\"l1\">Names</h2>\n<ul class=\"names\">\n");
        rows.iter().for_each(|(_, row)| _ = writeln!(page, "{row}"));
        page.push_str("</ul>\n</section>\n");
    }

    /// The keyword of a passage, and its title, name, or the reason that it gives.
    fn heading(&self, passage: &Passage<'_>) -> (String, String) {
        let sources = &self.catalog.sources;
        let span = passage.item.span;
        let keyword = sources.text(passage.item.keyword).to_owned();
        if let Some(one) = self.named.get(&(span.source, span.start)).filter(|one| one.whole == span) {
            // The title of a procedure may be a line of the log with names to fill in.
            let title = one.title.clone().filter(|title| !title.is_empty() && !title.contains('{'));
            return (keyword, title.unwrap_or_else(|| plain_words(&one.name)));
        }
        let text = sources.text(span);
        if let ItemKind::Clause(clause) = &passage.item.kind
            && let Some(because) = &clause.tail.because
        {
            return (keyword, because.plain());
        }
        let first = text.lines().next().unwrap_or_default();
        let end = tokens(first).into_iter().find(|(token, _)| *token == Token::Cite).map(|(_, range)| range.start);
        let head = &first[..end.unwrap_or(first.len())];
        let head = head.split(['{', '=']).next().unwrap_or_default();
        let head = head.trim().trim_start_matches(&*keyword).trim().trim_matches('"').to_owned();
        (keyword, head)
    }

    /// The file and line of a passage.
    fn place(&self, span: Span) -> String {
        let (line, _) = self.catalog.sources.line_column(span);
        format!("<span class=\"place\">{}:{line}</span>\n", escaped(self.catalog.sources.name_of(span.source)))
    }

    /// The text of a passage, with links from its names and sections.
    fn code(&self, page: &mut String, passage: &Passage<'_>) {
        let sources = &self.catalog.sources;
        page.push_str("<pre class=\"code\">");
        for span in &passage.code {
            let Some(file) = sources.get(span.source) else { continue };
            let text = &file.text;
            // An item inside a battle is indented there.
            let start = passage.item.span.start as usize;
            let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
            let indent = start - line;
            let mut at = span.start as usize;
            for word in self.words_in(*span) {
                page.push_str(&outdented(&text[at..word.range.start], indent));
                at = word.range.end.min(span.end as usize);
                let shown = escaped(&text[word.range.start..at]);
                let _ = match word.colour {
                    Colour::Comment => write!(page, "<u>{}</u>", outdented(&text[word.range.start..at], indent)),
                    Colour::Text => write!(page, "<q>{shown}</q>"),
                    Colour::Number => write!(page, "<s>{shown}</s>"),
                    Colour::Keyword => write!(page, "<b>{shown}</b>"),
                    Colour::Cite => self.cite(page, &text[word.range.start..at]),
                    Colour::Name(_) => self.name(page, word.name, passage, &shown),
                };
            }
            page.push_str(&outdented(&text[at..span.end as usize], indent));
        }
        page.push_str("</pre>\n");
    }

    /// A citation, as a link to its section.
    fn cite(&self, page: &mut String, text: &str) -> std::fmt::Result {
        let shown = escaped(text);
        let Some(at) = self.by_number.get(text.trim_start_matches('@')) else { return write!(page, "{shown}") };
        let section = self.sections[*at];
        let (anchor, title) = (anchor(&section.number.text), escaped(&section.title.plain()));
        write!(page, "<a class=\"cite\" href=\"#{anchor}\" title=\"{title}\">{shown}</a>")
    }

    /// A name, as a link to where it is declared.
    fn name(&self, page: &mut String, name: Option<&Declared>, here: &Passage<'_>, shown: &str) -> std::fmt::Result {
        let to = name.and_then(|name| Some((name, self.passage_at(name.span)?)));
        let Some((name, to)) = to.filter(|(_, to)| !std::ptr::eq(here, &self.passages[*to])) else {
            page.push_str(shown);
            return Ok(());
        };
        let about =
            name.doc.as_deref().or(name.title.as_deref()).map(|text| text.split('\n').next().unwrap_or_default());
        let about = about.map(|about| format!(": {}", about.trim())).unwrap_or_default();
        write!(page, "<a href=\"#p{to}\" title=\"{}{}\">{shown}</a>", name.sort.word(), escaped(&about))
    }
}

/// The comment above an item, as a paragraph.
fn write_doc(page: &mut String, doc: Option<&str>) {
    if let Some(doc) = doc {
        let _ = writeln!(page, "<p class=\"doc\">{}</p>", with_code(doc.trim()));
    }
}

/// A text in which words in backticks are code.
fn with_code(text: &str) -> String {
    let mut html = String::new();
    let mut parts = text.split('`').peekable();
    let mut is_code = false;
    while let Some(part) = parts.next() {
        // The last backtick may have no partner.
        let _ = match (is_code, parts.peek()) {
            (true, Some(_)) => write!(html, "<code>{}</code>", escaped(part)),
            (true, None) => write!(html, "`{}", escaped(part)),
            (false, _) => write!(html, "{}", escaped(part)),
        };
        is_code = !is_code;
    }
    html
}

/// A text as HTML, its lines after the first moved this many blanks to the left.
fn outdented(text: &str, by: usize) -> String {
    let mut lines = text.split('\n');
    let mut moved = lines.next().map(escaped).unwrap_or_default();
    for line in lines {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        moved.push('\n');
        moved.push_str(&escaped(&line[blanks.min(by)..]));
    }
    moved
}
