//! The service as its clients see it.

use std::io::Read;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use towerlab_tests::server::Server;

fn document(server: &Server) -> Value {
    server.get("/openapi.json").json()
}

/// Every operation with a request body: path and its examples with their status.
fn examples(document: &Value) -> Vec<(String, String, Value, u16)> {
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        let content = &item["post"]["requestBody"]["content"]["application/json"];
        for (name, example) in content["examples"].as_object().into_iter().flatten() {
            let status = example["x-status"].as_u64().expect("a status") as u16;
            found.push((path.clone(), name.clone(), example["value"].clone(), status));
        }
    }
    found
}

#[test]
fn every_example_gives_its_documented_status() {
    let server = Server::start(&[]);
    let document = document(&server);
    let examples = examples(&document);
    assert!(examples.len() > 40, "{} examples", examples.len());
    for (path, name, body, status) in examples {
        let answer = server.post(&path, &body);
        assert_eq!(answer.status, status, "{path} {name}: {}", answer.body);
        let documented = &document["paths"][&path]["post"]["responses"][status.to_string()];
        let kinds: Vec<&String> =
            documented["content"].as_object().expect("a content").keys().collect();
        let kind = answer.header("content-type").expect("a content type");
        assert_eq!(kinds, [kind], "{path} {name}");
    }
}

/// A number is asked for by its name.
fn metric_of(path: &str) -> &'static str {
    if path.ends_with(".txt") { "&metric=turns" } else { "" }
}

#[test]
fn every_address_of_the_document_answers() {
    let server = Server::start(&[]);
    for (path, item) in document(&server)["paths"].as_object().expect("paths") {
        let path = &path.replace("{number}", "3");
        let path = &match path.contains("/balance") {
            true => format!("{path}?games=4&agent=random{}", metric_of(path)),
            false => path.clone(),
        };
        if item.get("get").is_some() {
            assert_eq!(server.get(path).status, 200, "{path}");
            let head = server.ask("HEAD", path, &[], b"");
            assert_eq!((head.status, head.body.as_str()), (200, ""), "{path}");
            let post = server.post(path, &json!({}));
            assert_eq!((post.status, post.header("allow")), (405, Some("GET, HEAD")), "{path}");
        } else {
            let get = server.get(path);
            assert_eq!((get.status, get.header("allow")), (405, Some("POST")), "{path}");
        }
    }
    assert_eq!(server.get("/docs/").status, 200);
}

#[test]
fn what_is_wrong_is_said_as_a_problem() {
    let server = Server::start(&["--max-body", "2000"]);
    let json = "content-type: application/json";
    let moves = "/v1/tower-up/moves";
    type Case = (&'static str, &'static str, Vec<&'static str>, Vec<u8>, u16, &'static str);
    let cases: [Case; 9] = [
        ("GET", "/nowhere", vec![], vec![], 404, "not-found"),
        ("POST", "/v1/tower-upp/moves", vec![json], b"{}".into(), 404, "not-found"),
        ("DELETE", moves, vec![], vec![], 405, "method-not-allowed"),
        ("POST", moves, vec![json, "accept: text/html"], b"{}".into(), 406, "not-acceptable"),
        ("POST", moves, vec![json], vec![b' '; 3000], 413, "too-large"),
        (
            "POST",
            moves,
            vec!["content-type: text/csv"],
            b"{}".into(),
            415,
            "unsupported-media-type",
        ),
        ("POST", moves, vec![json], b"{\"state\": }".into(), 400, "syntax"),
        ("POST", moves, vec![json], b"{\"state\": \"\xff\"}".into(), 400, "syntax"),
        ("POST", moves, vec![json], b"{\"stat\": 1}".into(), 422, "invalid"),
    ];
    for (method, path, headers, body, status, kind) in cases {
        let answer = server.ask(method, path, &headers, &body);
        assert_eq!(answer.status, status, "{answer:?}");
        assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{answer:?}");
        let problem = answer.json();
        assert_eq!(problem["type"], format!("/v1/problems#{kind}"));
        assert_eq!(problem["status"], status);
        assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()));
    }
    let unknown = server.ask("POST", "/v1/tower-upp/moves", &[json], b"{}");
    assert!(unknown.body.contains("did you mean `tower-up`"), "{}", unknown.body);
    let deep = format!("{{\"state\": {}{}}}", "[".repeat(400), "]".repeat(400));
    assert_eq!(server.ask("POST", moves, &[json], deep.as_bytes()).status, 400);
}

