//! Names changed in all files of a game. Whether a change breaks the game takes a while to find out, so it runs in a
//! thread of its own, and other requests are answered meanwhile.

use std::collections::HashMap;

use crossbeam_channel::Sender;
use lsp_server::{ErrorCode, Request, RequestId, Response};
use lsp_types::{RenameParams, TextEdit, Uri, WorkspaceEdit};
use oriflamme::authoring::Edit;
use serde_json::{Value, json};

use super::Server;

/// The end of a rename.
pub(super) struct Renamed {
    id: RequestId,
    /// The number of changes before it began.
    changes: usize,
    /// What to replace, or why the name cannot be changed.
    result: Result<Vec<Edit>, String>,
}

impl Server {
    /// Begins to change a name.
    pub(super) fn begin_rename(&self, request: Request, tell: Sender<Renamed>) {
        let id = request.id;
        let params = match serde_json::from_value::<RenameParams>(request.params) {
            Ok(params) => params,
            Err(problem) => {
                let problem = problem.to_string();
                return self.reply(Response::new_err(id, ErrorCode::InvalidParams as i32, problem));
            }
        };
        let Some((path, at)) = self.at(&params.text_document_position) else {
            return self.reply(Response::new_ok(id, Value::Null));
        };
        let (mut project, changes, own) = (self.project.clone(), self.changes, id.clone());
        let body = move || {
            let result = project.renamed(&path, at, &params.new_name);
            // The editor may be gone.
            let _ = tell.send(Renamed { id, changes, result });
        };
        if let Err(problem) = std::thread::Builder::new().stack_size(crate::STACK).spawn(body) {
            let problem = format!("cannot change the name: {problem}");
            self.reply(Response::new_err(own, ErrorCode::InternalError as i32, problem));
        }
    }

    /// Answers with the edits of a rename, unless a file has changed since it began.
    pub(super) fn end_rename(&self, renamed: Renamed) {
        let Renamed { id, changes, result } = renamed;
        self.reply(if changes != self.changes {
            let problem = "a file was changed meanwhile; change the name again".to_owned();
            Response::new_err(id, ErrorCode::ContentModified as i32, problem)
        } else {
            match result.and_then(|edits| self.workspace_edit(edits)) {
                Ok(edit) => Response::new_ok(id, edit),
                Err(problem) => Response::new_err(id, ErrorCode::InvalidParams as i32, problem),
            }
        });
    }

    fn workspace_edit(&self, edits: Vec<Edit>) -> Result<Value, String> {
        let sources = &self.project.catalog().sources;
        #[allow(clippy::mutable_key_type, reason = "the protocol has a map of URIs")]
        let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
        for Edit { span, text } in edits {
            let Some(file) = sources.get(span.source) else { continue };
            if !self.open.contains_key(&file.name) && !self.files.has(&file.name) {
                let place = sources.place(span);
                return Err(format!(
                    "the name is used at {place}, a shipped file; copy the file into your folder first"
                ));
            }
            let Some(uri) = self.uri(&file.name) else { continue };
            changes.entry(uri).or_default().push(TextEdit::new(self.encoding.range(file, span.range()), text));
        }
        Ok(json!(WorkspaceEdit::new(changes)))
    }
}
