use crate::Result;
use crate::expressions::refuse;

const DIGITS: usize = 9;
const MOST_DIGITS: usize = 18;
const SCALE: u128 = 1_000_000_000;

/// Reads a decimal in billionths.
pub(crate) fn to_nano(decimal: &str) -> Result<u128> {
    let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|one| one.is_ascii_digit());
    let digits = format!("{whole}{fraction:0<DIGITS$}");
    match digits.parse() {
        Ok(nano)
            if is_number(whole)
                && is_number(fraction)
                && whole.len() <= MOST_DIGITS
                && fraction.len() <= DIGITS =>
        {
            Ok(nano)
        }
        _ => refuse(format!(
            "{decimal:.100?} is not a decimal with at most {MOST_DIGITS} digits and {DIGITS} places"
        )),
    }
}

/// Writes billionths as the shortest decimal.
pub(crate) fn format_nano(nano: u128) -> String {
    let text = format!("{}.{:09}", nano / SCALE, nano % SCALE);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Multiplies by a decimal, and rounds half up to a billionth.
pub(crate) fn multiply(nano: u128, ratio: &str) -> Result<u128> {
    let product = nano.checked_mul(to_nano(ratio)?).and_then(|one| one.checked_mul(2));
    match product.and_then(|one| one.checked_add(SCALE)) {
        Some(doubled) => Ok(doubled / (2 * SCALE)),
        None => refuse("the request leads to numbers that are too large"),
    }
}