#[test]
fn faults_point_into_the_request() {
    let server = Server::start(&[]);
    let state =
        server.post("/v1/tower-up/new", &json!({"rules": {"players": 2}, "seed": 1})).json();
    let mut state = state["state"].clone();
    state["turn"]["seat"] = 7.into();
    state["city"] = json!({"Z9": "red ."});
    let answer =
        server.post("/v1/tower-up/play", &json!({"state": state, "seed": -1, "moves": [3]}));
    assert_eq!(answer.status, 422);
    let problem = answer.json();
    let errors = problem["errors"].as_array().expect("errors");
    for pointer in ["/state/turn/seat", "/state/city/Z9", "/seed", "/moves/0"] {
        let found = errors.iter().find(|error| error["pointer"] == pointer);
        let found = found.unwrap_or_else(|| panic!("no {pointer} in {problem}"));
        assert!(found["code"].is_string() && found["line"] == 1, "{found}");
    }
}

#[test]
fn pages_can_be_kept() {
    let server = Server::start(&[]);
    for path in ["/v1/games", "/v1/tower/rules", "/v1/skyline/components", "/openapi.json"] {
        let first = server.get(path);
        let tag = first.header("etag").expect("a tag").to_string();
        assert!(first.header("cache-control").is_some());
        let again = server.ask("GET", path, &[&format!("if-none-match: {tag}")], b"");
        assert_eq!((again.status, again.body.as_str()), (304, ""), "{path}");
    }
}

/// Long answers travel compressed for clients that can read that; short ones never do.
#[test]
fn long_answers_are_compressed() {
    let server = Server::start(&[]);
    let sizes: Vec<usize> = ["", "gzip", "br"]
        .iter()
        .map(|coding| {
            let wanted = format!("accept-encoding: {coding}");
            let headers = if coding.is_empty() { vec![] } else { vec![wanted.as_str()] };
            let long = server.ask("GET", "/openapi.json", &headers, b"");
            assert_eq!(long.header("content-encoding").unwrap_or(""), *coding);
            let short = server.ask("GET", "/health/live", &headers, b"");
            assert_eq!((short.status, short.header("content-encoding")), (200, None), "{coding}");
            let mut bytes = Vec::new();
            let mut stream = server.send("GET", "/openapi.json", &headers, b"");
            stream.read_to_end(&mut bytes).expect("an answer");
            bytes.len()
        })
        .collect();
    assert!(sizes[1] * 4 < sizes[0] && sizes[2] * 4 < sizes[0], "{sizes:?}");
}

#[test]
fn programs_clocks_and_long_searches_are_refused() {
    let server = Server::start(&["--max-iterations", "500", "--max-games", "50"]);
    let ask = |agent: &str, games: u64| {
        let body = json!({"rules": {"players": 2}, "agents": [agent], "games": games});
        server.post("/v1/tower-up/simulate", &body)
    };
    assert_eq!(ask("tuned", 5).status, 200);
    for agent in ["exec:/bin/true", "search:50ms", "search:501", "search:100x6", "best"] {
        let answer = ask(agent, 5);
        assert_eq!(answer.status, 422, "{agent}");
        assert_eq!(answer.json()["errors"][0]["pointer"], "/agents/0", "{agent}");
    }
    assert_eq!(ask("random", 51).json()["errors"][0]["pointer"], "/games");
    let work = Server::start(&["--max-search-work", "1000"]);
    let body = json!({"rules": {"players": 2}, "agents": ["search:200"], "games": 6});
    let refused = work.post("/v1/tower-up/simulate", &body);
    assert_eq!(refused.json()["errors"][0]["code"], "too-much-work");
}

#[test]
fn the_same_request_gives_the_same_bytes_on_any_number_of_threads() {
    let one = Server::start(&["--threads", "1", "--jobs", "1", "--workers", "1"]);
    let many = Server::start(&["--threads", "5", "--jobs", "3", "--workers", "4"]);
    for (path, name, body, _) in examples(&document(&one)) {
        assert_eq!(one.post(&path, &body).body, many.post(&path, &body).body, "{path} {name}");
    }
    let body =
        json!({"rules": {"players": 3}, "agents": ["search:20x3", "tuned", "greedy"], "games": 3});
    let path = "/v1/tower-up/simulate";
    assert_eq!(one.post(path, &body).body, many.post(path, &body).body);
}

