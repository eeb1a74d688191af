//! What every SDK does with a mock, in Rust; prints one JSON line a step.

use std::collections::HashMap;
use std::env::var;
use std::pin::Pin;
use std::sync::LazyLock;
use std::time::{Duration, UNIX_EPOCH};

use futures_core::Stream;
use gatewright::types::{
    ChatCompletionRequest, ChatMessage, QxImage30, ResponseCreateRequest, Sx50Pro, TaskRecord, Vxq3,
};
use gatewright::{
    CallbackVerifier, Client, Error, Estimator, EventReader, SeenIds, Submit, Wait, estimate,
};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Input {
    picture: String,
    spellings: Vec<(String, Value)>,
    signatures: Vec<Signature>,
    streams: Vec<Events>,
    broken: Vec<Broken>,
    answers: Vec<Answer>,
    estimates: Vec<Estimated>,
}

#[derive(Deserialize)]
struct Broken {
    base_url: String,
    kind: String,
}

#[derive(Deserialize)]
struct Answer {
    base_url: String,
    act: String,
}

#[derive(Deserialize)]
struct Estimated {
    request: Value,
    group_ratio: Option<String>,
    first_reference: Option<(i64, i64)>,
}

#[derive(Deserialize)]
struct Signature {
    headers: HashMap<String, String>,
    body: String,
    secrets: Vec<String>,
    now: u64,
}

#[derive(Deserialize)]
struct Events {
    text: String,
    #[serde(default)]
    splits: Vec<usize>,
}

type Played = Result<Value, Box<dyn std::error::Error>>;

static INPUT: LazyLock<Input> =
    LazyLock::new(|| serde_json::from_str(&var("INPUT").unwrap()).unwrap());

macro_rules! play {
    ($($name:literal => $step:expr,)*) => {
        $(
            let line = match $step.await {
                Ok(value) => json!({ "step": $name, "value": value }),
                Err(error) => json!({ "step": $name, "fault": format!("{error:?}") }),
            };
            println!("{line}");
        )*
    };
}

#[tokio::main]
async fn main() {
    play! {
        "models" => models(),
        "image and progress" => image_and_progress(),
        "watching" => watching(),
        "download" => download(),
        "video" => video(),
        "spellings" => spellings(),
        "failed" => failed(),
        "cancelled" => cancelled(),
        "timeout" => timeout(),
        "silence" => silence(),
        "leaving" => leaving(),
        "unauthorized" => unauthorized(),
        "unpaid" => unpaid(),
        "limited" => limited(),
        "invalid" => invalid(),
        "retried" => status("retried"),
        "dropped" => status("dropped"),
        "chat" => chat(),
        "chat stream" => chat_stream(),
        "chat left" => chat_left(),
        "chat fails" => chat_fails(),
        "broken streams" => broken_streams(),
        "broken answers" => broken_answers(),
        "response" => response(),
        "response stream" => response_stream(),
        "added members" => added_members(),
        "account" => account(),
        "estimates" => estimates(),
        "held" => held(),
        "unestimated" => unestimated(),
        "signatures" => signatures(),
        "repeated callbacks" => repeated_callbacks(),
        "event streams" => event_streams(),
        "asynchronous" => asynchronous(),
    }
}

fn client(session: &str) -> Client {
    Client::new(&format!("{}-{session}", var("PLAIN").unwrap()), "sk-mock").unwrap()
}

fn plain(key: &str) -> Client {
    Client::new(&var("PLAIN").unwrap(), key).unwrap()
}

fn image(gateway: &Client) -> Submit {
    gateway
        .images()
        .generate(QxImage30::new("A lighthouse at dawn").size("16:9"))
}

fn question() -> ChatCompletionRequest {
    let message = ChatMessage::new("user").content("What is a lighthouse for?");
    ChatCompletionRequest::new("qx3.8-max", [message])
}

fn boat() -> ResponseCreateRequest {
    ResponseCreateRequest::new("qx3.8-max", "What is a boat?")
}

