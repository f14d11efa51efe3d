"""The native entry: same answers as the kernel, everything unusual to the slow way, no leaks."""

import ctypes
import gc
import inspect
import sys
import threading
import time
import tracemalloc
import weakref
from types import SimpleNamespace

import llvmlite.binding as llvm
import numpy as np
import pytest

import armillary as arm
from internals import Port, fastcall
from internals import object_places as places

SHAPES = [(), (5,), (4, 4), (6, 3)]
LIMIT = 20


class Sums:
    """A kernel written by hand: entry k of each output is the sum of the entries k mod size of the inputs."""

    dtype = np.dtype(np.float64)

    def __init__(self, sizes, shape, outputs=1):
        inputs = tuple(Port(f"x{i}", (size,)) for i, size in enumerate(sizes))
        self.program = SimpleNamespace(inputs=inputs, outputs=(Port("y", shape),) * outputs)
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine()
        self.engine = llvm.create_mcjit_compiler(llvm.parse_assembly(self.text(sizes, shape, outputs)), machine)
        self.engine.finalize_object()
        addresses = map(self.engine.get_function_address, ("one", "batch", "columns"))
        self.addresses = (ctypes.c_int64 * 3)(*addresses)

    @staticmethod
    def text(sizes, shape, outputs):
        count = int(np.prod(shape, dtype=int))
        names = ", ".join(f"ptr %x{i}" for i in range(len(sizes)))
        names += "".join(f", ptr %y{j}" for j in range(outputs))
        lines = [f"define void @one({names}) {{"]
        for k in range(count):
            total = "0.0"
            for i, size in enumerate(sizes):
                lines += [
                    f"%p{k}_{i} = getelementptr double, ptr %x{i}, i64 {k % size}",
                    f"%v{k}_{i} = load double, ptr %p{k}_{i}",
                    f"%s{k}_{i} = fadd double {total}, %v{k}_{i}",
                ]
                total = f"%s{k}_{i}"
            for j in range(outputs):
                lines += [
                    f"%e{k}_{j} = getelementptr double, ptr %y{j}, i64 {k}",
                    f"store double {total}, ptr %e{k}_{j}",
                ]
        lines += [
            "ret void",
            "}",
            f"define void @batch(i64 %n, {names}) {{",
            "start:",
            "%none = icmp eq i64 %n, 0",
            "br i1 %none, label %end, label %loop",
            "loop:",
            "%i = phi i64 [0, %start], [%next, %loop]",
        ]
        for i, size in enumerate(sizes):
            lines += [f"%o{i} = mul i64 %i, {size}", f"%r{i} = getelementptr double, ptr %x{i}, i64 %o{i}"]
        rows = ", ".join(f"ptr %r{i}" for i in range(len(sizes)))
        lines.append(f"%oy = mul i64 %i, {count}")
        lines += [f"%ry{j} = getelementptr double, ptr %y{j}, i64 %oy" for j in range(outputs)]
        rows += "".join(f", ptr %ry{j}" for j in range(outputs))
        lines += [
            f"call void @one({rows})",
            "%next = add i64 %i, 1",
            "%more = icmp ult i64 %next, %n",
            "br i1 %more, label %loop, label %end",
            "end:",
            "ret void",
            "}",
            *Sums.columns(sizes, shape, outputs, names),
        ]
        return "\n".join(lines)

    @staticmethod
    def columns(sizes, shape, outputs, names):
        """The lines of the code for columns; those of a matrix go down its columns."""
        lines = [
            f"define void @columns(i64 %n, ptr %strides, {names}) {{",
            "start:",
            *[
                line
                for i in range(len(sizes) + outputs)
                for line in (
                    f"%a{i} = getelementptr i64, ptr %strides, i64 {i}",
                    f"%stride{i} = load i64, ptr %a{i}",
                )
            ],
            "br label %loop",
            "loop:",
            "%i = phi i64 [0, %start], [%next, %loop]",
        ]
        for place, k in enumerate(np.arange(int(np.prod(shape, dtype=int))).reshape(shape).ravel(order="F")):
            total = "0.0"
            for i, size in enumerate(sizes):
                lines += [
                    f"%o{k}_{i} = mul i64 %stride{i}, {k % size}",
                    f"%q{k}_{i} = add i64 %o{k}_{i}, %i",
                    f"%p{k}_{i} = getelementptr double, ptr %x{i}, i64 %q{k}_{i}",
                    f"%v{k}_{i} = load double, ptr %p{k}_{i}",
                    f"%s{k}_{i} = fadd double {total}, %v{k}_{i}",
                ]
                total = f"%s{k}_{i}"
            for j in range(outputs):
                lines += [
                    f"%t{k}_{j} = mul i64 %stride{len(sizes) + j}, {place}",
                    f"%u{k}_{j} = add i64 %t{k}_{j}, %i",
                    f"%e{k}_{j} = getelementptr double, ptr %y{j}, i64 %u{k}_{j}",
                    f"store double {total}, ptr %e{k}_{j}",
                ]
        return [
            *lines,
            "%next = add i64 %i, 1",
            "%more = icmp ult i64 %next, %n",
            "br i1 %more, label %loop, label %end",
            "end:",
            "ret void",
            "}",
        ]