#[test]
fn a_state_is_drawn() {
    let server = Server::start(&[]);
    let document = document(&server);
    for (path, name, body, _) in examples(&document) {
        if path.ends_with("/render") {
            let accept = "accept: image/svg+xml";
            let body = body.to_string();
            let answer = server.ask(
                "POST",
                &path,
                &[accept, "content-type: application/json"],
                body.as_bytes(),
            );
            assert_eq!(answer.status, 200, "{path} {name}: {}", answer.body);
            assert!(answer.body.starts_with("<svg "), "{path} {name}");
            let no_picture = server.ask("POST", &path, &["accept: image/png"], b"{}");
            assert_eq!(no_picture.status, 406, "{path}");
        }
    }
    let state = server.post("/v1/tower/new", &json!({"rules": {"players": 2}, "seed": 1})).json();
    let state = &state["state"];
    let faults = server.post("/v1/tower/render", &json!({"state": state, "theme": "drak"}));
    assert_eq!(faults.status, 422);
    let fault = &faults.json()["errors"][0];
    assert_eq!((&fault["pointer"], &fault["code"]), (&json!("/theme"), &json!("unknown-name")));
    assert!(fault["message"].as_str().expect("a text").contains("did you mean `dark`"), "{fault}");
}

/// A simulation that takes minutes.
fn endless() -> Value {
    json!({"rules": {"players": 4}, "agents": ["tuned"], "games": 100_000})
}

fn metric(server: &Server, name: &str) -> u64 {
    let text = server.get("/metrics").body;
    let line = text.lines().find(|line| line.starts_with(name) && !line.starts_with('#'));
    line.and_then(|line| line.rsplit(' ').next()?.parse().ok()).unwrap_or_else(|| panic!("{text}"))
}

fn wait_until(what: &str, most: Duration, is_true: impl Fn() -> bool) -> Duration {
    let begin = Instant::now();
    while !is_true() {
        assert!(begin.elapsed() < most, "{what} within {most:?}");
        std::thread::sleep(Duration::from_millis(2));
    }
    begin.elapsed()
}

#[test]
fn a_full_pool_refuses_at_once_and_a_client_that_goes_frees_its_place() {
    let server = Server::start(&["--jobs", "1", "--queue", "1"]);
    let (path, json) = ("/v1/tower-up/simulate", ["content-type: application/json"]);
    let send = || server.send("POST", path, &json, endless().to_string().as_bytes());
    let running = send();
    wait_until("it runs", Duration::from_secs(5), || metric(&server, "towerlab_pool_running") == 1);
    let waiting = send();
    wait_until("it waits", Duration::from_secs(5), || {
        metric(&server, "towerlab_pool_waiting") == 1
    });
    assert_eq!(server.get("/health/ready").status, 503);

    let begin = Instant::now();
    let refused = server.post(path, &endless());
    assert_eq!((refused.status, refused.header("retry-after")), (503, Some("1")));
    assert!(begin.elapsed() < Duration::from_millis(500), "{:?}", begin.elapsed());
    let example = json!({"rules": {"players": 2}, "seed": 1});
    assert_eq!(server.post("/v1/tower-up/new", &example).status, 200, "short requests go on");

    // The limit is 100 ms; a debug build beside other tests gets some more.
    // Without optimisation a game takes longer than that.
    let most = Duration::from_millis(if cfg!(debug_assertions) { 1000 } else { 100 });
    drop(waiting);
    let time = wait_until("left", most, || metric(&server, "towerlab_pool_waiting") == 0);
    eprintln!("a waiting place was free after {time:?}");
    drop(running);
    let time = wait_until("ended", most, || metric(&server, "towerlab_pool_running") == 0);
    eprintln!("a running place was free after {time:?}");
    assert_eq!(server.get("/health/ready").status, 200);
    assert_eq!(metric(&server, "towerlab_pool_refused_total"), 1);
    assert!(metric(&server, "towerlab_games_simulated_total") > 0);
}