fn often(wait: Wait<'_>) -> Wait<'_> {
    wait.poll_every(Duration::from_millis(20))
}

/// Submits an image and waits for it.
async fn wait(gateway: &Client) -> gatewright::Result<TaskRecord> {
    often(image(gateway).await?.wait()).await
}

async fn status(session: &str) -> Played {
    Ok(wait(&client(session)).await?.status.into())
}

fn refused<T: std::fmt::Debug>(result: gatewright::Result<T>) -> Played {
    match result {
        Err(Error::Api(error)) => Ok(json!({
            "status": error.status,
            "type": error.type_,
            "reason": error.reason,
            "param": error.param,
            "violations": error.violations.len(),
            "has id": error.request_id.is_some(),
        })),
        other => Err(format!("not refused: {other:?}").into()),
    }
}

async fn models() -> Played {
    let list = plain("sk-mock").models().list().await?;
    let mut ids: Vec<_> = list.data.into_iter().map(|model| model.id).collect();
    ids.sort();
    Ok(json!(ids))
}

async fn image_and_progress() -> Played {
    let mut last = 0;
    let task = image(&client("image")).await?;
    let record = often(task.wait())
        .on_progress(|seen| last = seen.progress)
        .await?;
    let images = record
        .result
        .and_then(|result| result.images)
        .unwrap_or_default();
    let sizes: Vec<_> = images.into_iter().map(|one| one.sizes).collect();
    Ok(json!({ "last": last, "status": record.status, "cost": record.cost, "sizes": sizes }))
}

async fn watching() -> Played {
    let mut records = often(image(&client("watching")).await?.wait()).records();
    let mut last = Value::Null;
    while let Some(record) = records.next().await {
        last = record?.status.into();
    }
    Ok(last)
}

async fn download() -> Played {
    let task = image(&client("download")).await?;
    let again = client("download").tasks().resume(task.id());
    let files = often(again.wait()).download().await?;
    let about = files.iter().map(|file| {
        let begin = String::from_utf8_lossy(&file.content[1..4]);
        json!([file.name, file.media_type, begin])
    });
    Ok(about.collect())
}

async fn video() -> Played {
    let request = Vxq3::new("Along the shore", [&*INPUT.picture]);
    let task = client("video").videos().generate(&request).await?;
    Ok(often(task.wait()).await?.status.into())
}

async fn spellings() -> Played {
    let tasks = client("spellings").tasks();
    for (path, body) in &INPUT.spellings {
        tasks.submit(path, body).await?;
    }
    Ok(INPUT.spellings.len().into())
}

async fn failed() -> Played {
    match wait(&client("failed")).await {
        Err(Error::TaskFailed(error)) => Ok(json!({
            "code": error.code, "message": error.message, "status": error.record.status,
        })),
        other => Err(format!("not failed: {other:?}").into()),
    }
}

async fn cancelled() -> Played {
    match wait(&client("cancelled")).await {
        Err(Error::TaskCancelled(record)) => Ok(record.status.into()),
        other => Err(format!("not cancelled: {other:?}").into()),
    }
}

async fn give_up(session: &str) -> Result<Option<TaskRecord>, Box<dyn std::error::Error>> {
    let task = image(&client(session)).await?;
    match often(task.wait()).timeout(Duration::from_secs(3)).await {
        Err(Error::TaskTimeout(error)) => Ok(error.record),
        other => Err(format!("not late: {other:?}").into()),
    }
}

async fn timeout() -> Played {
    let record = give_up("slow").await?.ok_or("no record")?;
    Ok(["pending", "processing", "submitted"]
        .contains(&&*record.status)
        .into())
}

async fn silence() -> Played {
    Ok(give_up("silent").await?.is_none().into())
}

async fn leaving() -> Played {
    let task = image(&client("slow")).await?;
    let left = tokio::time::timeout(Duration::from_millis(200), often(task.wait())).await;
    Ok(if left.is_err() { "left" } else { "ended" }.into())
}

async fn unauthorized() -> Played {
    refused(plain("sk-wrong").models().list().await)
}

async fn unpaid() -> Played {
    refused(image(&plain("sk-mock-empty")).await)
}

async fn limited() -> Played {
    let base_url = format!("{}-limited", var("PLAIN")?);
    let once = Client::builder(&base_url, "sk-mock")
        .max_retries(0)
        .build()?;
    refused(image(&once).await)
}

async fn invalid() -> Played {
    let request = Sx50Pro {
        prompt: Some("A boat".into()),
        n: Some(2),
        ..Default::default()
    };
    refused(plain("sk-mock").images().generate(request).await)
}

async fn chat() -> Played {
    let answer = plain("sk-mock").chat().create(question()).await?;
    let tokens = answer.usage.is_some_and(|usage| usage.total_tokens > 0);
    Ok(json!({ "text": answer.choices[0].message.content, "tokens": tokens }))
}

async fn chat_stream() -> Played {
    let mut stream = plain("sk-mock").chat().stream(question()).await?;
    let mut text = String::new();
    while let Some(chunk) = stream.next().await {
        text.extend(
            chunk?
                .choices
                .into_iter()
                .filter_map(|choice| choice.delta.content),
        );
    }
    let answer = stream.answer().await?;
    let whole = answer.choices[0].message.content == text;
    let tokens = answer.usage.is_some_and(|usage| usage.total_tokens > 0);
    Ok(json!({ "text": text, "whole": whole, "tokens": tokens }))
}

async fn chat_left() -> Played {
    let mut stream = client("left").chat().stream(question()).await?;
    stream.next().await.ok_or("no chunk")??;
    drop(stream);
    Ok(1.into())
}

async fn chat_fails() -> Played {
    let mut stream = client("chat-fails").chat().stream(question()).await?;
    refused(stream.answer().await)
}

async fn broken_answers() -> Played {
    let mut found = Vec::new();
    for answer in &INPUT.answers {
        found.push(match act(answer).await {
            Ok(()) => ["taken".to_owned(), String::new()],
            Err(error) => [outcome_of(&error).to_owned(), error.to_string()],
        });
    }
    Ok(json!(found))
}

async fn act(answer: &Answer) -> gatewright::Result<()> {
    let builder = Client::builder(&answer.base_url, "sk-mock");
    let gateway = builder.max_retries(0).build()?;
    let task = gateway.tasks().resume("task_1");
    match answer.act.as_str() {
        "list" => gateway.models().list().await.map(drop),
        "chat" => gateway.chat().create(question()).await.map(drop),
        "stream" => {
            let mut stream = gateway.chat().stream(question()).await?;
            stream.answer().await.map(drop)
        }
        "wait" => task.wait().await.map(drop),
        _ => task.download().await.map(drop),
    }
}

fn outcome_of(error: &Error) -> &'static str {
    match error {
        Error::Connection(_) => "connection",
        Error::Api(error) if error.reason.as_deref() == Some("malformed_answer") => "malformed",
        Error::Api(_) => "refused",
        _ => "raw",
    }
}

