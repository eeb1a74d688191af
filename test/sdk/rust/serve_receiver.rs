/// Serves the receiver of docs/callbacks.md, which is above, on a port.
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use std::io::{BufRead, BufReader, Read, Write};

    let port = std::env::args().nth(1).ok_or("no port")?;
    let seen = SeenIds::default();
    for stream in std::net::TcpListener::bind(format!("127.0.0.1:{port}"))?.incoming() {
        let mut reader = BufReader::new(stream?);
        let mut headers = HeaderMap::new();
        let mut line = String::new();
        reader.read_line(&mut line)?;
        loop {
            line.clear();
            reader.read_line(&mut line)?;
            let Some((name, value)) = line.trim_end().split_once(": ") else {
                break;
            };
            let name: gatewright::reqwest::header::HeaderName = name.parse()?;
            headers.insert(name, value.parse()?);
        }
        let length = headers.get("content-length").ok_or("no length")?;
        let mut body = vec![0; length.to_str()?.parse()?];
        reader.read_exact(&mut body)?;
        let status = receive(&headers, &body, &seen);
        write!(
            reader.get_mut(),
            "HTTP/1.1 {status} Done\r\nconnection: close\r\n\r\n"
        )?;
    }
    Ok(())
}
