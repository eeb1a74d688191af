use std::time::{Duration, SystemTime};

use reqwest::Response;
use reqwest::header::HeaderMap;
use ring::rand::{SystemRandom, generate};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::types::{ErrorViolation, TaskRecord};
use crate::{ApiError, Error, Result, constants};

pub(crate) const SUCCESS: &str = "success";

/// What is kept of a response besides its body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    pub status: u16,
    pub request_id: Option<String>,
    pub retry_after: Option<Duration>,
    /// Whether the service says that repeating is useless.
    pub is_final: bool,
}

impl Facts {
    pub fn of(response: &Response) -> Self {
        let headers = response.headers();
        Self {
            status: response.status().as_u16(),
            request_id: header(headers, "x-request-id").map(str::to_owned),
            retry_after: retry_after(headers),
            is_final: header(headers, "x-should-retry") == Some("false"),
        }
    }

    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    pub fn malformed(&self, message: String) -> ApiError {
        ApiError {
            status: self.status,
            type_: "bad_gateway".to_owned(),
            reason: Some("malformed_answer".to_owned()),
            message,
            request_id: self.request_id.clone(),
            ..ApiError::default()
        }
    }

    /// The error of a body: the envelope, the form of the balance endpoints, or any text. An event of a stream has one, too.
    pub fn refusal(&self, body: &[u8]) -> ApiError {
        let outer: Map<String, Value> = value_of(body).unwrap_or_default();
        let envelope = match outer.get("error") {
            Some(Value::Object(inner)) => inner,
            _ => &outer,
        };
        let mut status = self.status;
        match member::<u16>(envelope, "code") {
            // An error within a stream: the response has begun with 200.
            Some(code) if status < 400 && (400..600).contains(&code) => status = code,
            _ => {}
        }
        let text = String::from_utf8_lossy(body);
        let kind = if status >= 500 {
            "server_error"
        } else {
            "invalid_request_error"
        };
        ApiError {
            status,
            type_: member(envelope, "type").unwrap_or_else(|| kind.to_owned()),
            reason: member(envelope, "reason"),
            param: member(envelope, "param"),
            message: member(envelope, "message").unwrap_or_else(|| without_reason(status, &text)),
            violations: violations_of(envelope),
            request_id: self.request_id.clone(),
            retry_after: self.retry_after,
            body: text.into_owned(),
        }
    }
}

fn violations_of(envelope: &Map<String, Value>) -> Vec<ErrorViolation> {
    let list: Vec<Value> = member(envelope, "violations").unwrap_or_default();
    list.into_iter()
        .filter_map(|one| serde_json::from_value(one).ok())
        .collect()
}

fn without_reason(status: u16, body: &str) -> String {
    match body.chars().take(200).collect::<String>().as_str() {
        "" => format!("HTTP {status}: the service gave no reason"),
        text => format!("HTTP {status}: {text}"),
    }
}

/// The error of an answer without what is needed, with its own words, if it has any.
pub(crate) fn lacks(what: &str, answer: &Value) -> Error {
    let message = match answer.get("message").and_then(Value::as_str) {
        Some(words) => format!("{what}: {words}"),
        None => format!("{what}."),
    };
    malformed(message)
}

/// The error of an answer that is not at hand any more.
pub(crate) fn malformed(message: String) -> Error {
    let facts = Facts {
        status: 200,
        ..Facts::default()
    };
    facts.malformed(message).into()
}

/// `None` for JSON of another type.
fn value_of<T: DeserializeOwned>(json: &[u8]) -> Option<T> {
    serde_json::from_slice(json).ok()
}

fn member<T: DeserializeOwned>(object: &Map<String, Value>, name: &str) -> Option<T> {
    T::deserialize(object.get(name)?).ok()
}