def expected(sizes, shape, arrays):
    count = int(np.prod(shape, dtype=int))
    lead = arrays[0].shape[:-1]
    total = sum(array[..., np.arange(count) % size] for array, size in zip(arrays, sizes, strict=True))
    return total.reshape(lead + shape)


def slow(*args, **keywords):
    return ("slow", args, keywords)


def made(sizes=(3, 5, 5), shape=(5,), **options):
    function = fastcall.entry(Sums(sizes, shape), "sums", slow, **options)
    assert function is not None
    return function


def arrays(sizes, *lead, seed=0):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=(*lead, size)) for size in sizes]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("sizes", [(5,), (4, 3), (3, 5, 5)])
@pytest.mark.parametrize("lead", [(), (0,), (1,), (9,)])
def test_result(sizes, shape, lead):
    function, state = made(sizes, shape), arrays(sizes, *lead)
    right = expected(sizes, shape, state)
    result = function(*state)
    assert np.shape(result) == right.shape
    assert np.array_equal(result, right)
    assert isinstance(result, np.float64 if right.shape == () else np.ndarray)
    out = np.full(right.shape, np.nan)
    assert function(*state, out=out) is out
    assert np.array_equal(out, right)
    assert np.array_equal(function(*state, out=None), right)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("outputs", [1, 2])
@pytest.mark.parametrize("n", [2, 9, 3 * fastcall.SHORT])
def test_columns(shape, outputs, n):
    """Also columns with gaps, of a slice of a longer batch; results are in the same order."""
    sizes = (4, 3)
    function = fastcall.entry(Sums(sizes, shape, outputs), "sums", slow)
    state = arrays(sizes, n)
    right = expected(sizes, shape, state)
    whole = [np.asfortranarray(each) for each in state]
    parts = [np.asfortranarray(np.concatenate([each, each]))[n - 1 : 2 * n - 1] for each in state]
    rolled = expected(sizes, shape, [np.concatenate([each[-1:], each[:-1]]) for each in state])
    for given, answer in ((whole, right), (parts, rolled)):
        results = function(*given)
        for result in results if outputs > 1 else (results,):
            assert result.shape == answer.shape
            assert result.flags.f_contiguous
            assert np.array_equal(result, answer)
        outs = tuple(np.full(answer.shape, np.nan, order="F") for _ in range(outputs))
        out = outs if outputs > 1 else outs[0]
        assert function(*given, out=out) is out
        assert all(np.array_equal(each, answer) for each in outs)


def test_a_large_batch_lets_other_threads_run():
    """The kernel waits until another thread of Python has changed its input, or for some seconds in vain."""
    text = """
        define void @batch(i64 %n, ptr %x, ptr %y) {
        start:
          store volatile double -1.0, ptr %y
          br label %wait
        wait:
          %i = phi i64 [0, %start], [%next, %wait]
          %v = load volatile double, ptr %x
          %next = add i64 %i, 1
          %there = fcmp one double %v, 0.0
          %late = icmp ugt i64 %next, 20000000000
          %leave = or i1 %there, %late
          br i1 %leave, label %end, label %wait
        end:
          store double %v, ptr %y
          ret void
        }"""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(text), machine)
    engine.finalize_object()
    ports = Port("x", (1,)), Port("y", (1,))
    kernel = SimpleNamespace(
        program=SimpleNamespace(inputs=ports[:1], outputs=ports[1:]),
        addresses=(ctypes.c_int64 * 3)(0, engine.get_function_address("batch"), 0),
        dtype=Sums.dtype,
        engine=engine,
    )
    function = fastcall.entry(kernel, "waiting", slow)
    x, y = np.zeros((2, fastcall.SHORT + 1, 1))
    thread = threading.Thread(target=lambda: function(x, out=y))
    thread.start()
    while thread.is_alive() and y[0] == 0.0:
        time.sleep(0.001)
    x[0] = 3.0
    thread.join()
    assert y[0] == 3.0


