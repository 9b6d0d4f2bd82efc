#!/usr/bin/env python3
"""The round trip through a real spreadsheet program: LibreOffice Calc, without a window.

    tests/spreadsheets.py TOWERLAB [--full]

Every table that we write is opened and compared cell by cell, values and types; workbooks keep
their charts, filters and names; a component table is changed by the program and run; planted
faults are told by their cells; WEBSERVICE gets a number from a live server. With --full all
ready scenarios and all component sets are written and opened.
"""

import csv
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from xml.etree import ElementTree
from xml.sax.saxutils import escape

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOWERLAB = str(pathlib.Path(sys.argv[1]).resolve())
FULL = "--full" in sys.argv[2:]
LIBREOFFICE = os.environ.get("LIBREOFFICE") or "libreoffice"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
CHART = "{urn:oasis:names:tc:opendocument:xmlns:chart:1.0}"

SCENARIO = """
title = "What do more starting floors do?"
question = "Länge & Ausgang; a \\"quoted\\" question"
game = "tower-up"
players = [2, 3]
agents = "greedy"
games = 40
seed = 5
[[cases]]
name = "as it is"
[[cases]]
name = "=five, \\"six\\"; ü"
starting_floors = 5
"""


def towerlab(*arguments, fails=False):
    done = subprocess.run([TOWERLAB, *map(str, arguments)], capture_output=True, text=True)
    assert (done.returncode != 0) == fails, f"{arguments}\n{done.stdout}{done.stderr}"
    return done.stderr if fails else done.stdout


