use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

pub(crate) type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

type Step<S, T> = Boxed<'static, (Box<S>, Option<T>)>;

/// What an asynchronous step gives, again and again until it gives nothing. A step that is left in the middle is continued.
pub(crate) struct Steps<S, T> {
    state: Option<Box<S>>,
    running: Option<Step<S, T>>,
    step: fn(Box<S>) -> Step<S, T>,
}

impl<S, T> Steps<S, T> {
    pub(crate) fn new(state: S, step: fn(Box<S>) -> Step<S, T>) -> Self {
        Self {
            state: Some(Box::new(state)),
            running: None,
            step,
        }
    }

    pub(crate) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Option<T>> {
        if let Some(state) = self.state.take() {
            self.running = Some((self.step)(state));
        }
        let Some(running) = &mut self.running else {
            return Poll::Ready(None);
        };
        let (state, item) = ready!(running.as_mut().poll(cx));
        self.running = None;
        self.state = Some(state);
        Poll::Ready(item)
    }

    pub(crate) async fn next(&mut self) -> Option<T> {
        std::future::poll_fn(|cx| self.poll(cx)).await
    }

    /// The state between two steps.
    pub(crate) fn state(&self) -> Option<&S> {
        self.state.as_deref()
    }
}
