#![doc = include_str!("../README.md")]

mod account;
mod amounts;
mod answers;
mod callbacks;
mod client;
mod collect;
pub mod constants;
mod download;
mod error;
mod estimate;
mod events;
mod expressions;
mod requests;
mod sizes;
mod steps;
mod stream;
mod task;
mod tasks;
mod text;
mod text_or;
mod transport;
#[allow(rustdoc::all, clippy::too_many_arguments)]
pub mod types;

pub use account::{Balance, ListModels, Models};
pub use callbacks::{CallbackVerifier, SeenIds, verify_callback};
pub use client::{Client, ClientBuilder};
pub use collect::Collect;
pub use download::File;
pub use error::{ApiError, ConnectionError, Error, Result, TaskFailedError, TaskTimeoutError};
pub use estimate::{Estimate, Estimator, estimate};
pub use events::EventReader;
pub use requests::{ImageRequest, VideoRequest};
pub use stream::AnswerStream;
pub use task::{Records, Task, Wait};
pub use tasks::{Images, Submit, Tasks, Videos};
pub use text::{Chat, ChatStream, ResponseStream, Responses};
pub use text_or::TextOr;

/// What HTTP requests are made with.
pub use reqwest;
