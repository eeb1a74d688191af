use gateway::types::{ChatCompletionRequest, ImageGenerationRequest};
use gateway::Client;
use serde_json::{from_value, json};

#[tokio::main]
async fn main() {
    let address = std::env::args().nth(1).unwrap();
    let mut headers = reqwest::header::HeaderMap::new();
    headers.insert("authorization", "Bearer sk-mock".parse().unwrap());
    let http = reqwest::Client::builder().default_headers(headers).build().unwrap();
    let client = Client::new_with_client(&address, http);

    let models = client.list_models(None, None).await.unwrap();
    println!("models {}", models.data.len());

    // A struct has no builder by default: written out, it names every optional member.
    let image: ImageGenerationRequest = from_value(json!({
        "model": "qx-image-3.0",
        "prompt": "A lighthouse at dawn",
        "size": "16:9",
    }))
    .unwrap();
    let submission = client.create_image(None, &image).await.unwrap();
    let id = submission.data[0].task_id.parse().unwrap();
    let mut task = client.get_task(&id, None).await.unwrap();
    while task.status == "submitted" || task.status == "processing" {
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        task = client.get_task(&id, None).await.unwrap();
    }
    println!("{} {} {}", task.status, task.id, task.result.as_ref().unwrap().images[0].url[0]);

    let question: ChatCompletionRequest = from_value(json!({
        "model": "qx3.8-max",
        "messages": [{ "role": "user", "content": "Hello" }],
        "stream": false,
    }))
    .unwrap();
    let answer = client.create_chat_completion(&question).await.unwrap();
    println!("answer {}", answer.choices[0].message.content.len());
}
