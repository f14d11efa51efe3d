"""`armillary equations`."""

import importlib
import json
import re

import pytest

import armillary as arm
from internals import EquationsScreen, ScreenLimit, planar, to_toml


def test_shows_the_usual(armillary):
    result = armillary("equations", "khatib-rr")
    assert result.exit_code == 0
    assert "M12 = m2 lc2 (lc2 + l1 c2) + Izz2" in result.stdout
    assert "Gravity efforts" in result.stdout
    assert "inertia zz of 'link2'" in result.stdout
    assert "\x1b" not in result.stdout  # a pipe gets plain text


def test_entries_only(armillary):
    result = armillary("equations", "stanford", "--entry", "M33", "--entry", "g3")
    assert "M33 = m3 + Im3" in result.stdout
    assert "g3 = m3 g c2" in result.stdout
    assert "M11" not in result.stdout
    assert "Izz1" not in result.stdout


def test_a_file_and_its_motor(armillary, arm_file):
    full = armillary("equations", arm_file, "motors").stdout
    none = armillary("equations", arm_file, "motors", "--motors", "none").stdout
    assert "Im2" in full
    assert "  motors = 0" in none
    assert "fv1" in armillary("equations", arm_file, "f").stdout
    assert "  f = 0" in armillary("equations", arm_file, "f", "--no-friction").stdout


def test_parameters(armillary):
    assert "ZZ2 = m2 lc2² + Izz2" in armillary("equations", "khatib-rr", "M", "--letters", "base").stdout
    assert "M22 = 0.36" in armillary("equations", "khatib-rr", "--entry", "M22", "--letters", "none").stdout


def test_latex(armillary):
    part = armillary("equations", "khatib-rr", "--latex").stdout
    assert "\\begin{align*}" in part
    assert "\\documentclass" not in part
    whole = armillary("equations", "khatib-rr", "--latex", "--document").stdout
    assert whole.startswith("\\documentclass")
    assert whole.endswith("\\end{document}\n")


def test_markdown(armillary):
    text = armillary("equations", "khatib-rr", "g", "--entry", "M22", "--markdown").stdout
    assert "## Gravity efforts" in text
    assert "M_{22} &= " in text
    assert "| $I_{zz2}$ |" in text


def test_sympy_output_is_a_program(armillary):
    text = armillary("equations", "rtx", "M", "g", "f", "--sympy").stdout
    made: dict = {}
    exec(compile(text, "equations.py", "exec"), made)
    found = arm.equations(arm.library.get("rtx"))
    assert made["M"] == found.M.sympy()
    assert made["f"] == found.f.sympy()
    assert made["g_"] == found.g.sympy()  # g itself is the letter for gravity


def test_json(armillary):
    data = json.loads(armillary("equations", "khatib-rr", "M", "--entry", "g2", "--json").stdout)
    assert data["robot"] == "khatib-rr"
    assert data["coordinates"][0] == {"name": "θ1", "of": "joint1", "unit": "rad"}
    assert [one["name"] for one in data["quantities"]["M"]["entries"]] == ["M11", "M12", "M21", "M22"]
    (entry,) = data["entries"]
    assert entry["text"] == "m2 lc2 g c12"
    assert entry["latex"] == "m_{2} l_{c2} g c_{12}"
    assert (entry["multiplications"], entry["additions"]) == (3, 0)
    assert {one["name"]: one["value"] for one in data["letters"]}["g"] == 9.81


