use std::time::Instant;
use rayon::prelude::*;
use towerlab_engine::agents::*;
use towerlab_engine::agents::spec::Spec;
use towerlab_engine::analysis::{arena, tune};
use towerlab_engine::game::Game;
use towerlab_engine::playout::key;

fn agent<G: Evaluate>(game: &G, text: &str) -> Box<dyn Agent<G>> {
    if let Some(path) = text.strip_prefix("file:") {
        let t = std::fs::read_to_string(path).unwrap();
        let w = weights::Weights::read::<G>(&t, game.seats()).unwrap();
        return Box::new(OnePly::<G>::new(&w.by_feature));
    }
    match text.parse::<Spec>().unwrap() {
        Spec::Random => Box::new(Random),
        Spec::Greedy => Box::new(OnePly::<G>::greedy()),
        Spec::Tuned => Box::new(OnePly::<G>::tuned(game)),
        Spec::Search(b) => Box::new(Search::new(game, b)),
        _ => panic!(),
    }
}

fn run<G: Evaluate>(args: &[String]) {
    let players: usize = args[2].parse().unwrap();
    let game = G::standard(players);
    match args[1].as_str() {
        "match" => {
            let (a, b) = (&args[3], &args[4]);
            let games: u64 = args[5].parse().unwrap();
            let key = key(args.get(6).map_or(77, |s| s.parse().unwrap()), &game);
            let deals = games / players as u64;
            let begin = Instant::now();
            let all: Vec<(f64, f64, u64)> = (0..deals).into_par_iter().map(|k| {
                let (mut x, mut y) = (agent(&game, a), agent(&game, b));
                let (mut won, mut margin, mut dec) = (0.0, 0.0, 0);
                for seat in 0..players {
                    let mut agents: [&mut dyn Agent<G>; 2] = [&mut *x, &mut *y];
                    let e = arena::play(&game, &mut agents, &arena::one_against_all(players, seat), &key, k);
                    won += f64::from(e.twelfths[seat]) / 12.0;
                    let rest = (0..players).filter(|s| *s != seat).map(|s| e.points[s]).max().unwrap_or(0);
                    margin += f64::from(e.points[seat] - rest);
                    dec += e.decisions;
                }
                (won, margin, dec)
            }).collect();
            let n = (deals * players as u64) as f64;
            let won: f64 = all.iter().map(|x| x.0).sum::<f64>() / n;
            let margin: f64 = all.iter().map(|x| x.1).sum::<f64>() / n;
            let dec: u64 = all.iter().map(|x| x.2).sum();
            let se = (won * (1.0 - won) / n).sqrt();
            println!("{} {players}p {a} vs {b}: {:.1}% ±{:.1} margin {margin:.2} ({n} games, {:.1}s, {:.0} dec/game)", G::NAME, 100.0 * won, 196.0 * se, begin.elapsed().as_secs_f64(), dec as f64 / n);
        }
        "tune" => {
            let course = tune::Course { seed: 1, generations: args[3].parse().unwrap(), population: args[4].parse().unwrap(), deals: args[5].parse().unwrap() };
            let begin = Instant::now();
            let l = game.learn(course, &mut |g| {
                println!("{:4} elite {:.3} mean {:.3} {:.0}s", g.number, g.elite, g.mean, begin.elapsed().as_secs_f64());
            });
            for (n, t) in &l.files { std::fs::write(format!("/tmp/{n}"), t).unwrap(); }
            println!("{:?}", l.record.last());
            let file = serde_json::json!({"features": G::FEATURES, "tables": [{"players": [players], "weights": l.weights, "scale": l.scale, "training": null}]});
            std::fs::write(&args[6], file.to_string()).unwrap();
            println!("scale {}", l.scale);
        }
        _ => panic!(),
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args[0] == "probe" { return probe(); }
    macro_rules! go { ($m:ident, $g:ty) => { if args[0] == <$g>::NAME { run::<$g>(&args); } } }
    go!(tower_up, towerlab_engine::games::tower_up::TowerUp);
    go!(tower, towerlab_engine::games::tower::Tower);
    go!(skyline, towerlab_engine::games::skyline::Skyline);
}

pub fn probe() {
    use towerlab_engine::game::*;
    use towerlab_engine::games::skyline::{Rules, Skyline, components::Components};
    use towerlab_engine::random::Purpose;
    for rounds in [1u8, 2, 3, 5, 9] {
        let game = Skyline::new(Rules { rounds, beyond_rulebook: true, ..Rules::standard(1) }, std::sync::Arc::new(Components::default())).unwrap();
        let key = key(5, &game);
        let mut player = OnePly::<Skyline>::tuned(&game);
        let (mut sum, mut pred) = (0.0, 0.0);
        let n = 400;
        for k in 0..n {
            let (mut rng, mut pick) = (key.stream(k, Purpose::Chance), key.stream(k, Purpose::Agent(0)));
            let mut s = game.start(); let mut moves = vec![]; let mut first = true;
            loop { match game.next(&s) { Next::Over(_) => break,
                Next::Chance => { let m = game.sample(&s, &mut rng); if k < 3 && rounds == 2 { println!("   {}", game.show(m)); } game.play(&mut s, m, &mut ()); }
                Next::Player(_) => { moves.clear(); game.moves(&s, &mut |m| moves.push(m));
                    let v = player.values(&game, &s, &moves).to_vec();
                    if first { pred += *v.iter().max().unwrap() as f64 / 100.0; first = false; }
                    let c = player.best(&game, &s, &moves, &mut pick);
                    if k < 3 && rounds == 2 { println!("{} ({}) {:?}", game.show(moves[c]), v[c], moves.iter().zip(&v).map(|(m, v)| format!("{} {v}", game.show(*m))).collect::<Vec<_>>()); }
                    game.play(&mut s, moves[c], &mut ()); } } }
            sum += f64::from(game.standing(&s, Seat(0)).points);
        }
        println!("{rounds} rounds: predicted {:.2} realised {:.2}", pred / n as f64, sum / n as f64);
    }
}
