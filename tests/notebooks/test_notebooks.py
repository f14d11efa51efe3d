"""Every notebook in examples/ runs from top to bottom, and shows what it means to show.

The cells run as in Jupyter: in one namespace, the value of a last expression is displayed by the richest form it has.
"""

import ast
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples" / "notebooks").glob("*.ipynb"))
FORMS = ("_repr_html_", "_repr_markdown_", "_repr_latex_", "__repr__")
VOID = {"br", "hr", "img", "input", "meta", "link"}


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def run(path):
    """Execute the code of a notebook; return (form, text, object) of everything that it displayed."""
    shown = []

    def display(value):
        form = next(name for name in FORMS if getattr(value, name, None) is not None)
        shown.append((form, getattr(value, form)(), value))

    namespace = {"__name__": "__main__", "display": display}
    for number, cell in enumerate(read(path)["cells"]):
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        name = f"{path.name}, cell {number + 1}"
        exec(compile(tree, name, "exec"), namespace)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), name, "eval"), namespace)
            if value is not None:
                display(value)
    return shown


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
def notebook(request, tmp_path_factory):
    """A notebook with what it showed, run once in an empty folder."""
    folder = tmp_path_factory.mktemp("notebook")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        shown = run(request.param)
    return request.param.stem, shown, folder


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
    _, shown, folder = notebook
    rich = [text for form, text, _ in shown if form != "__repr__"]
    assert len(rich) >= 3
    for form, text, _ in shown:
        assert text
        if form == "_repr_html_":
            assert "table" in tags(text)
    assert not list(folder.iterdir())


def test_what_each_shows(notebook):
    name, shown, _ = notebook
    forms = {}
    for form, text, value in shown:
        forms.setdefault((type(value).__name__, form), []).append(text)
    if name == "equations_of_an_rr_arm":
        (page,) = forms["Equations", "_repr_markdown_"]
        assert "## Mass matrix" in page
        assert page.count("$$") >= 6
        assert all("$" in text for text in forms["Formula", "_repr_latex_"])
        assert forms["Formulas", "_repr_latex_"]
        (swing,) = forms["Trajectory", "_repr_html_"]
        assert tags(swing).count("path") == 2 + 2  # two joints; kinetic and potential energy
    elif name == "flexible_arm_with_motors":
        assert "elbow motor" in forms["Robot", "_repr_html_"][0]
        for run_page in forms["Trajectory", "_repr_html_"]:
            assert tags(run_page).count("svg") == 4  # joints, elastic coordinates, efforts, energies
    else:
        first, second = forms["Selection", "_repr_html_"]
        assert first != second
        assert "3 robots, best first" in first
