"""Kernels against the float reference: robots, quantities, widths, threads; and what a wrong call is told."""

import threading
import time

import numpy as np
import pytest

import armillary as arm
from internals import Kernel, column_stride, object_code, random_configuration, target, trace
from internals import kernel_build as build

WIDTHS = target.WIDTHS
"""Lanes beyond the vectors of the CPU take several registers."""
ROBOTS = ("panda", "ur5", "puma560", "planar-4r", "spherical-chain")
DYNAMICS = (
    ("inverse_dynamics", "newton_euler"),
    ("mass_matrix", "composite_body"),
    ("forward_dynamics", "articulated_body"),
    ("forward_dynamics", "composite_body"),
)
N = 59  # of any width: full lanes and a rest


def states(robot: str, kernel: Kernel, n: int) -> list[np.ndarray]:
    """Random inputs of a kernel of a robot."""
    model, rng = arm.model(arm.library.get(robot)), np.random.default_rng(n)
    q = np.array([random_configuration(model, rng) for _ in range(n)])
    return [q if about.name == "q" else rng.normal(size=(n, about.size)) for about in kernel.program.inputs]


def output(kernel: Kernel, n: int) -> np.ndarray:
    return np.full((n, *kernel.program.outputs[0].shape), np.nan)


def kernel_of(robot: str, quantity: str, formulation: str | None = None, width: int | None = None) -> Kernel:
    return build(trace(arm.model(arm.library.get(robot)), quantity, formulation), width)


def difference(got: np.ndarray, wanted: np.ndarray) -> float:
    """The largest difference of a state, relative to its largest entry."""
    got, wanted = got.reshape(len(got), -1), wanted.reshape(len(wanted), -1)
    return float(np.max(np.max(np.abs(got - wanted), axis=1) / np.max(np.abs(wanted), axis=1)))


@pytest.mark.crossed
@pytest.mark.parametrize(("quantity", "formulation"), DYNAMICS)
@pytest.mark.parametrize("robot", ROBOTS)
def test_equals_the_reference(robot, quantity, formulation):
    kernel = kernel_of(robot, quantity, formulation)
    given = states(robot, kernel, N)
    got = output(kernel, N)
    kernel.batch(*given, got)
    wanted = getattr(arm.evaluate(arm.library.get(robot), formulation=formulation), quantity)(*given)
    assert difference(got, wanted) < 1e-12


@pytest.mark.parametrize("width", WIDTHS)
def test_every_width_and_one_state_agree(width):
    kernel = kernel_of("panda", "inverse_dynamics", width=width)
    assert kernel.width == width
    given = states("panda", kernel, 43)
    got, single = output(kernel, 43), output(kernel, 43)
    kernel.batch(*given, got)
    for row in range(43):
        kernel.one(*(array[row] for array in given), single[row])
    assert difference(got, single) < 1e-14
    assert difference(got, arm.evaluate(arm.library.get("panda")).inverse_dynamics(*given)) < 1e-12


@pytest.mark.crossed
@pytest.mark.parametrize("threads", [1, 2, 3, 8])
@pytest.mark.parametrize("n", [0, 1, 7, 8, 9, 64, 131])
def test_threads_share_a_batch(threads, n):
    kernel = kernel_of("ur5", "mass_matrix")
    given = states("ur5", kernel, 131)
    alone, shared = output(kernel, 131), output(kernel, n)
    kernel.batch(*given, alone)
    kernel.batch(*(array[:n] for array in given), shared, threads=threads)
    assert np.array_equal(shared, alone[:n])


def test_kernels_of_one_name_live_side_by_side():
    first, second = kernel_of("khatib-rr", "mass_matrix"), kernel_of("planar-3r", "mass_matrix")
    q, M, M3 = np.array([0.3, 0.4, 0.5]), np.empty((2, 2)), np.empty((3, 3))
    second.one(q, M3)
    first.one(q[:2].copy(), M)
    assert np.allclose(M, arm.evaluate(arm.library.get("khatib-rr")).mass_matrix(q[:2]))
    assert np.allclose(M3, arm.evaluate(arm.library.get("planar-3r")).mass_matrix(q))


