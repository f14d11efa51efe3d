"""Drives the library of an FMU through ctypes, as an importer does, and keeps what it says."""

from __future__ import annotations

import ctypes
import tempfile
import zipfile
from ctypes import CFUNCTYPE, POINTER, byref, c_bool, c_char_p, c_double, c_int, c_size_t, c_uint, c_void_p
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from internals import has_zig, system_compiler

needs_compiler = pytest.mark.skipif(not has_zig() and not system_compiler(), reason="needs ziglang or a C compiler")

SAMPLED = """
robot = "khatib-rr"
duration = 1.0
period = 0.01
[reference]
type = "fifth_order"
end = [1.0, 0.5]
duration = 0.5
[controller]
type = "pid"
kp = 60.0
ki = 30.0
kd = 12.0
"""
"""A closed loop whose law is asked every 10 ms."""

OK, WARNING, DISCARD, ERROR = range(4)
LOG2 = CFUNCTYPE(None, c_void_p, c_char_p, c_int, c_char_p, c_char_p)
LOG3 = CFUNCTYPE(None, c_void_p, c_int, c_char_p, c_char_p)


class Callbacks(ctypes.Structure):
    _fields_ = (("logger", LOG2), ("allocate", c_void_p), ("free", c_void_p), ("done", c_void_p), ("env", c_void_p))


class EventInfo(ctypes.Structure):
    _fields_ = (
        ("again", c_int), ("terminate", c_int), ("nominals", c_int), ("values", c_int),
        ("has_next", c_int), ("next", c_double),
    )  # fmt: skip


class Unit:
    """A loaded FMU, unpacked beside itself; `instance()` makes instances of it."""

    def __init__(self, path: Path) -> None:
        root = Path(tempfile.mkdtemp(dir=path.parent))  # a library that is loaded must not be written over
        with zipfile.ZipFile(path) as archive:
            archive.extractall(root)
        self.description = ElementTree.parse(root / "modelDescription.xml").getroot()
        self.version = self.description.get("fmiVersion", "")
        self.token = (self.description.get("guid") or self.description.get("instantiationToken") or "").encode()
        self.library = ctypes.CDLL(str(next(root.glob("binaries/*/*.so"))))
        self.references = {
            each.get("name"): int(each.get("valueReference")) for each in self.description.find("ModelVariables")
        }
        self.messages: list[str] = []

    def instance(self, co_simulation: bool = True, token: bytes | None = None, name: bytes = b"one") -> Instance:
        return Instance(self, co_simulation, self.token if token is None else token, name)


