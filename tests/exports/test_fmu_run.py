"""The libraries of FMUs, driven through ctypes: they move as `arm.simulate` does, and wrong use is an error."""

import ctypes
from concurrent.futures import ThreadPoolExecutor
from ctypes import byref, c_double, c_size_t, c_void_p
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import armillary as arm
import fmu_driver
from fmu_driver import DISCARD, ERROR, OK, Unit
from internals import STEEP, Functions, OpenLoop, Payload, export_fmu, node_shapes, plant_block
from internals import evaluate_program as evaluate

pytestmark = fmu_driver.needs_compiler

VERSIONS = ("2.0", "3.0")
STARTS = {  # robot → qd of the joints, efforts of the joints
    "khatib-rr": ([0.5, -1.0], [2.0, 0.5]),
    "spherical-chain": ([0.3, -0.2, 0.5, 0.1, 0.2, -0.4, 0.0, 0.3, 0.2], [0.1] * 9),
    "flexrob": ([1.0, -0.5], [3.0, -1.0]),
    "deluca-siciliano": ([0.4, 0.2], [0.3, -0.1]),
}


@cache
def unit(folder: Path, name: str, fmi: str = "2.0", tunable: tuple[str, ...] = (), limits: str = "stop") -> Unit:
    robot = arm.library.get(name)
    qd = moving(name)
    place = folder / f"{name}-{fmi}-{'-'.join(tunable)}-{limits}.fmu"
    return Unit(export_fmu(robot, place, fmi=fmi, qd0=qd, tunable=tunable, limits=limits))


def moving(name: str) -> np.ndarray:
    model = arm.model(arm.library.get(name))
    qd = np.zeros(model.nv)
    rates = STARTS.get(name, ([], []))[0]
    qd[: len(rates)] = rates
    return qd


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fmu")


def states(loaded: Unit) -> list[str]:
    return [name[4:-1] for name in loaded.references if name.startswith("der(")]


def efforts(loaded: Unit) -> list[str]:
    kinds = (".torque", ".force", ".torque.x", ".torque.y", ".torque.z")
    return [name for name in loaded.references if name.endswith(kinds)]


@pytest.mark.crossed
@pytest.mark.parametrize("fmi", VERSIONS)
@pytest.mark.parametrize("name", STARTS)
def test_co_simulation_moves_as_simulate_does(folder, name, fmi):
    loaded = unit(folder, name, fmi)
    one = loaded.instance()
    tau = STARTS[name][1]
    assert one.begin() == OK
    assert one.put(dict(zip(efforts(loaded), tau, strict=True))) == OK
    one.run(0.3, 0.01)
    robot = arm.library.get(name)
    law = OpenLoop(tau)
    wanted = arm.simulate(
        robot, 0.3, qd0=moving(name), controller=law, solver=arm.solvers.Auto(rtol=1e-12, atol=1e-12), record=0.3
    )
    found = one.get(*states(loaded))
    assert np.abs(found - np.concatenate([wanted.q[-1], wanted.qd[-1]])).max() < 1e-7
    energies = one.get("energy.kinetic", "energy.potential", "energy.total")
    expected = [wanted.kinetic[-1], wanted.potential[-1], wanted.energy[-1]]
    assert np.allclose(energies, expected, rtol=1e-7, atol=1e-7)
    assert np.allclose(one.get("tip.x", "tip.y", "tip.z"), wanted.signals["tip"][-1], atol=1e-7)
    one.free()


@pytest.mark.crossed
@pytest.mark.parametrize("fmi", VERSIONS)
@pytest.mark.parametrize("name", ["khatib-rr", "flexrob", "spherical-chain"])
def test_model_exchange_has_the_rates_of_the_dynamics(folder, name, fmi):
    loaded = unit(folder, name, fmi)
    model = arm.model(arm.library.get(name))
    one = loaded.instance(co_simulation=False)
    assert one.begin() == OK
    tau = np.array(STARTS[name][1])
    one.put(dict(zip(efforts(loaded), tau, strict=True)))
    rng = np.random.default_rng(3)
    for _ in range(5):
        step = rng.normal(size=model.nv) * np.where(np.arange(model.nv) < len(tau), 1.0, 1e-3)
        q, v = model.integrate(model.neutral, step), rng.normal(size=model.nv)
        load = np.concatenate([tau, np.zeros(model.nv - len(tau))])
        smooth = arm.compile(arm.library.get(name)).forward_dynamics(q, v, load)
        expected = np.concatenate([model.rate(q, v), smooth])
        found = one.rates(0.1, np.concatenate([q, v]))
        if not np.any(model.coulomb):  # which is smoothed here
            assert np.allclose(found, expected, rtol=1e-10, atol=1e-10 * np.abs(expected).max())
    one.free()