@pytest.mark.parametrize("first", ["one", "batch"])
def test_code_is_made_when_first_needed_and_once(first):
    """Code of the kind that is called, by one of several threads that call at once."""
    program, made = trace(arm.model(arm.library.get("khatib-rr")), "mass_matrix"), []

    def code(kind):
        made.append(kind)
        time.sleep(0.01)  # let the other threads come
        return object_code(program, target.host(), kind)

    kernel = Kernel(program, target.host().width, code)
    assert list(kernel.addresses) == [0, 0, 0]
    q, right = np.array([[0.1, 0.2]]), arm.evaluate(arm.library.get("khatib-rr")).mass_matrix([0.1, 0.2])
    results = [np.empty((1, 2, 2)) for _ in range(8)]

    def call(kind, M):
        kernel.one(q[0], M[0]) if kind == "one" else kernel.batch(q, M)

    for count, kind in enumerate((first, "batch" if first == "one" else "one"), 1):
        threads = [threading.Thread(target=call, args=(kind, M)) for M in results]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert np.count_nonzero(kernel.addresses) == len(made) == count
        assert made[-1] == kind
        for M in results:
            assert np.allclose(M[0], right)
            M[:] = np.nan


@pytest.fixture(scope="module")
def panda():
    return arm.compile(arm.library.get("panda"))


class TestColumns:
    """Batches in column order: results of rows, bit by bit, in the order of the inputs."""

    @pytest.mark.parametrize("n", [2, 7, 8, 9, N, 300])
    @pytest.mark.parametrize("quantity", ["inverse_dynamics", "pose", "jacobian", "forward_dynamics_derivatives"])
    def test_results_lie_in_columns(self, panda, quantity, n):
        given = states("panda", panda.kernel(quantity), n)
        right, found = getattr(panda, quantity)(*given), getattr(panda, quantity)(*map(np.asfortranarray, given))
        pairs = zip(found, right, strict=True) if isinstance(right, tuple) else [(found, right)]
        for a, b in pairs:
            assert np.array_equal(a, b)
            assert a.flags.f_contiguous

    @pytest.mark.parametrize("threads", [1, 3])
    def test_rows_of_a_longer_batch(self, threads):
        """The states of a slice follow each other; between its columns there are gaps."""
        dyn = arm.compile(arm.library.get("ur5"), threads=threads)
        given = states("ur5", dyn.kernel("inverse_dynamics"), 5000)
        right = dyn.inverse_dynamics(*given)[3:4003]
        given = [np.asfortranarray(array)[3:4003] for array in given]
        wide = np.full((9, 5000), np.nan)
        found = dyn.inverse_dynamics(*given, out=wide.T[3:4003, 1:7])
        assert np.array_equal(found, right)
        assert np.isnan(wide).sum() == wide.size - right.size
        assert np.array_equal(dyn.inverse_dynamics(*given), right)

    @pytest.mark.parametrize("width", WIDTHS)
    @pytest.mark.parametrize("dtype", ["float64", "float32"])
    @pytest.mark.parametrize("quantity", ["mass_matrix", "jacobian", "inverse_dynamics_derivatives"])
    def test_columns_that_compete_for_the_cache(self, quantity, dtype, width):
        """Strides of whole pages: outputs go through the stack, some states at a time and a rest."""
        dyn = arm.compile(arm.library.get("ur5"), dtype=dtype, width=width)
        given = [array.astype(dtype) for array in states("ur5", dyn.kernel(quantity), 2048)]
        right = getattr(dyn, quantity)(*given)
        columns = [np.asfortranarray(array) for array in given]
        rights = right if isinstance(right, tuple) else (right,)
        for rows in (slice(None), slice(5, 2042), slice(3, 4), slice(1, 6)):
            wide = [np.full(each.shape, np.nan, dtype, order="F") for each in rights]
            out = tuple(each[rows] for each in wide)
            getattr(dyn, quantity)(*(array[rows] for array in columns), out=out if len(out) > 1 else out[0])
            for each, whole, expected in zip(out, wide, rights, strict=True):
                assert np.array_equal(each, expected[rows])
                assert np.isnan(whole).sum() == whole.size - each.size

    def test_an_output_of_either_order(self, panda):
        q = states("panda", panda.kernel("pose"), N)[0]
        right = panda.pose(q)
        for given in (q, np.asfortranarray(q)):
            for order in ("C", "F"):
                out = np.full((N, 4, 4), np.nan, order=order)
                assert panda.pose(given, out=out) is out
                assert np.array_equal(out, right)

    def test_rows_among_the_inputs_give_rows(self, panda):
        given = states("panda", panda.kernel("inverse_dynamics"), N)
        right = panda.inverse_dynamics(*given)
        for k in range(3):
            mixed = [np.asfortranarray(array) if i == k else array for i, array in enumerate(given)]
            found = panda.inverse_dynamics(*mixed)
            assert np.array_equal(found, right)
            assert found.flags.c_contiguous

    def test_one_row_of_parameters_for_all_states(self):
        dyn = arm.compile(arm.model(arm.library.get("ur5"), free=["payload.mass"]))
        q = np.random.default_rng(0).normal(size=(N, 6))
        right = dyn.gravity(q, parameters=[2.0])
        found = dyn.gravity(np.asfortranarray(q), parameters=[2.0])
        assert np.array_equal(found, right)
        assert found.flags.f_contiguous

    def test_outputs_that_overlap_inputs(self, panda):
        given = [np.asfortranarray(each) for each in states("panda", panda.kernel("inverse_dynamics"), N)]
        right = panda.inverse_dynamics(*given)
        assert panda.inverse_dynamics(*given, out=given[1]) is given[1]
        assert np.array_equal(given[1], right)

    @pytest.mark.parametrize(
        ("array", "stride"),
        [
            (np.zeros((3, 9)).T, 9),
            (np.zeros((3, 9)).T[2:5], 9),
            (np.zeros((3, 9)).T[:, ::2], 18),
            (np.zeros((9, 3)), 0),
            (np.zeros((3, 9)).T[::2], 0),
            (np.zeros((3, 9)).T[::-1], 0),
            (np.zeros((3, 9)).T[:, ::-1], 0),
            (np.zeros((9, 1)), 9),
            (np.zeros((1, 3)), 1),
            (np.zeros((4, 3, 9)).T, 9),
            (np.zeros((3, 4, 9)).transpose(2, 0, 1), 0),
            (np.zeros((9, 2, 1)).transpose(2, 0, 1)[:, :1, :1], 1),
            (np.broadcast_to(np.zeros(9), (3, 9)).T, 0),
        ],
    )
    def test_strides(self, array, stride):
        assert column_stride(array) == stride


