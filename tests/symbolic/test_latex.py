"""LaTeX: it says what the formulas say, in commands that LaTeX knows, in lines that fit."""

import re

import numpy as np
import pytest

import armillary as arm
from formula_reader import Reader, atoms, random_values
from internals import ROOM, LatexPrinter, escaped, size
from odd_robots import odd_robot
from random_robots import random_robot

COMMANDS = {
    *[
        "\\alpha",
        "\\gamma",
        "\\delta",
        "\\theta",
        "\\mu",
        "\\sigma",
        "\\phi",
        "\\chi",
        "\\psi",
        "\\tau",
        "\\eta",
        "\\Gamma",
        "\\Phi",
    ],
    *[
        "\\dot",
        "\\ddot",
        "\\mathit",
        "\\operatorname",
        "\\tfrac",
        "\\cdot",
        "\\lbrace",
        "\\rbrace",
        "\\partial",
        "\\cos",
        "\\sin",
        "\\quad",
    ],
    *["\\begin", "\\end", "\\left", "\\right", "\\subsection", "\\int"],
}
PREAMBLE = {"\\documentclass", "\\usepackage", "\\allowdisplaybreaks", "\\setlength", "\\parindent"}
PREAMBLE |= {"\\title", "\\date", "\\maketitle"}
CASES = [
    ("khatib-rr", "all", "all"),
    ("khatib-rp", "all", "all"),
    ("planar-3r", "all", "all"),
    ("stanford", "all", "all"),
    ("rtx", "all", "all"),
    ("rtx", "none", "all"),
    ("rtx", "base", "dynamics"),
    ("ur5", "all", "M"),
    ("flexrob", "all", "M"),
    ("flexrob", "all", "kinematics"),
    ("celentano-link", "all", "kinematics"),
]


def checked(text: str) -> None:
    """Check what a compiler would stumble over."""
    assert text.isascii()
    depth = 0
    for c in re.sub(r"\\[{}$&%#_\\]", "", text):
        depth += {"{": 1, "}": -1}.get(c, 0)
        assert depth >= 0
    assert depth == 0
    assert set(re.findall(r"\\[A-Za-z]+", text)) <= COMMANDS | PREAMBLE
    opened = re.findall(r"\\(begin|end)\{([a-z*]+)\}", text)
    stack = []
    for what, name in opened:
        stack.append(name) if what == "begin" else None
        assert what == "begin" or stack.pop() == name
    assert not stack
    assert text.count("$") % 2 == 0
    for group in re.findall(r"\{[^{}]*\}", text):
        assert "\\\\" not in group  # a line may not end inside braces
    for matrix in re.findall(r"\\begin\{bmatrix\}(.*?)\\end\{bmatrix\}", text, re.DOTALL):
        assert max(row.count("&") for row in matrix.split("\\\\")) < 10  # amsmath's own limit


@pytest.mark.parametrize(("name", "letters", "form"), CASES)
def test_pages_are_well_formed(name, letters, form):
    page = arm.equations(arm.library.get(name), letters=letters).latex(form, document=True)
    checked(page)
    assert page.startswith("\\documentclass")
    assert page.endswith("\\end{document}\n")
    for body in re.findall(r"\\begin\{align\*\}\n(.*?)\\end\{align\*\}", page, re.DOTALL):
        for line in body.split("\\\\\n"):
            assert size(line.replace("&", "")) <= 1.15 * ROOM or len(re.findall(r" [+-] ", line)) < 2


@pytest.mark.parametrize(("name", "letters", "form"), CASES)
def test_formulas_read_back(name, letters, form):
    found = arm.equations(arm.library.get(name), letters=letters)
    printer, values = LatexPrinter(found.symbols), random_values(found)
    formulas = [one for quantity in found.chosen((form,)) for one in found.formulas(quantity)]
    reader = Reader(atoms(found, printer, formulas, values))
    close = {"rel": 2e-4, "abs": 1e-5} if letters == "none" else {"rel": 1e-11, "abs": 1e-12}
    for formula in formulas:
        assert reader.value(formula.latex()) == pytest.approx(formula.evaluate(values), **close), formula.name


DRAWN = {
    "many turns 1": random_robot(np.random.default_rng(1), 2, "RRPF"),
    "many turns 2": random_robot(np.random.default_rng(2), 2, "RRPF"),
    "few turns 1": odd_robot(np.random.default_rng(4), 2, often=0.2),
    "few turns 2": odd_robot(np.random.default_rng(5), 2, often=0.2),
}


