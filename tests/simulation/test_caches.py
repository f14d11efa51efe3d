"""Recent closed loops and models: other numbers compile nothing, equal scenarios share their code, few are kept."""

import gc
import itertools
import pickle
import weakref
from collections import namedtuple
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import Program, Recent, assemble, cache, loop_of, motion_text, multibody_build, prepare

REFERENCES, CONTROLLERS = arm.references, arm.controllers
STEP = {"solver": arm.solvers.RK4(step=1e-3), "record": 0.01}
MOVES = {"q0": [0.1, 0.2], "reference": REFERENCES.FifthOrder(end=[0.5, 0.3], duration=0.1)}


@pytest.fixture
def compiled(monkeypatch, tmp_path):
    """A list to which every program that is traced and every piece of machine code that is loaded adds an entry.

    The cache of compiled code on disk is empty at first.
    """
    calls = []
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))

    def note(of, name):
        init = of.__init__
        monkeypatch.setattr(
            of, "__init__", lambda self, *given, **named: (calls.append(name), init(self, *given, **named))[1]
        )

    note(assemble.LoadedCode, "loaded")
    note(Program, "traced")
    return calls


PD, PUSH = CONTROLLERS.PD(kp=[80.0, 40.0], kd=5.0), arm.Push("tip", (0, 0, 0, 0, 3.0, 0), 0.02, 0.05)
SAMPLED = {"period": 0.01, "sensors": [arm.sensors.Encoder(noise=1e-4)]}


def gains(k):
    law = CONTROLLERS.PID(kp=[80.0 + k, 40.0], ki=3.0 + k, kd=5.0 + k)
    return {"controller": law, **MOVES}


def starts(k):
    return {"controller": PD, **MOVES, "q0": [0.1 * k, 0.2], "qd0": [0.0, 0.1 * k]}


def targets(k):
    move = REFERENCES.FifthOrder(end=[0.5 + 0.1 * k, 0.3], duration=0.1 + 0.01 * k, begin=0.001 * k)
    return {"controller": PD, **MOVES, "reference": move}


def plants(k):
    return {"controller": PD, **MOVES, "parameters": {"link2.mass": 2.0 + 0.1 * k, "gravity.z": -9.0 - 0.1 * k}}


def wrenches(k):
    return {"controller": PD, **MOVES, "disturbances": PUSH, "parameters": {"disturbances[0].force.y": 3.0 + k}}


def seeds(k):
    return {"controller": PD, **MOVES, **SAMPLED, "seed": k}


def durations(k):
    return {"controller": PD, **MOVES, "duration": 0.1 + 0.01 * k}


NUMBERS = [gains, starts, targets, plants, wrenches, seeds, durations]


@pytest.mark.parametrize("numbers", NUMBERS)
@pytest.mark.parametrize("runs", [1, 3])
def test_other_numbers_compile_nothing(numbers, runs, compiled):
    """Scenarios that differ in numbers alone are other entries of p: nothing is traced, compiled or loaded."""
    own = (0.3 + 0.01 * NUMBERS.index(numbers), 0.0, -9.81 + runs)  # a robot without any code so far
    robot = replace(arm.library.get("khatib-rr"), gravity=own)
    stack = {} if runs == 1 else {"x0": {}, "parameters": {"q0[0]": np.linspace(0.0, 0.1, runs)}}

    def run(k):
        given = numbers(k)
        options = {"duration": 0.1, **STEP, **stack, **given}
        if runs > 1:
            options["parameters"] = stack["parameters"] | given.get("parameters", {})
        return arm.simulate(robot, **options).q

    first = run(0)
    assert compiled
    compiled.clear()
    others = [run(k) for k in (1, 2)]
    assert compiled == []
    shapes = {first.shape, *(other.shape for other in others)}
    assert len(shapes) > 1 or numbers is seeds or not np.array_equal(first, others[0])


def test_other_efforts_compile_nothing(compiled):
    robot = replace(arm.library.get("khatib-rr"), gravity=(0.4, 0.0, -9.81))

    def gradient(k):
        efforts = np.full((4, 2), 0.1 * k)
        pushed = arm.rollout(robot, 0.02 + 0.004 * k, efforts=efforts, solver=arm.solvers.RK4(step=1e-3))
        return pushed.vjp(q_bar=pushed.q)["efforts"]

    first = gradient(1)
    assert compiled
    compiled.clear()
    assert not np.array_equal(gradient(2), first)
    assert compiled == []