#[test]
fn requests_have_ids_and_pages_of_other_origins_need_leave() {
    let server = Server::start(&["--cors", "https://example.org"]);
    let given = server.ask("GET", "/version", &["x-request-id: abc-1"], b"");
    assert_eq!(given.header("x-request-id"), Some("abc-1"));
    let own = server.ask("GET", "/version", &["x-request-id: a b"], b"");
    assert!(own.header("x-request-id").is_some_and(|id| id.len() == 16 && id != "a b"));
    let allowed = server.ask("GET", "/version", &["origin: https://example.org"], b"");
    assert_eq!(allowed.header("access-control-allow-origin"), Some("https://example.org"));
    let other = server.ask("GET", "/version", &["origin: https://example.com"], b"");
    assert_eq!(other.header("access-control-allow-origin"), None);
}

#[test]
fn it_ends_soon_after_it_is_told_to() {
    let mut server = Server::start(&[]);
    assert_eq!(server.get("/health/live").status, 200);
    let _busy = server.send("POST", "/v1/tower-up/simulate", &[], endless().to_string().as_bytes());
    std::thread::sleep(Duration::from_millis(300));
    let begin = Instant::now();
    let pid = server.process().id().to_string();
    Command::new("kill").args(["-TERM", &pid]).status().expect("kill runs");
    let status = server.process().wait().expect("it ends");
    assert!(status.success(), "{status}");
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}

#[test]
fn the_example_clients_play_whole_games() {
    let server = Server::start(&[]);
    let address = format!("http://{}", server.address);
    let clients = concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi/clients");
    for (program, file, games) in [
        ("python3", "play.py", &["tower-up", "skyline", "tower"][..]),
        ("node", "play.mjs", &["tower-up", "tower"][..]),
        ("bash", "play.sh", &["tower-up"][..]),
    ] {
        for game in games {
            let mut command = Command::new(program);
            command.args([&format!("{clients}/{file}"), &address, *game]);
            let output = command.output().unwrap_or_else(|error| panic!("{program}: {error}"));
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{file} {game}: {text} {output:?}");
            assert!(text.starts_with(game) && text.contains("won by ["), "{file}: {text}");
        }
    }
}

#[test]
fn monstrous_requests_are_refused_in_good_time() {
    let server = Server::start(&["--max-seconds", "2", "--jobs", "1"]);
    let json = ["content-type: application/json"];
    let key = "k".repeat(200_000);
    let zeros = vec!["0"; 100_000].join(",");
    let keys: String = (0..60_000).map(|n| format!("\"a{n}\":0,")).collect();
    for body in [
        format!("{{\"{key}\":[{zeros}]}}"),
        format!("{{\"{key}\":[{zeros}],\"{key}\":1}}"),
        format!("{{{keys}\"state\":1}}"),
        format!("{{\"rules\":{{}},\"agents\":[{zeros}]}}"),
        "{\"state\":\"\u{3000}(a\"}".to_string(),
    ] {
        for path in ["/v1/tower-up/moves", "/v1/tower-up/simulate"] {
            let begin = Instant::now();
            let answer = server.ask("POST", path, &json, body.as_bytes());
            assert_eq!(answer.status, 422, "{}", &answer.body[..answer.body.len().min(300)]);
            assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
            let errors = answer.json()["errors"].as_array().map_or(0, Vec::len);
            assert!((1..=201).contains(&errors), "{errors} faults");
        }
    }
    let begin = Instant::now();
    let long = server.post("/v1/tower-up/simulate", &endless());
    assert_eq!((long.status, long.json()["type"] == "/v1/problems#too-long"), (503, true));
    assert!(begin.elapsed() < Duration::from_secs(8), "{:?}", begin.elapsed());
    wait_until("halted", Duration::from_secs(2), || metric(&server, "towerlab_pool_running") == 0);

    let advice = json!({"state": state_of(&server), "games": 20_000, "top": 5});
    drop(server.send("POST", "/v1/tower-up/advise", &json, advice.to_string().as_bytes()));
    std::thread::sleep(Duration::from_millis(300));
    wait_until("advice halted", Duration::from_secs(1), || {
        metric(&server, "towerlab_pool_running") == 0
    });
}

fn state_of(server: &Server) -> Value {
    let new = server.post("/v1/tower-up/new", &json!({"rules": {"players": 4}, "seed": 1}));
    new.json()["state"].clone()
}

