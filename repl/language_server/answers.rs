//! The answers to an editor's requests.

use std::collections::HashMap;
use std::ops::Range;

use lsp_server::Request;
use lsp_types::request::Request as _;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionParams, CodeLens, CodeLensParams, Command, CompletionItem,
    CompletionItemKind, CompletionParams, CompletionTextEdit, DocumentFormattingParams, DocumentHighlight,
    DocumentHighlightKind, DocumentHighlightParams, DocumentSymbol, DocumentSymbolParams, Documentation,
    ExecuteCommandParams, GotoDefinitionParams, Hover, HoverContents, HoverParams, Location, MarkupContent, MarkupKind,
    ParameterInformation, ParameterLabel, PrepareRenameResponse, ReferenceParams, SemanticToken, SemanticTokenType,
    SemanticTokens, SemanticTokensParams, SignatureHelp, SignatureHelpParams, SignatureInformation, SymbolInformation,
    SymbolKind, TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit, WorkspaceSymbolParams, request,
};
use oriflamme::authoring::{Colour, Declared, Signature, Sort, What, laid_out};
use oriflamme::source::{Source, Span, lines_of};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{Server, TEST_COMMAND};

type Answer = Result<Value, String>;

/// The answer to a request; `None` if this server has none of its kind.
pub(super) fn answer(server: &mut Server, request: Request) -> Option<Answer> {
    Some(match request.method.as_str() {
        request::HoverRequest::METHOD => with(request, |params| server.hover(params)),
        request::GotoDefinition::METHOD => with(request, |params| server.definition(params)),
        request::References::METHOD => with(request, |params| server.references(params)),
        request::DocumentHighlightRequest::METHOD => with(request, |params| server.highlights(params)),
        request::DocumentSymbolRequest::METHOD => with(request, |params| server.outline(params)),
        request::WorkspaceSymbolRequest::METHOD => with(request, |params| server.search(params)),
        request::Completion::METHOD => with(request, |params| server.completions(params)),
        request::SignatureHelpRequest::METHOD => with(request, |params| server.signatures(params)),
        request::CodeActionRequest::METHOD => with(request, |params| server.fixes(params)),
        request::CodeLensRequest::METHOD => with(request, |params| server.lenses(params)),
        request::PrepareRenameRequest::METHOD => tried(request, |params| server.renamable(params)),
        request::Formatting::METHOD => with(request, |params| server.laid_out(params)),
        request::SemanticTokensFullRequest::METHOD => with(request, |params| server.tokens(params)),
        request::ExecuteCommand::METHOD => with(request, |params| server.execute(params)),
        _ => return None,
    })
}

fn with<P: DeserializeOwned>(request: Request, body: impl FnOnce(P) -> Value) -> Answer {
    serde_json::from_value(request.params).map(body).map_err(|problem| problem.to_string())
}

/// [`with`], where the answer may be a refusal.
fn tried<P: DeserializeOwned>(request: Request, body: impl FnOnce(P) -> Answer) -> Answer {
    serde_json::from_value(request.params).map_err(|problem| problem.to_string()).and_then(body)
}

impl Server {
    /// The file and the byte of a place in the editor.
    pub(super) fn at(&self, place: &TextDocumentPositionParams) -> Option<(String, usize)> {
        let path = self.files.key(&place.text_document.uri)?;
        let at = self.encoding.byte(self.project.file(&path)?, place.position);
        Some((path, at))
    }

    /// A place in a file, as the editor names it.
    pub(super) fn location(&self, span: Span) -> Option<Location> {
        let file = self.project.catalog().sources.get(span.source)?;
        Some(Location::new(self.uri(&file.name)?, self.encoding.range(file, span.range())))
    }

