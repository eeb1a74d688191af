use std::collections::VecDeque;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;
use serde_json::Value;

use crate::answers::Facts;
use crate::steps::Steps;
use crate::transport::Opened;
use crate::{Collect, Error, EventReader, Result};

const DONE: &str = "[DONE]";

/// An answer as it is written. Dropping it ends the answer early: what was generated up to then is charged.
pub struct AnswerStream<C: Collect>(Steps<Reader<C>, Result<C::Event>>);

impl<C: Collect> AnswerStream<C> {
    pub(crate) fn new(opened: Opened, collect: C) -> Self {
        let reader = Reader {
            facts: opened.facts.clone(),
            opened: Some(opened),
            events: EventReader::default(),
            arrived: VecDeque::new(),
            collect,
        };
        Self(Steps::new(reader, |reader| Box::pin(reader.next())))
    }

    /// The next event; `None` after the last. An error is the last.
    pub async fn next(&mut self) -> Option<Result<C::Event>> {
        self.0.next().await
    }

    /// The whole answer, once the events that are left have been read.
    pub async fn answer(&mut self) -> Result<C::Answer> {
        while let Some(event) = self.next().await {
            event?;
        }
        match self.0.state() {
            Some(reader) => reader.answer(),
            None => Err(Error::Invalid("the stream was left by a panic".to_owned())),
        }
    }
}

impl<C: Collect> fmt::Debug for AnswerStream<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnswerStream").finish_non_exhaustive()
    }
}

impl<C: Collect> Stream for AnswerStream<C> {
    type Item = Result<C::Event>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().0.poll(cx)
    }
}

struct Reader<C> {
    facts: Facts,
    /// `None` after the last event.
    opened: Option<Opened>,
    events: EventReader,
    arrived: VecDeque<String>,
    collect: C,
}

impl<C: Collect> Reader<C> {
    async fn next(mut self: Box<Self>) -> (Box<Self>, Option<Result<C::Event>>) {
        let event = self.read().await.transpose();
        if !matches!(event, Some(Ok(_))) {
            self.opened = None;
        }
        (self, event)
    }

    async fn read(&mut self) -> Result<Option<C::Event>> {
        if self.collect.has_ended() {
            return Ok(None);
        }
        let Some(data) = self.read_data().await? else {
            return Ok(None);
        };
        if data == DONE {
            return self.answer().map(|_| None);
        }
        let value: Value = serde_json::from_str(&data).map_err(|_| self.violates(&data))?;
        if value.get("error").is_some_and(|error| !error.is_null()) {
            return Err(self.facts.refusal(data.as_bytes()).into());
        }
        let event = serde_json::from_value(value).map_err(|_| self.violates(&data))?;
        self.collect.add(&event);
        Ok(Some(event))
    }

    /// The data of the next event; the end of the body stands for the last.
    async fn read_data(&mut self) -> Result<Option<String>> {
        let Some(opened) = &mut self.opened else {
            return Ok(None);
        };
        loop {
            if let Some(data) = self.arrived.pop_front() {
                return Ok(Some(data));
            }
            let mut bytes = Vec::new();
            if !opened.read(&mut bytes).await? {
                return Ok(Some(DONE.to_owned()));
            }
            self.arrived.extend(self.events.push(&bytes));
        }
    }

    fn violates(&self, data: &str) -> Error {
        let begin: String = data.chars().take(200).collect();
        let message = format!("An event of the stream violates the contract: {begin}");
        self.facts.malformed(message).into()
    }

    fn answer(&self) -> Result<C::Answer> {
        let message = "The stream ended before the answer was complete.";
        let answer = self.collect.answer();
        answer.ok_or_else(|| self.facts.malformed(message.to_owned()).into())
    }
}
