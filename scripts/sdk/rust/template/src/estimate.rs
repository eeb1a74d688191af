use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::amounts::{format_nano, multiply, to_nano};
use crate::expressions::{Request, integer, quote, refuse, truth};
use crate::sizes::{Size, SizeRules};
use crate::{Error, Result};

/// What a request makes and costs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Estimate {
    /// Id of the model, however it was spelled.
    pub model: String,
    /// Pixels.
    pub width: i64,
    /// Pixels.
    pub height: i64,
    /// Images, or layers at most; 1 for a clip.
    pub count: i64,
    /// Length of a clip; none for images.
    pub seconds: Option<i64>,
    /// Held at submission in US dollars, a decimal; what is too much is returned when the task has ended.
    pub hold_usd: String,
    /// Charged in US dollars if everything is made, a decimal; for a layer decomposition, at most.
    pub price_usd: String,
}

/// Estimates an image or video request, without a network, by the contract of this crate: one of its types, or anything that is
/// the same as JSON. Fails with `Error::NotEstimated` for models, sizes and values that have no price. Otherwise the request is not
/// validated: the gateway may still refuse it, and its prices may have changed.
pub fn estimate(request: &impl Serialize) -> Result<Estimate> {
    Estimator::default().estimate(request)
}

/// Estimates requests with what is known besides them.
#[must_use]
#[derive(Clone, Debug)]
pub struct Estimator {
    group_ratio: String,
    first_reference: Option<Size>,
}

impl Default for Estimator {
    fn default() -> Self {
        Self {
            group_ratio: "1".to_owned(),
            first_reference: None,
        }
    }
}

impl Estimator {
    pub fn new() -> Self {
        Self::default()
    }

    /// The price ratio of the key's group, a decimal.
    pub fn group_ratio(mut self, ratio: impl Into<String>) -> Self {
        self.group_ratio = ratio.into();
        self
    }

    /// The pixels of the first reference image, which decides the ratio of the result when the size is `auto`.
    pub fn first_reference(mut self, width: i64, height: i64) -> Self {
        self.first_reference = Some((width, height));
        self
    }

    /// Estimates a request, as [`estimate`] does.
    pub fn estimate(&self, request: &impl Serialize) -> Result<Estimate> {
        let sent = match serde_json::to_value(request) {
            Ok(Value::Object(members)) => members,
            _ => return Err(Error::NotEstimated("the request is no object".to_owned())),
        };
        let sent: Map<_, _> = sent.into_iter().filter(|(_, one)| !one.is_null()).collect();
        let model = choose_model(sent.get("model"))?;
        let mut request = model.defaults.clone();
        request.extend(sent.clone());
        self.price(model, &sent, &request)
    }

    fn price(&self, model: &Model, sent: &Request, request: &Request) -> Result<Estimate> {
        let (size, tier) = model.sizes.settle(sent, request, self.first_reference)?;
        let mut count = at_least_one(model, "count", &model.count, request)?;
        let seconds = model.seconds.as_ref();
        let seconds = seconds
            .map(|tree| at_least_one(model, "seconds", tree, request))
            .transpose()?;
        let paid = count_references(model, request).saturating_sub(model.surcharge.free);
        let added = times(to_nano(&model.surcharge.rate)?, paid)?;
        let unit = times(to_nano(model.rate(size, tier)?)?, seconds.unwrap_or(1))?;
        let amount = |units| {
            let sum = times(unit, units)?.checked_add(added);
            multiply(sum.ok_or_else(too_large)?, &self.group_ratio)
        };
        let mut held = count;
        for hold in &model.holds {
            if truth(&hold.when, request)? {
                held = hold.images;
                break;
            }
        }
        let (hold, mut price) = (amount(held)?, amount(count)?);
        if let Some(layers) = &model.layers {
            if truth(&layers.when, request)? {
                (count, price) = (layers.max + 1, hold);
            }
        }
        Ok(Estimate {
            model: model.id.clone(),
            width: size.0,
            height: size.1,
            count,
            seconds,
            hold_usd: format_nano(hold),
            price_usd: format_nano(price),
        })
    }
}

/// What the contract says about a model.
#[derive(Deserialize)]
struct Model {
    id: String,
    spellings: Vec<String>,
    #[serde(default)]
    defaults: Map<String, Value>,
    sizes: SizeRules,
    rates: Vec<Rate>,
    surcharge: Surcharge,
    holds: Vec<Hold>,
    references: Vec<String>,
    count: Value,
    seconds: Option<Value>,
    layers: Option<Layers>,
}

#[derive(Deserialize)]
struct Rate {
    tier: Option<String>,
    max_pixels: Option<i64>,
    rate: String,
}

#[derive(Deserialize)]
struct Surcharge {
    free: i64,
    rate: String,
}

#[derive(Deserialize)]
struct Hold {
    when: Value,
    images: i64,
}

#[derive(Deserialize)]
struct Layers {
    when: Value,
    max: i64,
}

/// A model that cannot be estimated, and why.
#[derive(Deserialize)]
struct Unsupported {
    spellings: Vec<String>,
    unsupported: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Entry {
    Unsupported(Unsupported),
    Model(Box<Model>),
}

/// The file is written by the generator.
static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("estimates.json")).expect("estimates.json is not as written")
});

fn choose_model(name: Option<&Value>) -> Result<&'static Model> {
    let has = |spellings: &[String]| spellings.iter().any(|one| name == Some(&Value::from(&**one)));
    for entry in ENTRIES.iter() {
        match entry {
            Entry::Unsupported(one) if has(&one.spellings) => return refuse(&one.unsupported),
            Entry::Model(model) if has(&model.spellings) => return Ok(model),
            _ => {}
        }
    }
    refuse(format!("there is no image or video model {}", quote(name)))
}

impl Model {
    /// The price of one unit: the first that fits.
    fn rate(&self, size: Size, tier: Option<&str>) -> Result<&str> {
        let is_fitting = |one: &&Rate| {
            one.max_pixels.is_none_or(|most| size.0 * size.1 <= most)
                && one.tier.as_deref().is_none_or(|wanted| tier == Some(wanted))
        };
        match self.rates.iter().find(is_fitting) {
            Some(found) => Ok(&found.rate),
            None => refuse(format!("{} has no price for {}x{}", self.id, size.0, size.1)),
        }
    }
}

fn at_least_one(model: &Model, what: &str, tree: &Value, request: &Request) -> Result<i64> {
    match integer(tree, request)? {
        value @ 1.. => Ok(value),
        value => refuse(format!(
            "the {what} of a request to {} must be 1 or more; got {value}",
            model.id
        )),
    }
}

fn count_references(model: &Model, request: &Request) -> i64 {
    let lists = model.references.iter().filter_map(|field| request.get(field)?.as_array());
    lists.map(|list| list.len() as i64).sum()
}

fn times(nano: u128, units: i64) -> Result<u128> {
    let units = u128::try_from(units.max(0)).unwrap_or_default();
    nano.checked_mul(units).ok_or_else(too_large)
}

fn too_large() -> Error {
    Error::NotEstimated("the request leads to numbers that are too large".to_owned())
}
