use std::time::Duration;

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue, LOCATION};
use reqwest::{Method, RequestBuilder, Response, Url};
use serde::de::DeserializeOwned;
use tokio::time::{sleep, timeout};

use crate::answers::{Facts, pause_before_retry};
use crate::{Error, Result};

/// Of a file, as browsers have it.
const MOST_REDIRECTS: usize = 20;

/// The HTTP connection to a gateway.
#[derive(Debug)]
pub(crate) struct Transport {
    pub base_url: String,
    pub authorization: HeaderValue,
    pub http: reqwest::Client,
    pub max_retries: usize,
    pub silence: Duration,
}

pub(crate) struct Call<'a> {
    pub method: Method,
    pub path: &'a str,
    pub query: &'a [(&'a str, &'a str)],
    pub body: Option<Vec<u8>>,
    pub idempotency_key: Option<String>,
}

impl<'a> Call<'a> {
    pub fn get(path: &'a str, query: &'a [(&'a str, &'a str)]) -> Self {
        Self {
            method: Method::GET,
            path,
            query,
            body: None,
            idempotency_key: None,
        }
    }

    pub fn post(path: &'a str, body: Vec<u8>) -> Self {
        Self {
            method: Method::POST,
            path,
            query: &[],
            body: Some(body),
            idempotency_key: None,
        }
    }
}

impl Transport {
    /// Sends a request and decodes the answer.
    pub async fn call<T: DeserializeOwned>(&self, call: Call<'_>) -> Result<T> {
        let what = format!("{} {}", call.method, call.path);
        let opened = self.open(call).await?;
        let facts = opened.facts.clone();
        let mut body = opened.read_all().await?;
        if body.is_empty() {
            body.extend(b"null"); // for who expects `()`, or nothing
        }
        serde_json::from_slice(&body).map_err(|error| {
            let status = facts.status;
            let message =
                format!("{what} answered {status} with a body that violates the contract: {error}");
            facts.malformed(message).into()
        })
    }

    /// Sends a request and returns its successful response, whose body is still to be read.
    pub async fn open(&self, call: Call<'_>) -> Result<Opened> {
        let address = format!("{}{}", self.base_url, call.path);
        let mut url = Url::parse(&address)
            .map_err(|error| Error::Invalid(format!("{address:?} is no address: {error}")))?;
        if !call.query.is_empty() {
            url.query_pairs_mut().extend_pairs(call.query);
        }
        let mut headers = HeaderMap::new();
        headers.insert(AUTHORIZATION, self.authorization.clone());
        if call.body.is_some() {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        if let Some(key) = call.idempotency_key {
            headers.insert(
                "Idempotency-Key",
                header_of("the idempotency key", &key, "")?,
            );
        }
        let mut request = self.http.request(call.method, url).headers(headers);
        if let Some(body) = call.body {
            request = request.body(body);
        }
        self.send(request).await?.expect_success().await
    }

    /// Fetches a file without the key, because links may lead to other hosts.
    pub async fn fetch_file(&self, url: &str) -> Result<Opened> {
        let mut opened = self.send(self.http.get(address_of(url)?)).await?;
        for _ in 0..MOST_REDIRECTS {
            let Some(next) = opened.redirection() else {
                break;
            };
            let next = address_of(next.as_str())?;
            opened = self.send(self.http.get(next)).await?;
        }
        Ok(opened)
    }

    /// Repeats a request that failed before the first byte of its response, and one that has no second effect also when its
    /// response breaks off. Returns the last response, whatever its status.
    async fn send(&self, request: RequestBuilder) -> Result<Opened> {
        let mut attempt = 0;
        let is_idempotent = is_idempotent(&request);
        loop {
            let repeatable = request
                .try_clone()
                .ok_or_else(|| Error::Invalid("the body can be sent only once".to_owned()))?;
            let sent = match timeout(self.silence, repeatable.send()).await {
                Ok(Ok(response)) if is_idempotent => {
                    Opened::new(response, self.silence).arrive().await
                }
                Ok(Ok(response)) => Ok(Opened::new(response, self.silence)),
                Ok(Err(error)) if error.is_builder() => {
                    return Err(Error::Invalid(error.to_string()));
                }
                Ok(Err(error)) => Err(Error::connection(error)),
                Err(_) => Err(silent()),
            };
            if matches!(&sent, Ok(opened) if opened.facts.is_success())
                || attempt >= self.max_retries
            {
                return sent;
            }
            let facts = sent.as_ref().ok().map(|opened| &opened.facts);
            let Some(pause) = pause_before_retry(attempt, facts) else {
                return sent;
            };
            drop(sent);
            sleep(pause).await;
            attempt += 1;
        }
    }
}

/// A response whose body is still to be read; dropping it closes the connection.
pub(crate) struct Opened {
    pub facts: Facts,
    response: Response,
    silence: Duration,
    /// What was read ahead.
    arrived: Vec<u8>,
}

impl Opened {
    fn new(response: Response, silence: Duration) -> Self {
        Self {
            facts: Facts::of(&response),
            response,
            silence,
            arrived: Vec::new(),
        }
    }

