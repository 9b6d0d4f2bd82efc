//! Every command's help and a typical output, kept word for word under `cmd/`.
//! `TRYCMD=overwrite cargo test -p towerlab-tests --test commands` writes them again.

#[test]
fn help_and_typical_outputs_have_not_changed() {
    trycmd::TestCases::new()
        .register_bin("towerlab", towerlab_tests::towerlab())
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .case("cmd/*.trycmd");
}