    fn hover(&mut self, params: HoverParams) -> Value {
        let Some((path, at)) = self.at(&params.text_document_position_params) else { return Value::Null };
        let Some(meaning) = self.project.meaning(&path, at) else { return Value::Null };
        let Some(file) = self.project.file(&path) else { return Value::Null };
        json!(Hover {
            contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: meaning.text }),
            range: Some(self.encoding.range(file, meaning.range)),
        })
    }

    fn definition(&mut self, params: GotoDefinitionParams) -> Value {
        let Some((path, at)) = self.at(&params.text_document_position_params) else { return Value::Null };
        let found = self.project.declarations(&path, at);
        json!(found.iter().filter_map(|one| self.location(one.span)).collect::<Vec<_>>())
    }

    fn references(&mut self, params: ReferenceParams) -> Value {
        let Some((path, at)) = self.at(&params.text_document_position) else { return Value::Null };
        let mut found = self.project.uses(&path, at);
        if !params.context.include_declaration {
            let declared: Vec<Span> = self.project.declarations(&path, at).into_iter().map(|one| one.span).collect();
            found.retain(|span| !declared.contains(span));
        }
        json!(found.into_iter().filter_map(|span| self.location(span)).collect::<Vec<_>>())
    }

    fn highlights(&mut self, params: DocumentHighlightParams) -> Value {
        let Some((path, at)) = self.at(&params.text_document_position_params) else { return Value::Null };
        let source = self.project.source(&path);
        let found = self.project.uses(&path, at);
        let Some(file) = self.project.file(&path) else { return Value::Null };
        let here = found.into_iter().filter(|span| Some(span.source) == source);
        let one = |span: Span| DocumentHighlight {
            range: self.encoding.range(file, span.range()),
            kind: Some(DocumentHighlightKind::TEXT),
        };
        json!(here.map(one).collect::<Vec<_>>())
    }

    fn renamable(&mut self, params: TextDocumentPositionParams) -> Answer {
        let Some((path, at)) = self.at(&params) else { return Ok(Value::Null) };
        let range = self.project.renamable(&path, at)?;
        let Some(file) = self.project.file(&path) else { return Ok(Value::Null) };
        Ok(json!(PrepareRenameResponse::Range(self.encoding.range(file, range))))
    }

    /// One edit from the first line that changes to the last; none if the file has errors, which the editor shows.
    fn laid_out(&mut self, params: DocumentFormattingParams) -> Value {
        let Some(path) = self.files.key(&params.text_document.uri) else { return Value::Null };
        let (Some(source), Some(file)) = (self.project.source(&path), self.project.file(&path)) else {
            return Value::Null;
        };
        let Ok(laid) = laid_out(source, &file.text) else { return Value::Null };
        let same = |(one, other): &(&str, &str)| one == other;
        let (old, new) = (|| file.text.split_inclusive('\n'), || laid.split_inclusive('\n'));
        let before: usize = old().zip(new()).take_while(same).map(|(line, _)| line.len()).sum();
        let left = |text: &str| text.len() - before;
        let after: usize = (old().rev().zip(new().rev())).take_while(same).map(|(line, _)| line.len()).sum();
        let after = after.min(left(&file.text)).min(left(&laid));
        if before == file.text.len() && before == laid.len() {
            return json!([]);
        }
        let range = self.encoding.range(file, before..file.text.len() - after);
        json!([TextEdit::new(range, laid[before..laid.len() - after].to_owned())])
    }

    fn outline(&mut self, params: DocumentSymbolParams) -> Value {
        let Some(path) = self.files.key(&params.text_document.uri) else { return Value::Null };
        let Some(file) = self.project.file(&path) else { return Value::Null };
        json!(self.project.outline(&path).iter().map(|one| self.symbol(file, one)).collect::<Vec<_>>())
    }

    /// A declaration as a part of an outline.
    fn symbol(&self, file: &Source, one: &Declared) -> DocumentSymbol {
        let inside: Vec<DocumentSymbol> = one.inside.iter().map(|one| self.symbol(file, one)).collect();
        #[allow(deprecated, reason = "the field must be set")]
        DocumentSymbol {
            name: if one.name.is_empty() { one.sort.word().to_owned() } else { one.name.clone() },
            detail: Some(one.title.clone().unwrap_or_else(|| one.sort.word().to_owned())),
            kind: symbol_kind(one.sort),
            tags: None,
            deprecated: None,
            // The name must stand inside the whole.
            range: self.encoding.range(file, one.whole.to(one.span).range()),
            selection_range: self.encoding.range(file, one.span.range()),
            children: Some(inside).filter(|inside| !inside.is_empty()),
        }
    }

    fn search(&mut self, params: WorkspaceSymbolParams) -> Value {
        let found = self.project.search(&params.query);
        let one = |one: &Declared| {
            #[allow(deprecated, reason = "the field must be set")]
            Some(SymbolInformation {
                name: one.name.clone(),
                kind: symbol_kind(one.sort),
                tags: None,
                deprecated: None,
                location: self.location(one.span)?,
                container_name: Some(one.sort.word().to_owned()),
            })
        };
        json!(found.iter().filter_map(one).collect::<Vec<_>>())
    }

    fn completions(&mut self, params: CompletionParams) -> Value {
        let Some((path, at)) = self.at(&params.text_document_position) else { return Value::Null };
        let found = self.project.completions(&path, at);
        let Some(file) = self.project.file(&path) else { return Value::Null };
        let item = |one: oriflamme::authoring::Completion| CompletionItem {
            label: one.text.clone(),
            kind: Some(match one.what {
                What::Keyword => CompletionItemKind::KEYWORD,
                What::BuiltIn => CompletionItemKind::METHOD,
                What::Name(sort) => completion_kind(sort),
            }),
            detail: Some(one.detail),
            documentation: one
                .doc
                .map(|doc| Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value: doc })),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit {
                range: self.encoding.range(file, one.range),
                new_text: one.text,
            })),
            ..CompletionItem::default()
        };
        json!(found.into_iter().map(item).collect::<Vec<_>>())
    }

    /// The forms of the call around the cursor.
    fn signatures(&mut self, params: SignatureHelpParams) -> Value {
        let Some((path, at)) = self.at(&params.text_document_position_params) else { return Value::Null };
        let Some(call) = self.project.call(&path, at) else { return Value::Null };
        let argument = u32::try_from(call.argument).ok();
        let form = |form: Signature| {
            let argument_of = |range: &Range<usize>| ParameterInformation {
                label: ParameterLabel::Simple(form.label[range.clone()].to_owned()),
                documentation: None,
            };
            let parameters = form.arguments.iter().map(argument_of).collect();
            let doc =
                form.doc.map(|value| Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value }));
            SignatureInformation {
                label: form.label,
                documentation: doc,
                parameters: Some(parameters),
                active_parameter: argument,
            }
        };
        let signatures = call.forms.into_iter().map(form).collect();
        json!(SignatureHelp { signatures, active_signature: Some(0), active_parameter: argument })
    }

    /// The replacements that put errors in a range right.
    fn fixes(&mut self, params: CodeActionParams) -> Value {
        let Some(path) = self.files.key(&params.text_document.uri) else { return Value::Null };
        let Some(file) = self.project.file(&path) else { return Value::Null };
        let source = self.project.source(&path);
        let touches = |one: &lsp_types::Range| one.start <= params.range.end && params.range.start <= one.end;
        let mut found = Vec::new();
        for one in self.diagnostics(&path) {
            let Some(fix) = self.project.fix(&one).filter(|fix| Some(fix.span.source) == source) else { continue };
            let range = self.encoding.range(file, fix.span.range());
            if !touches(&range) {
                continue;
            }
            let edit = TextEdit { range, new_text: fix.text };
            #[allow(clippy::mutable_key_type, reason = "the protocol has a map of URIs")]
            let changes = HashMap::from([(params.text_document.uri.clone(), vec![edit])]);
            found.push(CodeAction {
                title: fix.title,
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: self.translated(&one).map(|one| vec![one]),
                edit: Some(WorkspaceEdit::new(changes)),
                is_preferred: Some(true),
                ..CodeAction::default()
            });
        }
        json!(found)
    }

    /// A line above each test with its result.
    fn lenses(&mut self, params: CodeLensParams) -> Value {
        let Some(path) = self.files.key(&params.text_document.uri) else { return Value::Null };
        let Some(file) = self.project.file(&path) else { return Value::Null };
        let source = self.project.source(&path);
        let Some(game) = self.project.game_of(&path) else { return Value::Null };
        let runs = game.runs().filter(|run| Some(run.span.source) == source);
        let tried = self.tried.get(&path);
        let lens = |run: oriflamme::catalog::Played| {
            let title = match tried.and_then(|tests| tests.get(&run.title)) {
                None => "run this test".to_owned(),
                Some(None) => "passed; run it again".to_owned(),
                Some(Some(why)) => format!("failed: {}; run it again", why.headline),
            };
            let arguments = vec![json!(params.text_document.uri), json!(run.title)];
            let at = run.span.start as usize;
            CodeLens {
                range: self.encoding.range(file, at..at),
                command: Some(Command::new(title, TEST_COMMAND.to_owned(), Some(arguments))),
                data: None,
            }
        };
        json!(runs.map(lens).collect::<Vec<_>>())
    }

    fn execute(&mut self, params: ExecuteCommandParams) -> Value {
        let mut arguments = params.arguments.into_iter();
        let uri = arguments.next().and_then(|uri| serde_json::from_value::<Uri>(uri).ok());
        let title = arguments.next().and_then(|title| title.as_str().map(str::to_owned));
        if params.command == TEST_COMMAND
            && let Some(path) = uri.and_then(|uri| self.files.key(&uri))
        {
            self.try_tests(&path, title);
        }
        Value::Null
    }

    fn tokens(&mut self, params: SemanticTokensParams) -> Value {
        let Some(path) = self.files.key(&params.text_document.uri) else { return Value::Null };
        let colours = self.project.colours(&path);
        let Some(file) = self.project.file(&path) else { return Value::Null };
        let mut data = Vec::new();
        let (mut line, mut column) = (0, 0);
        for (colour, range) in colours {
            // A comment of several lines is one token for each of them.
            let mut start = range.start;
            for part in lines_of(&file.text[range]) {
                let end = start + part.trim_end_matches(['\n', '\r']).len();
                let place = self.encoding.range(file, start..end);
                start += part.len();
                let length = place.end.character.saturating_sub(place.start.character);
                if length == 0 {
                    continue;
                }
                let delta_line = place.start.line - line;
                let before = if delta_line == 0 { column } else { 0 };
                data.push(SemanticToken {
                    delta_line,
                    delta_start: place.start.character - before,
                    length,
                    token_type: token_type(colour),
                    token_modifiers_bitset: 0,
                });
                (line, column) = (place.start.line, place.start.character);
            }
        }
        json!(SemanticTokens { result_id: None, data })
    }
}