@pytest.mark.parametrize("lead", [(), (0,), (5,)])
@pytest.mark.parametrize("outputs", [2, 3])
def test_several_results_come_in_a_tuple(outputs, lead):
    sizes, shape = (3, 4), (4, 4)
    function = fastcall.entry(Sums(sizes, shape, outputs), "sums", slow)
    state = arrays(sizes, *lead)
    right = expected(sizes, shape, state)
    results = function(*state)
    assert type(results) is tuple
    assert len(results) == outputs
    assert len({id(result) for result in results}) == outputs
    for result in results:
        assert np.array_equal(result, right)
        assert sys.getrefcount(result) <= 3  # the tuple's, the loop's and the argument's
    given = tuple(np.empty(right.shape) for _ in range(outputs))
    before = [sys.getrefcount(each) for each in (given, *given)]
    for _ in range(3):
        assert function(*state, out=given) is given
    assert [sys.getrefcount(each) for each in (given, *given)] == before
    assert all(np.array_equal(each, right) for each in given)
    assert np.array_equal(function(*state, out=None)[0], right)


@pytest.mark.parametrize("lead", [(), (5,)])
def test_unusual_arrays_for_several_results_go_the_slow_way(lead):
    sizes, shape = (3, 4), (4, 4)
    function = fastcall.entry(Sums(sizes, shape, 2), "sums", slow)
    state = arrays(sizes, *lead)
    a, b = np.zeros((2, *lead, *shape))
    room = np.empty(2 * a.size)
    near, far = room[: a.size].reshape(a.shape), room[a.size - 1 : -1].reshape(a.shape)
    own = state[1].ravel()
    strange = {
        "list": [a, b], "few": (a,), "many": (a, b, a.copy()), "none": (a, None), "twice": (a, a),
        "overlapping": (near, far), "short": (a, b[..., :3].copy()), "turned": (a, np.asfortranarray(b)),
        "single": (a, b.astype(np.float32)), "array": a, "input": (a, np.resize(own, 16).reshape(shape)[..., None]),
    }  # fmt: skip
    for name, out in strange.items():
        way, _, named = function(*state, out=out)
        assert way == "slow", name
        assert named["out"] is out
    assert function(*state, out=(near, room[a.size :].reshape(a.shape)))[1].shape == a.shape  # beside each other


def test_derivatives_in_place_call_no_python():
    """As without `out`: after the first calls, no Python function is entered."""
    dyn = arm.compile(arm.library.get("khatib-rr"))
    q, qd, x = np.array([[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]])
    names = ("inverse_dynamics_derivatives", "forward_dynamics_derivatives", "inverse_dynamics_vjp")
    for name in names:
        state = (q, qd, x, x) if name.endswith("vjp") else (q, qd, x)
        getattr(dyn, name)(*state)
        function = getattr(dyn, name)
        expected = function(*state)
        out, entered = tuple(np.empty_like(each) for each in expected), []
        sys.setprofile(lambda frame, event, argument, entered=entered: entered.append(event))
        try:
            found = function(*state, out=out)
        finally:
            sys.setprofile(None)
        assert "call" not in entered, name
        assert found is out
        assert all(np.array_equal(a, b) for a, b in zip(found, expected, strict=True))


