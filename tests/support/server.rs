//! A live service, and requests to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// A running `towerlab serve` on a free port; stopped when dropped.
pub struct Server {
    child: Child,
    /// Host and port.
    pub address: String,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// Headers by name, in small letters.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

impl Answer {
    /// A header's value.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }
}

impl Server {
    /// Starts a service with some flags.
    pub fn start(flags: &[&str]) -> Server {
        Server::start_program(&crate::towerlab(), flags)
    }

    /// Starts the service of another program.
    pub fn start_program(program: &Path, flags: &[&str]) -> Server {
        let mut child = Command::new(program)
            .args(["serve", "--port", "0", "--log", "warn"])
            .args(flags)
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut lines = BufReader::new(child.stderr.take().expect("it is piped")).lines();
        let line = lines.next().expect("a line").expect("text");
        let address = line
            .strip_prefix("listening on http://")
            .and_then(|rest| rest.split('/').next())
            .unwrap_or_else(|| panic!("it says where it listens: {line}"))
            .to_string();
        // What it logs later is shown with the test's own output.
        std::thread::spawn(move || {
            lines.map_while(Result::ok).for_each(|line| eprintln!("{line}"))
        });
        Server { child, address }
    }

    /// Opens a connection and sends a request.
    pub fn send(&self, method: &str, path: &str, headers: &[&str], body: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n", self.address);
        head += &format!("content-length: {}\r\nconnection: close\r\n", body.len());
        headers.iter().for_each(|header| head += &format!("{header}\r\n"));
        stream.write_all((head + "\r\n").as_bytes()).expect("it is read");
        // A body that is too long may be refused before it is read.
        let _ = stream.write_all(body);
        stream
    }

    /// Sends a request and waits for its answer.
    pub fn ask(&self, method: &str, path: &str, headers: &[&str], body: &[u8]) -> Answer {
        let mut text = Vec::new();
        let _ = self.send(method, path, headers, body).read_to_end(&mut text);
        let text = String::from_utf8_lossy(&text).into_owned();
        let (head, body) =
            text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text}"));
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok());
        let header = |line: &str| {
            let (name, value) = line.split_once(": ")?;
            Some((name.to_ascii_lowercase(), value.to_string()))
        };
        Answer {
            status: status.expect("a status"),
            headers: lines.filter_map(header).collect(),
            body: body.to_string(),
        }
    }

    /// GET.
    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"")
    }

    /// POST of JSON.
    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, &["content-type: application/json"], body.to_string().as_bytes())
    }

    /// The process.
    pub fn process(&mut self) -> &mut Child {
        &mut self.child
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