/// The types of words that the editor colours, in the order of [`token_type`].
pub(super) fn token_types() -> Vec<SemanticTokenType> {
    vec![
        SemanticTokenType::COMMENT,
        SemanticTokenType::STRING,
        SemanticTokenType::NUMBER,
        SemanticTokenType::DECORATOR,
        SemanticTokenType::KEYWORD,
        SemanticTokenType::TYPE,
        SemanticTokenType::ENUM_MEMBER,
        SemanticTokenType::PROPERTY,
        SemanticTokenType::FUNCTION,
        SemanticTokenType::METHOD,
        SemanticTokenType::EVENT,
        SemanticTokenType::NAMESPACE,
        SemanticTokenType::VARIABLE,
        SemanticTokenType::PARAMETER,
    ]
}

fn token_type(colour: Colour) -> u32 {
    match colour {
        Colour::Comment => 0,
        Colour::Text => 1,
        Colour::Number => 2,
        Colour::Cite => 3,
        Colour::Keyword => 4,
        Colour::Name(sort) => match sort {
            Sort::List | Sort::Noun | Sort::Kind => 5,
            Sort::Side | Sort::Value | Sort::Mode | Sort::Reading | Sort::Terrain | Sort::Weather => 6,
            Sort::Fact | Sort::Variable | Sort::Flag | Sort::Arc | Sort::Result => 7,
            Sort::Word | Sort::Quantity | Sort::Permission | Sort::Table | Sort::Procedure | Sort::Function => 8,
            Sort::Action | Sort::Card | Sort::Walk => 9,
            Sort::Step | Sort::Sequence | Sort::Invariant => 10,
            Sort::Game | Sort::Scenario | Sort::Board | Sort::Section | Sort::Ruling | Sort::Deck => 11,
            Sort::Lesson | Sort::Puzzle | Sort::Test | Sort::Army => 11,
            Sort::Space | Sort::Region | Sort::Link | Sort::Zone | Sort::Purse | Sort::Piece => 12,
            Sort::Parameter | Sort::Local | Sort::Label => 13,
        },
    }
}