async fn broken_streams() -> Played {
    let mut found = Vec::new();
    for broken in &INPUT.broken {
        found.push(match read_broken(broken).await {
            Ok(()) => "whole".to_owned(),
            Err(Error::Api(_)) => "refused".to_owned(),
            Err(error) => format!("{error:?}"),
        });
    }
    Ok(json!(found))
}

async fn read_broken(broken: &Broken) -> gatewright::Result<()> {
    let gateway = Client::builder(&broken.base_url, "sk-mock")
        .max_retries(0)
        .build()?;
    if broken.kind == "chat" {
        gateway.chat().stream(question()).await?.answer().await?;
    } else {
        gateway.responses().stream(boat()).await?.answer().await?;
    }
    Ok(())
}

async fn response() -> Played {
    Ok(json!(
        plain("sk-mock").responses().create(boat()).await?.status
    ))
}

async fn response_stream() -> Played {
    let mut stream = plain("sk-mock").responses().stream(boat()).await?;
    let mut kinds = Vec::new();
    while let Some(event) = stream.next().await {
        kinds.push(event?.type_);
    }
    let answer = stream.answer().await?;
    Ok(json!({ "first": kinds.first(), "last": kinds.last(), "status": answer.status }))
}

async fn added_members() -> Played {
    let gateway = Client::new(&format!("{}-grown", var("GROWN")?), "sk-mock")?;
    let record = wait(&gateway).await?;
    let answer = gateway.chat().create(question()).await?;
    let is_there = record.extra.contains_key("added_later");
    Ok(json!({ "record": is_there, "answer": !answer.choices[0].message.content.is_empty() }))
}

async fn account() -> Played {
    let gateway = client("account");
    let (balance, models) = (gateway.balance(), gateway.models());
    Ok(json!({
        "balance": balance.account().await?.remain_balance > 0.0,
        "key": balance.key().await?.success,
        "usage": balance.usage("2026-01-01", "2026-01-02").await?.object,
        "limits": balance.limits().await?.object,
        "schema": models.schema("sx-5-0-pro").await?.success,
        "prices": models.prices("sx-5-0-pro").await?.success,
    }))
}

