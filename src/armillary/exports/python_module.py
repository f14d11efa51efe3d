"""A robot as one readable Python module that needs NumPy alone.

Functions take one state, arrays of shape (n,), or a batch, (N, n), and return arrays of the same shapes as
`arm.compile`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from armillary.compiler.python import function
from armillary.compiler.source import docstring
from armillary.exports.about import about, notes
from armillary.exports.programs import ExportedFunction
from armillary.multibody import Model
from armillary.multibody.coordinates import coordinate_names, velocity_names

SUPPORT = '''\
def _array(name, value, size):
    """Return an argument as floats of shape (size,) or (N, size)."""
    array = np.asarray(value, dtype=float)
    if array.ndim not in (1, 2) or array.shape[-1] != size:
        raise ValueError(f"{name}: shape {array.shape}; expected ({size},) or (N, {size})")
    return array'''

USAGE = "Functions take one state, arrays of shape (n,), or a batch, (N, n), and return as many results."

CHECKED = '_array("{0}", {0}, {1})'
"""Template that makes an array of an argument."""


def python_source(model: Model, entries: Sequence[ExportedFunction]) -> str:
    """Return the text of the module.

    Example:
        >>> import armillary as arm
        >>> from armillary.exports.programs import entries
        >>> dyn = arm.compile(arm.library.get("khatib-rr"))
        >>> text = python_source(dyn.model, entries(dyn, ("gravity",)))
        >>> [line for line in text.splitlines() if line.startswith(("import", "def gravity"))]
        ['import numpy as np', 'def gravity(q):']
    """
    lines = module_head(model, [USAGE], "import numpy as np")
    lines += [f"NEUTRAL = np.array({literals(map(float, model.neutral))})", "", "", SUPPORT]
    for entry in entries:
        returns = ", ".join(f"{port.name} {port.shape}" for port in entry.program.outputs)
        lines += ["", "", *function(entry.program, entry.name, [*notes(entry), f"Returns {returns}."], CHECKED)]
    return "\n".join(lines) + "\n"


def module_head(model: Model, usage: Iterable[str], imported: str) -> list[str]:
    """Return the beginning of a module: docstring, import, numbers and names of the coordinates."""
    return [
        *docstring([*about(model, "Kinematics and dynamics"), "", *usage]),
        "",
        imported,
        "",
        f"NQ = {model.nq}",
        f"NV = {model.nv}",
        f"COORDINATES = {literals(coordinate_names(model))}",
        f"VELOCITIES = {literals(velocity_names(model))}",
    ]


def literals(values: Iterable[object]) -> str:
    """Return a Python tuple of literals in ASCII; texts are escaped."""
    texts = [ascii(value) for value in values]
    return f"({texts[0]},)" if len(texts) == 1 else f"({', '.join(texts)})"
