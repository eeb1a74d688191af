use openapi::apis::{chat_api, configuration::Configuration, images_api, models_api, tasks_api};
use openapi::models::{
    chat_completion_request, chat_message, qx_image30, ChatCompletionRequest, ChatMessage,
    ChatMessageContent, ImageGenerationRequest, QxImage30,
};

#[tokio::main]
async fn main() {
    let mut configuration = Configuration::new();
    configuration.base_path = std::env::args().nth(1).unwrap();
    configuration.bearer_access_token = Some("sk-mock".to_string());

    let models = models_api::list_models(&configuration, None, None).await.unwrap();
    println!("models {}", models.data.len());

    let mut image = QxImage30::new(qx_image30::Model::QxImage30, "A lighthouse at dawn".to_string());
    image.size = Some("16:9".to_string());
    let body = ImageGenerationRequest::QxImage30(Box::new(image));
    let submission = images_api::create_image(&configuration, body, None).await.unwrap();
    let id = &submission.data[0].task_id;
    let mut task = tasks_api::get_task(&configuration, id, None).await.unwrap();
    while task.status == "submitted" || task.status == "processing" {
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        task = tasks_api::get_task(&configuration, id, None).await.unwrap();
    }
    let images = task.result.unwrap().images.unwrap();
    println!("{} {} {}", task.status, task.id, images[0].url[0]);

    let mut message = ChatMessage::new(chat_message::Role::User);
    message.content = Some(Box::new(ChatMessageContent::String("Hello".to_string())));
    let mut question = ChatCompletionRequest::new(chat_completion_request::Model::Qx38Max, vec![message]);
    question.stream = Some(false);
    let answer = chat_api::create_chat_completion(&configuration, question).await.unwrap();
    println!("answer {}", answer.choices[0].message.content.len());
}