#[test]
fn a_log_starts_with_a_state_of_its_own_rules() {
    let server = Server::start(&[]);
    let log = json!({"format": "tower-up/log/1", "rules": {"players": 2}, "start": state_of(&server), "moves": []});
    let answer = server.post("/v1/tower-up/replay", &json!({"log": log}));
    assert_eq!(answer.status, 422);
    assert_eq!(answer.json()["errors"][0]["code"], "rules-differ");
    let view = json!({"state": server.post("/v1/tower/new", &json!({"rules": {"players": 2}, "seed": 1})).json()["state"], "seat": 0});
    let view = server.post("/v1/tower/view", &view).json()["state"].clone();
    let other = server.post("/v1/tower/view", &json!({"state": view, "seat": 1}));
    assert_eq!(other.json()["errors"][0]["pointer"], "/state/seen_by");
}

#[test]
fn a_game_of_a_seed_has_an_address() {
    let server = Server::start(&[]);
    let path = "/v1/tower-up/games/17?seed=5&agents=greedy,tuned&rules=%7B%22players%22%3A2%2C%22starting_floors%22%3A5%7D";
    let answer = server.get(path);
    assert_eq!(answer.status, 200, "{}", answer.body);
    let game: Value = serde_json::from_str(&answer.body).expect("JSON");
    assert_eq!((&game["log"]["game"], &game["log"]["seed"]), (&json!(17), &json!(5)));
    assert_eq!(game["log"]["agents"], json!(["greedy", "tuned"]));
    assert_eq!(game["rules"]["starting_floors"], 5);
    assert_eq!(game["next"]["who"], "nobody");
    let tag = answer.header("etag").expect("a tag").to_string();
    let again = server.ask("GET", path, &[&format!("if-none-match: {tag}")], b"");
    assert_eq!(again.status, 304);
    // A browser gets the board.
    let html = ["accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"];
    let page = server.ask("GET", &format!("{path}&move=30"), &html, b"");
    assert_eq!(page.status, 200, "{}", page.body);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(page.header("vary"), Some("accept"));
    let moves = game["log"]["moves"].as_array().expect("moves");
    let made = moves[29].as_str().expect("a move");
    assert!(page.body.contains(&format!("the last one: <strong>{made}</strong>")), "{made}");
    assert!(
        page.body.contains("data-site=\"A1\"")
            && page.body.contains("rel=\"next\" href=\"?seed=5&amp;")
    );
    assert_eq!(page.body.matches("</li>").count(), moves.len());
    assert!(page.body.contains("href=\"../../../#game=tower-up&amp;start=%28format%3Atower-up"));
    for wrong in ["x", "-1", "1000001"] {
        assert_eq!(server.get(&format!("{path}&move={wrong}")).status, 422, "{wrong}");
    }
    // The body of a replay says the same.
    let rules = json!({"players": 2, "starting_floors": 5});
    let body = json!({"rules": rules, "seed": 5, "game": 17, "agents": ["greedy", "tuned"]});
    assert_eq!(server.post("/v1/tower-up/replay", &body).body, answer.body);
    for (query, pointer) in [
        ("seed=x", "/seed"),
        ("seed=null", "/seed"),
        ("agents=exec:ls", "/agents/0"),
        ("rules=x", "/rules"),
        ("rules=%7B%22players%22%3A9%7D", "/rules/players"),
        ("colour=red", "/colour"),
    ] {
        let answer = server.get(&format!("/v1/tower-up/games/0?{query}"));
        let problem: Value = serde_json::from_str(&answer.body).expect("JSON");
        assert_eq!(answer.status, 422, "{query}: {problem}");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{problem}");
    }
}

