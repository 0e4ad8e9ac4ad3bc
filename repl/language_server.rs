//! `lsp`: answers an editor's questions about rule files, over the Language Server Protocol on standard input and
//! output.
//!
//! One thread reads messages and answers them from a [`Project`]. When no message waits, it checks what has changed, a
//! part at a time. Tests and changes of names run in threads of their own.

mod answers;
mod checking;
mod files;
mod places;
mod renames;
mod trials;

use std::collections::BTreeMap;
use std::path::PathBuf;

use crossbeam_channel::{Receiver, Sender, TryRecvError, select, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::Notification as _;
use lsp_types::request::Request as _;
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions,
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, ExecuteCommandOptions, HoverProviderCapability, InitializeParams, OneOf,
    PositionEncodingKind, RenameOptions, SaveOptions, SemanticTokensFullOptions, SemanticTokensLegend,
    SemanticTokensOptions, ServerCapabilities, SignatureHelpOptions, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, Uri, WorkDoneProgressOptions, notification, request,
};
use oriflamme::authoring::Project;
use serde_json::json;

use crate::{Ending, Refused, Run, data};
use checking::Checking;
use files::Files;
use places::Encoding;
use renames::Renamed;
use trials::{Trials, Tried};

/// The command that runs the tests of a file, or one of them.
const TEST_COMMAND: &str = "oriflamme.test";

/// Serves an editor until it shuts the server down.
pub(crate) fn serve(folders: &[PathBuf]) -> Run {
    let (connection, threads) = Connection::stdio();
    let talked = talk(&connection, folders);
    // The writing thread ends once nothing can be sent any more.
    drop(connection);
    // The reading thread ends with an error where a message is none of the protocol.
    let read = threads.join().map_err(|problem| format!("the editor sent what is no message: {problem}"));
    talked.and(read).map_err(Refused::Failed)?;
    Ok(Ending::Fine)
}