/// The time until the next attempt, if there should be one. Attempts count from 0.
pub(crate) fn pause_before_retry(attempt: usize, facts: Option<&Facts>) -> Option<Duration> {
    if let Some(facts) = facts {
        if !is_worth_retrying(facts) {
            return None;
        }
        if let Some(asked) = facts.retry_after {
            return (asked <= constants::LONGEST_RETRY_AFTER).then_some(asked);
        }
    }
    let doubled = constants::RETRY_MIN.saturating_mul(1 << attempt.min(30));
    Some(doubled.min(constants::RETRY_MAX).mul_f64(between(0.5, 1.0)))
}

fn is_worth_retrying(facts: &Facts) -> bool {
    match facts.status {
        _ if facts.is_final => false,
        409 => facts.retry_after.is_some(), // the first attempt is still in progress
        status => status == 408 || status == 429 || (status >= 500 && status != 501),
    }
}

/// A random number, for jitter.
pub(crate) fn between(least: f64, most: f64) -> f64 {
    let random = generate::<[u8; 4]>(&SystemRandom::new()).map_or([0; 4], |bytes| bytes.expose());
    least + (most - least) * f64::from(u32::from_le_bytes(random)) / f64::from(u32::MAX)
}

/// How long Retry-After-Ms or Retry-After ask to wait.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    // Digits alone: Rust takes nan and 1e3 for numbers, too.
    let is_number = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
    let seconds = |text: &str| {
        let digits = Some(text).filter(is_number)?;
        Duration::try_from_secs_f64(digits.parse().ok()?).ok()
    };
    if let Some(asked) = header(headers, "retry-after-ms").and_then(seconds) {
        return Some(asked / 1000);
    }
    let text = header(headers, "retry-after")?;
    let until = |date: SystemTime| date.duration_since(SystemTime::now()).unwrap_or_default();
    seconds(text).or_else(|| httpdate::parse_http_date(text).ok().map(until))
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// The task record of a body, at its root or in `data`, if there is one. The status `completed` becomes `success`.
pub(crate) fn read_record(body: &Value) -> Result<Option<TaskRecord>> {
    let Some(found) = find_record(body) else {
        return Ok(None);
    };
    let mut found = found.clone();
    if let Some(code) = found
        .pointer_mut("/error/code")
        .filter(|code| code.is_number())
    {
        *code = code.to_string().into(); // some services give a number
    }
    // From text: the error of a tree does not tell where it is.
    let mut record: TaskRecord = serde_json::from_str(&found.to_string()).map_err(|error| {
        let place = misfit(&found).map_or(String::new(), |name| format!("{name}: "));
        malformed(format!(
            "The task record violates the contract: {place}{error}"
        ))
    })?;
    if record.status.is_empty() {
        let message = "The task record violates the contract: status is empty.";
        return Err(malformed(message.to_owned()));
    }
    if constants::SUCCESS_VALUES.contains(&record.status.as_str()) {
        record.status = SUCCESS.to_owned();
    }
    Ok(Some(record))
}

fn find_record(body: &Value) -> Option<&Value> {
    if let Value::Array(list) = body {
        return find_record(list.first()?);
    }
    if body.get("id").is_none() || body.get("status").is_none() {
        return find_record(body.get("data")?);
    }
    Some(body)
}

/// The member of a record without which it could be read.
fn misfit(record: &Value) -> Option<&str> {
    let members = record.as_object()?;
    let is_readable = |name: &&String| {
        let mut others = members.clone();
        others.remove(*name);
        serde_json::from_value::<TaskRecord>(others.into()).is_ok()
    };
    members.keys().find(is_readable).map(String::as_str)
}

/// The id in the answer to a submission, whose `data` may be an object instead of a list.
pub(crate) fn read_task_id(body: &Value) -> Option<&str> {
    let data = match body.get("data")? {
        Value::Array(list) => list.first()?,
        data => data,
    };
    data.get("task_id")?.as_str()
}

/// A key that no other submission has.
pub(crate) fn random_key() -> Result<String> {
    let random = generate::<[u8; 16]>(&SystemRandom::new())
        .map_err(|_| Error::Invalid("the system gives no random numbers".to_owned()))?;
    Ok(random
        .expose()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect())
}