    /// Waits for the whole body.
    async fn arrive(mut self) -> Result<Self> {
        let mut whole = Vec::new();
        while self.read(&mut whole).await? {}
        self.arrived = whole;
        Ok(self)
    }

    pub fn header(&self, name: &str) -> Option<String> {
        let value = self.response.headers().get(name)?;
        Some(value.to_str().ok()?.to_owned())
    }

    fn redirection(&self) -> Option<Url> {
        let location = self.response.headers().get(LOCATION)?.to_str().ok()?;
        let is_redirection = matches!(self.facts.status, 301 | 302 | 303 | 307 | 308);
        let url = self.response.url().join(location).ok()?;
        is_redirection.then_some(url)
    }

    /// Reads what has arrived; `false` at the end.
    pub async fn read(&mut self, into: &mut Vec<u8>) -> Result<bool> {
        if !self.arrived.is_empty() {
            into.append(&mut self.arrived);
            return Ok(true);
        }
        match timeout(self.silence, self.response.chunk()).await {
            Ok(Ok(Some(chunk))) => {
                into.extend_from_slice(&chunk);
                Ok(true)
            }
            Ok(Ok(None)) => Ok(false),
            Ok(Err(error)) => Err(Error::connection(error)),
            Err(_) => Err(silent()),
        }
    }

    pub async fn read_all(mut self) -> Result<Vec<u8>> {
        let mut body = Vec::new();
        while self.read(&mut body).await? {}
        Ok(body)
    }

    pub async fn expect_success(self) -> Result<Self> {
        if self.facts.is_success() {
            return Ok(self);
        }
        let facts = self.facts.clone();
        let body = self.read_all().await?;
        Err(facts.refusal(&body).into())
    }
}

/// Whether sending a request again has no second effect.
fn is_idempotent(request: &RequestBuilder) -> bool {
    let built = request.try_clone().and_then(|same| same.build().ok());
    built.is_some_and(|request| {
        request.method() == Method::GET || request.headers().contains_key("Idempotency-Key")
    })
}

/// A header with a text of the program. The error does not quote it, since it may be a secret.
pub(crate) fn header_of(name: &str, text: &str, prefix: &str) -> Result<HeaderValue> {
    let is_plain = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    let value = HeaderValue::try_from(format!("{prefix}{text}"));
    value.ok().filter(|_| is_plain).ok_or_else(|| {
        Error::Invalid(format!(
            "{name} has a character that no header can carry, such as a line break or one beyond ASCII"
        ))
    })
}

/// The address of a file, whose link comes from the service.
fn address_of(link: &str) -> Result<Url> {
    let url = Url::parse(link).ok();
    url.filter(|url| matches!(url.scheme(), "http" | "https"))
        .ok_or_else(|| Error::connection(format!("{link:?} is not the address of a file")))
}

fn silent() -> Error {
    Error::connection("the service was silent for too long")
}