def test_model_exchange_with_a_solver_of_ones_own(folder):
    loaded = unit(folder, "flexrob")
    one = loaded.instance(co_simulation=False)
    assert one.begin() == OK
    assert not one.update().has_next
    assert one.call("EnterContinuousTimeMode") == OK
    start = one.get(*states(loaded))
    run = solve_ivp(one.rates, (0.0, 0.3), start, method="DOP853", rtol=1e-12, atol=1e-12)
    wanted = arm.simulate(
        arm.library.get("flexrob"), 0.3, qd0=moving("flexrob"), solver=arm.solvers.Auto(rtol=1e-12, atol=1e-12)
    )
    assert np.abs(run.y[:, -1] - np.concatenate([wanted.q[-1], wanted.qd[-1]])).max() < 1e-7
    one.free()


@pytest.mark.parametrize("fmi", VERSIONS)
def test_two_instances_do_not_disturb_each_other(folder, fmi):
    loaded = unit(folder, "khatib-rr", fmi)
    alone = loaded.instance()
    alone.begin()
    alone.run(0.2, 0.02)
    one, two = loaded.instance(), loaded.instance(name=b"two")
    one.begin()
    two.begin()
    two.set(joint1__torque=7.0)
    for k in range(10):
        assert one.step(0.02 * k, 0.02) == OK
        assert two.step(0.02 * k, 0.02) == OK
    assert np.array_equal(one.get(*states(loaded)), alone.get(*states(loaded)))
    assert not np.allclose(two.get(*states(loaded)), one.get(*states(loaded)))
    with ThreadPoolExecutor(4) as pool:  # ctypes lets go of the interpreter: they run at the same time
        found = list(pool.map(lambda _: _run_alone(loaded), range(8)))
    assert all(np.array_equal(each, found[0]) for each in found)
    for each in (one, two, alone):
        each.free()


def _run_alone(loaded: Unit) -> np.ndarray:
    one = loaded.instance()
    one.begin()
    one.run(0.2, 0.02)
    found = one.get(*states(loaded))
    one.free()
    return found


@pytest.mark.parametrize("fmi", VERSIONS)
def test_messages_can_be_chosen_and_are_no_formats(folder, fmi):
    loaded = unit(folder, "khatib-rr", fmi)
    one = loaded.instance()
    number, on = (ctypes.c_int, 1) if fmi == "2.0" else (ctypes.c_bool, True)
    wrong = (ctypes.c_char_p * 1)(b"100 %n #r1#")
    assert one.call("SetDebugLogging", number(on), c_size_t(1), wrong) == ERROR
    assert loaded.messages[-1].endswith("100 %%n ##r1##" if fmi == "2.0" else "100 %n #r1#")
    assert one.call("SetDebugLogging", number(on), c_size_t(1), None) == ERROR
    told = len(loaded.messages)
    errors = (ctypes.c_char_p * 1)(b"logStatusError")
    assert one.call("SetDebugLogging", number(0), c_size_t(1), errors) == OK
    assert one.step(0.0, 0.1) == ERROR
    assert len(loaded.messages) == told
    assert one.call("SetDebugLogging", number(on), c_size_t(0), None) == OK
    assert one.step(0.0, 0.1) == ERROR
    assert len(loaded.messages) == told + 1
    one.free()


def test_a_step_that_is_discarded_changes_nothing_in_fmi_3(folder):
    loaded = unit(folder, "khatib-rr", "3.0")
    one = loaded.instance()
    one.begin()
    one.run(0.1, 0.1)
    before = one.get("time", *states(loaded))
    assert one.set(joint1__torque=1e26) == OK  # it turns faster and faster, until no step is small enough
    assert one.step(0.1, 0.1) == DISCARD
    assert np.array_equal(one.get("time", *states(loaded)), before)
    assert one.last.value == 0.1
    assert one.set(joint1__torque=0.0) == OK
    one.run(0.3, 0.1, start=0.1)
    one.free()


