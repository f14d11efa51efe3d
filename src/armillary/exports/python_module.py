"""A robot as one Python module that needs NumPy and nothing else; it is meant to be read.

Functions take one state, arrays of shape (n,), or a batch, (N, n), and return arrays of the shapes that `arm.compile`
returns. Names of coordinates stand in the module as strings, written so that they are strings whatever is in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from armillary.compiler.python.emit import function
from armillary.compiler.source import docstring
from armillary.exports.about import about, notes
from armillary.exports.programs import Entry
from armillary.multibody import Model
from armillary.multibody.coordinates import coordinate_names, velocity_names

SUPPORT = '''\
def _array(name, value, size):
    """Return an argument as floats of shape (size,) or (N, size)."""
    array = np.asarray(value, dtype=float)
    if array.ndim not in (1, 2) or array.shape[-1] != size:
        raise ValueError(f"{name}: shape {array.shape}; expected ({size},) or (N, {size})")
    return array'''

CHECKED = '_array("{0}", {0}, {1})'
"""How an argument becomes an array in the functions of a module."""


def python_source(model: Model, entries: Sequence[Entry]) -> str:
    """Return the text of the module.

    Example:
        >>> import armillary as arm
        >>> from armillary.exports.programs import entries
        >>> dyn = arm.compile(arm.library.get("khatib-rr"))
        >>> text = python_source(dyn.model, entries(dyn, ("gravity",)))
        >>> [line for line in text.splitlines() if line.startswith(("import", "def gravity"))]
        ['import numpy as np', 'def gravity(q):']
    """
    usage = ["Functions take one state, arrays of shape (n,), or a batch, (N, n), and return as many results."]
    lines = [*docstring([*about(model, "Kinematics and dynamics"), "", *usage]), "", "import numpy as np", ""]
    lines += [*constants(model), f"NEUTRAL = np.array({literals(map(float, model.neutral))})", "", "", SUPPORT]
    for entry in entries:
        lines += ["", "", *function(entry.program, entry.name, [*notes(entry), _returns(entry)], CHECKED)]
    return "\n".join(lines) + "\n"


def _returns(entry: Entry) -> str:
    return f"Returns {', '.join(f'{port.name} {port.shape}' for port in entry.program.outputs)}."


def constants(model: Model) -> list[str]:
    """Return the lines that say how many coordinates there are and what they are called."""
    return [
        f"NQ = {model.nq}",
        f"NV = {model.nv}",
        f"COORDINATES = {literals(coordinate_names(model))}",
        f"VELOCITIES = {literals(velocity_names(model))}",
    ]


def literals(values: Iterable[object]) -> str:
    """Return values as a tuple of Python, in ASCII: whatever a text holds, what is written is that text."""
    texts = [ascii(value) for value in values]
    return f"({texts[0]},)" if len(texts) == 1 else f"({', '.join(texts)})"