@pytest.mark.parametrize(
    ("suffix", "start"),
    [(".tex", "\\documentclass"), (".md", "# Equations of"), (".json", "{"), (".txt", "Equations of"), (".py", '"""')],
)
def test_the_name_of_the_file_says_what(armillary, tmp_path, suffix, start):
    path = tmp_path / f"arm{suffix}"
    result = armillary("equations", "khatib-rr", "-o", path)
    assert result.exit_code == 0
    assert result.stdout == ""
    assert path.read_text(encoding="utf-8").startswith(start)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nobody",), "a name from the library"),
        (("khatib-rr", "Q"), "one of x, R, J"),
        (("khatib-rr", "--entry", "M13"), "--entry"),
        (("khatib-rr", "--entry", "+"), "--entry"),
        (("khatib-rr", "--latex", "--markdown"), "exclude each other"),
        (("khatib-rr", "--latex", "--json"), "exclude each other"),
        (("khatib-rr", "--document"), "goes with --latex"),
        (("khatib-rr", "M", "--explain"), "leave out"),
        (("khatib-rr", "--letters", "words"), "letters"),
        (("spherical-chain",), "spherical"),
        (("flexrob", "--letters", "base"), "flexible"),
        (("khatib-rr", "-o", "/nowhere/at/all.tex"), "cannot be written"),
    ],
)
def test_bad_input(armillary, arguments, words):
    result = armillary("equations", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert words in result.stderr


def test_long_entries_are_left_out_unless_asked_for(armillary, monkeypatch):
    monkeypatch.setattr(
        importlib.import_module("armillary.symbolic.printers.page"),
        "ScreenLimit",
        lambda: ScreenLimit(terms=20, entry=60, total=300),
    )
    usual = armillary("equations", "planar-3r", "M", "v").stdout
    assert re.search(r"v1  \d+ terms before they are collected: --entry v1 shows it", usual)
    assert re.search(r"M11  \d+ characters, \d+ products, \d+ sums: --entry M11 shows it", usual)
    one = armillary("equations", "planar-3r", "--entry", "v1").stdout
    assert "  v1 = " in one
    assert "--entry" not in one
    whole = armillary("equations", "planar-3r", "M", "v", "--all").stdout
    assert "  v1 = " in whole
    assert "--entry" not in whole


def test_what_would_take_minutes_must_be_asked_for(armillary, monkeypatch):
    monkeypatch.setattr("armillary.cli.commands.equations.MANY", 10)
    usual = armillary("equations", "planar-3r", "v", "g").stdout
    assert "left out: v." in usual
    assert "g1 = " in usual
    assert "v1" not in usual
    refused = armillary("equations", "planar-3r", "v", "g", "--latex")
    assert refused.exit_code == 2
    assert "--all" in refused.stderr
    assert "  v1 = " in armillary("equations", "planar-3r", "v", "g", "--all").stdout
    assert "v_{1} &=" in armillary("equations", "planar-3r", "v", "--all", "--latex").stdout


def test_colours_mark_waves_and_rates():
    screen = EquationsScreen(arm.equations(arm.library.get("khatib-rp")))
    formula = screen.styled("2 m2 d2 θ̇1 s1² (c1 + lc1)", "formula")
    marked = {formula.plain[span.start : span.end]: str(span.style) for span in formula.spans}
    assert marked == {"s1": "cyan", "c1": "cyan", "d2": "green", "θ̇1": "green"}


@pytest.mark.parametrize("name", ["arm.pdf", "arm.html"])
def test_a_file_that_cannot_be_written_is_refused(armillary, tmp_path, name):
    result = armillary("equations", "khatib-rr", "-o", str(tmp_path / name))
    assert result.exit_code != 0
    assert ".tex, .md, .py, .json, .txt" in result.stderr
    assert not (tmp_path / name).exists()
    assert armillary("equations", "khatib-rr", "--markdown", "-o", str(tmp_path / name)).exit_code == 0  # as asked


def test_very_many_joints_are_not_waited_for(armillary, tmp_path):
    """The mass matrix of forty joints has millions of terms: it is not even begun unless asked for."""
    snake = tmp_path / "snake.toml"
    snake.write_text(to_toml(planar([0.1] * 40, [1.0] * 40, coms=[0.05] * 40, inertias=[0.01] * 40)))
    shown = armillary("equations", str(snake), "M", "f")
    assert "left out: M. The mass matrix has 40 columns; --all shows everything" in " ".join(shown.stdout.split())
    assert "--entry" not in shown.stdout
    for arguments in (("--entry", "M11"), ("M", "--json"), ("--explain",)):
        refused = armillary("equations", str(snake), *arguments)
        assert refused.exit_code != 0
        assert "40 columns" in " ".join(refused.stderr.split())
    entry = armillary("equations", str(snake), "--entry", "g40").stdout
    assert "g40 = m40 lc40 g c(1+2+" in " ".join(entry.split())