fn symbol_kind(sort: Sort) -> SymbolKind {
    match sort {
        Sort::List => SymbolKind::ENUM,
        Sort::Noun | Sort::Kind => SymbolKind::CLASS,
        Sort::Side | Sort::Value | Sort::Mode | Sort::Reading => SymbolKind::ENUM_MEMBER,
        Sort::Fact | Sort::Arc | Sort::Result => SymbolKind::FIELD,
        Sort::Variable | Sort::Flag | Sort::Terrain | Sort::Weather => SymbolKind::VARIABLE,
        Sort::Parameter | Sort::Local | Sort::Label => SymbolKind::VARIABLE,
        Sort::Word | Sort::Quantity | Sort::Permission | Sort::Function | Sort::Procedure => SymbolKind::FUNCTION,
        Sort::Table => SymbolKind::ARRAY,
        Sort::Action | Sort::Card | Sort::Walk => SymbolKind::METHOD,
        Sort::Step | Sort::Sequence | Sort::Invariant => SymbolKind::EVENT,
        Sort::Game | Sort::Board | Sort::Scenario | Sort::Section => SymbolKind::NAMESPACE,
        Sort::Space | Sort::Region | Sort::Link | Sort::Zone | Sort::Purse | Sort::Piece => SymbolKind::OBJECT,
        Sort::Ruling | Sort::Deck | Sort::Army => SymbolKind::MODULE,
        Sort::Lesson | Sort::Puzzle | Sort::Test => SymbolKind::STRING,
    }
}

fn completion_kind(sort: Sort) -> CompletionItemKind {
    match symbol_kind(sort) {
        SymbolKind::ENUM => CompletionItemKind::ENUM,
        SymbolKind::CLASS => CompletionItemKind::CLASS,
        SymbolKind::ENUM_MEMBER => CompletionItemKind::ENUM_MEMBER,
        SymbolKind::FIELD => CompletionItemKind::FIELD,
        SymbolKind::FUNCTION | SymbolKind::ARRAY => CompletionItemKind::FUNCTION,
        SymbolKind::METHOD => CompletionItemKind::METHOD,
        SymbolKind::EVENT => CompletionItemKind::EVENT,
        SymbolKind::NAMESPACE | SymbolKind::MODULE => CompletionItemKind::MODULE,
        SymbolKind::OBJECT => CompletionItemKind::VALUE,
        _ => CompletionItemKind::VARIABLE,
    }
}
