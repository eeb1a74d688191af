use std::future::IntoFuture;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use futures_core::Stream;
use serde_json::Value;
use tokio::time::{Instant, sleep, timeout};

use crate::answers::{between, lacks, read_record};
use crate::constants::{self, paths};
use crate::steps::{Boxed, Steps};
use crate::transport::{Call, Transport};
use crate::types::TaskRecord;
use crate::{Error, File, Result, TaskFailedError, TaskTimeoutError, TextOr};

/// Longer than anybody waits, and short enough for every clock.
const FOREVER: Duration = Duration::from_secs(60 * 60 * 24 * 365 * 30);

/// A submitted task. Store its id: `Tasks::resume` continues it, in another process too.
#[derive(Clone, Debug)]
pub struct Task {
    id: String,
    pub(crate) transport: Arc<Transport>,
    last: Arc<Mutex<Option<TaskRecord>>>,
}

impl Task {
    pub(crate) fn new(id: String, transport: Arc<Transport>) -> Self {
        Self {
            id,
            transport,
            last: Arc::default(),
        }
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    /// The task as it was last seen, if it was polled.
    pub fn last(&self) -> Option<TaskRecord> {
        self.last
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Asks once for the record, whatever its state.
    pub async fn poll(&self) -> Result<TaskRecord> {
        self.poll_in(None).await
    }

    /// Waits until the task has succeeded: to be awaited, perhaps after changing how. Dropping it stops waiting; the task goes on.
    pub fn wait<'a>(&self) -> Wait<'a> {
        Wait {
            task: self.clone(),
            timeout: constants::GIVE_UP,
            pauses: Pauses::default(),
            language: None,
            progress: Box::new(|_| {}),
        }
    }

    /// Each record that a poll finds: [`Wait::records`].
    pub fn records(&self) -> Records {
        self.wait().records()
    }

    /// Waits and fetches every file: [`Wait::download`].
    pub async fn download(&self) -> Result<Vec<File>> {
        self.wait().download().await
    }

    async fn poll_in(&self, language: Option<&str>) -> Result<TaskRecord> {
        let path = paths::GET_TASK.replace("{task_id}", &encode_segment(&self.id));
        let query: Vec<_> = language.iter().map(|&code| ("language", code)).collect();
        let body: Value = self.transport.call(Call::get(&path, &query)).await?;
        let record = read_record(&body)?
            .ok_or_else(|| lacks("The answer to a poll has no task record", &body))?;
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(record.clone());
        Ok(record)
    }
}

/// An id as a part of a path.
fn encode_segment(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_~".contains(&byte);
    text.bytes().fold(String::new(), |path, byte| match byte {
        _ if is_plain(byte) => path + char::from(byte).encode_utf8(&mut [0; 4]),
        _ => path + &format!("%{byte:02X}"),
    })
}

/// How a task is waited for.
#[must_use = "nothing is sent before it is awaited"]
pub struct Wait<'a> {
    task: Task,
    timeout: Duration,
    pauses: Pauses,
    language: Option<String>,
    progress: Box<dyn FnMut(&TaskRecord) + Send + 'a>,
}

impl<'a> Wait<'a> {
    /// When to give up; the task goes on.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// The pause between two polls, instead of growing pauses.
    pub fn poll_every(mut self, pause: Duration) -> Self {
        self.pauses.fixed = Some(pause);
        self
    }

    /// The language of the text of a failure, a two-letter code.
    pub fn language(mut self, code: &str) -> Self {
        self.language = Some(code.to_owned());
        self
    }

    /// Is called with the record after every poll.
    pub fn on_progress(mut self, progress: impl FnMut(&TaskRecord) + Send + 'a) -> Self {
        self.progress = Box::new(progress);
        self
    }

    /// Each record that a poll finds, up to the last; a task that fails ends it without an error. It never gives up by itself.
    pub fn records(self) -> Records {
        let watch = Watch {
            task: self.task,
            pauses: self.pauses,
            language: self.language,
            pause: None,
            has_ended: false,
        };
        Records(Steps::new(watch, |watch| Box::pin(watch.next())))
    }

