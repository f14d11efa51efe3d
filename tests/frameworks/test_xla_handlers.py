"""Handlers of XLA for GPUs, called with frames as XLA makes them, on the driver of the tests.

The structures are those of xla/ffi/api/c_api.h, version 0.3.
"""

import ctypes
from types import SimpleNamespace

import numpy as np
import pytest

import armillary as arm
from internals import _handlers, handler

POINTER, SIZE, WORD = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int32
FUNCTION = ctypes.CFUNCTYPE(POINTER, POINTER)
LAUNCH = ctypes.CFUNCTYPE(WORD, POINTER, *[ctypes.c_uint32] * 7, *[POINTER] * 3)
HEAD = (("struct_size", SIZE), ("extensions", POINTER))


def structure(*fields):
    return type("Structure", (ctypes.Structure,), {"_fields_": (*HEAD, *fields)})


Version = structure(("major", WORD), ("minor", WORD))
Buffer = structure(("dtype", WORD), ("data", POINTER), ("rank", ctypes.c_int64), ("dims", POINTER))
Arrays = structure(("size", ctypes.c_int64), ("types", POINTER), ("buffers", POINTER))
Frame = structure(
    ("api", POINTER), ("context", POINTER), ("stage", WORD), ("args", Arrays), ("rets", Arrays), ("attrs", Arrays)
)
Interface = structure(("version", Version), ("internal", POINTER), ("functions", POINTER * 18))
Stream = structure(("context", POINTER), ("stream", POINTER))
Fault = structure(("message", ctypes.c_char_p), ("code", WORD))


class Question(ctypes.Structure):
    _fields_ = (("struct_size", SIZE), ("kind", WORD), ("next", POINTER))


class Metadata(ctypes.Structure):
    _fields_ = (("struct_size", SIZE), ("version", Version), ("traits", ctypes.c_uint32), ("state", ctypes.c_int64))


class About(ctypes.Structure):
    _fields_ = (("base", Question), ("metadata", POINTER))


class Xla:
    """The side of XLA: it registers a handler and calls it."""

    def __init__(self, refuses: bool = False) -> None:
        self.faults, self.handlers, self.refuses = [], {}, refuses
        self.ffi = SimpleNamespace(register_ffi_target=self.register, pycapsule=lambda function: function)
        self.kept = [FUNCTION(self.fault), FUNCTION(self.stream)]
        functions = (POINTER * 18)()
        for place, function in zip((0, 4), self.kept, strict=True):
            functions[place] = ctypes.cast(function, POINTER).value
        self.api = Interface(ctypes.sizeof(Interface), None, Version(24, None, 0, 3), None, functions)

    def register(self, name, function, platform, api_version) -> None:
        assert (platform, api_version) == ("CUDA", 1)
        self.handlers[name] = function

    def fault(self, address: int) -> int:
        made = Fault.from_address(address)
        self.faults.append((made.message.decode(), made.code))
        return 77

    def stream(self, address: int) -> int | None:
        asked = Stream.from_address(address)
        assert (asked.struct_size, asked.context) == (32, 1234)
        asked.stream = 5
        return 55 if self.refuses else None

    def call(self, arguments, results):
        """Return the answer of the only handler."""
        kept = []

        def listed(arrays):
            buffers = [
                Buffer(0, None, 0, each.ctypes.data, each.ndim, ctypes.cast(each.ctypes.shape, POINTER))
                for each in arrays
            ]
            places = (POINTER * len(arrays))(*map(ctypes.addressof, buffers))
            kept.append((buffers, places))
            return Arrays(40, None, len(arrays), None, ctypes.addressof(places))

        frame = Frame(0, None, ctypes.addressof(self.api), 1234, 3, listed(arguments), listed(results))
        (function,) = self.handlers.values()
        return function(ctypes.addressof(frame))


@pytest.fixture
def kernel(cuda, monkeypatch):
    """The forward dynamics of an arm, whose launches go to the driver of the tests."""
    launch = LAUNCH(lambda *given: int(cuda.cuLaunchKernel(*given)[0]))
    monkeypatch.setattr(handler, "launch_address", lambda: ctypes.cast(launch, POINTER).value)
    monkeypatch.setattr(handler, "_registered", {})
    compiled = arm.compile(arm.library.get("khatib-rr"), device="cuda")
    return compiled.kernel("forward_dynamics")


def test_a_kernel_runs_in_the_stream_of_xla(kernel, cuda):
    xla, random = Xla(), np.random.default_rng(0)
    handler.gpu_call(xla, kernel)
    state = [random.normal(size=(5, 20, 2)) for _ in range(3)]
    found = np.empty((5, 20, 2))
    assert xla.call(state, [found]) is None
    wanted = arm.compile(arm.library.get("khatib-rr")).forward_dynamics(*(each.reshape(100, 2) for each in state))
    np.testing.assert_allclose(found.reshape(100, 2), wanted, rtol=1e-12)
    assert cuda.streams == [5]
    assert xla.call([np.empty((0, 2))] * 3, [np.empty((0, 2))]) is None
    assert cuda.streams == [5]


def test_gpus_of_different_kinds_have_no_handler():
    def jax(*kinds):
        client = SimpleNamespace(platform_version="PJRT C API, cuda 12080")
        own = [SimpleNamespace(compute_capability=kind, local_hardware_id=k + 1) for k, kind in enumerate(kinds)]
        devices = [SimpleNamespace(client=client)]
        return SimpleNamespace(default_backend=lambda: "gpu", devices=lambda: devices, local_devices=lambda: own)

    alike = _handlers(jax("9.0", "9.0"), "float32")
    host = {"cpu": ("cpu", "float32", handler.cpu_call)}
    assert alike == host | {"cuda": ("cuda:1", "float32", handler.gpu_call)}
    with pytest.warns(arm.ArmillaryWarning, match=r"GPUs of compute capabilities 8\.0, 9\.0: arrays are copied"):
        assert _handlers(jax("9.0", "8.0"), "float32") == host


def test_faults_reach_xla(kernel, cuda):
    xla, arrays = Xla(), [np.zeros((4, 2))] * 3
    handler.gpu_call(xla, kernel)
    cuda.lost = True
    assert xla.call(arrays, [np.empty((4, 2))]) == 77
    assert xla.faults == [("armillary: the CUDA driver did not take the kernel", 13)]
    xla.refuses = True
    assert xla.call(arrays, [np.empty((4, 2))]) == 55


@pytest.mark.parametrize(("theirs", "told"), [((0, 5), (0, 5)), ((1, 0), (0, 3))])
def test_the_version_of_the_interface(kernel, theirs, told):
    xla, metadata = Xla(), Metadata(ctypes.sizeof(Metadata))
    handler.gpu_call(xla, kernel)
    xla.api.version.major, xla.api.version.minor = theirs
    about = About(Question(24, 1, None), ctypes.addressof(metadata))
    frame = Frame(0, ctypes.addressof(about), ctypes.addressof(xla.api))
    (function,) = xla.handlers.values()
    assert function(ctypes.addressof(frame)) is None
    assert (metadata.version.major, metadata.version.minor) == told
