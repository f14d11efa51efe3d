"""Compiled quantities equal the reference: every method, one state and batches, whatever the arrays look like."""

import copy
import gc
import inspect
import pickle
import threading
import weakref

import numpy as np
import pytest

import armillary as arm
from internals import QUANTITIES, fastcall, simplified
from internals import compiler_compiled as compiled
from random_robots import random_robot, random_state

DERIVATIVES = ("inverse_dynamics_derivatives", "forward_dynamics_derivatives")
SIZES = (0, 1, 7, 8, 9)
ROBOTS = {
    "stanford": lambda: arm.library.get("stanford"),
    "planar": lambda: arm.library.get("khatib-rr"),
    "tree with rotors": lambda: random_robot(np.random.default_rng(6), 4, kinds="RRP"),
    "with a ball joint": lambda: random_robot(np.random.default_rng(3), 5, kinds="RS"),
}


class Case:
    """A robot, compiled and as reference, with states and what the reference says of them."""

    def __init__(self, robot):
        self.robot = robot
        self.fast, self.plain = arm.compile(robot), arm.evaluate(robot)
        rng = np.random.default_rng(11)
        states = [random_state(rng, self.plain.model) for _ in range(9)]
        self.q, self.qd, self.qdd = (np.array(part) for part in zip(*states, strict=True))
        self.known = {}

    def state(self, quantity):
        """Return nine states for a quantity."""
        inputs = QUANTITIES[quantity.removesuffix("_derivatives")].inputs
        return [{"q": self.q, "qd": self.qd}.get(name, self.qdd) for name in inputs]

    def right(self, quantity):
        """Return what the reference says of the nine states, as a list of arrays."""
        if quantity not in self.known:
            result = getattr(self.plain, quantity)(*self.state(quantity))
            self.known[quantity] = list(result) if isinstance(result, tuple) else [result]
        return self.known[quantity]


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ARMILLARY_CACHE", str(tmp_path_factory.mktemp("kernels")))
        yield


@pytest.fixture(scope="module", params=ROBOTS)
def case(request):
    return Case(ROBOTS[request.param]())


@pytest.fixture(scope="module")
def planar():
    return Case(ROBOTS["planar"]())


def listed(result):
    return list(result) if isinstance(result, tuple) else [result]


def assert_near(result, right, tolerance=1e-12, floor=0.0):
    """Equal within the tolerance of the largest entry of each state, or of the floor if that is larger."""
    result, right = np.asarray(result), np.asarray(right)
    assert result.shape == right.shape
    if right.size:
        rows = right.reshape(len(right), -1) if right.ndim else right.reshape(1, 1)
        scale = np.maximum(np.abs(rows).max(axis=1), floor)
        error = np.abs(result.reshape(rows.shape) - rows).max(axis=1)
        assert np.all(error <= tolerance * scale)


@pytest.mark.crossed
@pytest.mark.parametrize("quantity", [*QUANTITIES, *DERIVATIVES])
def test_equals_the_reference(case, quantity):
    state, right = case.state(quantity), case.right(quantity)
    method = getattr(case.fast, quantity)
    one = listed(method(*(array[0] for array in state)))
    tolerance = 1e-11 if quantity in ("condition_number_gradient", "forward_dynamics_derivatives") else 1e-12
    for result, expected in zip(one, right, strict=True):
        assert_near(np.asarray(result)[None], expected[:1], tolerance)
        assert isinstance(result, np.float64 if expected.ndim == 1 else np.ndarray)
    for size in SIZES:
        for result, expected in zip(listed(method(*(array[:size] for array in state))), right, strict=True):
            assert_near(result, expected[:size], tolerance)


@pytest.mark.crossed
@pytest.mark.parametrize(
    "quantity", ["inverse_dynamics", "forward_dynamics", "mass_matrix", "kinetic_energy", "jacobian"]
)
def test_batches_of_any_size_and_threads(case, quantity):
    state = [np.tile(array, (500, 1)) for array in case.state(quantity)]
    threaded = arm.compile(case.robot, threads=3)
    for size in (100, 255, 256, 257, 1000, 4099):
        rows = [array[:size] for array in state]
        right = np.resize(case.right(quantity)[0], (size, *case.right(quantity)[0].shape[1:]))
        assert_near(getattr(case.fast, quantity)(*rows), right)
        out = np.empty_like(right)
        assert getattr(threaded, quantity)(*rows, out=out) is out
        assert_near(out, right)