    /// Waits and fetches every file, in the order of the result.
    pub async fn download(self) -> Result<Vec<File>> {
        let transport = self.task.transport.clone();
        let record = self.await?;
        crate::download::fetch_files(&transport, &record).await
    }

    async fn run(mut self) -> Result<TaskRecord> {
        if let Some(last) = self.task.last().filter(has_ended) {
            return expect_success(last);
        }
        let ends = Instant::now() + self.timeout.min(FOREVER);
        loop {
            let record = match self.poll_before(ends).await {
                Err(Error::Connection(_)) if Instant::now() >= ends => return Err(self.late()),
                polled => polled?,
            };
            (self.progress)(&record);
            if has_ended(&record) {
                return expect_success(record);
            }
            let left = ends.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(self.late());
            }
            sleep(left.min(self.pauses.next())).await;
        }
    }

    /// Polls with what is left of a wait; the last poll may take a little longer.
    async fn poll_before(&mut self, ends: Instant) -> Result<TaskRecord> {
        let left = ends.saturating_duration_since(Instant::now());
        let poll = self.task.poll_in(self.language.as_deref());
        let polled = timeout(left.max(constants::POLL_MIN), poll).await;
        polled.unwrap_or_else(|_| Err(self.late()))
    }

    fn late(&self) -> Error {
        Error::TaskTimeout(Box::new(TaskTimeoutError {
            id: self.task.id.clone(),
            record: self.task.last(),
            after: self.timeout,
        }))
    }
}

impl<'a> IntoFuture for Wait<'a> {
    type Output = Result<TaskRecord>;
    type IntoFuture = Boxed<'a, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

/// The pauses between polls: from the shortest to the longest that is advised, with jitter.
#[derive(Clone, Default)]
struct Pauses {
    fixed: Option<Duration>,
    longest: Duration,
}

impl Pauses {
    fn next(&mut self) -> Duration {
        if let Some(pause) = self.fixed {
            return pause;
        }
        self.longest = self.longest.max(constants::POLL_MIN);
        let span = self.longest - constants::POLL_MIN;
        let pause = constants::POLL_MIN + span.mul_f64(between(0.75, 1.0));
        self.longest = self.longest.mul_f64(1.25).min(constants::POLL_MAX);
        pause
    }
}

/// Each record that a poll finds; see [`Task::records`].
pub struct Records(Steps<Watch, Result<TaskRecord>>);

impl Records {
    /// The next record; `None` after the last.
    pub async fn next(&mut self) -> Option<Result<TaskRecord>> {
        self.0.next().await
    }
}

impl Stream for Records {
    type Item = Result<TaskRecord>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().0.poll(cx)
    }
}

struct Watch {
    task: Task,
    pauses: Pauses,
    language: Option<String>,
    pause: Option<Duration>,
    has_ended: bool,
}

impl Watch {
    async fn next(mut self: Box<Self>) -> (Box<Self>, Option<Result<TaskRecord>>) {
        if self.has_ended {
            return (self, None);
        }
        if let Some(pause) = self.pause {
            sleep(pause).await;
        }
        let polled = self.task.poll_in(self.language.as_deref()).await;
        self.pause = Some(self.pauses.next());
        self.has_ended = polled.as_ref().map_or(true, has_ended);
        (self, Some(polled))
    }
}

fn has_ended(record: &TaskRecord) -> bool {
    constants::TERMINAL.contains(&record.status.as_str())
}

fn expect_success(record: TaskRecord) -> Result<TaskRecord> {
    match record.status.as_str() {
        "failed" => Err(Error::TaskFailed(Box::new(failure(record)))),
        "cancelled" => Err(Error::TaskCancelled(Box::new(record))),
        _ => Ok(record),
    }
}

fn failure(record: TaskRecord) -> TaskFailedError {
    let (code, message) = match &record.error {
        Some(TextOr::Text(text)) => (None, text.clone()),
        Some(TextOr::Value(detail)) => (detail.code.clone(), detail.message.clone()),
        None => (None, String::new()),
    };
    let message = match message.is_empty() {
        true => format!("the task {} failed", record.id),
        false => message,
    };
    TaskFailedError {
        record,
        code,
        message,
    }
}