def unusual():
    x = arrays((3, 5, 5))
    batch = arrays((3, 5, 5), 4)
    wide = np.ones((5, 2))
    fixed = np.empty(5)
    fixed.flags.writeable = False
    crooked = np.zeros(41, dtype=np.uint8)[1:].view(np.float64)
    return {
        "nothing": ((), {}),
        "too few": (x[:2], {}),
        "too many": ((*x, np.empty(5), 1), {}),
        "a list": (([0.0] * 3, *x[1:]), {}),
        "a number": ((1.0, *x[1:]), {}),
        "None": ((None, *x[1:]), {}),
        "float32": ((x[0], x[1].astype(np.float32), x[2]), {}),
        "integers": ((x[0], x[1], np.ones(5, dtype=int)), {}),
        "other end first": ((x[0].astype(">f8"), *x[1:]), {}),
        "a subclass": ((x[0].view(np.recarray), *x[1:]), {}),
        "too short": ((x[0][:2], *x[1:]), {}),
        "too long": ((x[0], np.ones(6), x[2]), {}),
        "with gaps": ((x[0], wide[:, 0], x[2]), {}),
        "backwards": ((x[0][::-1], *x[1:]), {}),
        "not aligned": ((x[0], crooked, x[2]), {}),
        "no dimension": ((np.array(1.0), *x[1:]), {}),
        "three dimensions": ((np.ones((2, 2, 3)), *x[1:]), {}),
        "one row less": ((batch[0], batch[1][:3], batch[2]), {}),
        "state and batch": ((batch[0], x[1], batch[2]), {}),
        "columns first": ((np.asfortranarray(batch[0]), *batch[1:]), {}),
        "another keyword": (x, {"into": np.empty(5)}),
        "two keywords": (x, {"out": np.empty(5), "into": 1}),
        "an input by name": (x[:2], {"x2": x[2]}),
        "out is a list": (x, {"out": [0.0] * 5}),
        "out too short": (x, {"out": np.empty(4)}),
        "out with a dimension more": (x, {"out": np.empty((1, 5))}),
        "out of one state": (batch, {"out": np.empty(5)}),
        "out with rows missing": (batch, {"out": np.empty((3, 5))}),
        "out is read-only": (x, {"out": fixed}),
        "out of float32": (x, {"out": np.empty(5, dtype=np.float32)}),
        "out with gaps": (x, {"out": wide[:, 0]}),
        "out is an input": (x, {"out": x[2]}),
        "out overlaps an input": ((x[0], wide.ravel()[:5], x[2]), {"out": wide.ravel()[4:9]}),
        "a batch beyond the limit": (arrays((3, 5, 5), LIMIT + 1), {}),
        "columns beyond the limit": ([np.asfortranarray(each) for each in arrays((3, 5, 5), LIMIT + 1)], {}),
        "columns and rows": ((*map(np.asfortranarray, batch[:2]), batch[2]), {}),
        "columns for one state": ((np.asfortranarray(batch[0])[1], *x[1:]), {}),
        "every second state": ([np.asfortranarray(each)[::2] for each in batch], {}),
        "columns backwards": ([np.asfortranarray(each)[:, ::-1] for each in batch], {}),
        "out in rows": ([np.asfortranarray(each) for each in batch], {"out": np.empty((4, 5))}),
        "out in columns": (batch, {"out": np.empty((4, 5), order="F")}),
        "out with gaps between columns": ([np.asfortranarray(each) for each in batch], {"out": np.empty((5, 8)).T[:4]}),
    }


@pytest.mark.parametrize("call", unusual())
def test_everything_else_goes_the_slow_way_as_it_came(call):
    args, keywords = unusual()[call]
    way, got, named = made(limit=LIMIT)(*args, **keywords)
    assert way == "slow"
    assert all(a is b for a, b in zip(got, args, strict=True))
    assert {name: id(value) for name, value in named.items()} == {name: id(value) for name, value in keywords.items()}


def test_out_right_beside_an_input_is_fine():
    function, memory = made((5,), (5,)), np.arange(15.0)
    for here in (memory[:5], memory[10:]):
        assert function(memory[5:10], out=here) is here
        assert np.array_equal(here, memory[5:10])


def test_out_right_behind_the_last_column_is_fine():
    """The last states of a longer batch: no gap follows their last column."""
    function, memory, n = made((5,), (5,)), np.arange(75.0), 5
    x, out = memory[: 10 * n].reshape(5, 2 * n).T[n:], memory[10 * n :].reshape(5, n).T
    right = x.copy()
    assert function(x, out=out) is out
    assert np.array_equal(out, right)
    assert function(x, out=memory[10 * n - 1 : -1].reshape(5, n).T)[0] == "slow"


def test_a_name_that_is_not_interned_still_works():
    name = "".join(["o", "ut"])
    out = np.empty(5)
    result = made()(*arrays((3, 5, 5)), **{name: out})
    assert result is out or result[0] == "slow"


def test_out_only_by_name():
    function, x, out = made(), arrays((3, 5, 5)), np.empty(5)
    assert function(*x, out)[0] == "slow"
    assert function(*x, out=out) is out


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("outputs", [1, 2])
def test_code_that_is_not_made_yet_is_left_to_the_slow_way(place, outputs):
    sizes = (3, 5, 5)
    kernel, rows = Sums(sizes, (5,), outputs), arrays(sizes, 4)
    calls = arrays(sizes), rows, [np.asfortranarray(each) for each in rows]
    address, kernel.addresses[place] = kernel.addresses[place], 0
    function = fastcall.entry(kernel, "sums", slow)
    assert function(*calls[place])[0] == "slow"
    assert not isinstance(function(*calls[place - 1])[0], str)
    kernel.addresses[place] = address
    for state in calls:
        result = function(*state)
        assert np.array_equal(result if outputs == 1 else result[1], expected(sizes, (5,), state))


