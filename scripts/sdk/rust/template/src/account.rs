use std::future::IntoFuture;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use crate::Result;
use crate::constants::paths;
use crate::steps::Boxed;
use crate::transport::{Call, Transport};
use crate::types::{
    BillingSubscription, BillingUsage, KeyBalance, ModelDescription, ModelList, ModelPricing,
    UserBalance,
};

/// What the key can use.
#[derive(Clone, Debug)]
pub struct Models(pub(crate) Arc<Transport>);

impl Models {
    /// Lists the models.
    pub fn list(&self) -> ListModels {
        ListModels {
            transport: self.0.clone(),
            category: String::new(),
            expand: String::new(),
        }
    }

    /// A model with the JSON Schema of its parameters.
    pub async fn schema(&self, model: &str) -> Result<ModelDescription> {
        get(
            &self.0,
            paths::GET_MODEL_SCHEMA_BY_QUERY,
            &[("model", model)],
        )
        .await
    }

    /// The prices of a model for this key.
    pub async fn prices(&self, model: &str) -> Result<ModelPricing> {
        get(&self.0, paths::GET_MODEL_PRICING, &[("model", model)]).await
    }
}

/// Which models are listed, and what is said about them: to be awaited.
#[must_use = "nothing is sent before it is awaited"]
pub struct ListModels {
    transport: Arc<Transport>,
    category: String,
    expand: String,
}

impl ListModels {
    /// Only models of a category, such as `image`.
    pub fn category(mut self, category: &str) -> Self {
        self.category = category.to_owned();
        self
    }

    /// Names further fields, separated by commas.
    pub fn expand(mut self, fields: &str) -> Self {
        self.expand = fields.to_owned();
        self
    }
}

impl IntoFuture for ListModels {
    type Output = Result<ModelList>;
    type IntoFuture = Boxed<'static, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let query = [("category", &*self.category), ("expand", &*self.expand)];
            get(&self.transport, paths::LIST_MODELS, &query).await
        })
    }
}

/// What is left, and what was spent.
#[derive(Clone, Debug)]
pub struct Balance(pub(crate) Arc<Transport>);

impl Balance {
    /// The balance of the account.
    pub async fn account(&self) -> Result<UserBalance> {
        get(&self.0, paths::GET_USER_BALANCE, &[]).await
    }

    /// The balance of the key.
    pub async fn key(&self) -> Result<KeyBalance> {
        get(&self.0, paths::GET_KEY_BALANCE, &[]).await
    }

    /// The charges by day and model; dates are `YYYY-MM-DD`, or empty.
    pub async fn usage(&self, start_date: &str, end_date: &str) -> Result<BillingUsage> {
        let query = [("start_date", start_date), ("end_date", end_date)];
        get(&self.0, paths::GET_BILLING_USAGE, &query).await
    }

    /// The spending limits of the account.
    pub async fn limits(&self) -> Result<BillingSubscription> {
        get(&self.0, paths::GET_BILLING_SUBSCRIPTION, &[]).await
    }
}

/// Empty values are left out.
async fn get<T: DeserializeOwned>(
    transport: &Transport,
    path: &str,
    query: &[(&str, &str)],
) -> Result<T> {
    let given: Vec<_> = query
        .iter()
        .copied()
        .filter(|(_, value)| !value.is_empty())
        .collect();
    transport.call(Call::get(path, &given)).await
}
