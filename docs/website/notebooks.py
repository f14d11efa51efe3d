"""Notebooks of examples/ with their outputs, run in this process; outputs are kept until notebook or package change.

A cell runs as in Jupyter: the value of a last expression is displayed in all forms that it has. Tests run the
notebooks by `keep`, and the site takes their outputs.
"""

import ast
import contextlib
import io
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from website import kept
from website.stage import ROOT, Stage

FOLDER = ROOT / "examples" / "notebooks"
Seen = Callable[[Any, dict[str, Any]], None]
"""Called with each displayed value and its forms, by their MIME types."""


def pages(stage: Stage) -> None:
    """Write the notebooks with their outputs."""
    for path in sorted(FOLDER.glob("*.ipynb")):
        place = kept.place("notebooks", path.read_bytes())
        if not place.exists():
            keep(path)
        stage.write(path.relative_to(ROOT).as_posix(), place.read_text(encoding="utf-8"))


def keep(path: Path, seen: Seen | None = None) -> None:
    """Run a notebook and keep it with its outputs."""
    made = executed(json.loads(path.read_text(encoding="utf-8")), seen)
    kept.keep(kept.place("notebooks", path.read_bytes()), json.dumps(made, ensure_ascii=False))


def executed(notebook: dict[str, Any], seen: Seen | None = None) -> dict[str, Any]:
    """Return a notebook with outputs; it runs in an empty folder, which must stay empty."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = []
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for number, cell in enumerate(notebook["cells"], start=1):
            if cell["cell_type"] == "code":
                outputs = _run("".join(cell["source"]), names, number, seen)
                cell = cell | {"outputs": outputs, "execution_count": number}
            cells.append(cell)
        if left := [path.name for path in Path(folder).iterdir()]:
            raise RuntimeError(f"a notebook leaves files: {', '.join(left)}")
    return notebook | {"cells": cells}


def _run(source: str, names: dict[str, Any], number: int, seen: Seen | None) -> list[dict[str, Any]]:
    """Run one cell and return its outputs."""
    from IPython.core.formatters import DisplayFormatter

    outputs: list[dict[str, Any]] = []
    printed = io.StringIO()

    def display(value: Any) -> None:
        data, metadata = DisplayFormatter().format(value)
        outputs.append({"output_type": "display_data", "data": data, "metadata": metadata})
        if seen is not None:
            seen(value, data)

    names["display"] = display
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), names)
        value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names) if last else None
        if value is not None:
            display(value)
    text = printed.getvalue()
    stream = [{"output_type": "stream", "name": "stdout", "text": text}] if text else []
    return stream + outputs