@pytest.mark.parametrize("quantity", ["inverse_dynamics", "mass_matrix", "potential_energy", "pose", *DERIVATIVES])
def test_out(planar, quantity):
    state, right = planar.state(quantity), planar.right(quantity)
    method = getattr(planar.fast, quantity)
    for rows in (0, slice(0, 5)):
        expected = [part[rows] for part in right]
        outs = [np.empty(np.shape(part)) for part in expected]
        # strided, and of another order in memory: written through a copy
        spread = [np.empty((*np.shape(part), 2))[..., 0] for part in expected]
        for out in (outs, spread):
            argument = tuple(out) if quantity in DERIVATIVES else out[0]
            result = method(*(array[rows] for array in state), out=argument)
            assert all(a is b for a, b in zip(listed(result), out, strict=True))
            for a, b in zip(out, expected, strict=True):
                assert_near(np.asarray(a)[None], np.asarray(b)[None])


def test_out_may_be_an_argument(planar):
    state, right = planar.state("inverse_dynamics"), planar.right("inverse_dynamics")[0]
    for rows in (0, slice(0, 9)):
        q, qd, qdd = (array[rows].copy() for array in state)
        assert planar.fast.inverse_dynamics(q, qd, qdd, out=qdd) is qdd
        assert_near(np.atleast_2d(qdd), np.atleast_2d(right[rows]))
    memory = np.concatenate([array[0] for array in state])  # out lies across two arguments
    nv = planar.plain.model.nv
    parts = memory[:nv], memory[nv : 2 * nv], memory[2 * nv :]
    result = planar.fast.inverse_dynamics(*parts, out=memory[1 : 1 + nv])
    assert_near(result[None], right[:1])


def awkward(array):
    """Return the same values in other clothes."""
    gaps = np.zeros((*array.shape[:-1], 2 * array.shape[-1]))[..., ::2]
    gaps[...] = array
    shifted = np.zeros(8 * array.size + 1, dtype=np.uint8)[1:].view(np.float64).reshape(array.shape)
    shifted[...] = array
    fixed = array.copy()
    fixed.flags.writeable = False
    yield from (array.tolist(), gaps, array[..., ::-1].copy()[..., ::-1], np.asfortranarray(array), shifted, fixed)
    yield from (array.astype(">f8"), array.astype(object).tolist(), np.asarray(array, dtype=np.longdouble))


@pytest.mark.parametrize("rows", [0, slice(0, 9)], ids=["one", "batch"])
def test_arrays_in_any_form(planar, rows):
    state = [array[rows] for array in planar.state("inverse_dynamics")]
    right = planar.right("inverse_dynamics")[0][rows]
    for forms in zip(*(awkward(array) for array in state), strict=True):
        assert_near(np.atleast_2d(planar.fast.inverse_dynamics(*forms)), np.atleast_2d(right))
    whole = [np.round(array) for array in state]
    expected = planar.plain.inverse_dynamics(*whole)
    for kind in (int, np.int8, np.float32, np.float16):
        assert_near(
            np.atleast_2d(planar.fast.inverse_dynamics(*(array.astype(kind) for array in whole))),
            np.atleast_2d(expected),
        )