class Calc:
    """LibreOffice with a profile of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.profile = folder / "profile"
        # Its first start makes the profile.
        (folder / "first.csv").write_text("1\n")
        self.open(folder / "first.csv")
        basic = self.profile / "user/basic/Standard"
        basic.mkdir(parents=True, exist_ok=True)
        self.module = basic / "Steps.xba"
        (basic / "script.xlb").write_text(
            '<?xml version="1.0" encoding="UTF-8"?><library:library'
            ' xmlns:library="http://openoffice.org/2000/library" library:name="Standard"'
            ' library:readonly="false" library:passwordprotected="false">'
            '<library:element library:name="Steps"/></library:library>'
        )
        (basic.parent / "script.xlc").write_text(
            '<?xml version="1.0" encoding="UTF-8"?><library:libraries'
            ' xmlns:library="http://openoffice.org/2000/library"'
            ' xmlns:xlink="http://www.w3.org/1999/xlink"><library:library library:name="Standard"'
            ' xlink:href="$(USER)/basic/Standard/script.xlb/" xlink:type="simple"'
            ' library:link="false"/></library:libraries>'
        )

    def run(self, *arguments):
        command = [LIBREOFFICE, "--headless", f"-env:UserInstallation=file://{self.profile}"]
        done = subprocess.run([*command, *map(str, arguments)], capture_output=True, timeout=300)
        assert done.returncode == 0, done.stderr

    def convert(self, kind, paths, *options):
        out = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        self.run(*options, "--convert-to", kind, "--outdir", out, *paths)
        return out

    def open(self, *paths, reading=()):
        """What Calc has after opening files: by file and sheet, rows of (type, value)."""
        options = [f"--infilter={reading}"] if reading else []
        out = self.convert("fods", paths, *options)
        return {path.name: Opened(out / f"{path.stem}.fods") for path in paths}

    def steps(self, document, lines, saves):
        """Opens a document (or a new one), does what the lines of Basic say, and saves it."""
        url = f"file://{document}" if document else "private:factory/scalc"
        store = "".join(
            f'how(0).Name = "FilterName"\nhow(0).Value = "{kind}"\ndoc.storeToURL("file://{path}", how())\n'
            for path, kind in saves
        )
        source = (
            "Sub Main\nDim doc, how(0) As New com.sun.star.beans.PropertyValue\n"
            'how(0).Name = "Hidden"\nhow(0).Value = True\n'
            f'doc = StarDesktop.loadComponentFromURL("{url}", "_blank", 0, how())\n'
            + "\n".join(lines)
            + f"\n{store}doc.close(True)\nStarDesktop.terminate()\nEnd Sub\n"
        )
        self.module.write_text(
            '<?xml version="1.0" encoding="UTF-8"?><script:module'
            ' xmlns:script="http://openoffice.org/2000/script" script:name="Steps"'
            f' script:language="StarBasic">{escape(source)}</script:module>'
        )
        self.run("macro:///Standard.Steps.Main")
        assert all(pathlib.Path(path).exists() for path, _ in saves), "the steps went wrong"


class Opened:
    """A flat OpenDocument spreadsheet."""

    def __init__(self, path):
        self.root = ElementTree.parse(path).getroot()
        self.sheets = {}
        for table in self.root.iter(TABLE + "table"):
            # Charts bring tables of their own.
            if table.get(TABLE + "name") and table.get(TABLE + "name") != "local-table":
                self.sheets[table.get(TABLE + "name")] = self.rows(table)

    @staticmethod
    def rows(table):
        rows = []
        for row in table.iter(TABLE + "table-row"):
            cells = []
            for cell in row:
                if cell.tag not in (TABLE + "table-cell", TABLE + "covered-table-cell"):
                    continue
                kind = cell.get(OFFICE + "value-type")
                text = "\n".join("".join(p.itertext()) for p in cell.findall(TEXT + "p"))
                value = text if kind == "string" else cell.get(OFFICE + "value")
                if kind == "boolean":
                    value = cell.get(OFFICE + "boolean-value")
                count = int(cell.get(TABLE + "number-columns-repeated", 1))
                cells += [(kind, value)] * (count if kind else min(count, 200))
            while cells and cells[-1][0] is None:
                cells.pop()
            if not cells and int(row.get(TABLE + "number-rows-repeated", 1)) > 1000:
                continue
            rows += [cells] * int(row.get(TABLE + "number-rows-repeated", 1))
        while rows and not rows[-1]:
            rows.pop()
        return rows

    def charts(self):
        return [chart.get(CHART + "class") for chart in self.root.iter(CHART + "chart")]

    def error_bars(self):
        return len(list(self.root.iter(CHART + "error-indicator")))

    def names(self):
        return {it.get(TABLE + "name") for it in self.root.iter(TABLE + "named-range")}

    def filters(self):
        return len(list(self.root.iter(TABLE + "database-range")))


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


def same(rows, expected, what):
    """Compares cells one by one with those of a CSV file of ours."""
    assert len(rows) == len(expected), f"{what}: {len(rows)} rows, not {len(expected)}"
    cells = 0
    for line, (row, wanted) in enumerate(zip(rows, expected), 1):
        for column, want in enumerate(wanted):
            kind, value = row[column] if column < len(row) else (None, None)
            place = f"{what}, row {line}, column {column + 1}"
            if want == "":
                assert kind is None, f"{place}: {value} instead of nothing"
            elif number(want) is not None:
                assert kind in ("float", "percentage"), f"{place}: {want} is {kind} {value}"
                assert abs(float(value) - float(want)) < 1e-6, f"{place}: {value}, not {want}"
            elif kind == "boolean":
                assert value == want, f"{place}: {value}, not {want}"
            else:
                # In a CSV a text that looks like a formula is marked.
                plain = want[1:] if want[0] == "'" and kind == "string" and value[:1] != "'" else want
                assert (kind, value) == ("string", plain), f"{place}: {kind} {value}, not {want}"
            cells += 1
    return cells


def table(path, separator=","):
    with open(path, encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file, delimiter=separator))


def opens_everything(calc, folder):
    """Every CSV and every workbook that a run leaves."""
    (folder / "floors.toml").write_text(SCENARIO)
    scenarios = [folder / "floors.toml"]
    games = []
    if FULL:
        scenarios += sorted((ROOT / "scenarios").glob("*.toml"))
        games = ["--games", "4"]
    cells = 0
    formats = ["--format", "csv,json,xlsx", "--every-game", *games]
    towerlab("run", *scenarios, "--out", folder / "plain", *formats)
    comma = ["--excel", "--decimal", "comma"]
    towerlab("run", *scenarios, "--out", folder / "comma", *formats, *comma)
    for scenario in scenarios:
        plain, other = folder / "plain" / scenario.stem, folder / "comma" / scenario.stem
        names = ["summary.csv", "results.csv", "games.csv"]
        opened = calc.open(*(plain / name for name in names), reading="CSV:44,34,76,1,,1033")
        german = calc.open(*(other / name for name in names), reading="CSV:59,34,76,1,,1031")
        for name in names:
            expected = table(plain / name)
            (rows,) = opened[name].sheets.values()
            cells += same(rows, expected, f"{plain / name}")
            (rows,) = german[name].sheets.values()
            cells += same(rows, expected, f"{other / name}")
        book_path = plain / f"{scenario.stem}.xlsx"
        book = calc.open(book_path)[book_path.name]
        cells += same(book.sheets["Summary"], table(plain / "summary.csv"), "Summary")
        cells += same(book.sheets["Metrics"], table(plain / "results.csv"), "Metrics")
        for name in ["Answer", "Seats", "Scores", "Cases", "Chart data", "About"]:
            assert book.sheets[name], f"{name} is empty"
        results = json.loads((plain / "results.json").read_text())
        has_objectives = any("reached_" in it["metric"] for case in results["cases"] for it in case["metrics"])
        assert ("Objectives" in book.sheets) == has_objectives
        texts = [value for row in book.sheets["Answer"] for kind, value in row if kind == "string"]
        assert results["title"] in texts and results["question"] in texts, texts
        for finding in results["findings"]:
            assert any(finding["text"] in text for text in texts), finding
        assert len(book.charts()) == 3, book.charts()
        assert book.error_bars() >= 2, "the charts have no error bars"
        wanted = {"summary_table", "seats_table", "metrics_table", "scores_table", "cases_table"}
        assert wanted <= book.names(), book.names()
        assert book.filters() >= 6, "the tables have no filters"
        # The same run gives the same bytes, whatever CSV files look like.
        assert book_path.read_bytes() == (other / f"{scenario.stem}.xlsx").read_bytes()
    # The sheet of cases is a scenario: in our workbook, and as Calc saves it.
    book, saved = folder / "plain/floors/floors.xlsx", folder / "floors.ods"
    calc.steps(book, [], [(saved, "calc8")])
    for path in [book, saved]:
        out = folder / f"again-{path.suffix[1:]}"
        towerlab("run", path, "--out", out)
        one, other = (out / "floors/summary.csv"), (folder / "plain/floors/summary.csv")
        if not games:
            assert one.read_bytes() == other.read_bytes(), f"{path} is another scenario"
    precise = folder / "precise.toml"
    precise.write_text(
        'game = "skyline"\nbeyond_rulebook = true\nplayers = 2\nagents = "greedy"\nuntil = { points = 2.5 }\n'
        "baseline = { rounds = 9 }\n[vary]\nrounds = [5, 9]\n"
    )
    towerlab("run", precise, "--out", folder / "precise", "--format", "csv,xlsx")
    towerlab("run", folder / "precise/precise/precise.xlsx", "--out", folder / "again-precise")
    one, other = folder / "precise/precise", folder / "again-precise/precise"
    assert (one / "summary.csv").read_bytes() == (other / "summary.csv").read_bytes()
    told = towerlab("run", folder / "precise/precise/precise.xlsx", "--out", folder / "precise", fails=True)
    assert "the folder for its results" in told, told
    print(f"{cells} cells of {len(scenarios)} scenarios are what they should be")


def changes_a_card(calc, folder):
    """Export, change one count in the program, read again, run."""
    sheets = {"tower-up": ("Cards", 0), "skyline": ("Dice", 2), "tower": ("Build cards", 4)}
    for game in sheets if FULL else ["tower-up"]:
        sheet, column = sheets[game]
        deck = folder / f"{game}-deck.xlsx"
        towerlab("components", game, "--export", deck)
        before = calc.open(deck)[deck.name].sheets
        one = f'doc.Sheets.getByName("{sheet}").getCellByPosition({column}, 1)'
        changed = [(folder / f"{game}-changed.xlsx", "Calc MS Excel 2007 XML"),
                   (folder / f"{game}-changed.ods", "calc8")]
        # A formula, so that its saved value is what counts.
        calc.steps(deck, [f'{one}.Formula = "=1+" & {one}.Value'], changed)
        scenario = folder / f"{game}.toml"
        scenario.write_text(f'game = "{game}"\nagents = "random"\ngames = 200\nplayers = 2\n')
        runs = {}
        for path in [deck, *(path for path, _ in changed)]:
            assert "valid" in towerlab("components", game, "--check", path)
            out = folder / f"out-{path.name}"
            towerlab("run", scenario, "--components", path, "--out", out)
            manifest = json.loads((out / game / "manifest.json").read_text())
            runs[path.name] = manifest["components"][0], (out / game / "results.csv").read_text()
        plain = runs[deck.name]
        # The name of a set is part of every row; without it a sheet gives what the files give.
        towerlab("run", scenario, "--out", folder / "default")
        default = (folder / "default" / game / "results.csv").read_text()
        usual = json.loads((folder / "default" / game / "manifest.json").read_text())["components"][0]["id"]
        assert plain[1].replace(plain[0]["id"], usual) == default, "the exported set is another one"
        for path, _ in changed:
            after = calc.open(path)[path.name].sheets
            count = lambda sheets: float(sheets[sheet][1][column][1])
            assert count(after) == count(before) + 1
            own = runs[path.name]
            assert own[0]["id"] != plain[0]["id"] and own[0]["id"].startswith(path.stem)
            assert own[1].replace(own[0]["id"], "") != plain[1].replace(plain[0]["id"], ""), "no effect"
    print("a changed card shows in the manifest and in the results")


def tells_faults(calc, folder):
    """Twenty faults in one workbook, each told with its cell."""
    deck = folder / "faulty-deck.xlsx"
    towerlab("components", "tower-up", "--export", deck)
    # By cell: what is put there, and a word of what is said about it.
    planted = {
        "Cards!A2": ("many", "whole number"), "Cards!A3": (0, "at least one"),
        "Cards!B4": (-1, "whole number"), "Cards!B5": (10, "at most 9"),
        "Cards!C6": (1.5, "whole number"), "Cards!D7": ("", "whole number"),
        "Cards!E8": (300, "whole number"), "Cards!F9": (5, "at most 4"),
        "Cards!G10": ("greay", "did you mean `gray`?"), "Cards!G11": ("pink", "write brown"),
        "Cards!H12": (2, "needs"), "Cards!I13": ("whit", "did you mean `white`?"),
        "Cards!I14": ("wild", "shows none"), "Cards!J15": ("guess", "rulebook"),
        "Cards!J16": ("inferrd", "did you mean `inferred`?"),
        "Objectives!A3": ("four_colours", "twice"), "Objectives!B4": ("distrikts", "districts"),
        "Objectives!C5": (99, "write 1 to"), "Objectives!D6": (2, "gray_districts"),
        "Objectives!E7": ("perhaps", "true or false"),
    }
    assert len(planted) == 20
    lines = []
    for cell, (value, _) in planted.items():
        sheet, place = cell.split("!")
        at = f'doc.Sheets.getByName("{sheet}").getCellRangeByName("{place}")'
        lines.append(f'{at}.String = "{value}"' if isinstance(value, str) else f"{at}.Value = {value}")
    broken = folder / "broken.xlsx"
    calc.steps(deck, lines, [(broken, "Calc MS Excel 2007 XML")])
    told = towerlab("components", "tower-up", "--check", broken, fails=True).strip().splitlines()
    for cell, (_, word) in planted.items():
        own = [line for line in told if f" {cell}: " in line]
        assert len(own) == 1 and word in own[0], f"{cell}: {own}\n" + "\n".join(told)
    assert len(told) == len(planted), "\n".join(told)
    # Cases are told by their cells as well.
    cases = folder / "cases.csv"
    cases.write_text("game;players;starting_floors\ntower-up;2;3\ntower-up;4;6\n")
    book = folder / "cases.xlsx"
    calc.run("--infilter=CSV:59,34,76,1", "--convert-to", "xlsx", "--outdir", folder, cases)
    told = towerlab("run", book, fails=True)
    assert "cases!C3: starting_floors is 6" in told, told
    print("20 planted faults are told with their cells")


def answers_formulas(calc, folder):
    """A cell asks the running service."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    service = subprocess.Popen([TOWERLAB, "serve", "--port", str(port)], stderr=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}/v1/tower-up/balance.txt?players=3&starting_floors=4&agent=greedy&games=200&metric=seat0_win_share"
        for attempt in range(100):
            try:
                with urllib.request.urlopen(address) as answer:
                    expected = float(answer.read())
                break
            except OSError:
                time.sleep(0.1)
        out = folder / "live.csv"
        formula = f'=VALUE(WEBSERVICE(""{address}""))'
        lines = [f'doc.Sheets(0).getCellByPosition(0, 0).Formula = "{formula}"', "doc.calculateAll()",
                 "Wait 2000", "doc.calculateAll()"]
        calc.steps(None, lines, [(out, "Text - txt - csv (StarCalc)")])
        found = float(out.read_text().strip())
        assert abs(found - expected) < 1e-9, f"{found}, not {expected}"
        print(f"WEBSERVICE returns {found}")
    finally:
        service.terminate()


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        calc = Calc(folder)
        opens_everything(calc, folder)
        changes_a_card(calc, folder)
        tells_faults(calc, folder)
        answers_formulas(calc, folder)


main()