@pytest.mark.parametrize("period", [None, 0.01])
def test_equal_scenarios_made_from_scratch_share_their_code(period, compiled):
    """Models are equal by value: a robot that is read twice has one code."""
    content = pickle.dumps(replace(arm.library.get("khatib-rr"), gravity=(0.5, 0.0, -9.81)))

    def scenario(k):
        law = CONTROLLERS.ComputedTorque(kp=100.0 + k, kd=20.0)
        return arm.Scenario(pickle.loads(content), controller=law, period=period, **MOVES)

    first, again, other = scenario(0), scenario(0), scenario(1)
    assert first.robot is not again.robot
    assert first.plant_model is not again.plant_model
    run = arm.simulate(first, 0.1, **STEP)
    compiled.clear()
    repeated = arm.simulate(again, 0.1, **STEP)
    assert np.array_equal(run.q, repeated.q)
    assert not np.array_equal(run.q, arm.simulate(other, 0.1, **STEP).q)
    assert compiled == []
    loops = [loop_of(scenario, reusable=True, events=True) for scenario in (first, again, other)]
    assert len({loop.equations for loop in loops}) == 1
    assert repeated.scenario is again
    assert repeated.model is again.plant_model


def test_hashes_of_scenarios_are_not_copied():
    scenario = arm.Scenario(arm.library.get("khatib-rr"), controller=PD, **MOVES)
    copied = pickle.loads(pickle.dumps((hash(scenario), scenario)[1]))
    assert copied == scenario
    assert "_hash" not in vars(copied)
    assert hash(copied) == hash(scenario)


def test_few_structures_are_kept(monkeypatch):
    """The least recently used closed loop goes first, with its code."""
    monkeypatch.setattr(prepare, "_equations", Recent(3))
    monkeypatch.setattr(prepare, "_loops", Recent(2))
    seen = []
    for k in range(8):
        robot = replace(arm.library.get("khatib-rr"), gravity=(0.01 * k, 0.0, -9.0))
        loop = loop_of(arm.Scenario(robot, controller=PD, **MOVES), reusable=True, events=True)
        loop.equations.compiled["anything"] = [k]
        seen.append(weakref.ref(loop.equations))
        assert len(prepare._equations) <= 3
        assert len(prepare._loops) <= 2
    del loop
    gc.collect()
    assert [kept() is not None for kept in seen] == [False] * 5 + [True] * 3


def test_copies_of_equations_begin_without_code():
    equations = loop_of(arm.Scenario(arm.library.get("khatib-rr"), controller=PD)).equations
    equations.compiled["solver"] = 1
    assert len(replace(equations, live=True).compiled) == 0
    with pytest.raises(ValueError, match="init=False"):
        replace(equations, compiled=equations.compiled)


@pytest.mark.parametrize("period", [None, 0.01])
def test_a_law_of_known_structure_is_not_traced_again(period, monkeypatch):
    traced, real = [], prepare.untraceable
    monkeypatch.setattr(prepare, "untraceable", lambda *given: traced.append(1) or real(*given))
    monkeypatch.setattr(prepare, "_equations", Recent(16))
    for k in range(3):
        loop_of(arm.Scenario(arm.library.get("khatib-rr"), period=period, **gains(k)), reusable=True)
    assert traced == [1]
    for _ in range(2):  # what a function captures may have changed
        loop_of(arm.Scenario(arm.library.get("khatib-rr"), controller=lambda t, q, qd, r: -q), reusable=True)
    assert traced == [1, 1, 1]


def test_models_are_kept_by_robot_and_choices():
    """Equal robots may differ in visuals, so that each has its model; the models are equal."""
    robots = [arm.library.get("khatib-rr"), pickle.loads(pickle.dumps(arm.library.get("khatib-rr")))]
    models = [arm.model(robot) for robot in robots]
    assert models[0] == models[1]
    assert [arm.model(robot) is model for robot, model in zip(robots, models, strict=True)] == [True, True]
    assert len(multibody_build._recent) <= multibody_build._recent.count == 8


def test_the_least_recently_used_value_goes_first():
    values = Recent(3)
    for k in range(3):
        values[k] = k * k
    assert values[0] == 0
    values[3] = 9
    assert [k for k in range(4) if k in values] == [0, 2, 3]
    assert values.values() == [4, 0, 9]
    assert values.get(1) is None
    assert values.setdefault(2, 5) == 4
    assert values.obtain(1, lambda: 1) == 1
    assert len(values) == 3
    copied = pickle.loads(pickle.dumps(values))
    assert (len(copied), copied.count) == (0, 3)
    values.clear()
    assert len(values) == 0
    with pytest.raises(KeyError):
        values[1]


def test_values_are_bounded_by_their_size():
    texts = Recent(10, len, 8)
    for text in ("abc", "def", "gh", "i"):
        texts[text] = text
    assert texts.values() == ["def", "gh", "i"]
    texts["long"] = "x" * 100
    assert len(texts) == 1


