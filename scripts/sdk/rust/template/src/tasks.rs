use std::future::IntoFuture;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::answers::{lacks, random_key, read_task_id};
use crate::client::encode;
use crate::constants::paths;
use crate::steps::Boxed;
use crate::transport::{Call, Transport};
use crate::{ImageRequest, Result, Task, VideoRequest};

/// Submits tasks and continues them.
#[derive(Clone, Debug)]
pub struct Tasks(pub(crate) Arc<Transport>);

impl Tasks {
    /// Submits a request as it is, for models and parameters that this crate does not know. A path is, for example,
    /// `/v1/images/generations`.
    pub fn submit(&self, path: &str, request: &impl Serialize) -> Submit {
        Submit {
            transport: self.0.clone(),
            path: path.to_owned(),
            body: encode(request),
            idempotency_key: None,
        }
    }

    /// The handle of a task that was submitted before.
    pub fn resume(&self, id: impl Into<String>) -> Task {
        Task::new(id.into(), self.0.clone())
    }
}

/// Submits image tasks.
#[derive(Clone, Debug)]
pub struct Images(pub(crate) Tasks);

impl Images {
    /// Submits a task; the type of the request decides the model.
    pub fn generate(&self, request: impl ImageRequest) -> Submit {
        self.0.submit(paths::CREATE_IMAGE, &request)
    }
}

/// Submits video tasks.
#[derive(Clone, Debug)]
pub struct Videos(pub(crate) Tasks);

impl Videos {
    /// Submits a task; the type of the request decides the model.
    pub fn generate(&self, request: impl VideoRequest) -> Submit {
        self.0.submit(paths::CREATE_VIDEO, &request)
    }
}

/// A submission: to be awaited.
#[must_use = "nothing is sent before it is awaited"]
pub struct Submit {
    transport: Arc<Transport>,
    path: String,
    body: Result<Vec<u8>>,
    idempotency_key: Option<String>,
}

impl Submit {
    /// Makes a repeated submission create no second task. A random key, kept across retries, is the default,
    /// also for an empty one.
    pub fn idempotency_key(mut self, key: impl Into<String>) -> Self {
        // An empty variable must not make a second task.
        self.idempotency_key = Some(key.into()).filter(|key| !key.is_empty());
        self
    }

    async fn send(self) -> Result<Task> {
        let key = self.idempotency_key.map_or_else(random_key, Ok)?;
        let call = Call {
            idempotency_key: Some(key),
            ..Call::post(&self.path, self.body?)
        };
        let answer: Value = self.transport.call(call).await?;
        let id = read_task_id(&answer)
            .ok_or_else(|| lacks("The answer to a submission has no task id", &answer))?;
        Ok(Task::new(id.to_owned(), self.transport))
    }
}

impl IntoFuture for Submit {
    type Output = Result<Task>;
    type IntoFuture = Boxed<'static, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}
