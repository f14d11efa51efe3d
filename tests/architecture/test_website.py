"""The builder of the documentation site: links, docstrings, equations and types of fields."""

import json

import pytest
from pydantic import BaseModel

from armillary.description.toml.schema import Motor, RobotFile
from armillary.files.fields import Extent, Flag
from armillary.reproduce.figure import Source
from website import kept, validation
from website.blocks import blocks, code_rows
from website.docstrings import rest
from website.fields import default, field_type, models
from website.formulations import operations
from website.links import broken
from website.notebooks import executed
from website.performance import number, table
from website.stage import sources_of_pages
from website.typeset import block, page, paragraph, typeset


@pytest.mark.parametrize(
    ("link", "why"),
    [
        ('<a href="other.html#here">', ""),
        ('<a href="https://example.org/">', ""),
        ('<a href="none.html">', "a file that is not there"),
        ('<a href="other.html#nowhere">', "no anchor 'nowhere'"),
        ('<a href="#nowhere">', "no anchor 'nowhere'"),
        ('<script src="https://example.org/a.js">', "loaded from a network"),
    ],
)
def test_broken_links_are_found(link, why, tmp_path):
    (tmp_path / "index.html").write_text(link)
    (tmp_path / "other.html").write_text('<p id="here">')
    found = broken(tmp_path)
    assert len(found) == bool(why)
    assert all(text.endswith(why) for text in found)


def test_formulas_of_docstrings_become_literal_blocks():
    lines = rest(
        ["The energy of `arm.Robot`:", "    |v|² / 2   (1)", "and |v|.", "", "Args:", "    v: Speed, |v| < 1."]
    )
    assert lines[:6] == [
        "The energy of :py:obj:`arm.Robot <armillary.Robot>`:", "", "::", "", "    |v|² / 2   (1)", "",
    ]  # fmt: skip
    assert lines[6:] == [r"and \|v\|.", "", "Args:", r"    v: Speed, \|v\| < 1."]


def test_equations_have_indices_italics_and_numbers():
    assert typeset("ω_i = Rᵀ q̇ < cos x") == "<i>ω</i><sub>i</sub> = <i>R</i>ᵀ <i>q̇</i> &lt; cos <i>x</i>"
    assert '<div class="number">(3)</div>' in block(["    a = b     (3)"])
    assert paragraph("C(q)_ij, ∂_k and `C_i`") == "C(q)<sub>ij</sub>, <i>∂</i><sub>k</sub> and `C_i`"
    text = page("Title", "First line.\n\nThe force f_i is\n    f = m a   (1)\nfor *all* m.")
    assert text.startswith("# Title\n\nThe force <i>f</i><sub>i</sub> is\n\n<div")
    assert text.endswith("for \\*all\\* m.\n")


def test_fields_say_their_type_unit_and_default():
    class Table(BaseModel):
        size: Extent
        on: Flag = False

    assert field_type(Table.model_fields["size"]) == 'length [m], such as `"5 mm"` above zero'
    assert [default(field) for field in Table.model_fields.values()] == ["required", "`false`"]
    assert Motor in models(RobotFile.model_fields["motor"].annotation)


def test_tables_of_code_have_rows():
    (found,) = blocks(
        "<!-- runs: b -->\n| a | b |\n|---|---|\n| one | `x = 1`<br>`x \\| 2` |\n| two | |\n\n| other |\n"
    )
    assert code_rows(found) == [("x = 1\nx | 2",), ("",)]


def test_kept_figures_of_benchmarks_are_found():
    assert [number(text) for text in ("1,038", "82 %, missed", "")] == [1038.0, 82.0, None]
    assert {row["robot"] for row in table("Pinocchio, MuJoCo, and the bound")} == {"Panda", "UR5"}
    with pytest.raises(RuntimeError, match="no table"):
        table("Nothing")


def test_results_are_kept_by_their_inputs(tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "FOLDER", tmp_path)
    assert kept.place("a", "x", "y") != kept.place("a", "xy", "")
    shown = Source("Table 1", "wrong").differs("M11", 1.0, 2.0, 0.1)
    validation.keep("paper", [shown])
    assert validation.figures_of("paper") == [shown]
    assert "print differs" in validation.section("Paper", [shown])


def test_cells_of_notebooks_have_outputs():
    cell = {"cell_type": "code", "source": ["print(1)\n", "x = 2\n", "x"]}
    (ran,) = executed({"cells": [cell]})["cells"]
    printed, shown = ran["outputs"]
    assert printed["text"] == "1\n"
    assert json.loads(shown["data"]["text/plain"]) == 2


def test_operations_grow_with_the_joints():
    """The site takes the counts that are kept here."""
    for ways in operations().values():
        assert all(counts == sorted(set(counts)) for counts in ways.values()), ways


def test_all_pages_of_docs_are_shown():
    names = {path.name for path in sources_of_pages()}
    assert {"README.md", "CHANGELOG.md", "ten-minutes.md", "gpu.md"} <= names
