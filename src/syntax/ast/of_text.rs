//! A value found from others beside it.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// A value that depends only on its neighbours: it does not count when they are compared. Copies share it.
#[derive(Clone, Debug)]
pub(super) struct Derived<T>(Arc<T>);

impl<T> Derived<T> {
    pub(super) fn new(value: T) -> Self {
        Derived(Arc::new(value))
    }
}

impl<T> Deref for Derived<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> PartialEq for Derived<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Derived<T> {}

impl<T> Hash for Derived<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