class Instance:
    """One instance; every method returns the status, or values where that is OK."""

    def __init__(self, unit: Unit, co_simulation: bool, token: bytes, name: bytes) -> None:
        self.unit, self.fmi = unit, "fmi2" if unit.version == "2.0" else "fmi3"
        library = unit.library
        if self.fmi == "fmi2":
            self._log = LOG2(lambda env, name, status, kind, text: unit.messages.append(text.decode()))
            self._callbacks = Callbacks(self._log, None, None, None, None)
            library.fmi2Instantiate.restype = c_void_p
            self.handle = library.fmi2Instantiate(name, c_int(co_simulation), token, b"", byref(self._callbacks), 0, 1)
        else:
            self._log = LOG3(lambda env, status, kind, text: unit.messages.append(text.decode()))
            make = library.fmi3InstantiateCoSimulation if co_simulation else library.fmi3InstantiateModelExchange
            make.restype = c_void_p
            middle = (c_bool(False), c_bool(True), None, c_size_t(0)) if co_simulation else ()
            end = (None,) if co_simulation else ()
            self.handle = make(name, token, b"", c_bool(False), c_bool(True), *middle, None, self._log, *end)

    def call(self, name: str, *arguments: object) -> int:
        return getattr(self.unit.library, self.fmi + name)(c_void_p(self.handle), *arguments)

    def begin(self, start: float = 0.0, stop: float | None = None) -> int:
        given = (0, c_double(0.0), c_double(start), int(stop is not None), c_double(stop or 0.0))
        if self.fmi == "fmi3":
            given = tuple(c_bool(bool(each)) if isinstance(each, int) else each for each in given)
            return self.call("EnterInitializationMode", *given) or self.call("ExitInitializationMode")
        first = self.call("SetupExperiment", *given)
        return first or self.call("EnterInitializationMode") or self.call("ExitInitializationMode")

    def _references(self, names: list[str]) -> ctypes.Array[c_uint]:
        return (c_uint * len(names))(*(self.unit.references[name] for name in names))

    def get(self, *names: str) -> np.ndarray:
        values = np.zeros(len(names))
        more = (c_size_t(len(names)),) if self.fmi == "fmi3" else ()
        kind = "GetReal" if self.fmi == "fmi2" else "GetFloat64"
        place = values.ctypes.data_as(POINTER(c_double))
        assert self.call(kind, self._references([*names]), c_size_t(len(names)), place, *more) == OK
        return values

    def set(self, **values: float) -> int:
        return self.put({name.replace("__", "."): value for name, value in values.items()})

    def put(self, values: dict[str, float]) -> int:
        given = (c_double * len(values))(*values.values())
        more = (c_size_t(len(values)),) if self.fmi == "fmi3" else ()
        kind = "SetReal" if self.fmi == "fmi2" else "SetFloat64"
        return self.call(kind, self._references([*values]), c_size_t(len(values)), given, *more)

    def boolean(self, name: str) -> bool:
        value, place = c_int(0), self._references([name])
        assert self.fmi == "fmi2"
        assert self.call("GetBoolean", place, c_size_t(1), byref(value)) == OK
        return bool(value.value)

    def step(self, t: float, h: float) -> int:
        if self.fmi == "fmi2":
            return self.call("DoStep", c_double(t), c_double(h), 1)
        self.event, self.terminate, self.early, self.last = c_bool(), c_bool(), c_bool(), c_double()
        told = (byref(each) for each in (self.event, self.terminate, self.early, self.last))
        return self.call("DoStep", c_double(t), c_double(h), c_bool(True), *told)

    def run(self, end: float, h: float, start: float = 0.0) -> None:
        for k in range(round((end - start) / h)):
            assert self.step(start + k * h, h) == OK, self.unit.messages

    def update(self) -> EventInfo:
        info = EventInfo()
        assert self.call("NewDiscreteStates", byref(info)) == OK
        return info

    def rates(self, t: float, x: np.ndarray) -> np.ndarray:
        x, dx = np.ascontiguousarray(x, dtype=float), np.empty(len(x))
        assert self.call("SetTime", c_double(t)) == OK
        assert self.call("SetContinuousStates", x.ctypes.data_as(POINTER(c_double)), c_size_t(len(x))) == OK
        name = "GetDerivatives" if self.fmi == "fmi2" else "GetContinuousStateDerivatives"
        assert self.call(name, dx.ctypes.data_as(POINTER(c_double)), c_size_t(len(x))) == OK
        return dx

    def along(self, unknown: list[str], known: list[str], seed: np.ndarray, adjoint: bool = False) -> np.ndarray:
        """What comes out along a seed; of adjoint derivatives the knowns, whose seeds are those of the unknowns."""
        found, seed = np.empty(len(unknown)), np.ascontiguousarray(seed, dtype=float)
        sizes = [c_size_t(len(known)), c_size_t(len(unknown))] if self.fmi == "fmi3" else [None, None]
        first, second = (known, unknown) if adjoint else (unknown, known)
        given = [
            self._references(first), c_size_t(len(first)), self._references(second), c_size_t(len(second)),
            seed.ctypes.data_as(POINTER(c_double)), sizes[0], found.ctypes.data_as(POINTER(c_double)), sizes[1],
        ]  # fmt: skip
        name = "GetAdjointDerivative" if adjoint else "GetDirectionalDerivative"
        assert self.call(name, *(each for each in given if each is not None)) == OK
        return found

    def free(self) -> None:
        free = getattr(self.unit.library, self.fmi + "FreeInstance")
        free.restype = None
        free(c_void_p(self.handle))
