//! As much of HTTP/1.1 as serving files takes.

use crate::files::File;
use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read, Write};

/// The longest head of a request that is read.
const LONGEST_HEAD: u64 = 16 * 1024;

/// What a browser asks for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    /// The packings it understands.
    pub(crate) encodings: String,
    /// The tag of the copy that it has.
    pub(crate) known: Option<String>,
}

impl Request {
    /// Reads the head of a request; `None` if it is none.
    pub(crate) fn read(stream: &mut impl Read) -> io::Result<Option<Request>> {
        let mut lines = BufReader::new(stream.take(LONGEST_HEAD));
        let mut line = String::new();
        let mut next = |line: &mut String| -> io::Result<bool> {
            line.clear();
            match lines.read_line(line) {
                Ok(_) => Ok(line.ends_with('\n')),
                Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(false),
                Err(error) => Err(error),
            }
        };
        if !next(&mut line)? {
            return Ok(None);
        }
        let mut words = line.split_whitespace();
        let (Some(method), Some(path), Some(_)) = (words.next(), words.next(), words.next()) else { return Ok(None) };
        let mut request =
            Request { method: method.to_owned(), path: path.to_owned(), encodings: String::new(), known: None };
        loop {
            if !next(&mut line)? {
                return Ok(None);
            }
            let header = line.trim_end();
            if header.is_empty() {
                return Ok(Some(request));
            }
            let Some((name, value)) = header.split_once(':') else { return Ok(None) };
            match name.to_ascii_lowercase().as_str() {
                "accept-encoding" => request.encodings = value.trim().to_owned(),
                "if-none-match" => request.known = Some(value.trim().to_owned()),
                _ => {}
            }
        }
    }
}

/// What the browser gets.
pub(crate) struct Answer {
    status: &'static str,
    headers: Vec<(&'static str, String)>,
    content: Cow<'static, [u8]>,
    head_only: bool,
}

impl Answer {
    pub(crate) const BAD: Answer = Answer::plain("400 Bad Request");
    pub(crate) const NOT_FOUND: Answer = Answer::plain("404 Not Found");
    pub(crate) const NOT_ALLOWED: Answer = Answer::plain("405 Method Not Allowed");

    const fn plain(status: &'static str) -> Answer {
        Answer { status, headers: Vec::new(), content: Cow::Borrowed(b""), head_only: false }
    }

    /// The browser's copy is still right.
    pub(crate) fn unchanged(tag: String) -> Answer {
        Answer { headers: vec![("ETag", tag)], ..Answer::plain("304 Not Modified") }
    }

    pub(crate) fn file(file: File, head_only: bool) -> Answer {
        let mut headers = vec![
            ("Content-Type", file.kind.to_owned()),
            ("ETag", file.tag),
            ("Cache-Control", "no-cache".to_owned()),
            ("Vary", "Accept-Encoding".to_owned()),
            ("X-Content-Type-Options", "nosniff".to_owned()),
        ];
        headers.extend(file.encoding.map(|encoding| ("Content-Encoding", encoding.to_owned())));
        Answer { status: "200 OK", headers, content: file.content, head_only }
    }

    #[cfg(test)]
    pub(crate) fn status(&self) -> &'static str {
        self.status
    }

    pub(crate) fn write(&self, stream: &mut impl Write) -> io::Result<()> {
        let mut head = format!("HTTP/1.1 {}\r\nConnection: close\r\n", self.status);
        head += &format!("Content-Length: {}\r\n", self.content.len());
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        stream.write_all(head.as_bytes())?;
        stream.write_all(b"\r\n")?;
        if !self.head_only {
            stream.write_all(&self.content)?;
        }
        stream.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Request> {
        Request::read(&mut text.as_bytes()).expect("reading from memory works")
    }

    #[test]
    fn a_browser_is_understood() {
        let request =
            read("GET /a.js HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip, br\r\nIf-None-Match: \"1\"\r\n\r\n");
        let wanted = Request {
            method: "GET".to_owned(),
            path: "/a.js".to_owned(),
            encodings: "gzip, br".to_owned(),
            known: Some("\"1\"".to_owned()),
        };
        assert_eq!(request, Some(wanted));
    }

    #[test]
    fn what_is_no_request_is_refused() {
        let long = format!("GET / HTTP/1.1\r\nA: {}\r\n\r\n", "x".repeat(20_000));
        for text in ["", "GET\r\n\r\n", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nnonsense\r\n\r\n", &long] {
            assert_eq!(read(text), None, "{:.40}", text);
        }
    }

    #[test]
    fn an_answer_says_how_long_it_is() {
        let mut out = Vec::new();
        Answer::NOT_FOUND.write(&mut out).expect("writing to memory works");
        let text = String::from_utf8(out).expect("plain text");
        assert!(text.starts_with("HTTP/1.1 404 Not Found\r\n"), "{text}");
        assert!(text.contains("Content-Length: 0\r\n") && text.ends_with("\r\n\r\n"), "{text}");
    }
}
