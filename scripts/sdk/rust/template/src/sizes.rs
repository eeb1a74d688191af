use serde::Deserialize;
use serde_json::Value;

use crate::Result;
use crate::expressions::{Request, quote, read_text, refuse, truth};

/// Width and height in pixels.
pub(crate) type Size = (i64, i64);

/// What the contract says about the sizes of a model.
#[derive(Deserialize)]
pub(crate) struct SizeRules {
    size_field: String,
    tier_field: String,
    forms: Vec<String>,
    ratio_separators: Vec<String>,
    tiers: Vec<Tier>,
    auto_ratio: Option<String>,
    pixels: PixelRules,
    advice: String,
    cases: Vec<Case>,
    rules: Vec<Rule>,
}

#[derive(Deserialize)]
struct Tier {
    name: String,
    sizes: Vec<Cell>,
}

#[derive(Deserialize)]
struct Cell {
    ratio: String,
    width: i64,
    height: i64,
}

#[derive(Deserialize)]
struct PixelRules {
    separators: Vec<char>,
    above: i64,
    side: (i64, i64),
    area: (i64, i64),
    ratio: (Size, Size),
    advice: String,
}

#[derive(Deserialize)]
struct Case {
    when: Value,
    forms: Vec<String>,
    auto_tier: Option<String>,
    message: String,
}

#[derive(Deserialize)]
struct Rule {
    rule: Value,
    message: String,
}

/// A size as written in a request.
enum Form<'a> {
    Auto,
    Tier(&'a Tier),
    Ratio(String),
    Pixels(Size),
}

impl Form<'_> {
    fn name(&self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Tier(_) => "tier",
            Self::Ratio(_) => "ratio",
            Self::Pixels(_) => "pixels",
        }
    }
}

impl SizeRules {
    /// The pixels of each result, and the tier unless the request names the pixels. The request as it was sent lacks the defaults.
    pub(crate) fn settle(
        &self,
        sent: &Request,
        request: &Request,
        reference: Option<Size>,
    ) -> Result<(Size, Option<&str>)> {
        for one in &self.rules {
            if !truth(&one.rule, request)? {
                return refuse(&one.message);
            }
        }
        let text = read_text(&self.size_field, request)?;
        let special = self.special(request)?;
        let forms = special.map_or(&self.forms, |case| &case.forms);
        let form = self.read_form(&text);
        let form = form.filter(|form| forms.iter().any(|one| one == form.name()));
        let Some(form) = form else {
            let message = special.map(|case| case.message.clone());
            return refuse(message.unwrap_or_else(|| self.unsupported(&text)));
        };
        let auto_tier = special.and_then(|case| case.auto_tier.as_deref());
        let tier = match (&form, auto_tier) {
            (Form::Pixels(size), _) => return self.allowed(*size).map(|size| (size, None)),
            (Form::Tier(tier), _) => *tier,
            (Form::Auto, Some(tier)) if !sent.contains_key(&self.tier_field) => self.tier(tier)?,
            _ => self.tier(&read_text(&self.tier_field, request)?)?,
        };
        let ratio = match form {
            Form::Ratio(ratio) => ratio,
            _ => self.auto_ratio(tier, reference)?,
        };
        match tier.sizes.iter().find(|cell| cell.ratio == ratio) {
            Some(cell) => Ok(((cell.width, cell.height), Some(&tier.name))),
            None => refuse(self.unsupported(&text)),
        }
    }

    /// The first case whose condition holds.
    fn special(&self, request: &Request) -> Result<Option<&Case>> {
        for case in &self.cases {
            if truth(&case.when, request)? {
                return Ok(Some(case));
            }
        }
        Ok(None)
    }

    fn read_form(&self, text: &str) -> Option<Form<'_>> {
        if text == "auto" {
            return Some(Form::Auto);
        }
        if let Some(tier) = self.find_tier(text) {
            return Some(Form::Tier(tier));
        }
        for separator in self.ratio_separators.iter().filter(|one| text.contains(&***one)) {
            let ratio = text.replacen(&**separator, ":", 1);
            let mut cells = self.tiers.iter().flat_map(|tier| &tier.sizes);
            if cells.any(|cell| cell.ratio == ratio) {
                return Some(Form::Ratio(ratio));
            }
        }
        let separator = text.chars().find(|one| !one.is_ascii_digit())?;
        let (width, height) = text.split_once(separator)?;
        let size = (parse_side(width)?, parse_side(height)?);
        let is_size = self.pixels.separators.contains(&separator);
        (is_size && size.0.max(size.1) > self.pixels.above).then_some(Form::Pixels(size))
    }

    fn find_tier(&self, name: &str) -> Option<&Tier> {
        let wanted = name.to_lowercase();
        self.tiers.iter().find(|tier| tier.name.to_lowercase() == wanted)
    }

    fn tier(&self, name: &str) -> Result<&Tier> {
        if let Some(tier) = self.find_tier(name) {
            return Ok(tier);
        }
        let names: Vec<_> = self.tiers.iter().map(|tier| &*tier.name).collect();
        let (field, names) = (&self.tier_field, names.join(", "));
        refuse(format!("{field}: {name:?} is not supported; use {names}"))
    }

    fn unsupported(&self, text: &str) -> String {
        let given = quote(Some(&Value::from(text)));
        format!("{}: {given} is not supported; use {}", self.size_field, self.advice)
    }

    fn allowed(&self, (width, height): Size) -> Result<Size> {
        let PixelRules { side, area, ratio: (low, high), advice, .. } = &self.pixels;
        let is_allowed = (side.0..=side.1).contains(&width)
            && (side.0..=side.1).contains(&height)
            && (area.0..=area.1).contains(&(width * height))
            && low.0 * height <= width * low.1
            && width * high.1 <= high.0 * height;
        if is_allowed {
            return Ok((width, height));
        }
        let field = &self.size_field;
        refuse(format!("{field}: {width}x{height} is not supported; use {advice}"))
    }

    /// The ratio that is nearest to the reference, or else the one of the model.
    fn auto_ratio(&self, tier: &Tier, reference: Option<Size>) -> Result<String> {
        let Some((width, height)) = reference else {
            let first = tier.sizes.first().map(|cell| cell.ratio.clone());
            return Ok(self.auto_ratio.clone().or(first).unwrap_or_default());
        };
        if width.min(height) < 1 {
            return refuse("the first reference has at least one pixel in each direction");
        }
        let distance = |cell: &Cell| {
            let (across, down) = cell.ratio.split_once(':').unwrap_or(("1", "1"));
            let term = |text: &str| text.parse().unwrap_or(1.0);
            let (across, down): (f64, f64) = (term(across) * height as f64, term(down) * width as f64);
            across.max(down) / across.min(down)
        };
        let nearest = tier.sizes.iter().min_by(|one, other| distance(one).total_cmp(&distance(other)));
        Ok(nearest.map(|cell| cell.ratio.clone()).unwrap_or_default())
    }
}

/// One to seven digits.
fn parse_side(text: &str) -> Option<i64> {
    let is_number = text.bytes().all(|one| one.is_ascii_digit()) && !text.starts_with('0');
    if is_number && text.len() <= 7 { text.parse().ok() } else { None }
}