def test_errors_of_the_slow_way_come_through():
    def refuse(*args, **keywords):
        raise KeyError("no such thing")

    function = fastcall.entry(Sums((2,), (2,)), "sums", refuse)
    with pytest.raises(KeyError, match="no such thing"):
        function([1, 2])


def test_it_looks_like_a_function():
    function = made(doc="sums($self, x0, x1, x2, out=None)\n--\n\nReturn sums.")
    assert function.__name__ == "sums"
    assert function.__doc__ == "Return sums."
    assert str(inspect.signature(function)) == "(x0, x1, x2, out=None)"


def test_reference_counts_stay():
    function, x, out = made(), arrays((3, 5, 5)), np.empty(5)
    batch = arrays((3, 5, 5), 3)
    own, shared = [*x, *batch, out, function], [out.dtype, np.ndarray]
    gc.collect()
    before = [sys.getrefcount(item) for item in (*own, *shared)]
    for _ in range(100_000):
        function(*x, out=out)
        function(*x)
    columns = [np.asfortranarray(each) for each in batch]
    for _ in range(1000):
        function(*batch)
        function(*columns)
        function([1], *x[1:])
        function(*x, out=x[1])
    gc.collect()
    after = [sys.getrefcount(item) for item in (*own, *shared)]
    # A leak moves a count by a thousand or more. Every array has the shared ones: threads of other tests drop theirs.
    room = [10] * len(own) + [500] * len(shared)
    assert all(abs(a - b) < most for a, b, most in zip(after, before, room, strict=True))


def test_memory_stays():
    function, x = made((5,), (4, 4)), arrays((5,))
    scalar = made((5,), ())
    several = fastcall.entry(Sums((5,), (4,), 3), "sums", slow)
    for _ in range(10):
        function(*x), scalar(*x), several(*x)
    gc.collect()
    tracemalloc.start()
    try:
        for _ in range(20_000):
            function(*x), scalar(*x), several(*x), function([1])
        current, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert current < 100_000  # 20,000 lost arrays would be 2 MB and more


def test_kernel_lives_as_long_as_the_function():
    kernel = Sums((2,), (2,))
    function = fastcall.entry(kernel, "sums", slow)
    watch = weakref.ref(kernel)
    del kernel
    gc.collect()
    assert watch() is not None
    assert np.array_equal(function(np.array([1.0, 2.0])), [1.0, 2.0])
    del function
    gc.collect()
    assert watch() is None


def test_a_cycle_through_the_function_is_collected():
    class Holder:
        def method(self, *args):
            return args

    holder = Holder()
    holder.call = fastcall.entry(Sums((2,), (2,)), "sums", holder.method)
    watch = weakref.ref(holder)
    del holder
    gc.collect()
    assert watch() is None


def test_many_threads():
    function, failures = made(), []

    def work(seed):
        x = arrays((3, 5, 5), seed=seed)
        right = expected((3, 5, 5), (5,), x)
        for _ in range(2000):
            if not np.array_equal(function(*x), right):
                failures.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_no_entry_where_objects_lie_otherwise(monkeypatch):
    monkeypatch.setattr(fastcall, "object_places", lambda: None)
    assert fastcall.entry(Sums((2,), (2,)), "sums", slow) is None


@pytest.mark.parametrize("name", ["DATA", "NDIM", "DIMS", "STRIDES", "DESCR", "FLAGS", "SIZE", "API_TYPE"])
def test_the_self_test_sees_a_wrong_place(monkeypatch, name):
    assert places.object_places.__wrapped__() is not None
    monkeypatch.setattr(places, name, 3 if name == "API_TYPE" else getattr(places, name) + 4)
    assert places.object_places.__wrapped__() is None


def test_another_table_of_functions_gets_no_places(monkeypatch):
    monkeypatch.setattr(places, "VERSIONS", (0x3000000,))
    assert places.object_places.__wrapped__() is None


def test_other_interpreters_get_no_places(monkeypatch):
    monkeypatch.setattr(sys, "implementation", SimpleNamespace(name="pypy"))
    assert places.object_places.__wrapped__() is None