@pytest.mark.parametrize("robot", DRAWN.values(), ids=DRAWN)
def test_random_robots_read_back(robot):
    """Joints about skew axes, constant turns between them: angles of all kinds, and numbers where there are many."""
    found = arm.equations(robot)
    close = {"rel": 2e-4, "abs": 1e-5} if found.symbolic.rounded else {"rel": 1e-9, "abs": 1e-10}
    printer, values = LatexPrinter(found.symbols), random_values(found)
    formulas = [one for name in ("M", "f", "x") for one in found.formulas(name)]
    reader = Reader(atoms(found, printer, formulas, values))
    for formula in formulas:
        assert reader.value(formula.latex()) == pytest.approx(formula.evaluate(values), **close)
    checked(found.latex("M", "f", "x", document=True))


@pytest.mark.parametrize("name", ["khatib-rr", "stanford", "rtx", "flexrob"])
def test_mathtext_reads_the_entries(name):
    """Matplotlib has a parser of its own."""
    from matplotlib import mathtext

    parser = mathtext.MathTextParser("path")
    found = arm.equations(arm.library.get(name))
    for quantity in ("M", "g", "f", "J"):
        for formula in found.formulas(quantity):
            text = formula.latex().replace("\\tfrac", "\\frac").replace("\\lbrace", "\\{").replace("\\rbrace", "\\}")
            parser.parse(f"${text}$")


def test_textbook_names():
    found = arm.equations(arm.library.get("khatib-rr"))
    assert found.entry("M11").latex() == (
        "m_{1} l_{c1}^{2} + I_{zz1} + I_{zz2} + m_{2} (l_{1}^{2} + l_{c2}^{2} + 2 l_{1} l_{c2} c_{2})"
    )
    assert found.entry("v2").latex() == r"m_{2} l_{1} l_{c2} s_{2} \dot{\theta}_{1}^{2}"
    assert found.entry("g2").latex() == "m_{2} l_{c2} g c_{12}"
    page = found.latex("M", "c", "B")
    assert "m_{2} l_{c2} (l_{c2} + l_{1} c_{2}) + I_{zz2} & m_{2} l_{c2}^{2} + I_{zz2}\n\\end{bmatrix}" in page
    spatial = arm.equations(arm.library.get("stanford")).latex("M")
    assert "M_{12} & M_{22} & 0 \\\\\nM_{13} & 0 & M_{33}\n\\end{bmatrix}" in spatial
    assert "M_{21}" not in spatial  # symmetric: said once
    assert r"\partial T/\partial \theta_{2} &=" in page
    assert r"$c_{2} = \cos \theta_{2}$" in page


def test_brackets_from_the_inside_out():
    text = arm.equations(arm.library.get("stanford")).entry("T").latex()
    assert r"\lbrace m_{1}" in text
    assert "[I_{xx2} + I_{yy3} + m_{3} (l_{c3} + d_{3})^{2}]" in text


def test_matrices():
    found = arm.equations(arm.library.get("khatib-rp"))
    assert found.R.latex().startswith("\\begin{bmatrix}\n")
    assert found.R.latex().count("&") == 6
    assert found.b.latex().count("\\begin{bmatrix}") == 3  # a column of two matrices
    assert found.g.latex().count("\\\\") == 1
    wide = arm.equations(arm.library.get("celentano-link"))
    assert "\\begin{array}{ccccccccccc}" in wide.J.latex()  # eleven columns: more than a bmatrix takes


def test_zeros_are_said():
    found = arm.equations(arm.library.get("stanford"))
    assert "$g_{1}$ is zero." in found.latex("g")
    assert "The others are zero." in found.latex("b")
    assert "f = 0" in found.latex("f")


def test_words_are_escaped():
    assert escaped("50% of a_b & {c} # $x$ ~ ^ \\") == (
        r"50\% of a\_b \& \{c\} \# \$x\$ \textasciitilde{} \textasciicircum{} \textbackslash{}"
    )
    assert escaped("kg·m², ∫ΦΦᵀdm") == r"kg$\cdot$m$^2$, $\int$$\Phi$$\Phi$$^T$dm"
    assert escaped("Kräfte 腕") == "Krafte ?"
