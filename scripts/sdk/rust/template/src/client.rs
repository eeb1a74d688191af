use std::sync::Arc;
use std::time::Duration;

use reqwest::{Method, Url, redirect};
use serde::{Serialize, de::DeserializeOwned};

use crate::transport::{Call, Transport, header_of};
use crate::{Balance, Chat, Error, Images, Models, Responses, Result, Tasks, Videos, constants};

/// Calls a gateway. Clones share its connections.
#[derive(Clone, Debug)]
pub struct Client {
    transport: Arc<Transport>,
}

impl Client {
    /// A client of the gateway at an address without `/v1`. Fails for an address or a key that cannot be one.
    pub fn new(base_url: &str, api_key: &str) -> Result<Self> {
        Self::builder(base_url, api_key).build()
    }

    /// A client with settings of your own.
    pub fn builder(base_url: &str, api_key: &str) -> ClientBuilder {
        ClientBuilder {
            base_url: base_url.trim_end_matches('/').to_owned(),
            api_key: api_key.to_owned(),
            max_retries: constants::MAX_RETRIES,
            silence: constants::SILENCE,
            configure: Box::new(|http| http),
        }
    }

    pub fn images(&self) -> Images {
        Images(self.tasks())
    }

    pub fn videos(&self) -> Videos {
        Videos(self.tasks())
    }

    pub fn chat(&self) -> Chat {
        Chat(self.transport.clone())
    }

    pub fn responses(&self) -> Responses {
        Responses(self.transport.clone())
    }

    pub fn tasks(&self) -> Tasks {
        Tasks(self.transport.clone())
    }

    pub fn models(&self) -> Models {
        Models(self.transport.clone())
    }

    pub fn balance(&self) -> Balance {
        Balance(self.transport.clone())
    }

    /// Calls what this crate does not know; `()` is no body. A response without a body is read as `null`, which `()` and `Option` are.
    pub async fn request<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        query: &[(&str, &str)],
        body: impl Serialize,
    ) -> Result<T> {
        let encoded = encode(&body)?;
        let call = Call {
            method,
            path,
            query,
            body: Some(encoded).filter(|encoded| encoded != b"null"),
            idempotency_key: None,
        };
        self.transport.call(call).await
    }
}

pub(crate) fn encode(body: &impl Serialize) -> Result<Vec<u8>> {
    serde_json::to_vec(body)
        .map_err(|error| Error::Invalid(format!("the body is no JSON: {error}")))
}

type Configure = dyn FnOnce(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send;

/// Settings of a client.
#[must_use = "it makes a client only when it is built"]
pub struct ClientBuilder {
    base_url: String,
    api_key: String,
    max_retries: usize,
    silence: Duration,
    configure: Box<Configure>,
}

impl ClientBuilder {
    /// How often a failed request is repeated.
    pub fn max_retries(mut self, retries: usize) -> Self {
        self.max_retries = retries;
        self
    }

    /// The longest wait for more of a response.
    pub fn silence(mut self, longest: Duration) -> Self {
        self.silence = longest;
        self
    }

    /// Changes how HTTP requests are made, for example with a proxy.
    pub fn configure(
        mut self,
        configure: impl FnOnce(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + 'static,
    ) -> Self {
        self.configure = Box::new(configure);
        self
    }

    pub fn build(self) -> Result<Client> {
        let base_url = &self.base_url;
        if !Url::parse(base_url).is_ok_and(|url| matches!(url.scheme(), "http" | "https")) {
            let message = format!("{base_url:?} is not the address of a gateway");
            return Err(Error::Invalid(message));
        }
        let mut authorization = header_of("the API key", &self.api_key, "Bearer ")?;
        authorization.set_sensitive(true);
        choose_cryptography();
        // The key goes nowhere else.
        let http = reqwest::Client::builder().redirect(redirect::Policy::none());
        let http = (self.configure)(http)
            .build()
            .map_err(|error| Error::Invalid(format!("no HTTP client: {error:?}")))?;
        Ok(Client {
            transport: Arc::new(Transport {
                authorization,
                http,
                base_url: self.base_url,
                max_retries: self.max_retries,
                silence: self.silence,
            }),
        })
    }
}

/// Uses ring for TLS, unless the program has chosen something else.
fn choose_cryptography() {
    if rustls::crypto::CryptoProvider::get_default().is_none() {
        // Only another thread can have been faster, with what is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
    }
}
