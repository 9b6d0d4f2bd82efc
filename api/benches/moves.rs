//! How fast `moves` is answered, beside a handler that does nothing but parse and send.
//!
//!     cargo bench --package towerlab-api
//!
//! Both servers run in this process, one after the other, on a position in the middle of a
//! four-player game of Tower Up; the bare one parses the request into the same kind of document
//! and returns as many bytes. First each is asked as fast as it answers, in turns, then each at
//! 80 % of half the bare handler's rate and at 80 % of what `moves` reached, on a fixed schedule
//! (open loop): latencies count from the moment a request was due. At last `moves` is asked while
//! four clients keep the pool full of simulations. The clients share the machine with the servers.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use actix_web::{App, HttpResponse, HttpServer, web};
use serde_json::{Value, json};
use towerlab_api::Settings;
use towerlab_engine::agents::{AgentContext, Halt};
use towerlab_engine::operations::replay::ReplayRequest;
use towerlab_engine::operations::{Bounds, Context, Registry};

const CLIENTS: usize = 4;
/// Connections of those who ask on a schedule.
const CONNECTIONS: usize = 64;
/// How long they look away while answers are due.
const LOOK: Duration = Duration::from_micros(50);
const ROUNDS: usize = 7;
const ROUND: Duration = Duration::from_secs(2);

fn main() {
    let body = json!({"state": position()}).to_string();
    let request = |path: &str, body: &str| {
        format!(
            "POST {path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
    };
    let moves = request("/v1/tower-up/moves", &body);
    let service = spawn(|listener| {
        actix_web::rt::System::new()
            .block_on(towerlab_api::serve(listener, Registry::standard(), Settings::default()))
            .expect("it serves");
    });
    let length = Client::new(&service).ask(&moves);
    let bare = spawn(move |listener| bare(listener, length));
    println!("request {} bytes, answer {length} bytes", body.len());

    // In turns, since the machine has better and worse moments; what counts is the middle one.
    let (mut bare_rates, mut rates) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        bare_rates.push(saturate(&bare, &moves, ROUND));
        rates.push(saturate(&service, &moves, ROUND));
    }
    let (bare_rate, rate) = (middle_of(&mut bare_rates), middle_of(&mut rates));
    println!("bare   {bare_rate:8.0} requests a second ({})", listed(&bare_rates, 0));
    println!("moves  {rate:8.0} requests a second ({})", listed(&rates, 0));
    println!("moves reaches {:.0} % of the bare handler", 100.0 * rate / bare_rate);

    // 80 % of the load that is asked of it, half of what the bare handler does; and of its own.
    let asked = 0.8 * 0.5 * bare_rate;
    for (name, address, load) in
        [("bare", &bare, asked), ("moves", &service, asked), ("moves", &service, 0.8 * rate)]
    {
        let (mut all, mut tails) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let late = schedule(address, &moves, load, ROUND);
            tails.push(quantile(&late, 0.99));
            all.extend(late);
        }
        all.sort_by(f64::total_cmp);
        tails.sort_by(f64::total_cmp);
        println!(
            "{name:6} at {load:.0} a second: median {:.2} ms, p99 {:.2} ms (by round {})",
            quantile(&all, 0.5),
            quantile(&all, 0.99),
            listed(&tails, 1)
        );
    }

    let busy = json!({"rules": {"players": 4}, "agents": ["tuned"], "games": 3000}).to_string();
    let busy = request("/v1/tower-up/simulate", &busy);
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut client = Client::new(&service);
                while !done.load(Ordering::Relaxed) {
                    client.ask(&busy);
                }
            });
        }
        thread::sleep(Duration::from_millis(500));
        let late = schedule(&service, &moves, 200.0, Duration::from_secs(8));
        println!(
            "200 a second beside simulations: median {:.2} ms, p99 {:.2} ms",
            quantile(&late, 0.5),
            quantile(&late, 0.99)
        );
        done.store(true, Ordering::Relaxed);
    });
}

/// The middle one, once they are sorted.
fn middle_of(numbers: &mut [f64]) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn listed(numbers: &[f64], decimals: usize) -> String {
    let numbers: Vec<String> =
        numbers.iter().map(|number| format!("{number:.decimals$}")).collect();
    numbers.join(", ")
}

/// A position halfway through a random game.
fn position() -> Value {
    let registry = Registry::standard();
    let game = registry.find("tower-up").expect("the game");
    let agents = AgentContext {
        clock: |_| Box::new(|| true),
        start: &|_| unreachable!("no program plays here"),
        halt: Halt::default(),
    };
    let context = Context { agents: &agents, bounds: Bounds::NONE, progress: &|_| {} };
    let body = r#"{"rules": {"players": 4}, "seed": 1, "states": true}"#;
    let request: ReplayRequest = serde_json::from_str(body).expect("a request");
    let states = game.call(&request, &context).expect("a game").states.expect("states");
    let acts = |state: &&Value| state["turn"]["step"] == "act";
    states.iter().skip(states.len() / 2).find(acts).expect("a decision").clone()
}

/// Starts a server on a free port.
fn spawn(serve: impl FnOnce(TcpListener) + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address").to_string();
    thread::spawn(move || serve(listener));
    address
}