#[test]
fn scenarios_have_limits() {
    let server = Server::start(&["--max-games", "1000"]);
    let refused = |body: Value, code: &str, message: &str| {
        let answer = server.post("/v1/scenarios", &body);
        assert_eq!(answer.status, 422, "{}", answer.body);
        let problem: Value = serde_json::from_str(&answer.body).expect("JSON");
        let error = &problem["errors"][0];
        assert_eq!(error["code"], code, "{problem}");
        assert!(error["message"].as_str().is_some_and(|text| text.contains(message)), "{problem}");
    };
    let with = |key: &str, value: Value| {
        let mut body = json!({"game": "tower-up", "agents": "random"});
        body[key] = value;
        body
    };
    refused(with("games", json!(1001)), "too-much-work", "at most 1000");
    refused(with("players", json!([2, 9])), "players", "2 to 4 can play");
    refused(with("agents", json!("search:5ms")), "agent", "every time");
    refused(with("agents", json!("search:1000000")), "agent", "at most");
    refused(with("agents", json!("search:2000")), "too-much-work", "2000 games");
    refused(with("vary", json!({"turn_cap": "200..900"})), "too-many-cases", "at most 100");
    let mut precise = with("until", json!({"points": 0.5}));
    precise["players"] = json!([2, 3, 4]);
    refused(precise, "too-much-work", "the pilot alone takes 1500 games");
    // Nothing grows beyond measure, whatever is written.
    let many: Vec<Value> = vec![json!({}); 100_000];
    let mut body = with("players", json!("1..1000"));
    body["cases"] = json!(many);
    refused(body, "no-case", "1 to 2000 cases");
    let keys = |count: usize| -> Value {
        (0..count)
            .map(|key| (format!("k{key}"), json!("1..1000")))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    refused(with("vary", keys(1000)), "too-many", "at most 64");
    refused(with("cases", json!([keys(7), {}])), "too-many-cases", "at most 100");
    refused(with("players", json!("-1..9223372036854775807")), "range", "is not a range");
    refused(with("tables", json!([])), "either-or", "either");
    refused(with("players", json!({"from": null, "to": 3})), "missing-key", "`from`");
    let mut searching = with("until", json!({"turns": 0.1}));
    searching["agents"] = json!("search:2000");
    refused(searching, "too-much-work", "search_work");
    let answer = server.post("/v1/scenarios", &with("games", json!(50)));
    let results: Value = serde_json::from_str(&answer.body).expect("JSON");
    assert_eq!(results["cases"][0]["games"], 50);
}

#[test]
fn a_cell_can_ask_for_a_table_or_a_number() {
    let server = Server::start(&[]);
    let query = "players=3&starting_floors=3..5&agent=greedy&games=40";
    let table = server.get(&format!("/v1/tower-up/balance.csv?{query}"));
    assert_eq!(table.status, 200, "{}", table.body);
    assert_eq!(table.header("content-type"), Some("text/csv; charset=utf-8; header=present"));
    let lines: Vec<&str> = table.body.split("\r\n").collect();
    assert_eq!((lines.len(), lines[4]), (5, ""));
    let column = lines[0].split(',').position(|name| name == "seat0_win_share").expect("a column");
    // The same query in another order is the same table, and known to the client.
    let again = "/v1/tower-up/balance.csv?games=40&agent=greedy&players=3&starting_floors=3,4,5";
    assert_eq!(server.get(again).body, table.body);
    let tag = table.header("etag").expect("a tag").to_string();
    assert_eq!(server.ask("GET", again, &[&format!("if-none-match: {tag}")], b"").status, 304);
    let number = "/v1/tower-up/balance.txt?players=3&starting_floors=4&agent=greedy&games=40";
    let number = server.get(&format!("{number}&metric=seat0_win_share&decimal=comma"));
    assert_eq!(number.status, 200, "{}", number.body);
    let expected = lines[2].split(',').nth(column).expect("a cell");
    assert_eq!(number.body, expected.replace('.', ","));
    let excel = server.get(&format!("/v1/tower-up/balance.csv?{query}&decimal=comma&bom=1"));
    assert!(excel.body.starts_with("\u{feff}case;players;starting_floors;"), "{}", excel.body);
    let whole = server.get(&format!("/v1/tower-up/balance?{query}"));
    let whole: Value = serde_json::from_str(&whole.body).expect("JSON");
    assert_eq!(whole["cases"].as_array().map(Vec::len), Some(3));
    for (query, pointer) in [
        ("starting_floors=9", "/starting_floors"),
        ("starting_flors=3", "/starting_flors"),
        ("agent=exec:ls", "/agent"),
        ("games=0", "/games"),
        ("games=null", "/games"),
        ("beyond_rulebook=null", "/beyond_rulebook"),
        ("sep=x", "/sep"),
        ("games=5&games=6", "/games"),
        ("players=2..4&metric=turns", ""),
        ("metric=turn", "/metric"),
    ] {
        let answer = server.get(&format!("/v1/tower-up/balance.txt?{query}"));
        let problem: Value = serde_json::from_str(&answer.body).expect("JSON");
        assert_eq!(answer.status, 422, "{query}: {problem}");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{query}: {problem}");
    }
}
