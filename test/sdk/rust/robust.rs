//! What only this SDK can get wrong: each function panics when it does.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::time::Duration;

use gatewright::types::{ChatCompletion, Sx50Pro};
use gatewright::{Client, Error, TextOr};
use serde_json::json;

const OK: &str = "HTTP/1.1 200 OK\r\n";
const CLOSED: &str = "HTTP/1.1 200 OK\r\nConnection: close\r\n";
const REFUSED: &str = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nRetry-After: 10\r\n";
const REFUSED_ODDLY: &str = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nRetry-After: 1e1\r\n";

#[tokio::main]
async fn main() {
    null_is_absent();
    requests_omit_what_is_not_set();
    refuses_what_is_no_address();
    says_why_a_connection_failed().await;
    names_links_that_lead_nowhere().await;
    refuses_an_answer_that_is_null().await;
    does_not_take_the_key_elsewhere().await;
    waits_forever().await;
    takes_a_random_key_for_none().await;
    names_files_apart().await;
    says_why_a_record_is_none().await;
    reads_no_body_as_nothing().await;
    reads_digits_alone_as_a_time().await;
}

fn null_is_absent() {
    let body = json!({ "id": null, "choices": [{ "message": { "content": null, "later": 1 } }] });
    let answer: ChatCompletion = serde_json::from_value(body).unwrap();
    let message = &answer.choices[0].message;
    assert_eq!(message.content, "");
    assert_eq!(message.extra["later"], 1);
    let text: TextOr<Vec<i64>> = serde_json::from_value(json!("text")).unwrap();
    assert_eq!(text, "text".into());
}

fn requests_omit_what_is_not_set() {
    let request = Sx50Pro::new().model("SX-5.0-Pro").n(1);
    let body = json!({ "model": "SX-5.0-Pro", "n": 1 });
    assert_eq!(serde_json::to_value(request).unwrap(), body);
}

fn refuses_what_is_no_address() {
    for (address, key) in [
        ("localhost:8080", "sk"),
        ("http://a", "s\nk"),
        ("http://a", "sö"),
        ("", "sk"),
    ] {
        assert!(matches!(Client::new(address, key), Err(Error::Invalid(_))));
    }
}

fn once(address: &str) -> Client {
    Client::builder(address, "sk-mock")
        .max_retries(0)
        .build()
        .unwrap()
}

async fn says_why_a_connection_failed() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let builder = Client::builder(&address, "sk-mock").max_retries(0);
    let client = builder.silence(Duration::from_millis(200)).build().unwrap();
    let silent = client.models().list().await.unwrap_err().to_string();
    assert!(silent.contains("silent for too long"), "{silent}");
    drop(listener);
    let refused = client.models().list().await.unwrap_err().to_string();
    assert!(refused.contains("refused"), "{refused}");
}

async fn names_links_that_lead_nowhere() {
    for link in ["/files/x.png", "file:///etc/passwd", "http://["] {
        let (listener, address) = listen();
        let record = json!({ "id": "1", "status": "success", "progress": 100, "cost": 0.1,
            "result": { "images": [{ "url": [link] }] } });
        let answering = std::thread::spawn(move || answer(&listener, OK, &record.to_string()));
        match once(&address).tasks().resume("1").wait().download().await {
            Err(error @ Error::Connection(_)) => assert!(error.to_string().contains(link)),
            other => panic!("{other:?}"),
        }
        answering.join().unwrap();
    }
}

async fn refuses_an_answer_that_is_null() {
    let (listener, address) = listen();
    let answering = std::thread::spawn(move || answer(&listener, OK, "null"));
    match once(&address).models().list().await {
        Err(Error::Api(error)) => assert_eq!(error.reason.as_deref(), Some("malformed_answer")),
        other => panic!("{other:?}"),
    }
    answering.join().unwrap();
}

async fn does_not_take_the_key_elsewhere() {
    let (from, to) = (listen(), listen());
    let client = once(&from.1);
    let location = format!("HTTP/1.1 302 Found\r\nLocation: {}/\r\n", to.1);
    let answering = std::thread::spawn(move || answer(&from.0, &location, ""));
    match client.models().list().await {
        Err(Error::Api(error)) => assert_eq!(error.status, 302),
        other => panic!("{other:?}"),
    }
    let head = answering.join().unwrap();
    assert!(head.contains("authorization: Bearer sk-mock"), "{head}");
    to.0.set_nonblocking(true).unwrap();
    assert!(to.0.accept().is_err());
}

fn listen() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    (listener, address)
}