fn talk(connection: &Connection, folders: &[PathBuf]) -> Result<(), String> {
    let (id, params) = connection.initialize_start().map_err(|problem| problem.to_string())?;
    let params: InitializeParams = serde_json::from_value(params).map_err(|problem| problem.to_string())?;
    let encoding = Encoding::agreed(&params);
    let result = json!({
        "capabilities": capabilities(encoding),
        "serverInfo": { "name": "oriflamme", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, result).map_err(|problem| problem.to_string())?;
    let files = Files::new(folders, &params);
    let read =
        data::texts_and_named(files.folders(), &[]).map_err(|problem| format!("cannot read the rules: {problem}"))?;
    let (tell, told) = unbounded();
    let (tell_renamed, renamed) = unbounded();
    let mut server = Server {
        sender: connection.sender.clone(),
        project: Project::new(read.0.texts),
        files,
        encoding,
        open: BTreeMap::new(),
        checking: Checking::default(),
        pool: crate::threads(0).ok(),
        trials: Trials::new(tell),
        tell_renamed,
        changes: 0,
        tried: BTreeMap::new(),
        published: BTreeMap::new(),
        refreshes: params
            .capabilities
            .workspace
            .as_ref()
            .is_some_and(|all| all.code_lens.as_ref().and_then(|lens| lens.refresh_support).unwrap_or_default()),
        requests: 0,
    };
    for problem in read.0.unread {
        server.log(&problem);
    }
    let of_files = params.capabilities.workspace.as_ref().and_then(|all| all.did_change_watched_files.as_ref());
    if of_files.is_some_and(|files| files.dynamic_registration.unwrap_or_default()) {
        let watched = json!({ "watchers": [{ "globPattern": "**/*.ori" }] });
        let wish = json!({ "id": "files", "method": "workspace/didChangeWatchedFiles", "registerOptions": watched });
        server.ask("client/registerCapability", json!({ "registrations": [wish] }));
    }
    server.run(&connection.receiver, &told, &renamed)
}

fn capabilities(encoding: Encoding) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(match encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::FULL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![".".to_owned(), "@".to_owned()]),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(vec!["(".to_owned(), ",".to_owned()]),
            ..SignatureHelpOptions::default()
        }),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        document_formatting_provider: Some(OneOf::Left(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![TEST_COMMAND.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: SemanticTokensLegend { token_types: answers::token_types(), token_modifiers: Vec::new() },
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        ..ServerCapabilities::default()
    }
}

struct Server {
    sender: Sender<Message>,
    project: Project,
    files: Files,
    encoding: Encoding,
    /// The files open in the editor: the path of each, and what the editor calls it.
    open: BTreeMap<String, Uri>,
    checking: Checking,
    /// The threads that check. None if the system gives none.
    pool: Option<rayon::ThreadPool>,
    trials: Trials,
    tell_renamed: Sender<Renamed>,
    /// Counts the changes of texts.
    changes: usize,
    /// The results of the tests run since their file was last changed, by path and title.
    tried: BTreeMap<String, BTreeMap<String, Tried>>,
    /// The files with diagnostics in the editor: the path of each, and what the editor calls it.
    published: BTreeMap<String, Uri>,
    /// True if the editor can be asked to show the results of tests anew.
    refreshes: bool,
    /// Counts the requests to the editor.
    requests: i32,
}

impl Server {
    /// Answers messages, and checks while none waits.
    fn run(
        &mut self,
        receiver: &Receiver<Message>,
        told: &Receiver<trials::Told>,
        renamed: &Receiver<Renamed>,
    ) -> Result<(), String> {
        loop {
            // While something is to be checked, nothing below waits for the end of a rename.
            while let Ok(renamed) = renamed.try_recv() {
                self.end_rename(renamed);
            }
            let message = if self.checking.is_due() {
                match receiver.try_recv() {
                    Ok(message) => message,
                    Err(TryRecvError::Empty) => {
                        self.check_on();
                        continue;
                    }
                    Err(TryRecvError::Disconnected) => return Ok(()),
                }
            } else {
                select! {
                    recv(receiver) -> message => match message {
                        Ok(message) => message,
                        Err(_) => return Ok(()),
                    },
                    recv(told) -> told => {
                        if let Ok(told) = told {
                            self.hear(told);
                        }
                        continue;
                    }
                    recv(renamed) -> renamed => {
                        if let Ok(renamed) = renamed {
                            self.end_rename(renamed);
                        }
                        continue;
                    }
                }
            };
            match message {
                Message::Request(request) if request.method == "shutdown" => {
                    self.reply(Response::new_ok(request.id, ()));
                }
                Message::Request(request) if request.method == request::Rename::METHOD => {
                    self.begin_rename(request, self.tell_renamed.clone());
                }
                Message::Request(request) => self.answer(request),
                Message::Notification(note) if note.method == notification::Exit::METHOD => return Ok(()),
                Message::Notification(note) => self.note(note),
                Message::Response(_) => {}
            }
        }
    }

    /// Takes a notification. One that cannot be read is ignored, as the protocol says.
    fn note(&mut self, note: Notification) {
        match note.method.as_str() {
            notification::DidOpenTextDocument::METHOD => {
                let Ok(params) = serde_json::from_value::<DidOpenTextDocumentParams>(note.params) else { return };
                let Some(path) = self.files.key(&params.text_document.uri) else { return };
                self.open.insert(path.clone(), params.text_document.uri);
                self.change(&path, Some(params.text_document.text), true);
            }
            notification::DidChangeTextDocument::METHOD => {
                let Ok(params) = serde_json::from_value::<DidChangeTextDocumentParams>(note.params) else { return };
                let Some(path) = self.files.key(&params.text_document.uri) else { return };
                let Some(change) = params.content_changes.into_iter().last() else { return };
                self.change(&path, Some(change.text), false);
            }
            notification::DidCloseTextDocument::METHOD => {
                let Ok(params) = serde_json::from_value::<DidCloseTextDocumentParams>(note.params) else { return };
                let Some(path) = self.files.key(&params.text_document.uri) else { return };
                self.open.remove(&path);
                let text = self.files.read(&path);
                self.change(&path, text, false);
            }
            notification::DidSaveTextDocument::METHOD => {
                let Ok(params) = serde_json::from_value::<DidSaveTextDocumentParams>(note.params) else { return };
                let Some(path) = self.files.key(&params.text_document.uri) else { return };
                self.try_tests(&path, None);
            }
            notification::DidChangeWatchedFiles::METHOD => {
                let Ok(params) = serde_json::from_value::<DidChangeWatchedFilesParams>(note.params) else { return };
                for change in params.changes {
                    let Some(path) = self.files.key(&change.uri).filter(|path| !self.open.contains_key(path)) else {
                        continue;
                    };
                    let text = self.files.read(&path);
                    self.change(&path, text, false);
                }
            }
            _ => {}
        }
    }

    /// Sets the text of a file. `opened` if it is to be checked even if the text is the same.
    fn change(&mut self, path: &str, text: Option<String>, opened: bool) {
        let is_same = self.project.text(path) == text.as_deref();
        if is_same && !opened {
            return;
        }
        let before = self.project.source(path);
        if !is_same {
            self.changes += 1;
            self.tried.remove(path);
            self.project.set(path, text);
        }
        // With files in other places their numbers are others, too: what was found has no place any more.
        if before != self.project.source(path) {
            self.checking.forget();
            self.tried.clear();
            self.trials.stop();
            for open in self.open.keys().filter(|open| *open != path) {
                self.checking.begin(&self.project, open);
            }
        }
        self.checking.begin(&self.project, path);
    }

    fn answer(&mut self, request: Request) {
        let id = request.id.clone();
        let response = match answers::answer(self, request) {
            Some(Ok(result)) => Response::new_ok(id, result),
            Some(Err(problem)) => Response::new_err(id, ErrorCode::InvalidParams as i32, problem),
            None => Response::new_err(id, ErrorCode::MethodNotFound as i32, "not offered by this server".to_owned()),
        };
        self.reply(response);
    }

    fn reply(&self, response: Response) {
        self.send(Message::Response(response));
    }

    fn notify(&self, method: &str, params: serde_json::Value) {
        self.send(Message::Notification(Notification::new(method.to_owned(), params)));
    }

    fn log(&self, text: &str) {
        self.notify("window/logMessage", json!({ "type": 3, "message": text }));
    }

    /// Asks the editor for something whose answer does not matter.
    fn ask(&mut self, method: &str, params: serde_json::Value) {
        self.requests += 1;
        self.send(Message::Request(Request::new(self.requests.into(), method.to_owned(), params)));
    }

    /// An editor that is gone hears nothing; the next message says that it is gone.
    fn send(&self, message: Message) {
        let _ = self.sender.send(message);
    }

    /// The URI of a file of the project.
    fn uri(&self, path: &str) -> Option<Uri> {
        let open = self.open.get(path).cloned();
        open.or_else(|| self.files.uri(path, self.project.text(path)?))
    }
}