def test_adjoint_derivatives_are_the_directional_ones_transposed(folder):
    loaded = unit(folder, "flexrob", "3.0", ("payload", "friction", "gravity"))
    one = loaded.instance(co_simulation=False)
    one.begin()
    known = [*states(loaded), *efforts(loaded), "payload.mass", "gravity.y", "time"]
    unknown = [f"der({name})" for name in states(loaded)] + ["tip.x", "tip.R[1,2]", "energy.total"]
    J = np.column_stack([one.along(unknown, known, seed) for seed in np.eye(len(known))])
    assert np.linalg.matrix_rank(J) > 4
    for seed in np.random.default_rng(2).normal(size=(3, len(unknown))):
        found = one.along(known, unknown, seed, adjoint=True)
        assert np.allclose(found, seed @ J, rtol=1e-12, atol=1e-12 * np.abs(J).max())
    one.free()


@pytest.mark.parametrize("fmi", VERSIONS)
def test_wrong_use_is_an_error_with_a_message_and_changes_nothing(folder, fmi):
    loaded = unit(folder, "khatib-rr", fmi, ("payload", "initial"))
    assert loaded.instance(token=b"{another}").handle is None
    assert loaded.instance(name=b"").handle is None
    one = loaded.instance()
    assert one.step(0.0, 0.1) == ERROR  # before the beginning
    assert one.set(payload__mass=-1.0) == ERROR
    assert "below its minimum" in loaded.messages[-1]
    assert one.set(joint1__position=0.3) == ERROR  # starts from a parameter
    assert one.put({"initial.joint1.position": 0.3}) == OK
    assert one.begin(stop=1.0) == OK
    before = one.get(*states(loaded))
    assert before[0] == 0.3
    told = len(loaded.messages)
    wrong = [
        one.put({"initial.joint1.position": 0.5}),
        one.set(joint1__torque=float("nan")),
        one.set(joint1__torque=float("inf")),
        one.set(energy__total=1.0),
        one.put({"time": 1.0}),
        one.step(0.0, -0.1),
        one.step(0.0, 0.0),
        one.step(0.5, 0.1),
        one.step(0.0, float("nan")),
        one.step(0.0, 2.0),
        one.call("EnterEventMode"),
        one.call("SetTime", c_double(1.0)),
        one.call("EnterInitializationMode"),
        one.call("SetFMU" + ("state" if fmi == "2.0" else "State"), None),
    ]
    assert wrong == [ERROR] * len(wrong)
    assert len(loaded.messages) == told + len(wrong)
    assert all(loaded.messages[told:])
    assert np.array_equal(one.get(*states(loaded)), before)
    assert one.step(0.0, 0.1) == OK
    assert one.step(0.0, 0.1) == ERROR  # backwards
    assert one.call("Terminate") == OK
    assert one.step(0.1, 0.1) == ERROR
    assert one.call("Reset") == OK
    assert one.get("joint1.position")[0] == 0.0
    one.free()


def test_null_and_unknown_arguments_are_errors(folder):
    loaded = unit(folder, "khatib-rr")
    one = loaded.instance()
    unknown = (ctypes.c_uint * 1)(9999)
    value = (c_double * 1)(1.0)
    assert one.call("GetReal", unknown, c_size_t(1), value) == ERROR
    assert one.call("SetReal", unknown, c_size_t(1), value) == ERROR
    assert one.call("GetReal", None, c_size_t(1), None) == ERROR
    assert one.call("GetInteger", unknown, c_size_t(1), value) == ERROR
    assert one.call("GetFMUstate", None) == ERROR
    assert one.call("NewDiscreteStates", None) == ERROR
    assert loaded.library.fmi2DoStep(None, c_double(0.0), c_double(0.1), 1) == ERROR
    loaded.library.fmi2FreeInstance(None)
    assert loaded.library.fmi2Instantiate(b"x", 0, loaded.token, b"", None, 0, 0) is None
    one.free()