/// Answers one request, and returns its head.
fn answer(listener: &TcpListener, head: &str, body: &str) -> String {
    let (mut socket, _) = listener.accept().unwrap();
    let lines = BufReader::new(socket.try_clone().unwrap()).lines();
    let sent: Vec<_> = lines
        .map_while(Result::ok)
        .take_while(|line| !line.is_empty())
        .collect();
    let length = body.len();
    write!(socket, "{head}Content-Length: {length}\r\n\r\n{body}").unwrap();
    sent.join("\n")
}

/// The longest duration is no overflow; a task of a gateway that is gone ends with its connection.
async fn waits_forever() {
    let task = once("http://127.0.0.1:9").tasks().resume("task/1");
    let ended = task.wait().timeout(Duration::MAX).await;
    assert!(matches!(ended, Err(Error::Connection(_))));
}

/// Answers requests one after the other, and returns their heads.
fn answering(
    listener: TcpListener,
    answers: Vec<(&'static str, String)>,
) -> std::thread::JoinHandle<Vec<String>> {
    std::thread::spawn(move || {
        let answers = answers.into_iter();
        answers
            .map(|(head, body)| answer(&listener, head, &body))
            .collect()
    })
}

async fn takes_a_random_key_for_none() {
    let (listener, address) = listen();
    let served = answering(listener, vec![(CLOSED, "{}".to_owned())]);
    let images = once(&address).images();
    let submitted = images.generate(Sx50Pro::new()).idempotency_key("").await;
    assert!(matches!(submitted, Err(Error::Api(_))));
    let heads = served.join().unwrap();
    let key = heads[0]
        .lines()
        .find_map(|line| line.strip_prefix("idempotency-key: "));
    assert!(key.is_some_and(|key| key.len() > 16), "{heads:?}");
    for key in ["a\nb", "ä"] {
        match images.generate(Sx50Pro::new()).idempotency_key(key).await {
            Err(Error::Invalid(message)) => assert!(message.starts_with("the idempotency key")),
            other => panic!("{other:?}"),
        }
    }
}

async fn names_files_apart() {
    let (listener, address) = listen();
    let links = ["/a/image.png", "/b/image.png", "/c/", "/.."].map(|path| address.clone() + path);
    let record = json!({ "id": "1", "status": "success", "progress": 100, "cost": 0.1,
        "result": { "images": [{ "url": links }] } });
    let mut answers = vec![(CLOSED, record.to_string())];
    answers.extend(links.iter().map(|_| (CLOSED, "x".to_owned())));
    let served = answering(listener, answers);
    let files = once(&address).tasks().resume("1").download().await.unwrap();
    let names: Vec<_> = files.iter().map(|file| &*file.name).collect();
    assert_eq!(names, ["image.png", "image-2.png", "file", "file-2"]);
    served.join().unwrap();
}

async fn says_why_a_record_is_none() {
    let (listener, address) = listen();
    let odd = json!({ "id": "1", "status": "success", "progress": 99.5, "cost": 0.1 });
    let failed = json!({ "id": "1", "status": "failed", "progress": 0, "cost": 0,
        "error": { "code": 500, "message": "broke" } });
    let refused = json!({ "error": { "message": "no", "violations": [{ "path": "/n", "rule": "r",
        "message": "m" }, 5, null] } });
    let served = answering(
        listener,
        vec![
            (CLOSED, odd.to_string()),
            (CLOSED, failed.to_string()),
            (REFUSED, refused.to_string()),
        ],
    );
    let task = once(&address).tasks().resume("1");
    let odd = task.poll().await.unwrap_err().to_string();
    assert!(odd.contains("violates the contract: progress"), "{odd}");
    match task.wait().await {
        Err(Error::TaskFailed(error)) => {
            assert_eq!(error.code.as_deref(), Some("500"));
            assert_eq!(error.message, "broke");
        }
        other => panic!("{other:?}"),
    }
    match task.poll().await {
        Err(Error::Api(error)) => assert_eq!(error.violations.len(), 1),
        other => panic!("{other:?}"),
    }
    served.join().unwrap();
}

async fn reads_no_body_as_nothing() {
    let (listener, address) = listen();
    let served = answering(listener, vec![(CLOSED, String::new())]);
    let client = once(&address);
    let delete = gatewright::reqwest::Method::DELETE;
    let removed = client.request::<()>(delete, "/v1/thing", &[], ()).await;
    assert!(removed.is_ok(), "{removed:?}");
    served.join().unwrap();
}

async fn reads_digits_alone_as_a_time() {
    for (head, expected) in [
        (REFUSED, Some(Duration::from_secs(10))),
        (REFUSED_ODDLY, None),
    ] {
        let (listener, address) = listen();
        let served = answering(listener, vec![(head, String::new())]);
        match once(&address).models().list().await {
            Err(Error::Api(error)) => assert_eq!(error.retry_after, expected),
            other => panic!("{other:?}"),
        }
        served.join().unwrap();
    }
}
