"""Every notebook in examples/ runs from top to bottom, and shows what it means to show.

The cells run as in Jupyter: in one namespace, the value of a last expression is displayed by the richest form it has.
"""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from website.notebooks import keep

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples" / "notebooks").glob("*.ipynb"))
FORMS = ("text/html", "text/markdown", "text/latex", "text/plain")
VOID = {"br", "hr", "img", "input", "meta", "link"}


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


class Balance(HTMLParser):
    """Fails on tags that do not match."""

    def __init__(self):
        super().__init__()
        self.open, self.seen = [], []

    def handle_starttag(self, tag, attributes):
        self.seen.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.seen.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def tags(text):
    parser = Balance()
    parser.feed(text)
    parser.close()
    assert not parser.open
    return parser.seen


@pytest.fixture(scope="module", params=NOTEBOOKS, ids=lambda path: path.stem)
def notebook(request):
    """A notebook with (form, text, object) of everything that it displayed, run once in a folder that stays empty."""
    shown = []

    def seen(value, forms):
        form = next(name for name in FORMS if name in forms)
        shown.append((form, forms[form], value))

    keep(request.param, seen)
    return request.param.stem, shown


def test_there_are_three():
    names = {path.stem for path in NOTEBOOKS}
    assert {"equations_of_an_rr_arm", "flexible_arm_with_motors", "choosing_a_robot"} <= names


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_file_is_a_notebook_without_outputs(path):
    data = read(path)
    assert (data["nbformat"], data["nbformat_minor"]) == (4, 5)
    assert data["metadata"]["kernelspec"]["name"] == "python3"
    ids = [cell["id"] for cell in data["cells"]]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[\w-]{1,64}", one) for one in ids)
    assert data["cells"][0]["cell_type"] == "markdown"
    assert "".join(data["cells"][0]["source"]).startswith("# ")
    for cell in data["cells"]:
        assert cell["cell_type"] in ("markdown", "code")
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)


def test_it_runs_shows_rich_forms_and_leaves_nothing(notebook):
    _, shown = notebook
    rich = [text for form, text, _ in shown if form != "text/plain"]
    assert len(rich) >= 3
    for form, text, _ in shown:
        assert text
        if form == "text/html":
            assert "table" in tags(text)


def test_what_each_shows(notebook):
    name, shown = notebook
    forms = {}
    for form, text, value in shown:
        forms.setdefault((type(value).__name__, form), []).append(text)
    if name == "equations_of_an_rr_arm":
        (page,) = forms["Equations", "text/markdown"]
        assert "## Mass matrix" in page
        assert page.count("$$") >= 6
        assert all("$" in text for text in forms["Formula", "text/latex"])
        assert forms["Formulas", "text/latex"]
        (swing,) = forms["Trajectory", "text/html"]
        assert tags(swing).count("path") == 2 + 2  # two joints; kinetic and potential energy
    elif name == "flexible_arm_with_motors":
        assert "elbow motor" in forms["Robot", "text/html"][0]
        for run_page in forms["Trajectory", "text/html"]:
            assert tags(run_page).count("svg") == 4  # joints, elastic coordinates, efforts, energies
    else:
        first, second = forms["Selection", "text/html"]
        assert first != second
        assert "3 robots, best first" in first