@pytest.mark.parametrize("fmi", VERSIONS)
def test_states_are_saved_restored_and_serialised(folder, fmi):
    loaded = unit(folder, "flexrob", fmi)
    end = "state" if fmi == "2.0" else "State"
    de = "DeSerialize" if fmi == "2.0" else "Deserialize"
    one = loaded.instance()
    one.begin()
    one.run(0.1, 0.01)
    saved = c_void_p()
    assert one.call(f"GetFMU{end}", byref(saved)) == OK
    at = one.get(*states(loaded))
    one.run(0.2, 0.01, start=0.1)
    later = one.get(*states(loaded))
    assert one.call(f"SetFMU{end}", saved) == OK
    assert np.array_equal(one.get(*states(loaded)), at)
    one.run(0.2, 0.01, start=0.1)
    assert np.array_equal(one.get(*states(loaded)), later)
    size = c_size_t()
    assert one.call(f"SerializedFMU{end}Size", saved, byref(size)) == OK
    data = (ctypes.c_ubyte * size.value)()
    assert one.call(f"SerializeFMU{end}", saved, data, size) == OK
    two, again = loaded.instance(), c_void_p()
    assert two.call(f"{de}FMU{end}", data, size, byref(again)) == OK
    assert two.call(f"SetFMU{end}", again) == OK
    two.run(0.2, 0.01, start=0.1)
    assert np.array_equal(two.get(*states(loaded)), later)
    data[size.value // 2] ^= 255
    damaged = c_void_p()
    assert two.call(f"{de}FMU{end}", data, size, byref(damaged)) == ERROR
    assert damaged.value is None
    assert two.call(f"{de}FMU{end}", data, c_size_t(10), byref(damaged)) == ERROR
    for owner, state in ((one, saved), (two, again)):
        assert owner.call(f"FreeFMU{end}", byref(state)) == OK
        assert state.value is None
        owner.free()


def test_a_saved_state_of_another_model_is_refused(folder):
    other, mine = unit(folder, "flexrob"), unit(folder, "khatib-rr")
    one, two, saved = other.instance(), mine.instance(), c_void_p()
    assert one.call("GetFMUstate", byref(saved)) == OK
    assert two.call("SetFMUstate", saved) == ERROR
    assert "another model" in mine.messages[-1]
    one.call("FreeFMUstate", byref(saved))
    one.free()
    two.free()


@pytest.mark.crossed
@pytest.mark.parametrize("fmi", VERSIONS)
@pytest.mark.parametrize("name", ["khatib-rr", "flexrob"])
def test_directional_derivatives_are_those_of_the_complex_step(folder, name, fmi):
    tunable = ("payload", "friction", "gravity")
    loaded = unit(folder, name, fmi, tunable)
    block = plant_block(arm.library.get(name), name, qd0=moving(name), tunable=tunable)
    functions = Functions(block)
    one = loaded.instance(co_simulation=False)
    one.begin()
    rng = np.random.default_rng(5)
    x, u, p = ([each.start for each in group] for group in (block.states, block.inputs, block.parameters))
    known = [each.name for group in (block.states, block.inputs, block.parameters) for each in group]
    unknown = [f"der({each.name})" for each in block.states] + [each.name for each in block.outputs]
    for _ in range(3):
        seed = rng.normal(size=len(known))
        found = one.along(unknown, known, seed)
        moved = np.concatenate([x, u, p]) + 1e-30j * seed
        parts = np.split(moved, [len(x), len(x) + len(u)])
        given = {"clock": [0.0, 0.0], "x": parts[0], "u": parts[1], "p": parts[2], "h": block.held}
        rates = evaluate(block.program("rates", block.rates, "dx"), given)["dx"].imag
        outputs = evaluate(block.program("outputs", block.results, "y"), given)["y"].imag
        expected = np.concatenate([rates, outputs]) / 1e-30
        assert np.allclose(found, expected, rtol=1e-9, atol=1e-9 * np.abs(expected).max())
    assert functions.programs["tangent"].outputs[0].size == len(x)
    one.free()


def test_parameters_are_those_of_another_description(folder):
    loaded = unit(folder, "khatib-rr", "2.0", ("payload", "friction", "gravity"))
    robot = arm.library.get("khatib-rr")
    joints = tuple(replace(joint, friction=arm.Friction(0.7, 0.2)) for joint in robot.joints)
    load = Payload("box", robot.links[-1].name, 1.5, tuple(arm.model(robot).frames["tip"].translation))
    other = replace(robot, joints=joints, gravity=(0.0, 1.0, -1.62), payloads=(load,))
    one = loaded.instance()
    values = {"payload.mass": 1.5, "gravity.x": 0.0, "gravity.y": 1.0, "gravity.z": -1.62}
    values |= {f"{each.name}.friction.{kind}": x for each in joints for kind, x in (("viscous", 0.7), ("coulomb", 0.2))}
    assert one.put(values) == OK
    assert one.begin() == OK
    one.run(0.3, 0.01)
    wanted = arm.simulate(other, 0.3, qd0=moving("khatib-rr"), solver=arm.solvers.Auto(rtol=1e-12, atol=1e-12))
    found = one.get(*states(loaded)[:4])
    assert np.abs(found - np.concatenate([wanted.q[-1], wanted.qd[-1]])).max() < 1e-7
    assert one.put({"payload.mass": 0.5}) == OK  # tunable between steps
    one.free()


@pytest.mark.filterwarnings("ignore::armillary.errors.IncompleteRunWarning")
def test_a_limit_ends_the_simulation_where_simulate_ends(folder):
    loaded = unit(folder, "khatib-rp", limits="end")
    robot = arm.library.get("khatib-rp")
    wanted = arm.simulate(robot, 1.0, solver=arm.solvers.Auto(rtol=1e-12, atol=1e-12), limits="end")
    assert wanted.events[-1].kind == "limit"
    one = loaded.instance()
    one.begin()
    found = [one.step(0.05 * k, 0.05) for k in range(int(wanted.t[-1] / 0.05) + 1)]
    assert found[:-1] == [OK] * (len(found) - 1)
    assert found[-1] == DISCARD
    last, ended = c_double(), ctypes.c_int()
    assert one.call("GetRealStatus", 2, byref(last)) == OK
    assert one.call("GetBooleanStatus", 3, byref(ended)) == OK
    assert ended.value == 1
    assert abs(last.value - wanted.t[-1]) < 1e-8
    assert one.boolean("beyond_limits")
    assert one.step(last.value, 0.05) == ERROR
    one.free()
    free = loaded.instance()
    off = (ctypes.c_int * 1)(0)
    assert free.call("SetBoolean", free._references(["stop_at_limits"]), c_size_t(1), off) == OK
    free.begin()
    free.run(0.8, 0.05)
    assert free.boolean("beyond_limits")
    free.free()


def test_end_stops_are_those_of_simulate(folder):
    """The joint falls on its stop, which `beyond_limits` shows, and the simulation goes on."""
    loaded = unit(folder, "khatib-rp")
    wanted = arm.simulate(arm.library.get("khatib-rp"), 0.8, solver=arm.solvers.Auto(rtol=1e-12, atol=1e-12))
    assert any(event.kind == "stop" for event in wanted.events)
    one = loaded.instance()
    assert not one.boolean("stop_at_limits")
    one.begin()
    one.run(0.8, 0.05)
    found = one.get(*states(loaded)[:4])
    assert np.abs(found - np.concatenate([wanted.q[-1], wanted.qd[-1]])).max() < 1e-6
    one.free()


def test_efforts_beyond_their_limits_are_cut_and_are_events(folder):
    loaded = unit(folder, "panda")
    model = arm.model(arm.library.get("panda"))
    most = model.robot.joints[0].limits.effort
    one = loaded.instance(co_simulation=False)
    one.begin()
    count = int(loaded.description.get("numberOfEventIndicators"))
    z = [np.zeros(count), np.zeros(count)]
    rates = []
    for k, tau in enumerate((most + 1.0, most + 50.0)):
        one.put({efforts(loaded)[0]: tau})
        assert one.call("GetEventIndicators", z[k].ctypes.data_as(ctypes.POINTER(c_double)), c_size_t(count)) == OK
        rates.append(one.get(*(f"der({name})" for name in states(loaded))))
    assert np.array_equal(rates[0], rates[1])
    one.put({efforts(loaded)[0]: most - 1.0})
    below = np.zeros(count)
    one.call("GetEventIndicators", below.ctypes.data_as(ctypes.POINTER(c_double)), c_size_t(count))
    assert np.any(np.sign(below) != np.sign(z[0]))
    one.free()


def test_stiff_motions_are_taken_by_implicit_steps(folder):
    loaded = unit(folder, "khatib-rr", "2.0", ("payload", "friction", "gravity"))
    robot = arm.library.get("khatib-rr")
    thick = replace(robot, joints=tuple(replace(joint, friction=arm.Friction(3e5)) for joint in robot.joints))
    one = loaded.instance()
    assert one.put({f"{joint.name}.friction.viscous": 3e5 for joint in robot.joints}) == OK
    assert one.begin() == OK
    assert one.set(joint1__torque=50.0) == OK
    one.run(1.0, 0.1)
    assert any("stiff" in message for message in loaded.messages)
    law = OpenLoop([50.0, 0.0])
    run = arm.simulate(
        thick, 1.0, qd0=moving("khatib-rr"), controller=law, solver=arm.solvers.Auto(rtol=1e-11, atol=1e-11)
    )
    assert run.info["solver"] == "rosenbrock"
    found = one.get(*states(loaded)[:4])
    assert np.abs(found - np.concatenate([run.q[-1], run.qd[-1]])).max() < 1e-9
    one.free()


def test_friction_that_turns_its_sign_is_followed(folder):
    loaded = unit(folder, "khatib-rr", "3.0", ("payload", "friction", "gravity"))
    robot = arm.library.get("khatib-rr")
    dry = replace(robot, joints=tuple(replace(joint, friction=arm.Friction(coulomb=1.0)) for joint in robot.joints))
    one = loaded.instance()
    assert one.put({f"{joint.name}.friction.coulomb": 1.0 for joint in robot.joints}) == OK
    assert one.begin() == OK
    one.run(0.4, 0.02)
    run = arm.simulate(dry, 0.4, qd0=moving("khatib-rr"), solver=arm.solvers.Auto(rtol=1e-11, atol=1e-11))
    found = one.get(*states(loaded)[:4])
    assert np.abs(found - np.concatenate([run.q[-1], run.qd[-1]])).max() < 1e-7
    one.free()


def softened():
    """The library's flexible arm with soft links, each with three nodes."""
    robot = arm.library.get("flexrob")
    nodes = (arm.parts.BeamNode("far", 0.39), arm.parts.BeamNode("near", 0.38))
    frames = tuple(
        arm.Frame(f"{link.name}-{one.name}", link.name, node=one.name) for link in robot.links for one in nodes
    )
    links = tuple(replace(link, beam=replace(link.beam, E=2e8, nodes=nodes)) for link in robot.links)
    return replace(robot, links=links, frames=frames)


@pytest.mark.parametrize("fmi", VERSIONS)
def test_a_link_that_bends_too_far_is_a_warning_in_model_exchange(folder, fmi):
    """At the end of the importer's step that passes the limit, once for each link; not of states that it only tries."""
    model = arm.model(softened())
    loaded = Unit(export_fmu(softened(), folder / f"soft-{fmi}.fmu", fmi=fmi))
    one, told = loaded.instance(co_simulation=False), len(loaded.messages)
    assert one.begin() == OK
    assert one.call("EnterContinuousTimeMode") == OK
    near, far = np.zeros((2, 2 * model.nv))
    first = model.nv - len(model.elastic)
    shapes = [shapes for start, shapes in node_shapes(model) if start == first]
    assert len(shapes) == 3
    steepest = max(np.linalg.norm(each[0, :3]) for each in shapes)
    near[first], far[first] = (part * STEEP / steepest for part in (0.99, 1.2))
    boolean = ctypes.c_bool if fmi == "3.0" else ctypes.c_int
    enter, terminate = boolean(), boolean()

    def said(t, x, completed):
        one.rates(t, x)
        if completed:
            assert one.call("CompletedIntegratorStep", boolean(True), byref(enter), byref(terminate)) == OK
        return [message for message in loaded.messages[told:] if "bends too far" in message]

    assert said(0.1, near, True) == []
    assert said(0.2, far, False) == []
    assert len(said(0.3, far, True)) == 1
    assert len(said(0.4, far, True)) == 1
    assert "t = 0.3 s" in said(0.5, near, True)[0]
    one.free()


@pytest.mark.parametrize("fmi", VERSIONS)
def test_a_link_that_bends_too_far_is_a_warning_of_each_run(folder, fmi):
    """Once a run, at the same time as in `arm.simulate`, to a step."""
    soft = softened()
    with pytest.warns(arm.ArmillaryWarning, match="bends too far"):
        run = arm.simulate(soft, 0.5, controller=OpenLoop([3.0, 0.0]), record=0.01)
    begun = min(event.t for event in run.events if event.kind == "bending")
    loaded = Unit(export_fmu(soft, folder / f"soft-{fmi}.fmu", fmi=fmi))
    for _ in range(2):
        one, told = loaded.instance(), len(loaded.messages)
        assert one.begin() == OK
        assert one.put({"shoulder.torque": 3.0}) == OK
        one.run(0.5, 0.01)
        said = [message for message in loaded.messages[told:] if "bends too far" in message]
        assert f"t = {begun:.9g} s" in said[0]
        assert len(said) == len({event.where for event in run.events if event.kind == "bending"})
        one.free()
