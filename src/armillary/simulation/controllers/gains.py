"""Gains of controllers by name: `kp[2]`, `controller.ki`, `filters[0].frequency`, for controllers inside others, too.

A law names the laws and filters inside it by their places in its specification (`inside`). Its attributes have the
names of its parameters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from armillary.expr.expression import Expr
from armillary.files.lines import Path
from armillary.files.quantity import Declared
from armillary.simulation.parameters import Format, format_of, parameters
from armillary.spatial.scalar import Scalar

FORMATS = (None, Format.GAIN, Format.COEFFICIENTS, Format.MATRIX, Format.GRID)
"""Forms of numbers that are gains; None is a single number."""


@dataclass(frozen=True)
class Gain:
    """One gain of a controller: path in the scenario, index in its array, value, and description."""

    path: Path
    place: tuple[int, ...]
    value: Scalar
    says: Declared
    law: Any
    """The law that has the gain."""

    def unit(self, turns: bool = True) -> str:
        """Return its unit, at a joint that turns or slides."""
        return self.says.quantity.unit(turns) if self.says.quantity else ""


def gains(spec: Any, law: Any, path: Path = ("controller",)) -> Iterator[Gain]:
    """Yield the gains of a controller and of the controllers and filters inside it, entry by entry."""
    yield from own_gains(spec, law, path)
    for place, block in _inside(spec, law).items():
        yield from gains(_at(spec, place), block, (*path, *place))


def own_gains(spec: Any, law: Any, path: Path = ()) -> Iterator[Gain]:
    """Yield the gains of a controller without those inside it, entry by entry."""
    known = parameters(type(spec)) if hasattr(type(spec), "__dataclass_fields__") else ()
    for says in known:
        value = getattr(law, says.name, None)
        if says.quantity is None or format_of(says) not in FORMATS or not isinstance(value, float | np.ndarray | Expr):
            continue
        for place, one in np.ndenumerate(np.asarray(value)):
            yield Gain((*path, says.name), place, one if isinstance(one, Expr) else float(one), says, law)


def with_gain(spec: Any, law: Any, path: Sequence[str | int], value: Scalar) -> Any:
    """Return a specification with another value of one of its gains; raise `LookupError` for an unknown one."""
    for place, block in _inside(spec, law).items():
        if tuple(path[: len(place)]) == place:
            return _put(spec, place, with_gain(_at(spec, place), block, path[len(place) :], value))
    name, *rest = path
    own = {gain.place for gain in own_gains(spec, law) if gain.path == (name,)}
    if not own:
        raise LookupError(name)
    if not rest:
        return replace(spec, **{str(name): value})
    array = np.array(getattr(law, str(name)), dtype=object)
    given = getattr(spec, str(name))
    if np.ndim(given) == array.ndim:  # entries that are expressions already
        array = np.array(given, dtype=object)
    entry = tuple(int(k) for k in rest)
    if entry not in own:
        raise LookupError(rest)
    array[entry] = value
    return replace(spec, **{str(name): array})


def _inside(spec: Any, law: Any) -> Mapping[Path, Any]:
    """Return the laws and filters inside a law by their places; none if a law was given without a specification."""
    return getattr(law, "inside", {}) if hasattr(type(spec), "__dataclass_fields__") else {}


def _at(spec: Any, place: Path) -> Any:
    """Return the part of a specification at a place such as ("filters", 0)."""
    found = getattr(spec, str(place[0]))
    return found[place[1]] if len(place) > 1 else found


def _put(spec: Any, place: Path, part: Any) -> Any:
    """Return a specification with another part."""
    if len(place) > 1:
        several = list(getattr(spec, str(place[0])))
        several[int(place[1])] = part
        part = tuple(several)
    return replace(spec, **{str(place[0]): part})
