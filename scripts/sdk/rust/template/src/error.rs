use std::fmt;
use std::time::Duration;

use crate::types::{ErrorViolation, TaskRecord};

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a call failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The service refused, or its response violates the contract.
    Api(Box<ApiError>),
    /// The connection failed, or broke before the response was complete.
    Connection(ConnectionError),
    /// The task failed and was refunded in full.
    TaskFailed(Box<TaskFailedError>),
    /// The operator cancelled the task.
    TaskCancelled(Box<TaskRecord>),
    /// The task did not end in time. It goes on: `Tasks::resume` waits again.
    TaskTimeout(Box<TaskTimeoutError>),
    /// The links to the files of a result have expired.
    ResultExpired(Box<TaskRecord>),
    /// A callback that must not be trusted: answer 400 or 401.
    UntrustedCallback(String),
    /// A request that cannot be estimated: a model, a size or a value that has no price.
    NotEstimated(String),
    /// A value of the program that cannot be used, such as an address that is none.
    Invalid(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Api(error) => error.fmt(f),
            Self::Connection(error) => error.fmt(f),
            Self::TaskFailed(error) => error.fmt(f),
            Self::TaskCancelled(record) => write!(f, "the task {} was cancelled", record.id),
            Self::TaskTimeout(error) => error.fmt(f),
            Self::ResultExpired(record) => {
                write!(f, "the files of the task {} have expired", record.id)
            }
            Self::UntrustedCallback(message)
            | Self::NotEstimated(message)
            | Self::Invalid(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Error {}

impl From<ApiError> for Error {
    fn from(error: ApiError) -> Self {
        Self::Api(Box::new(error))
    }
}

impl Error {
    pub(crate) fn connection(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Connection(ConnectionError {
            cause: cause.into(),
        })
    }
}

/// An error response of the service, or a response that violates the contract (reason `malformed_answer`).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ApiError {
    /// The HTTP status.
    pub status: u16,
    /// The kind of the error, such as `invalid_request_error`.
    pub type_: String,
    /// The exact reason, such as `invalid_parameter`.
    pub reason: Option<String>,
    /// A JSON Pointer to the field that is wrong.
    pub param: Option<String>,
    pub message: String,
    /// All violations of the request body.
    pub violations: Vec<ErrorViolation>,
    /// The value of `X-Request-Id`: name it when you ask for help.
    pub request_id: Option<String>,
    /// How long the service asks to wait before the next attempt.
    pub retry_after: Option<Duration>,
    /// The response body.
    pub body: String,
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ApiError {}

/// A connection that failed, or broke before the response was complete.
#[derive(Debug)]
pub struct ConnectionError {
    cause: Box<dyn std::error::Error + Send + Sync>,
}

impl ConnectionError {
    /// What broke it, such as a `reqwest::Error`.
    pub fn cause(&self) -> &(dyn std::error::Error + Send + Sync + 'static) {
        self.cause.as_ref()
    }
}

/// Names the cause with its own causes: it has no `source` that would repeat them.
impl fmt::Display for ConnectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the connection failed")?;
        let mut cause: Option<&dyn std::error::Error> = Some(self.cause.as_ref());
        while let Some(error) = cause {
            write!(f, ": {error}")?;
            cause = error.source();
        }
        Ok(())
    }
}

impl std::error::Error for ConnectionError {}

/// A task that failed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TaskFailedError {
    pub record: TaskRecord,
    /// Why, if the service says so.
    pub code: Option<String>,
    pub message: String,
}

impl fmt::Display for TaskFailedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for TaskFailedError {}

/// A task that did not end in time.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TaskTimeoutError {
    pub id: String,
    /// The task as it was last seen, if a poll was answered in time.
    pub record: Option<TaskRecord>,
    pub after: Duration,
}

impl fmt::Display for TaskTimeoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the task {} did not end within {:?}",
            self.id, self.after
        )
    }
}

impl std::error::Error for TaskTimeoutError {}
