//! What only this SDK can get wrong: each function panics when it does.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::time::Duration;

use gatewright::types::{ChatCompletion, Sx50Pro};
use gatewright::{Client, Error, TextOr};
use serde_json::json;

const OK: &str = "HTTP/1.1 200 OK\r\n";

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
    for (address, key) in [("localhost:8080", "sk"), ("http://a", "s\nk"), ("", "sk")] {
        assert!(matches!(Client::new(address, key), Err(Error::Invalid(_))));
    }
}

fn once(address: &str) -> Client {
    let builder = Client::builder(address, "sk-mock").max_retries(0);
    builder.silence(Duration::from_millis(200)).build().unwrap()
}

async fn says_why_a_connection_failed() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let client = once(&format!("http://{}", listener.local_addr().unwrap()));
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
