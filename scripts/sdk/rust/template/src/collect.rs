use crate::types::{
    ChatCompletion, ChatCompletionChoice, ChatCompletionChunk, ChatCompletionMessage, ChatUsage,
    ResponseObject, ResponseStreamEvent,
};

/// Adds up the events of an answer.
pub trait Collect: Send + 'static {
    /// What a stream gives.
    type Event: serde::de::DeserializeOwned + Send;
    /// What its events add up to.
    type Answer;

    fn add(&mut self, event: &Self::Event);

    /// `None` as long as the answer is not complete.
    fn answer(&self) -> Option<Self::Answer>;

    /// Whether the last event ends the stream; otherwise a mark does.
    fn has_ended(&self) -> bool {
        false
    }
}

/// Adds up the chunks of a chat completion to the object that an unstreamed one has.
#[derive(Default)]
pub struct CollectChat {
    first: Option<ChatCompletionChunk>,
    content: String,
    reasoning: String,
    finish: Option<String>,
    usage: Option<ChatUsage>,
}

impl Collect for CollectChat {
    type Event = ChatCompletionChunk;
    type Answer = ChatCompletion;

    fn add(&mut self, chunk: &ChatCompletionChunk) {
        self.first.get_or_insert_with(|| chunk.clone());
        if chunk.usage.is_some() {
            self.usage = chunk.usage.clone();
        }
        for choice in &chunk.choices {
            self.content.extend(choice.delta.content.as_deref());
            self.reasoning
                .extend(choice.delta.reasoning_content.as_deref());
            if choice.finish_reason.is_some() {
                self.finish = choice.finish_reason.clone();
            }
        }
    }

    fn answer(&self) -> Option<ChatCompletion> {
        let first = self.first.as_ref()?;
        let message = ChatCompletionMessage {
            role: "assistant".to_owned(),
            content: self.content.clone(),
            reasoning_content: Some(self.reasoning.clone()).filter(|text| !text.is_empty()),
            ..Default::default()
        };
        Some(ChatCompletion {
            id: first.id.clone(),
            object: "chat.completion".to_owned(),
            created: first.created,
            model: first.model.clone(),
            choices: vec![ChatCompletionChoice {
                message,
                finish_reason: self.finish.clone()?,
                ..Default::default()
            }],
            usage: self.usage.clone(),
            ..Default::default()
        })
    }
}

/// Keeps the response of the last event about it.
#[derive(Default)]
pub struct CollectResponse {
    answer: Option<ResponseObject>,
}

impl Collect for CollectResponse {
    type Event = ResponseStreamEvent;
    type Answer = ResponseObject;

    fn add(&mut self, event: &ResponseStreamEvent) {
        if let "response.completed" | "response.incomplete" | "response.failed" = &*event.type_ {
            self.answer = event.response.clone();
        }
    }

    fn answer(&self) -> Option<ResponseObject> {
        self.answer.clone()
    }

    fn has_ended(&self) -> bool {
        self.answer.is_some()
    }
}