def test_a_wrong_call_is_told_what_is_wrong():
    kernel = kernel_of("khatib-rr", "mass_matrix")
    q, M = np.zeros((4, 2)), np.zeros((4, 2, 2))
    locked = M.copy()
    locked.flags.writeable = False
    wrong = [
        ((q,), {}, "arrays"),
        ((q.astype(np.float32), M), {}, "q"),
        ((np.zeros((2, 4)).T, M), {}, "q.*not contiguous"),
        (([[0.0, 0.0]], M), {}, "q: list"),
        ((q, np.zeros((3, 2, 2))), {}, r"mass_matrix: shape \(3, 2, 2\); expected shape \(4, 2, 2\)"),
        ((q, locked), {}, "read-only"),
        ((q, M), {"threads": -1}, "threads"),
    ]
    for arrays, options, message in wrong:
        with pytest.raises(arm.ArgumentError, match=message):
            kernel.batch(*arrays, **options)
    with pytest.raises(arm.ArgumentError, match="q: shape"):
        kernel.one(q, M)


class TestWidth:
    @pytest.mark.parametrize("bad", [0, 3, 16, -2])
    def test_a_wrong_argument_is_named(self, bad):
        with pytest.raises(arm.ArgumentError, match=f"width: {bad}"):
            target.host(bad)

    @pytest.mark.parametrize(
        ("triple", "features", "width", "fused"),
        [
            ("x86_64-unknown-linux-gnu", {"sse2", "avx", "avx2", "fma", "avx512f"}, 8, True),
            ("x86_64-pc-windows-msvc", {"sse2", "avx", "avx2", "fma"}, 4, True),
            ("x86_64-unknown-linux-gnu", {"sse2", "avx"}, 2, False),
            ("x86_64-apple-darwin", {"sse2"}, 2, False),
            ("aarch64-unknown-linux-gnu", {"neon"}, 2, True),
            ("arm64-apple-darwin", {"neon"}, 2, True),
            ("riscv64-unknown-linux-gnu", set(), 2, False),
        ],
    )
    def test_what_machines_have(self, triple, features, width, fused):
        assert target.widest(triple, features) == width
        assert target.fused(triple, features) is fused