REFERENCE_FORMS = [
    lambda k: REFERENCES.Constant([0.1 * k, 1.0]),
    lambda k: REFERENCES.FifthOrder(start=[0.0, k], end=[0.1, 1.0], duration=1.0 + k),
    lambda k: REFERENCES.SeventhOrder(start=[0.0, k], end=[0.1, 1.0], duration=1.0 + k),
    lambda k: REFERENCES.StepAcceleration(start=[0.0, k], end=[0.1, 1.0], duration=1.0 + k),
    lambda k: REFERENCES.Trapezoid(start=[0.0, k], end=[0.0, 1.0], duration=1.0 + k),
    lambda k: REFERENCES.Spline([0.0, 0.5, 1.0 + k], [[0.0, 0.0], [1.0, k], [2.0, 1.0]]),
    lambda k: REFERENCES.Spline([0.0, 0.5, 1.0 + k], [[0.0, 0.0], [1.0, k], [2.0, 1.0]], degree=5),
    # As many numbers as the next one, by other points and another degree.
    lambda k: REFERENCES.Spline([0.0, 0.5, 0.8, 0.9, 1.0 + k], [[0.0], [k], [2.0], [3.0], [1.0]]),
    lambda k: REFERENCES.Spline([0.0, 0.5, 0.8, 1.0 + k], [[0.0], [k], [2.0], [3.0]], degree=5),
    lambda k: REFERENCES.Sinusoid([0.1, 0.2 + k], [1.0, 2.0]),
    lambda k: REFERENCES.Sinusoid([0.1, 0.2 + k], 1.0),
    lambda k: REFERENCES.Chirp([0.1, 0.2], 1.0 + k, 2.0, 3.0),
    lambda k: REFERENCES.Chirp([0.1, 0.2], 1.0 + k, 2.0, 3.0, [0.0, 1.0]),
    *(
        lambda k, law=law, more=more: REFERENCES.Line(
            start=[0, 0, k], displacement=[1, 0, 0], law=law, duration=1.0 + k, **more
        )
        for law in REFERENCES.LAWS
        for more in (
            {}, {"orientation": [0.0, 0.0, 0.1]}, {"orientation": [0.0, 0.0, 0.1], "end_orientation": [0.2, 0.0, 0.0]}
        )
    ),
    lambda k: REFERENCES.Circle(start=[1, 0, k], centre=[0, 0, 0], duration=1.0 + k),
    lambda k: REFERENCES.Circle(start=[1, 0, k], centre=[0, 0, 0], duration=2.0, orientation=[0, 0, k], follow=True),
    *(
        lambda k, shaper=shaper, inner=inner: REFERENCES.Shaped(inner(k), shaper(frequency=2.0 + k))
        for shaper in (REFERENCES.ZV, REFERENCES.ZVD)
        for inner in (
            lambda k: REFERENCES.FifthOrder(start=[0.0, k], end=[0.1, 1.0], duration=1.0 + k),
            lambda k: REFERENCES.Sinusoid([0.1, 0.2 + k], 1.0),
            lambda k: REFERENCES.Line(start=[0, 0, k], displacement=[1, 0, 0], duration=1.0 + k),
            lambda k: REFERENCES.Shaped(
                REFERENCES.SeventhOrder(start=[0.0, k], end=[0.1, 1.0], duration=1.0), REFERENCES.ZVD(frequency=1.0)
            ),
        )
    ),
]  # fmt: skip


def test_references_of_one_pattern_have_the_same_equations():
    """The pattern and the count of the numbers stand for the traced motion."""
    made = [form(k) for form, k in itertools.product(REFERENCE_FORMS, (0, 1))]
    forms = [(reference.pattern, len(reference.numbers)) for reference in made]
    texts = [motion_text(reference) for reference in made]
    for form, text in zip(forms, texts, strict=True):
        assert {texts[k] for k in range(len(made)) if forms[k] == form} == {text}
    for k in range(0, len(made), 2):
        assert forms[k] == forms[k + 1]
    assert not any(reference.has_functions for reference in made)


Progress = namedtuple("Progress", ("s", "sd", "sdd"))


def test_time_laws_of_users_are_known_by_their_trace():
    class Ramp:
        switches = (0.0, 1.0)

        def __init__(self, rate):
            self.rate = rate

        def at(self, t, inside):
            return Progress(t * self.rate, self.rate, 0.0)

    law = Ramp(1.0)
    robot = arm.library.get("khatib-rr")
    controller = CONTROLLERS.OperationalSpace(100.0, 20.0, task=(3, 4))

    def end():
        line = REFERENCES.Line(displacement=[0.05, 0.02, 0.0], law=law)
        assert line.has_functions
        return arm.simulate(robot, 0.1, q0=[0.3, 0.9], controller=controller, reference=line, **STEP).q[-1]

    first = end()
    assert np.array_equal(first, end())
    law.rate = 0.5
    assert np.abs(first - end()).max() > 1e-5
