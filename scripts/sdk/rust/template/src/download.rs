use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use reqwest::Url;

use crate::transport::Transport;
use crate::types::TaskRecord;
use crate::{Error, Result};

/// One file of a result.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct File {
    pub url: String,
    /// The last part of the address, such as `0.png`; a second file of that name is `0-2.png`.
    pub name: String,
    pub media_type: String,
    pub content: Vec<u8>,
}

impl File {
    /// Saves the file to a path, or into a folder under its own name, and returns where.
    pub fn save(&self, target: impl AsRef<Path>) -> std::io::Result<PathBuf> {
        let mut path = target.as_ref().to_owned();
        if path.is_dir() {
            path.push(&self.name);
        }
        std::fs::write(&path, &self.content)?;
        Ok(path)
    }
}

/// Fetches every file, in the order of the result.
pub(crate) async fn fetch_files(transport: &Transport, record: &TaskRecord) -> Result<Vec<File>> {
    let mut files: Vec<File> = Vec::new();
    for (url, expires_at) in links_of(record) {
        let mut file = fetch(transport, url, expires_at, record).await?;
        file.name = new_name(file.name, &files);
        files.push(file);
    }
    Ok(files)
}

fn links_of(record: &TaskRecord) -> Vec<(&str, Option<i64>)> {
    let Some(result) = &record.result else {
        return Vec::new();
    };
    let images = result
        .images
        .iter()
        .flatten()
        .map(|one| (&one.url, one.expires_at));
    let videos = result
        .videos
        .iter()
        .flatten()
        .map(|one| (&one.url, one.expires_at));
    let audios = result
        .audios
        .iter()
        .flatten()
        .map(|one| (&one.url, one.expires_at));
    images
        .chain(videos)
        .chain(audios)
        .flat_map(|(urls, own)| {
            urls.iter()
                .map(move |url| (&**url, own.or(result.expires_at)))
        })
        .collect()
}

async fn fetch(
    transport: &Transport,
    url: &str,
    expires_at: Option<i64>,
    record: &TaskRecord,
) -> Result<File> {
    let opened = transport.fetch_file(url).await?;
    if !opened.facts.is_success() {
        // Whether a link has expired is decided by the host of the file: its clock may differ from ours.
        if opened.facts.status == 410 || expires_at.is_some_and(is_past) {
            return Err(Error::ResultExpired(Box::new(record.clone())));
        }
        opened.expect_success().await?;
        unreachable!("a response without success is an error");
    }
    Ok(File {
        url: url.to_owned(),
        name: name_of(url).unwrap_or_else(|| "file".to_owned()),
        media_type: opened.header("content-type").unwrap_or_default(),
        content: opened.read_all().await?,
    })
}

fn is_past(time: i64) -> bool {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(time).is_ok_and(|time| time <= now.as_secs())
}

/// Keeps files apart that are saved into one folder.
fn new_name(wanted: String, files: &[File]) -> String {
    let is_taken = |name: &str| files.iter().any(|file| file.name == name);
    if !is_taken(&wanted) {
        return wanted;
    }
    let dot = wanted.rfind('.').filter(|&place| place > 0);
    let (stem, ending) = wanted.split_at(dot.unwrap_or(wanted.len()));
    let mut names = (2..).map(|count| format!("{stem}-{count}{ending}"));
    names.find(|name| !is_taken(name)).unwrap_or_default()
}

fn name_of(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    let name = url.path_segments()?.next_back()?;
    Some(name.to_owned()).filter(|name| !name.is_empty())
}