fn bare(listener: TcpListener, length: usize) {
    let body = web::Bytes::from(vec![b' '; length]);
    let answer = move |_: web::Json<Value>| {
        let body = body.clone();
        async move { HttpResponse::Ok().content_type("application/json").body(body) }
    };
    let app = move || App::new().default_service(web::to(answer.clone()));
    let workers = Settings::default().workers;
    let server = HttpServer::new(app).workers(workers).listen(listener).expect("it listens");
    actix_web::rt::System::new().block_on(server.run()).expect("it serves");
}

/// A connection that is kept.
struct Client(BufReader<TcpStream>);

impl Client {
    fn new(address: &str) -> Client {
        let stream = TcpStream::connect(address).expect("it listens");
        stream.set_nodelay(true).expect("an option");
        Client(BufReader::with_capacity(1 << 16, stream))
    }

    /// Sends a request; the length of the answer's body.
    fn ask(&mut self, request: &str) -> usize {
        self.0.get_mut().write_all(request.as_bytes()).expect("it is read");
        let (mut line, mut length) = (String::new(), 0);
        self.0.read_line(&mut line).expect("a status");
        assert!(line.contains("200") || line.contains("503"), "{line}");
        loop {
            line.clear();
            self.0.read_line(&mut line).expect("a header");
            if line == "\r\n" {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length: ") {
                length = value.trim().parse().expect("a number");
            }
        }
        std::io::copy(&mut self.0.by_ref().take(length as u64), &mut std::io::sink())
            .expect("a body");
        length
    }
}

/// Answers a second when asked as fast as possible.
fn saturate(address: &str, request: &str, time: Duration) -> f64 {
    let begin = Instant::now();
    let total: u64 = thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|_| {
                scope.spawn(|| {
                    let mut client = Client::new(address);
                    let mut count = 0;
                    while begin.elapsed() < time {
                        client.ask(request);
                        count += 1;
                    }
                    count
                })
            })
            .collect();
        clients.into_iter().map(|client| client.join().expect("it ends")).sum()
    });
    total as f64 / begin.elapsed().as_secs_f64()
}

/// Milliseconds from when each request was due to its answer, ascending.
///
/// One thread sends each request when it is due, whatever became of those before, on any of many
/// connections that waits for nothing: a late answer delays no other while one is left. It sleeps and looks
/// again rather than waiting for one socket, which costs it far less than a thread a connection.
fn schedule(address: &str, request: &str, rate: f64, time: Duration) -> Vec<f64> {
    let begin = Instant::now() + Duration::from_millis(50);
    let due = |number: usize| begin + Duration::from_secs_f64(number as f64 / rate);
    let count = (rate * time.as_secs_f64()) as usize;
    let mut idle: Vec<Wire> = (0..CONNECTIONS).map(|_| Wire::new(address)).collect();
    let mut busy: Vec<(usize, Wire)> = Vec::new();
    let (mut sent, mut late) = (0, Vec::with_capacity(count));
    while late.len() < count {
        while sent < count
            && due(sent) <= Instant::now()
            && let Some(mut wire) = idle.pop()
        {
            wire.send(request);
            busy.push((sent, wire));
            sent += 1;
        }
        let before = late.len();
        for at in (0..busy.len()).rev() {
            if busy[at].1.has_answer() {
                let (number, wire) = busy.swap_remove(at);
                late.push((Instant::now() - due(number)).as_secs_f64() * 1000.0);
                idle.push(wire);
            }
        }
        if late.len() == before {
            let next = due(sent).saturating_duration_since(Instant::now());
            thread::sleep(match (busy.is_empty(), idle.is_empty()) {
                (true, _) => next,
                (_, true) => LOOK,
                _ => next.min(LOOK),
            });
        }
    }
    late.sort_by(f64::total_cmp);
    late
}

/// A connection that never waits.
struct Wire {
    stream: TcpStream,
    answer: Vec<u8>,
}

impl Wire {
    fn new(address: &str) -> Wire {
        let stream = TcpStream::connect(address).expect("it listens");
        stream.set_nodelay(true).expect("an option");
        stream.set_nonblocking(true).expect("an option");
        Wire { stream, answer: Vec::new() }
    }

    fn send(&mut self, request: &str) {
        self.answer.clear();
        self.stream.write_all(request.as_bytes()).expect("it is read");
    }

    /// Whether the whole answer has come.
    fn has_answer(&mut self) -> bool {
        let mut part = [0; 1 << 14];
        match self.stream.read(&mut part) {
            Ok(0) => panic!("the connection was closed"),
            Ok(length) => self.answer.extend_from_slice(&part[..length]),
            Err(error) if error.kind() == ErrorKind::WouldBlock => return false,
            Err(error) => panic!("{error}"),
        }
        let Some(end) = self.answer.windows(4).position(|four| four == b"\r\n\r\n") else {
            return false;
        };
        let head = String::from_utf8_lossy(&self.answer[..end]);
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let length: usize = length.and_then(|text| text.parse().ok()).expect("a length");
        self.answer.len() >= end + 4 + length
    }
}

fn quantile(sorted: &[f64], part: f64) -> f64 {
    sorted[((sorted.len() - 1) as f64 * part) as usize]
}
