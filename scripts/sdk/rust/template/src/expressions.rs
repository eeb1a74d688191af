use serde_json::{Map, Value};

use crate::{Error, Result};

/// A request as expressions see it.
pub(crate) type Request = Map<String, Value>;

/// Beyond it, not every integer is a JSON number.
const LARGEST_INTEGER: i64 = 1 << 53;

pub(crate) fn refuse<T>(message: impl Into<String>) -> Result<T> {
    Err(Error::NotEstimated(message.into()))
}

/// A value for a message.
pub(crate) fn quote(value: Option<&Value>) -> String {
    match value.map(Value::to_string) {
        None => "nothing".to_owned(),
        Some(text) if text.chars().count() <= 100 => text,
        Some(text) => text.chars().take(100).chain("...".chars()).collect(),
    }
}

/// Evaluates an expression that is a condition.
pub(crate) fn truth(tree: &Value, request: &Request) -> Result<bool> {
    Ok(evaluate(tree, request)? == Value::Bool(true))
}

/// Evaluates an expression that is an integer.
pub(crate) fn integer(tree: &Value, request: &Request) -> Result<i64> {
    match evaluate(tree, request)?.as_i64() {
        Some(value) => Ok(value),
        None => refuse(format!("{tree} is no integer")),
    }
}

/// Evaluates an expression of the contract, which the generator has parsed: a literal, or an operation with operands that have the
/// types that they must have.
fn evaluate(tree: &Value, request: &Request) -> Result<Value> {
    let Some((operation, operands)) = tree.as_array().and_then(|all| all.split_first()) else {
        return Ok(tree.clone());
    };
    let truth_of = |index: usize| truth(&operands[index], request);
    Ok(match operation.as_str().unwrap_or_default() {
        kind @ ("int" | "text" | "flag") => read(kind, operands, request)?,
        "length" => read("list", operands, request)?,
        "has" => find(operands, request).is_some().into(),
        "!" => (!truth_of(0)?).into(),
        "&&" => (truth_of(0)? && truth_of(1)?).into(),
        "||" => (truth_of(0)? || truth_of(1)?).into(),
        "?:" => evaluate(&operands[if truth_of(0)? { 1 } else { 2 }], request)?,
        "==" => (evaluate(&operands[0], request)? == evaluate(&operands[1], request)?).into(),
        other => {
            let left = integer(&operands[0], request)?;
            let right = integer(&operands[1], request)?;
            match other {
                "<" => (left < right).into(),
                _ => calculate(other, left, right)?.into(),
            }
        }
    })
}

fn calculate(operation: &str, left: i64, right: i64) -> Result<i64> {
    let result = match operation {
        "+" => left.checked_add(right),
        "-" => left.checked_sub(right),
        "*" => left.checked_mul(right),
        "/" => left.checked_div(right),
        "%" => left.checked_rem(right),
        _ => None,
    };
    match result {
        Some(value) if value.abs() <= LARGEST_INTEGER => Ok(value),
        _ => refuse(format!("{left} {operation} {right} cannot be calculated")),
    }
}

/// A member; none when it is absent.
fn find<'a>(path: &[Value], request: &'a Request) -> Option<&'a Value> {
    let (first, rest) = path.split_first()?;
    let mut value = request.get(first.as_str()?);
    for name in rest {
        value = value?.get(name.as_str()?);
    }
    value.filter(|value| !value.is_null())
}

/// A member of a kind; the length of a list.
fn read(kind: &str, path: &[Value], request: &Request) -> Result<Value> {
    let value = find(path, request);
    let found = match kind {
        "int" => value.and_then(to_integer).map(Value::from),
        "text" => value.filter(|value| value.is_string()).cloned(),
        "flag" => value.filter(|value| value.is_boolean()).cloned(),
        _ => value.and_then(Value::as_array).map(|list| list.len().into()),
    };
    let wanted = match kind {
        "int" => "an integer",
        "text" => "a string",
        "flag" => "true or false",
        _ => "a list",
    };
    let names: Vec<_> = path.iter().filter_map(Value::as_str).collect();
    let message = || format!("{} must be {wanted}; got {}", names.join("."), quote(value));
    found.ok_or_else(|| Error::NotEstimated(message()))
}

fn to_integer(value: &Value) -> Option<i64> {
    let number = value.as_f64()?;
    let is_exact = number.fract() == 0.0 && number.abs() <= LARGEST_INTEGER as f64;
    is_exact.then_some(number as i64)
}

/// A member that is a text.
pub(crate) fn read_text(field: &str, request: &Request) -> Result<String> {
    let text = read("text", &[Value::from(field)], request)?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}
