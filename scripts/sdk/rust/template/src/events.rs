const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Reads the data of server-sent events from bytes as they arrive; comments and other fields are skipped.
#[derive(Debug, Default)]
pub struct EventReader {
    line: Vec<u8>,
    data: Option<String>,
    is_started: bool,
    /// Set when the last line ended with CR: a LF after it belongs to that end.
    ended_by_cr: bool,
}

impl EventReader {
    /// Reads bytes and returns the data of each event that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<String> {
        bytes.iter().filter_map(|&byte| self.read(byte)).collect()
    }

    fn read(&mut self, byte: u8) -> Option<String> {
        let is_second_half = byte == b'\n' && self.ended_by_cr;
        self.ended_by_cr = byte == b'\r';
        match byte {
            b'\n' if is_second_half => None,
            b'\n' | b'\r' => self.end_line(),
            _ => {
                self.line.push(byte);
                None
            }
        }
    }

    fn end_line(&mut self) -> Option<String> {
        let line = std::mem::take(&mut self.line);
        let mut text = String::from_utf8_lossy(&line);
        if !std::mem::replace(&mut self.is_started, true) {
            if let Some(rest) = text.strip_prefix(BYTE_ORDER_MARK) {
                text = rest.to_owned().into();
            }
        }
        if text.is_empty() {
            return self.data.take();
        }
        let (name, value) = text.split_once(':').unwrap_or((&text, ""));
        if name == "data" {
            let value = value.strip_prefix(' ').unwrap_or(value);
            match &mut self.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
                data => *data = Some(value.to_owned()),
            }
        }
        None
    }
}
