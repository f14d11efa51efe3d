"""Figures of the site as SVG: equal data give equal files."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

STYLE = {"svg.fonttype": "none", "svg.hashsalt": "armillary", "font.family": "sans-serif"}


@contextmanager
def drawing(path: Path, width: float, height: float, **options: Any) -> Iterator[Any]:
    """Give an empty figure of a size [inch], and write it to a file; the options are those of `savefig`."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure
        figure.savefig(path, metadata={"Date": None}, **options)
