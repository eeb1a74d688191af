use serde::{Deserialize, Deserializer, Serialize};

/// A text, or something else in its place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum TextOr<T> {
    Text(String),
    Value(T),
}

impl<T> Default for TextOr<T> {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

impl<T> From<&str> for TextOr<T> {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl<T> From<String> for TextOr<T> {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl<T> From<Vec<T>> for TextOr<Vec<T>> {
    fn from(values: Vec<T>) -> Self {
        Self::Value(values)
    }
}

/// Reads `null` as the value of an absent member.
pub(crate) fn or_default<'de, T, D>(json: D) -> Result<T, D::Error>
where
    T: Default + Deserialize<'de>,
    D: Deserializer<'de>,
{
    Option::deserialize(json).map(Option::unwrap_or_default)
}
