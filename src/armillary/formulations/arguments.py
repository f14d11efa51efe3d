"""The arguments of evaluators: states, output arrays, free parameters and wrenches, checked."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from armillary.errors import ArgumentError
from armillary.files.words import among, shortened
from armillary.formulations.newton_euler import Wrenches
from armillary.formulations.registry import QUANTITIES
from armillary.multibody import Model
from armillary.multibody.configuration import Coordinates, Kind, configuration, is_listed, rates
from armillary.spatial.scalar import Floats

Out = Floats | None
"""An array that takes the result; default a new one."""
Outs = Sequence[Floats] | None
"""Arrays that take several results; default new ones."""
Parameters = Mapping[str, ArrayLike] | ArrayLike | None
"""Values of free parameters, see `Dynamics`."""
Loads = Wrenches | None
"""Wrenches on the robot, see `Dynamics.inverse_dynamics`."""
Names = Sequence[str] | None
"""Arguments of a derivative, see `Dynamics.inverse_dynamics_derivatives`."""
Directions = Sequence[ArrayLike | None]
"""Directions of the arguments of a quantity, see `Dynamics.inverse_dynamics_jvp`."""


def deliver(result: Floats, out: Out) -> Floats:
    """Return a result, copied into `out` if there is one; the scalar of one state as a number."""
    if out is None:
        return result[()]
    check_out(out, result.shape, result.dtype)
    out[...] = result
    return out


def check_outs(out: Outs, count: int) -> Sequence[Out]:
    """Return one output array, or None, for each of several results; raise `ArgumentError` if they do not fit."""
    if out is None:
        return [None] * count
    if not isinstance(out, (tuple, list)) or len(out) != count:
        problem = f"{len(out)} of them" if isinstance(out, (tuple, list)) else type(out).__name__
        raise ArgumentError("out", problem, f"a tuple of {count} arrays")
    arrays = [array for array in out if isinstance(array, np.ndarray)]
    if any(np.may_share_memory(a, b) for a, b in itertools.combinations(arrays, 2)):
        raise ArgumentError("out", "arrays that share memory", "a separate array for each result")
    return out


def check_state(model: Model, names: tuple[str, ...], state: tuple[Coordinates, ...]) -> list[Floats]:
    """Return the arguments as float arrays, all of shape (n,) or all (N, n); raise `ArgumentError` otherwise.

    Complete arrays stay as they are: NaN in gives NaN out, and quaternions need not have unit length, so that
    functions of q can be differentiated. Everything else is read as a configuration, rates or efforts.
    """
    arrays = [_coordinates(model, name, value) for name, value in zip(names, state, strict=True)]
    if len({array.shape[:-1] for array in arrays}) > 1:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in zip(names, arrays, strict=True))
        raise ArgumentError("batch", f"arguments of different lengths: {shapes}", "one common first dimension")
    return arrays


def _coordinates(model: Model, name: str, value: Coordinates) -> Floats:
    if value is None:  # a forgotten argument, not the default configuration
        raise ArgumentError(name, "None", "a configuration" if name == "q" else "numbers, or numbers by joint")
    try:
        array = np.asarray(value)
    except Exception:  # whatever a user's object raises when it is taken for an array
        array = np.asarray(None)
    complete = array.ndim in (1, 2) and array.shape[-1] == (model.nq if name == "q" else model.nv)
    if complete and array.dtype.kind in "fiub":
        return np.asarray(array, dtype=float)
    rows = array.ndim == 2 or is_listed(value)
    if name == "q":
        return configuration(model, value, rows=rows)
    # Cotangents are zero where they are not given, as efforts are.
    kinds: dict[str, Kind] = {"qd": "qd", "qdd": "qdd"}
    return rates(model, value, argument=name, kind=kinds.get(name, "tau"), rows=rows)


def check_wrenches(model: Model, wrenches: Loads, lead: tuple[int, ...]) -> dict[str, Floats]:
    """Return wrenches by frame, each of shape (*lead, 6), for states of shape (*lead, n)."""
    if wrenches is not None and not isinstance(wrenches, Mapping):
        raise ArgumentError("wrenches", type(wrenches).__name__, "a mapping: frame name → moment and force, (6,)")
    by_frame: dict[str, Floats] = {}
    for frame, wrench in (wrenches or {}).items():
        if frame not in model.frames:
            raise ArgumentError("wrenches", f"no frame {frame!r}", f"some of {', '.join(model.frames)}")
        array = _checked(f"wrenches[{frame!r}]", wrench, 6)
        if array.ndim > 1 and array.shape[:-1] != lead:
            expected = f"(6,) or {(*lead, 6)}, one for each state" if lead else "(6,)"
            raise ArgumentError(f"wrenches[{frame!r}]", f"shape {array.shape}", f"shape {expected}")
        by_frame[frame] = np.broadcast_to(array, (*lead, 6))
    return by_frame


def check_parameters(model: Model, parameters: Parameters, lead: tuple[int, ...]) -> list[Floats]:
    """Return the values of free parameters, shape (*lead, k), in a list; an empty list for a model without any."""
    if not model.free:
        if parameters is None:
            return []
        hint = "name them in arm.model(robot, free=[…])"
        raise ArgumentError("parameters", "given for a model without free parameters", "none", hint)
    count = len(model.free)
    if parameters is not None and not isinstance(parameters, Mapping):
        values = _checked("parameters", parameters, count)
        if values.ndim > 1 and values.shape[:-1] != lead:
            shapes = dict.fromkeys([str((count,)), str((*lead, count))])
            raise ArgumentError("parameters", f"shape {values.shape}", f"shape {' or '.join(shapes)}")
        model.check_free(values)
        return [np.broadcast_to(values, (*lead, count))]
    defaults = np.array([parameter.value for parameter in model.free_parameters])
    rows = np.broadcast_to(defaults, (*lead, count)).copy()
    by_name = parameters or {}
    for name, place in model.free_places(by_name).items():
        column = np.asarray(by_name[name], dtype=float)
        if column.shape not in ((), lead):
            raise ArgumentError(f"parameters[{name!r}]", f"shape {column.shape}", f"a number, or shape {lead}")
        rows[..., place] = column
    if parameters is not None:
        model.check_free(rows)
    return [rows]


def check_wrt(model: Model, quantity: str, wrt: Names, every: bool = False) -> tuple[str, ...]:
    """Return the arguments by which a quantity is differentiated.

    Default: those of its derivatives, or with `every` all of its inputs; never the free parameters.
    """
    usual = QUANTITIES[quantity].inputs if every else QUANTITIES[quantity].derivatives
    allowed = (*usual, *(("parameters",) if model.free else ()))
    try:
        names = (wrt,) if isinstance(wrt, str) else tuple(usual if wrt is None else wrt)
    except Exception:  # whatever a user's object raises
        raise ArgumentError("wrt", shortened(wrt), f"some of {', '.join(allowed)}") from None
    for name in names:
        if not among(name, allowed):
            hint = "" if model.free else "free parameters are named in arm.model(robot, free=[…])"
            raise ArgumentError("wrt", shortened(name), f"some of {', '.join(allowed)}", hint)
    return names


def check_directions(model: Model, quantity: str, directions: Directions, lead: tuple[int, ...]) -> list[Floats]:
    """Return a direction (*lead, size) for each input of a quantity and for the free parameters, if there are any."""
    names = (*QUANTITIES[quantity].inputs, *(("parameters",) if model.free else ()))
    most, least = len(names), len(QUANTITIES[quantity].inputs)
    expected = f"directions of {', '.join(names)}"
    if not isinstance(directions, (tuple, list)) or not least <= len(directions) <= most:
        problem = f"{len(directions)} of them" if isinstance(directions, (tuple, list)) else type(directions).__name__
        raise ArgumentError("directions", problem, f"a tuple: {expected}")
    padded = [*directions, *[None] * (most - len(directions))]
    sizes = [*[model.nv] * least, *([len(model.free)] if model.free else [])]
    checked = []
    for name, value, size in zip(names, padded, sizes, strict=True):
        array = np.zeros(size) if value is None else _checked(f"direction of {name}", value, size)
        if array.ndim > 1 and array.shape[:-1] != lead:
            raise ArgumentError(f"direction of {name}", f"shape {array.shape}", f"shape ({size},) or {(*lead, size)}")
        checked.append(np.broadcast_to(array, (*lead, size)))
    return checked


def check_out(out: Any, shape: tuple[int, ...], dtype: DTypeLike = np.float64) -> None:
    """Raise `ArgumentError` if an output array does not fit a result of this shape and type."""
    if not isinstance(out, np.ndarray) or out.dtype != dtype or out.shape != shape:
        problem = f"{out.dtype} of shape {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
        raise ArgumentError("out", problem, f"a {np.dtype(dtype)} array of shape {shape}")
    if not out.flags.writeable:
        raise ArgumentError("out", "a read-only array", "a writable one")


def _checked(name: str, value: ArrayLike, size: int) -> Floats:
    try:
        array = np.asarray(value)
    except Exception:  # whatever a user's object raises when it is taken for an array
        raise ArgumentError(name, f"{type(value).__name__} that is no array of numbers", "an array of floats") from None
    if array.dtype.kind not in "fiub":
        raise ArgumentError(name, f"an array of {array.dtype}", "an array of real numbers")
    if array.ndim not in (1, 2) or array.shape[-1] != size:
        raise ArgumentError(name, f"shape {array.shape}", f"shape ({size},) or (N, {size})")
    return np.asarray(array, dtype=float)