async fn estimates() -> Played {
    let mut all = Vec::new();
    for one in &INPUT.estimates {
        let mut estimator = Estimator::new();
        if let Some(ratio) = &one.group_ratio {
            estimator = estimator.group_ratio(ratio);
        }
        if let Some((width, height)) = one.first_reference {
            estimator = estimator.first_reference(width, height);
        }
        all.push(match estimator.estimate(&one.request) {
            Ok(found) => json!({
                "model": found.model,
                "size": format!("{}x{}", found.width, found.height),
                "count": found.count,
                "seconds": found.seconds,
                "hold": found.hold_usd,
                "price": found.price_usd,
            }),
            Err(Error::NotEstimated(message)) => json!({ "refused": message }),
            Err(error) => return Err(error.into()),
        });
    }
    Ok(all.into())
}

async fn held() -> Played {
    let gateway = client("held");
    let request = Sx50Pro::new()
        .layer_decomposition(true)
        .image_urls([&*INPUT.picture]);
    let before = gateway.balance().account().await?.remain_balance;
    gateway.images().generate(&request).await?;
    let taken = before - gateway.balance().account().await?.remain_balance;
    let usd: f64 = estimate(&request)?.hold_usd.parse()?;
    Ok(json!({ "taken": thousandths(taken), "estimated": thousandths(usd) }))
}

async fn unestimated() -> Played {
    match estimate(&json!({ "model": "unestimated-1.0", "prompt": "Two boats" })) {
        Ok(found) => Err(format!("{found:?}").into()),
        Err(error) => Ok(error.to_string().into()),
    }
}

fn thousandths(usd: f64) -> i64 {
    (usd * 1000.0).round() as i64
}

async fn signatures() -> Played {
    let verify = |one: &Signature| {
        let secrets: Vec<_> = one.secrets.iter().map(String::as_str).collect();
        let verifier = CallbackVerifier::new(&secrets)?;
        let at = verifier.now(UNIX_EPOCH + Duration::from_secs(one.now));
        match at.verify(&one.headers, one.body.as_bytes()) {
            // Without a task record, the signature was right.
            Err(Error::UntrustedCallback(message)) => {
                Ok(message == "The body is not a task record.")
            }
            verified => verified.map(|_| true),
        }
    };
    Ok(json!(
        INPUT
            .signatures
            .iter()
            .map(verify)
            .collect::<gatewright::Result<Vec<_>>>()?
    ))
}

async fn repeated_callbacks() -> Played {
    let seen = SeenIds::new(2);
    Ok(["a", "a", "b", "c", "a"]
        .into_iter()
        .map(|id| seen.add(id))
        .collect())
}

async fn event_streams() -> Played {
    let read = |one: &Events| {
        let mut reader = EventReader::default();
        let mut begin = 0;
        let ends = one.splits.iter().copied().chain([one.text.len()]);
        let parts = ends.flat_map(|end| {
            let part = &one.text.as_bytes()[begin..end];
            begin = end;
            reader.push(part)
        });
        parts
            .take_while(|data| data != "[DONE]")
            .collect::<Vec<_>>()
    };
    Ok(INPUT.streams.iter().map(read).map(Value::from).collect())
}

/// Shares a client between two futures, and reads with nothing but the trait `Stream`.
async fn asynchronous() -> Played {
    let gateway = client("async");
    let tasks = async {
        let task = image(&gateway).await?;
        let mut records = Box::pin(often(task.wait()).records());
        let mut status = String::new();
        while let Some(record) = next(records.as_mut()).await {
            status = record?.status;
        }
        Ok::<_, Error>((status, task.download().await?.len()))
    };
    let chat = async {
        let mut stream = Box::pin(gateway.chat().stream(question()).await?);
        let mut chunks = 0;
        while let Some(chunk) = next(stream.as_mut()).await {
            chunk?;
            chunks += 1;
        }
        Ok::<_, Error>((chunks, stream.answer().await?))
    };
    let ((status, files), (chunks, answer)) = tokio::try_join!(tasks, chat)?;
    let text = !answer.choices[0].message.content.is_empty();
    Ok(json!({ "status": status, "files": files, "chunks": chunks > 1, "text": text }))
}

async fn next<S: Stream>(mut stream: Pin<&mut S>) -> Option<S::Item> {
    std::future::poll_fn(|cx| stream.as_mut().poll_next(cx)).await
}
