use std::sync::Arc;

use serde::{Serialize, de::DeserializeOwned};

use crate::client::encode;
use crate::collect::{CollectChat, CollectResponse};
use crate::constants::paths;
use crate::transport::{Call, Transport};
use crate::types::{
    ChatCompletion, ChatCompletionRequest, ChatCompletionRequestStreamOptions,
    ResponseCreateRequest, ResponseObject,
};
use crate::{AnswerStream, Result};

/// A chat completion as it is written.
pub type ChatStream = AnswerStream<CollectChat>;

/// A response as it is written.
pub type ResponseStream = AnswerStream<CollectResponse>;

/// Makes chat completions.
#[derive(Clone, Debug)]
pub struct Chat(pub(crate) Arc<Transport>);

impl Chat {
    /// A whole chat completion.
    pub async fn create(&self, request: ChatCompletionRequest) -> Result<ChatCompletion> {
        create(&self.0, paths::CREATE_CHAT_COMPLETION, &request).await
    }

    /// A chat completion as it is written, with its usage at the end.
    pub async fn stream(&self, mut request: ChatCompletionRequest) -> Result<ChatStream> {
        let with_usage = ChatCompletionRequestStreamOptions::new().include_usage(true);
        request.stream_options.get_or_insert(with_usage);
        let opened = open(&self.0, paths::CREATE_CHAT_COMPLETION, &request).await?;
        Ok(AnswerStream::new(opened, CollectChat::default()))
    }
}

/// Makes responses.
#[derive(Clone, Debug)]
pub struct Responses(pub(crate) Arc<Transport>);

impl Responses {
    /// A whole response.
    pub async fn create(&self, request: ResponseCreateRequest) -> Result<ResponseObject> {
        create(&self.0, paths::CREATE_RESPONSE, &request).await
    }

    /// A response as it is written.
    pub async fn stream(&self, request: ResponseCreateRequest) -> Result<ResponseStream> {
        let opened = open(&self.0, paths::CREATE_RESPONSE, &request).await?;
        Ok(AnswerStream::new(opened, CollectResponse::default()))
    }
}

/// Says whether to stream: omitting it means a stream on some operations.
#[derive(Serialize)]
struct Streamed<'a, R> {
    #[serde(flatten)]
    request: &'a R,
    stream: bool,
}

async fn create<T: DeserializeOwned>(
    transport: &Transport,
    path: &str,
    request: &impl Serialize,
) -> Result<T> {
    let stream = false;
    let body = encode(&Streamed { request, stream })?;
    transport.call(Call::post(path, body)).await
}

async fn open(
    transport: &Transport,
    path: &str,
    request: &impl Serialize,
) -> Result<crate::transport::Opened> {
    let stream = true;
    let body = encode(&Streamed { request, stream })?;
    transport.open(Call::post(path, body)).await
}
