"""Pages of text: what they say, that they fit, and that the formulas on them can be read back."""

import re

import pytest

import armillary as arm
from formula_reader import Reader, atoms, random_values
from internals import DOT, DOTS, ScreenLimit, break_formula, break_words, cells, page, plain, planar

RP = f"""\
Equations of khatib-rp
  τ = M q{DOTS} + v + g + f

Mass matrix
  M = ⎡M11   0 ⎤
      ⎣ 0   M22⎦
  M11 = m1 lc1² + Izz1 + m2 d2² + Izz2
  M22 = m2

Coriolis and centrifugal efforts
  v1 = 2 m2 d2 θ{DOT}1 d{DOT}2
  v2 = −m2 d2 θ{DOT}1²

Gravity efforts
  g1 = g c1 (m1 lc1 + m2 d2)
  g2 = m2 g s1

Friction and elastic efforts
  f = 0

where
  c1 = cos θ1, s1 = sin θ1
  θ1          rad    angle of 'joint1'
  d2          m      slide of 'joint2'
  m1    4     kg     mass of 'link1'
  m2    2     kg     mass of 'link2'
  lc1   0.4   m      centre of mass of 'link1', along x
  Izz1  0.14  kg·m²  inertia zz of 'link1', at its centre of mass
  Izz2  0.03  kg·m²  inertia zz of 'link2', at its centre of mass
  g     9.81  m/s²   gravity
"""


def test_the_page_of_a_textbook_arm():
    assert arm.equations(arm.library.get("khatib-rp")).text() == RP


def entries_of(text: str) -> dict[str, str]:
    """Return the entries on a page, put together again: name → formula."""
    found, last = {}, ""
    for line in text.partition("\nwhere\n")[0].splitlines():
        match = re.match(r"  ([^\s=]+) = ([^⎡⎢⎣\[].*)$", line)
        if match:
            last = match[1]
            found[last] = match[2]
        elif last and line.startswith("     ") and not re.search("[⎡⎢⎣]", line):
            found[last] += " " + line.strip()
        else:
            last = ""
    return found


@pytest.mark.crossed
@pytest.mark.parametrize("width", [40, 66, 100, 160])
@pytest.mark.parametrize("name", ["planar-3r", "stanford", "flexrob"])
def test_pages_fit_and_read_back(name, width):
    found = arm.equations(arm.library.get(name))
    text = found.text("M", "V", "f", "x", width=width)
    assert max(map(cells, text.splitlines())) <= max(width, 62)  # a table of letters has its least width
    values, shown = random_values(found), entries_of(text)
    formulas = {one.name: one for quantity in ("M", "V", "f", "x") for one in found.formulas(quantity)}
    reader = Reader(atoms(found, found.printer, formulas.values(), values))
    written = {label: formula for label, formula in shown.items() if label in formulas and formula != "0"}
    assert {"M11", "V", "x1"} <= written.keys()
    for label, text in written.items():
        assert reader.value(text) == pytest.approx(formulas[label].evaluate(values), rel=1e-11), label


def test_text_reads_back_with_all_rates():
    for name in ("rtx", "stanford"):
        found = arm.equations(arm.library.get(name))
        values = random_values(found)
        formulas = [one for quantity in found.chosen(("all",)) for one in found.formulas(quantity)]
        reader = Reader(atoms(found, found.printer, formulas, values))
        for formula in formulas:
            assert reader.value(formula.text()) == pytest.approx(formula.evaluate(values), rel=1e-11, abs=1e-13)


def test_twelfth_joint_is_not_first_and_second():
    """With more than nine joints c12 is the cosine of the twelfth angle alone."""
    n = 12
    found = arm.equations(planar([1.0] * n, [1.0] * n, coms=[0.5] * n, inertias=[0.1] * n))
    assert " c(1+2) " in found.entry("x1").text() + " "
    assert not re.search(r"c12\b", found.entry("x1").text())
    values = random_values(found)
    formulas = [*found.formulas("x"), found.entry("M11,12")]
    reader = Reader(atoms(found, found.printer, formulas, values))
    for formula in formulas:
        assert reader.value(formula.text()) == pytest.approx(formula.evaluate(values), rel=1e-11)


def test_matrices_show_their_structure():
    text = arm.equations(arm.library.get("stanford")).text("M", "R")
    assert "⎡M11  M12  M13⎤" in text
    assert "⎣M13   0   M33⎦" in text
    assert "M21" not in text
    assert "⎡s1   c1 c2  c1 s2⎤" in text  # short entries stand in their matrix


def test_zeros_are_left_out_with_a_word():
    text = arm.equations(arm.library.get("stanford")).text("b", "g", "c", "f")
    assert "The others are zero." in text
    assert "g1 is zero." in text
    assert "∂T/∂θ1 is zero." in text
    assert "  f = 0\n" in text
    assert " = 0\n" not in text.replace("  f = 0\n", "")


def test_only_letters_that_are_used():
    found = arm.equations(arm.library.get("khatib-rr"))
    legend = found.text("g").partition("\nwhere\n")[2]
    assert "Izz" not in legend
    assert "lc2" in legend
    assert "gravity" in legend
    assert "cos(θ1 + θ2)" in legend
    assert " c2 " not in legend


def test_angles_of_bent_links_are_explained():
    text = arm.equations(arm.library.get("flexrob")).text("M")
    assert "c(2+ψ1) = cos(θ2 + ψ1)" in text
    assert "  ψ1 = φ′1e,1 δ3 + φ′1e,2 δ4" in text
    assert "amplitude of" in text


def test_base_parameters_are_explained():
    text = arm.equations(arm.library.get("khatib-rr"), letters="base").text("M")
    assert "  ZZ2 = m2 lc2² + Izz2" in text
    assert "  m2 " in text


def test_numbers():
    text = arm.equations(arm.library.get("khatib-rr"), letters="none").text("M")
    assert "⎣0.36 + 0.4 c2      0.36     ⎦" in text
    assert "numbers in SI units" in text


def test_long_entries_are_counted():
    found = arm.equations(arm.library.get("ur5"))
    short = plain(page(found, ("M", "v"), limit=ScreenLimit(terms=150, entry=200, total=300)))
    assert "M11  192 terms before they are collected: --entry M11 shows it" in short
    assert re.search(r"M12  \d{3} characters, \d+ products, \d+ sums: --entry M12 shows it", short)
    assert "more entries are left out: --all shows them" in short
    whole = plain(page(found, ("M",)))
    assert "--entry" not in whole
    assert "  M11 = " in whole


def test_breaking_prefers_the_outside():
    text = "a (b + c) + d (e + f + g) + h"
    assert break_formula(text, 20, 20) == ["a (b + c)", "+ d (e + f + g) + h"]
    assert " ".join(break_formula(text, 8, 8)) == text
    assert break_words("one two three", 7) == ["one two", "three"]
    assert cells(f"θ{DOT}1²") == 3


def test_the_law_names_what_acts():
    """Friction that is not asked for still belongs to the efforts."""
    assert f"τ = M q{DOTS} + v + g\n" in arm.equations(arm.library.get("khatib-rr")).text("M", "v", "g")
    rtx = arm.equations(arm.library.get("rtx"))
    assert f"τ = M q{DOTS} + v + g + f\n" in rtx.text("M", "v", "g")
    assert r"\tau = M\ddot{q} + v + g + f" in rtx.latex("M", "v", "g")
    assert f"τ = M q{DOTS} + v + g\n" in arm.equations(arm.model(arm.library.get("rtx"), friction=False)).text(
        "M", "v", "g"
    )