WRONG = {
    "a short q": (([0.0], [0, 0], [0, 0]), {}, "q: 1 number; expected 2 finite numbers"),
    "a long qd": (([0, 0], [0, 0, 0], [0, 0]), {}, "qd: 3 numbers; expected 2"),
    "a number": ((0.5, [0, 0], [0, 0]), {}, "q: 0.5; expected 2"),
    "three dimensions": ((np.zeros((2, 2, 2)), [0, 0], [0, 0]), {}, "q: .*expected 2 finite"),
    "complex": (([0, 0], [1j, 0], [0, 0]), {}, r"qd: \[1j, 0\]; expected 2 finite numbers"),
    "text": (([0, 0], [0, 0], ["0", "1"]), {}, r"qdd\[0\]: '0'; expected 2 finite numbers"),
    "nothing": ((None, [0, 0], [0, 0]), {}, "q: None; expected a configuration"),
    "ragged": (([[0, 0], [0]], [0, 0], [0, 0]), {}, "q: a list of 2; expected 2 finite numbers"),
    "different batches": ((np.zeros((3, 2)), np.zeros((3, 2)), np.zeros((4, 2))), {}, r"batch: .*qdd \(4, 2\)"),
    "state and batch": ((np.zeros((3, 2)), np.zeros(2), np.zeros((3, 2))), {}, r"batch: .*qd \(2,\)"),
    "out of the wrong shape": ((np.zeros(2),) * 3, {"out": np.empty(3)}, r"out: float64 of shape \(3,\)"),
    "out of the wrong type": ((np.zeros(2),) * 3, {"out": np.empty(2, dtype=np.float32)}, r"out: float32 .*float64"),
    "out that is a list": ((np.zeros(2),) * 3, {"out": [0, 0]}, r"out: list; expected a float64 array of shape \(2,\)"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_arguments_are_named(planar, wrong):
    args, keywords, message = WRONG[wrong]
    for dynamics in (planar.fast, planar.plain):
        with pytest.raises(arm.ArgumentError, match=message):
            dynamics.inverse_dynamics(*args, **keywords)


def test_read_only_out_is_refused(planar):
    out = np.empty(2)
    out.flags.writeable = False
    with pytest.raises(arm.ArgumentError, match="read-only"):
        planar.fast.inverse_dynamics(*np.zeros((3, 2)), out=out)


def test_out_of_derivatives_is_checked(planar):
    state = np.zeros((3, 2))
    with pytest.raises(arm.ArgumentError, match="out: ndarray; expected a tuple of 2 arrays"):
        planar.fast.inverse_dynamics_derivatives(*state, out=np.empty((2, 2)))
    with pytest.raises(arm.ArgumentError, match=r"out: float64 of shape \(3, 2\)"):
        planar.fast.inverse_dynamics_derivatives(*state, out=(np.empty((2, 2)), np.empty((3, 2))))


def test_python_says_what_arguments_are_missing(planar):
    planar.fast.inverse_dynamics(*np.zeros((3, 2)))
    with pytest.raises(TypeError, match="qdd"):
        planar.fast.inverse_dynamics(np.zeros(2), np.zeros(2))
    with pytest.raises(TypeError, match="into"):
        planar.fast.inverse_dynamics(*np.zeros((3, 2)), into=3)


def test_arguments_by_name(planar):
    q, qd, qdd = (array[0] for array in planar.state("inverse_dynamics"))
    result = planar.fast.inverse_dynamics(qdd=qdd, qd=qd, q=q)
    assert_near(result[None], planar.right("inverse_dynamics")[0][:1])


@pytest.mark.parametrize("quantity", ["pose", "jacobian"])
def test_frames(case, quantity):
    for frame in case.plain.model.frames:
        right = getattr(case.plain, quantity)(case.q, frame=frame)
        assert_near(getattr(case.fast, quantity)(case.q, frame=frame), right)
        assert_near(getattr(case.fast, quantity)(case.q, frame), right)
    for frame in ("nowhere", ["tip"], None):
        with pytest.raises(arm.ArgumentError, match="frame"):
            getattr(case.fast, quantity)(case.q, frame=frame)


@pytest.mark.parametrize("quantity", ["manipulability", "condition_number", "manipulability_gradient"])
def test_tasks(case, quantity):
    for task in ("orientation", "position"):
        try:
            right = getattr(case.plain, quantity)(case.q, task=task)
        except arm.ArmillaryError as error:
            with pytest.raises(type(error)):
                getattr(case.fast, quantity)(case.q, task=task)
        else:
            # a gradient that vanishes everywhere is rounding in both
            assert_near(getattr(case.fast, quantity)(case.q, task=task), right, floor=0.1)


def test_singular_configurations(planar):
    stretched = np.array([[0.3, 1.0], [0.3, 0.0]])
    assert np.array_equal(
        np.isinf(planar.fast.condition_number(stretched)), np.isinf(planar.plain.condition_number(stretched))
    )
    for quantity in ("condition_number_gradient", "manipulability_gradient"):
        with pytest.raises(arm.errors.SingularityError):
            getattr(planar.fast, quantity)(stretched)


def test_repeated_singular_values():
    # l_1 = √2 l_2 at q_2 = 135° is isotropic, with a kink; beside it there is a gradient.
    isotropic = arm.compile(arm.planar([np.sqrt(2), 1], [1, 1], coms=[0.5, 0.5], inertias=[0.1, 0.1]))
    q = np.array([[0.4, 1.0], [0.4, 0.75 * np.pi]])
    with pytest.raises(arm.errors.SingularityError, match="kink"):
        isotropic.condition_number_gradient(q)
    assert np.all(np.isfinite(isotropic.condition_number_gradient(q + np.array([0, 1e-3]))))
    # Crossed slides are isotropic everywhere, without a kink.
    links = tuple(arm.Link(name, 1.0) for name in "xyz")
    axes = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    slides = tuple(
        arm.Joint(f"slide {child}", "prismatic", parent, child, axis=axis)
        for parent, child, axis in zip(("base", "x", "y"), "xyz", axes, strict=True)
    )
    gantry = arm.compile(arm.Robot(name="gantry", links=links, joints=slides))
    assert np.array_equal(gantry.condition_number_gradient(np.ones((4, 3))), np.zeros((4, 3)))
    assert np.array_equal(gantry.condition_number(np.ones((4, 3))), np.ones(4))


@pytest.mark.parametrize("quantity", ["gravity_norm", "gravity_norm_gradient"])
def test_weights(case, quantity):
    nv = case.plain.model.nv
    for seed in (1, 2):
        W = np.random.default_rng(seed).normal(size=(nv, nv))
        right = getattr(case.plain, quantity)(case.q, W=W)
        assert_near(getattr(case.fast, quantity)(case.q, W=W), right, 1e-11)
        assert_near(np.asarray(getattr(case.fast, quantity)(case.q[0], W.tolist()))[None], right[:1], 1e-11)
    with pytest.raises(arm.ArgumentError, match="W"):
        getattr(case.fast, quantity)(case.q, W=np.eye(nv + 1))
    assert len([key for key in case.fast._kernels if key[0] == quantity and len(key) > 1]) == 1


@pytest.mark.crossed
@pytest.mark.parametrize("motors", ["full", "reflected", "none"])
@pytest.mark.parametrize("friction", [True, False])
def test_motors_and_friction(motors, friction):
    robot = ROBOTS["tree with rotors"]()
    fast, plain = (
        arm.compile(arm.model(robot, motors=motors, friction=friction)),
        arm.evaluate(arm.model(robot, motors=motors, friction=friction)),
    )
    state = random_state(np.random.default_rng(1), plain.model)
    right = plain.inverse_dynamics(*state)
    assert_near(fast.inverse_dynamics(*state)[None], right[None])


@pytest.mark.parametrize("formulation", ["newton_euler", "lagrange", "denoc", "momentum", "articulated_body"])
def test_formulation_of_choice(planar, formulation):
    fast = arm.compile(planar.robot, formulation=formulation)
    for quantity in ("inverse_dynamics", "forward_dynamics", "mass_matrix"):
        assert_near(getattr(fast, quantity)(*planar.state(quantity)), planar.right(quantity)[0])
        if formulation in QUANTITIES[quantity].formulations:
            assert fast.formulations[quantity] == formulation
            assert fast.kernel(quantity).program.header["formulation"] == formulation


def test_bad_options_of_compile(planar):
    for options, message in (
        ({"formulation": "newton"}, "formulation: 'newton'; expected auto or one of"),
        ({"formulation": "energy"}, "arm.evaluate has it"),
        ({"threads": -1}, "threads: -1"),
        ({"threads": 1.5}, "threads: 1.5"),
        ({"width": 3}, "width: 3"),
    ):
        with pytest.raises(arm.ArgumentError, match=message):
            arm.compile(planar.robot, **options)


@pytest.mark.parametrize("width", [1, 2, 4])
def test_width_of_choice(planar, width):
    fast = arm.compile(planar.robot, width=width)
    for quantity in ("inverse_dynamics", "mass_matrix"):
        assert_near(getattr(fast, quantity)(*planar.state(quantity)), planar.right(quantity)[0])
    assert fast.kernel("mass_matrix").width == width
    assert f"{width} wide" in repr(fast)


def test_repr_and_explanation(planar):
    fast = arm.compile(planar.robot)
    assert repr(fast).startswith("<Compiled khatib-rr: motors full, formulation auto,")
    fast.forward_dynamics(*np.zeros((3, 2)))
    assert "forward_dynamics by composite_body" in repr(fast)
    lines = {line.split()[0]: line for line in fast.explain().splitlines()}
    assert set(lines) == set(QUANTITIES)
    assert "composite_body" in lines["forward_dynamics"]
    assert "requested" in arm.compile(planar.robot, formulation="denoc").explain()


def test_kernels_and_programs_by_name(planar):
    fast = arm.compile(planar.robot)
    for quantity in ("gravity", "jacobian", *DERIVATIVES):
        names = [array.name for array in fast.program(quantity).outputs]
        assert [array.name for array in fast.kernel(quantity).program.outputs] == names
    fast.kernel("manipulability")  # by determinants, with fewer digits near singularities: not what the method uses
    assert inspect.ismethod(fast.manipulability)
    with pytest.raises(arm.ArgumentError, match="quantity: 'torque'; expected one of mass_matrix"):
        fast.kernel("torque")
    with pytest.raises(arm.ArgumentError) as error:
        fast.kernel("jacobian", fram="tip")
    assert (error.value.field, error.value.hint) == ("options", "did you mean frame?")


def test_nothing_is_compiled_before_it_is_used(planar, monkeypatch):
    made = []
    monkeypatch.setattr(compiled, "build_simplified", lambda program, *_: made.append(program.name) or 1 / 0)
    fast = arm.compile(planar.robot)
    assert not made
    with pytest.raises(ZeroDivisionError):
        fast.gravity([0, 0])
    assert made == ["gravity"]


def test_second_use_is_a_builtin(planar):
    fast = arm.compile(planar.robot)
    assert inspect.ismethod(fast.inverse_dynamics)
    fast.inverse_dynamics([0, 0], [0, 0], [0, 0])
    assert inspect.isbuiltin(fast.inverse_dynamics)
    assert fast.inverse_dynamics.__doc__ == arm.types.Dynamics.inverse_dynamics.__doc__
    assert str(inspect.signature(fast.inverse_dynamics)) == "(q, qd, qdd, *, out=None, wrenches=None, parameters=None)"
    fast.pose([0, 0])
    assert str(inspect.signature(fast.pose)) == "(q, frame='tip', *, out=None)"
    assert inspect.ismethod(arm.compile(planar.robot).inverse_dynamics)


def test_works_without_the_native_entry(planar, monkeypatch):
    monkeypatch.setattr(fastcall, "object_places", lambda: None)
    fast = arm.compile(planar.robot)
    for _ in range(2):
        assert_near(fast.inverse_dynamics(*planar.state("inverse_dynamics")), planar.right("inverse_dynamics")[0])
    assert inspect.ismethod(fast.inverse_dynamics)


def test_a_subclass_keeps_its_own_method(planar):
    class Doubled(arm.types.Compiled):
        def gravity(self, q, out=None):
            return 2 * super().gravity(q)

    doubled = Doubled(planar.plain.model)
    for _ in range(2):
        assert_near(doubled.gravity(planar.q), 2 * planar.right("gravity")[0])


def test_first_use_from_many_threads(planar, monkeypatch):
    made = []
    build = compiled.build_simplified
    monkeypatch.setattr(
        compiled, "build_simplified", lambda program, *rest: made.append(program.name) or build(program, *rest)
    )
    fast = arm.compile(planar.robot)
    state, results = planar.state("forward_dynamics"), []
    start = threading.Barrier(6)

    def work():
        start.wait()
        results.append(fast.forward_dynamics(*state))

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == ["forward_dynamics"]
    assert len(results) == 6
    for result in results:
        assert_near(result, planar.right("forward_dynamics")[0])


@pytest.mark.parametrize("first", [(), (4,)])
def test_one_state_and_batches_have_their_own_entries(tmp_path, monkeypatch, first):
    """The second kind of code needs no passes again, though another process made the first."""
    monkeypatch.setenv("ARMILLARY_CACHE", str(tmp_path))
    robot, calls = arm.library.get("ur5"), []
    q = np.full((*first, 6), 0.1)
    wanted = arm.compile(robot).gravity(q)
    made = set(tmp_path.iterdir())
    monkeypatch.setattr(simplified, "optimise", lambda program: calls.append(program) or 1 / 0)
    fast = arm.compile(robot)
    assert_near(fast.gravity(q), wanted)
    assert set(tmp_path.iterdir()) == made
    other = np.full((6,) if first else (4, 6), 0.1)
    taken = fast.gravity
    assert_near(taken(other), np.resize(wanted, other.shape))
    assert len(set(tmp_path.iterdir()) - made) == 1
    assert not calls
    monkeypatch.setattr(type(fast), "_evaluate", lambda *_, **__: 1 / 0)
    assert_near(taken(other), np.resize(wanted, other.shape))  # a function taken before it was made has it too


def test_it_is_let_go(planar):
    fast = arm.compile(planar.robot)
    fast.inverse_dynamics([0, 0], [0, 0], [0, 0])
    function, watch = fast.inverse_dynamics, weakref.ref(fast)
    del fast
    gc.collect()
    state, right = planar.state("inverse_dynamics"), planar.right("inverse_dynamics")[0]
    assert_near(function(*state), right)  # a function taken from it lives on, with its code
    del function
    gc.collect()
    assert watch() is None


def test_copies_work(planar):
    planar.fast.gravity(planar.q)
    for twin in (copy.copy(planar.fast), copy.deepcopy(planar.fast)):
        assert_near(twin.gravity(planar.q), planar.right("gravity")[0])


def test_a_bound_method_can_be_pickled_before_and_after_its_first_use():
    dyn = arm.compile(arm.library.get("khatib-rr"))
    state = [np.array([0.3, -0.2])] * 3
    before = pickle.loads(pickle.dumps(dyn.inverse_dynamics))(*state)
    dyn.inverse_dynamics(*state)
    after = pickle.loads(pickle.dumps(dyn.inverse_dynamics))(*state)
    np.testing.assert_array_equal(before, after)


def test_outs_that_share_memory_are_refused():
    dyn = arm.compile(arm.library.get("khatib-rr"))
    both = np.empty((3, 2))
    with pytest.raises(arm.ArgumentError, match="share memory"):
        dyn.inverse_dynamics_derivatives([0.1, 0.2], [0.1, 0.2], [0.1, 0.2], out=(both[:2], both[1:]))


@pytest.mark.parametrize("quantity", ["forward_dynamics", "forward_dynamics_derivatives"])
def test_a_robot_without_inertia_is_refused_as_the_reference_does(quantity):
    robot = arm.Robot("empty", (arm.Link("a", 0.0),), (arm.Joint("j", "revolute", "base", "a", axis=(0.0, 0.0, 1.0)),))
    for evaluator in (arm.evaluate(robot), arm.compile(robot)):
        with pytest.raises(arm.errors.SingularityError, match="coordinate 0 moves no inertia"):
            getattr(evaluator, quantity)([0.1], [0.1], [0.1])


def test_what_is_not_finite_passes_through_both():
    for state in ([np.inf, 0.4], [np.nan, 0.4]):
        for evaluator in (arm.evaluate(arm.library.get("khatib-rr")), arm.compile(arm.library.get("khatib-rr"))):
            assert np.isnan(evaluator.inverse_dynamics(state, [1, 1], [1, 1])).any()


def test_the_same_code_is_loaded_once():
    first, second = (arm.compile(arm.library.get("khatib-rr")) for _ in range(2))
    assert first.kernel("gravity").address_one == second.kernel("gravity").address_one


@pytest.mark.parametrize("options", [{"threads": True}, {"width": 4.0}, {"width": True}])
def test_arguments_of_the_wrong_kind(options):
    with pytest.raises(arm.ArgumentError, match=next(iter(options))):
        arm.compile(arm.library.get("khatib-rr"), **options)


@pytest.mark.parametrize("method", ["program", "kernel", "formulation_of"])
def test_unknown_quantities_are_named(method):
    with pytest.raises(arm.ArgumentError, match=r"'torque'.*mass_matrix"):
        getattr(arm.compile(arm.library.get("khatib-rr")), method)("torque")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("bad", [np.inf, -np.inf, np.nan, 1e200, 1e308])
def test_states_that_are_not_finite_pass_through_both_evaluators(bad):
    """No exception and no warning of NumPy, and no finite number where compiled code has none."""
    model = arm.model(arm.planar([1.0, 0.5], [1.0, 2.0]))
    plain, compiled = arm.evaluate(model), arm.compile(model)
    for k in range(3):
        state = [np.array([0.1, 0.2]), np.array([0.3, 0.4]), np.array([0.5, 0.6])]
        state[k] = np.array([bad, 0.2])
        for name in ("inverse_dynamics", "forward_dynamics"):
            found, other = getattr(plain, name)(*state), getattr(compiled, name)(*state)
            if not np.isfinite(bad):
                assert not np.all(np.isfinite(found))
                assert not np.all(np.isfinite(other))
            getattr(plain, f"{name}_derivatives")(*state)
        plain.kinetic_energy(*state[:2])
