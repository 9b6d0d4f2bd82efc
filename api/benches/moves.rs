//! How fast `moves` is answered, beside a handler that does nothing but parse and send.
//!
//!     cargo bench --package towerlab-api
//!
//! Both servers run in this process, one after the other, on a position in the middle of a
//! four-player game of Tower Up; the bare one parses the request into the same kind of document
//! and returns as many bytes. First each is asked as fast as it answers, in turns, then each at
//! 80 % of half the bare handler's rate, on a fixed schedule: latencies count from the moment a
//! request was due, and once more from its sending, as load generators do that do not correct for
//! waiting. At last `moves` is asked while four clients keep the pool full of simulations. The
//! clients share the machine with the servers.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use actix_web::{App, HttpResponse, HttpServer, web};
use serde_json::{Map, Value, json};
use towerlab_api::Settings;
use towerlab_engine::table::{Deal, tables};

const CLIENTS: usize = 4;
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
            .block_on(towerlab_api::serve(listener, Settings::default()))
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

    // 80 % of the load that is asked of it: half of what the bare handler does.
    let load = 0.8 * 0.5 * bare_rate;
    for (name, address) in [("bare", &bare), ("moves", &service)] {
        let (mut all, mut sent, mut tails) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let (late, own) = schedule(address, &moves, load, ROUND);
            tails.push(quantile(&late, 0.99));
            all.extend(late);
            sent.extend(own);
        }
        all.sort_by(f64::total_cmp);
        sent.sort_by(f64::total_cmp);
        let (median, tail, middle) =
            (quantile(&all, 0.5), quantile(&all, 0.99), middle_of(&mut tails));
        println!(
            "{name:6} at {load:.0} a second: median {median:.2} ms, p99 {tail:.2} ms, in the middle round {middle:.2} ms ({}); from sending p99 {:.2} ms",
            listed(&tails, 1),
            quantile(&sent, 0.99)
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
        let (late, _) = schedule(&service, &moves, 200.0, Duration::from_secs(8));
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
    let tables = tables(None).expect("the embedded components are sound");
    let table = tables.iter().find(|table| table.name() == "tower-up").expect("the game");
    let rules = Map::from_iter([("players".to_string(), 4.into())]);
    let log = table.selfplay(&rules, Deal { seed: 1, game: 0 }).expect("a game");
    let replayed = table.replay(&log.to_string(), true).expect("it replays");
    let states = replayed["states"].as_array().expect("states");
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

/// Milliseconds from when each request was due to its answer, and from when it was sent, both
/// ascending.
fn schedule(address: &str, request: &str, rate: f64, time: Duration) -> (Vec<f64>, Vec<f64>) {
    let begin = Instant::now() + Duration::from_millis(50);
    let late: Vec<(f64, f64)> = thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|number| {
                scope.spawn(move || {
                    let mut client = Client::new(address);
                    let mut late = Vec::new();
                    let due =
                        |k: usize| Duration::from_secs_f64((number + k * CLIENTS) as f64 / rate);
                    for k in (0..).take_while(|k| due(*k) < time) {
                        let due = begin + due(k);
                        // Timers cost more than requests do: up to a millisecond early is on time.
                        let early = due.saturating_duration_since(Instant::now());
                        if early > Duration::from_millis(1) {
                            thread::sleep(early);
                        }
                        let sent = Instant::now();
                        client.ask(request);
                        let since = |begin: Instant| begin.elapsed().as_secs_f64() * 1000.0;
                        late.push((since(due.min(sent)), since(sent)));
                    }
                    late
                })
            })
            .collect();
        clients.into_iter().flat_map(|client| client.join().expect("it ends")).collect()
    });
    let (mut from_due, mut from_sent): (Vec<f64>, Vec<f64>) = late.into_iter().unzip();
    from_due.sort_by(f64::total_cmp);
    from_sent.sort_by(f64::total_cmp);
    (from_due, from_sent)
}

fn quantile(sorted: &[f64], part: f64) -> f64 {
    sorted[((sorted.len() - 1) as f64 * part) as usize]
}
