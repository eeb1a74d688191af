use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use ring::hmac;

use crate::answers::read_record;
use crate::types::TaskRecord;
use crate::{Error, Result, constants};

const SECRET_PREFIX: &str = "whsec_";
const SIGNATURE_VERSION: &str = "v1,";
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Verifies a callback and returns its task record. The headers are a `&HeaderMap`, or any pairs of names and values; the body
/// is exactly what arrived. Several secrets are accepted while they are rotated.
pub fn verify_callback<N: AsRef<str>, V: AsRef<[u8]>>(
    headers: impl IntoIterator<Item = (N, V)>,
    body: &[u8],
    secrets: &[&str],
) -> Result<TaskRecord> {
    CallbackVerifier::new(secrets)?.verify(headers, body)
}

/// Verifies callbacks with settings of your own.
#[must_use]
#[derive(Clone)]
pub struct CallbackVerifier {
    keys: Vec<hmac::Key>,
    tolerance: Duration,
    now: Option<SystemTime>,
}

impl CallbackVerifier {
    /// Fails for a secret that is none.
    pub fn new(secrets: &[&str]) -> Result<Self> {
        Ok(Self {
            keys: secrets
                .iter()
                .map(|secret| read_secret(secret))
                .collect::<Result<_>>()?,
            tolerance: constants::SIGNATURE_TOLERANCE,
            now: None,
        })
    }

    /// The allowed difference between a timestamp and now.
    pub fn tolerance(mut self, tolerance: Duration) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// A time to verify at, for tests.
    pub fn now(mut self, now: SystemTime) -> Self {
        self.now = Some(now);
        self
    }

    /// [`verify_callback`] with these settings.
    pub fn verify<N: AsRef<str>, V: AsRef<[u8]>>(
        &self,
        headers: impl IntoIterator<Item = (N, V)>,
        body: &[u8],
    ) -> Result<TaskRecord> {
        let names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
        let mut values = [const { String::new() }; 3];
        for (name, value) in headers {
            let wanted = names
                .iter()
                .position(|one| one.eq_ignore_ascii_case(name.as_ref()));
            if let Some(value_at) = wanted.map(|at| &mut values[at]).filter(|at| at.is_empty()) {
                *value_at = String::from_utf8_lossy(value.as_ref()).into_owned();
            }
        }
        if let Some(at) = values.iter().position(String::is_empty) {
            return Err(untrusted(format!("The header {} is missing.", names[at])));
        }
        let [id, timestamp, signature] = values;
        self.expect_recent(&timestamp)?;
        let signed = [format!("{id}.{timestamp}.").as_bytes(), body].concat();
        let is_genuine = read_signatures(&signature).iter().any(|given| {
            let verify = |key| hmac::verify(key, &signed, given).is_ok();
            self.keys.iter().any(verify)
        });
        if !is_genuine {
            return Err(untrusted("The signature is wrong."));
        }
        let record = serde_json::from_slice(body)
            .ok()
            .and_then(|body| read_record(&body).ok().flatten());
        record.ok_or_else(|| untrusted("The body is not a task record."))
    }

    fn expect_recent(&self, timestamp: &str) -> Result<()> {
        let is_time = timestamp.len() <= 15 && timestamp.bytes().all(|one| one.is_ascii_digit());
        let sent: u64 = timestamp
            .parse()
            .ok()
            .filter(|_| is_time)
            .ok_or_else(|| untrusted("The header webhook-timestamp is not a Unix time."))?;
        let now = self.now.unwrap_or_else(SystemTime::now);
        let now = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let (off, most) = (now.abs_diff(sent), self.tolerance.as_secs());
        if off > most {
            let message =
                format!("The timestamp is {off} seconds from now; at most {most} are allowed.");
            return Err(untrusted(message));
        }
        Ok(())
    }
}

fn untrusted(message: impl Into<String>) -> Error {
    Error::UntrustedCallback(message.into())
}

fn read_secret(secret: &str) -> Result<hmac::Key> {
    let (least, most) = (constants::SECRET_BYTES_MIN, constants::SECRET_BYTES_MAX);
    let key = secret
        .strip_prefix(SECRET_PREFIX)
        .and_then(|encoded| BASE64.decode(encoded).ok())
        .filter(|key| (least..=most).contains(&key.len()))
        .ok_or_else(|| {
            Error::Invalid(format!(
                "a webhook secret is {SECRET_PREFIX:?} and {least} to {most} bytes in base64; this one is not"
            ))
        })?;
    Ok(hmac::Key::new(hmac::HMAC_SHA256, &key))
}

fn read_signatures(header: &str) -> Vec<Vec<u8>> {
    header
        .split(' ')
        .filter_map(|part| part.strip_prefix(SIGNATURE_VERSION))
        .take(constants::MAX_SIGNATURES)
        .filter_map(|encoded| BASE64.decode(encoded).ok())
        .collect()
}

/// Remembers ids of callbacks in memory, because deliveries can repeat. The oldest are forgotten. For several processes, keep the
/// ids in a database.
pub struct SeenIds {
    most: usize,
    ids: Mutex<Ids>,
}

#[derive(Default)]
struct Ids {
    known: HashSet<String>,
    order: VecDeque<String>,
}

impl SeenIds {
    /// Remembers a number of ids.
    pub fn new(most: usize) -> Self {
        let ids = Mutex::default();
        Self { most, ids }
    }

    /// Adds an id; returns `false` when it was there already.
    pub fn add(&self, id: &str) -> bool {
        let mut ids = self.lock();
        if !ids.known.insert(id.to_owned()) {
            return false;
        }
        ids.order.push_back(id.to_owned());
        if ids.order.len() > self.most {
            if let Some(oldest) = ids.order.pop_front() {
                ids.known.remove(&oldest);
            }
        }
        true
    }

    /// Forgets an id whose handling failed, so that the next delivery is handled.
    pub fn discard(&self, id: &str) {
        let mut ids = self.lock();
        ids.known.remove(id);
        ids.order.retain(|one| one != id);
    }

    fn lock(&self) -> MutexGuard<'_, Ids> {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for SeenIds {
    fn default() -> Self {
        Self::new(constants::KEPT_CALLBACK_IDS)
    }
}
