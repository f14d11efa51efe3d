"""`armillary.gym`: a vector environment as Gymnasium wants it, whose states are those of simulations."""

import subprocess
import sys
from dataclasses import replace

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import armillary as arm
import armillary.gym as ag
from internals import Gear
from made_up_task import COUNT, LAWS, MODEL, PD, made


def stepped(env, seed, periods):
    """Return all that an environment gives, from a seed on, for its own random actions."""
    env.action_space.seed(seed)
    observed, infos = env.reset(seed=seed)
    assert infos == {}
    found = [(observed,)]
    for _ in range(periods):
        found.append(env.step(env.action_space.sample()))
    return found


def test_it_is_an_environment_of_gymnasium():
    env = ag.VectorEnv(made(), COUNT)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert (env.num_envs, env.single_action_space.shape, env.single_observation_space.shape) == (COUNT, (2,), (4,))
    (first,), *found = stepped(env, 3, 9)
    assert first in env.observation_space
    for k, (observed, rewards, terminated, truncated, infos) in enumerate(found, 1):
        assert observed in env.observation_space
        assert rewards.shape == terminated.shape == truncated.shape == (COUNT,)
        assert (rewards.dtype, terminated.dtype, truncated.dtype) == (np.float64, np.bool_, np.bool_)
        assert not terminated.any()
        assert truncated.all() == truncated.any() == (k % 4 == 0) == ("final_obs" in infos)
        if "final_obs" in infos:  # of the episode that has ended; a new one has begun
            assert infos["_final_obs"].all()
            assert not np.array_equal(infos["final_obs"], observed)
            np.testing.assert_array_equal(observed[:, 2:], 0)
    again = stepped(env, 3, 9)
    for one, other in zip([(first,), *found], again, strict=True):
        np.testing.assert_array_equal(one[0], other[0])
    assert not np.array_equal(stepped(env, 4, 1)[0][0], first)
    recorded = RecordEpisodeStatistics(env)
    recorded.reset(seed=1)
    lengths = [recorded.step(env.action_space.sample())[-1].get("episode", {}).get("l") for _ in range(4)]
    assert lengths[-1].tolist() == [4] * COUNT
    recorded.close()


@pytest.mark.crossed
@pytest.mark.parametrize("solver", [each(step=4e-3) for each in arm.solvers.EXPLICIT])
@pytest.mark.parametrize("action", ["targets", "efforts"])
def test_states_are_those_of_simulations(action, solver):
    law = PD if action == "targets" else None
    task = made(scenario=arm.Scenario(MODEL, controller=law, limits="none"), action=action, start=None, solver=solver)
    env = ag.VectorEnv(task, COUNT)
    env.reset(seed=0)
    actions = np.random.default_rng(1).uniform(-1, 1, size=(COUNT, 2))
    final = [env.step(actions) for _ in range(3)][-1][0]
    for row, given in zip(final, actions, strict=True):
        reference = arm.references.Constant(given)
        controller = PD if law is not None else lambda t, q, qd, reference: reference.position
        run = arm.rollout(
            arm.Scenario(MODEL, controller=controller, reference=reference, limits="none"),
            0.06,
            solver=solver,
            record=0.06,
        )
        np.testing.assert_allclose(row, np.concatenate([run.q[-1], run.qd[-1]]), rtol=1e-6, atol=1e-7)


def elastic_arm():
    """Return an arm with elastic gears and windings: the state has more than coordinates and velocities of joints."""
    robot = arm.library.get("planar-rrp")
    motors = tuple(
        replace(motor, gear=Gear(stiffness=2e3, damping=1.0)) if motor.joint == "joint1" else motor
        for motor in robot.motors
    )
    return arm.model(replace(robot, motors=motors), friction=False)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_episodes_are_those_of_simulations_whatever_the_law(law, dtype):
    """Robots whose episodes begin later than those of others move as simulations do from their own start."""
    scenario = arm.Scenario(MODEL, limits="none", q0=[0.1, 0.2], **LAWS[law])
    solver = arm.solvers.RK4(step=1e-3)
    # Every other robot ends each episode after three periods, the others after four.
    task = made(
        scenario=scenario, start=None, goal=lambda rng, count: np.zeros((count, 1)), reward=lambda state, action: 0.0,
        solver=solver, episode=4,
    )  # fmt: skip
    periods = np.zeros(COUNT, dtype=int)
    early = np.arange(COUNT) % 2 == 0
    task = replace(task, terminated=lambda state: (periods >= 3) & early)
    env = ag.VectorEnv(task, COUNT, dtype=dtype)
    env.reset(seed=0)
    actions = np.random.default_rng(1).uniform(-1, 1, size=(COUNT, 2))
    runs = []
    for row in actions:
        with_goal = replace(scenario, reference=arm.references.Constant(row))
        runs.append(arm.simulate(with_goal, 0.08, solver=solver, record=0.02))
    for _ in range(14):
        periods += 1
        observed, _, terminated, truncated, infos = env.step(actions)
        seen = np.where((terminated | truncated)[:, None], infos.get("final_obs", observed), observed)
        for k, run in enumerate(runs):
            expected = np.concatenate([run.q[periods[k]], run.qd[periods[k]]])
            np.testing.assert_allclose(seen[k], expected, atol=2e-5, rtol=1e-5)
        periods[terminated | truncated] = 0


def test_all_states_begin_as_in_simulations():
    scenario = arm.Scenario(elastic_arm(), controller=arm.controllers.PD(kp=40.0, kd=4.0), period=2e-3, limits="none")
    nq = scenario.plant_model.nq
    rows = np.random.default_rng(2).uniform(-0.3, 0.3, (COUNT, nq))
    task = made(
        scenario=scenario, start=lambda rng, count: (rows[:count], 0.0), goal=None, reward=lambda state, action: 0.0,
        bounds=(-1.0, 1.0), solver=arm.solvers.RK4(step=2e-4),
    )  # fmt: skip
    env = ag.VectorEnv(task, COUNT)
    env.reset(seed=0)
    action = np.full((COUNT, 3), 0.2)
    observed = [env.step(action)[0] for _ in range(2)][-1]
    held = replace(scenario, reference=arm.references.Constant(action[0]), q0=rows)
    runs = arm.simulate(held, 0.04, solver=arm.solvers.RK4(step=2e-4), record=0.04)
    np.testing.assert_allclose(observed, np.concatenate([runs.q[:, -1], runs.qd[:, -1]], axis=1), atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("offset", [0.02, 0.06, 0.3])
def test_first_instants_after_some_periods(offset):
    """The sample that fills a sensor's memory is taken once, also where rounding puts it just before a period."""
    delayed = arm.sensors.Encoder(delay=6e-3)
    scenario = arm.Scenario(
        MODEL, controller=PD, limits="none", q0=[0.1, 0.2], period=4e-3, offset=offset, sensors=delayed
    )
    solver = arm.solvers.RK4(step=1e-3)
    env = ag.VectorEnv(
        made(scenario=scenario, start=None, goal=None, reward=lambda state, action: 0.0, solver=solver, episode=20), 1
    )
    env.reset(seed=0)
    found = [env.step(np.full((1, 2), 0.3))[0][0] for _ in range(18)]
    held = replace(scenario, reference=arm.references.Constant([0.3, 0.3]))
    run = arm.simulate(held, 0.36, solver=solver, record=0.02)
    np.testing.assert_allclose(found, np.hstack([run.q, run.qd])[1:], atol=1e-5, rtol=1e-5)


def test_a_seed_gives_the_same_noise_again_and_others_none_of_it():
    def readings(env, seed):
        env.reset(seed=seed)
        for _ in range(3):
            env.step(np.zeros((300, 2)))
            yield env.step(np.zeros((300, 2)))[0]

    def environment(seed):
        noisy = arm.sensors.Encoder(noise=0.01, name="shaft")
        scenario = arm.Scenario(MODEL, controller=PD, limits="none", period=4e-3, sensors=noisy, seed=seed)
        task = made(
            scenario=scenario, start=None, goal=None, episode=50, observation=lambda state: state.readings["shaft"],
            reward=lambda state, action: 0.0,
        )  # fmt: skip
        return ag.VectorEnv(task, 300)

    env = environment(0)
    first, again, other = ([*readings(env, seed)] for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    all_rows = np.concatenate([*first, *other, *readings(environment(1), 1)])
    assert len(np.unique(all_rows)) > 0.99 * all_rows.size


def test_readings_of_sensors_have_noise_that_differs_between_robots_periods_and_seeds():
    noisy = arm.sensors.Encoder(noise=0.01, name="shaft")

    def readings(seed):
        scenario = arm.Scenario(MODEL, controller=PD, limits="none", period=4e-3, sensors=noisy, seed=seed)
        seen = []
        task = made(
            scenario=scenario, start=None, goal=None, episode=5, action="targets",
            observation=lambda state: state.readings["shaft"],
            reward=lambda state, action: seen.append(state.readings["shaft"] - state.q) or 0.0,
        )  # fmt: skip
        env = ag.VectorEnv(task, 300)
        env.reset(seed=0)
        for _ in range(6):
            env.step(np.zeros((300, 2)))
        return np.array(seen)

    errors = readings(0)
    assert errors.std() == pytest.approx(0.01, rel=0.2)  # the reading is older than the state
    assert len(np.unique(errors.round(12))) > 0.99 * errors.size
    np.testing.assert_array_equal(errors, readings(0))
    assert not np.array_equal(errors, readings(1))


def test_threads_give_the_same():
    one, other = ag.VectorEnv(made(), COUNT), ag.VectorEnv(made(), COUNT, threads=2)
    for a, b in zip(stepped(one, 2, 5), stepped(other, 2, 5), strict=True):
        for each, same in zip(a[:4], b[:4], strict=True):
            np.testing.assert_array_equal(each, same)


def test_episodes_end_where_the_task_says_or_a_state_runs_away():
    task = made(terminated=lambda state: state.goal[:, 0] > 0, observation=lambda state: state.goal, episode=100)
    env = ag.VectorEnv(task, COUNT)
    before, _ = env.reset(seed=0)
    after, _, terminated, truncated, infos = env.step(np.zeros((COUNT, 2)))
    assert 0 < terminated.sum() < COUNT
    assert not truncated.any()
    np.testing.assert_array_equal(terminated, before[:, 0] > 0)
    np.testing.assert_array_equal(infos["_final_obs"], terminated)
    np.testing.assert_array_equal(infos["final_obs"], before)
    np.testing.assert_array_equal(np.any(after != before, axis=1), terminated)
    broken = made(start=lambda rng, count: (np.zeros((count, 2)), np.full((count, 2), 1e200)), episode=100)
    env = ag.VectorEnv(broken, COUNT)
    env.reset(seed=0)
    _, rewards, terminated, truncated, infos = env.step(np.zeros((COUNT, 2)))
    assert terminated.all()
    assert infos["_final_obs"].all()
    assert not truncated.any()
    assert not rewards.any()


def test_what_is_refused():
    free = arm.Scenario(MODEL, limits="none")

    def pushed(wrench, **times):
        return arm.Scenario(MODEL, controller=PD, limits="none", disturbances=[arm.Push("tip", wrench, **times)])

    for fields, text in [
        ({"scenario": free}, "targets' with no controller"),
        ({"action": "efforts"}, "efforts' with a controller"),
        ({"action": "torques"}, "torques"),
        ({"bounds": None, "scenario": free, "action": "efforts"}, "finite limits"),
        ({"scenario": pushed([0, 0, 0, 1, 0, 0], start=1.0005)}, "begins or ends at 1.0005 s; expected .* of 0.004 s"),
        ({"bounds": 3.0}, "bounds"),
        ({"bounds": (np.zeros(3), 1.0)}, "bounds.*2 finite numbers"),
        ({"scenario": arm.Scenario(MODEL, controller=PD, period=0.03, limits="none")}, "period: 0.03 s in actions"),
        ({"scenario": arm.Scenario(MODEL, controller=PD, period=0.003, limits="none")}, "divides the time"),
        ({"scenario": arm.Scenario(MODEL, controller=PD, reference=arm.references.Constant([0, 0]))}, "reference"),
        ({"solver": arm.solvers.DOP853()}, "solver: DOP853"),
        ({"bounds": (1.0, -1.0)}, "not below"),
        ({"reward": None}, "reward: None"),
        ({"observation": lambda state: state.q[:1]}, "observation"),
        ({"observation": lambda state: 3.0}, "observation"),
        ({"goal": lambda rng, count: np.zeros((2, 2))}, "goal.*5 rows"),
        ({"start": lambda rng, count: (np.zeros((count, 3)), 0.0)}, r"start.*q0 \(5, 2\)"),
    ]:
        with pytest.raises(arm.ArgumentError, match=text):
            ag.VectorEnv(made(**fields), COUNT)
    with pytest.raises(arm.ArgumentError, match="count"):
        ag.VectorEnv(made(), 0)
    with pytest.raises(arm.ArgumentError, match="array"):
        ag.VectorEnv(made(), COUNT, device="cuda")
    with pytest.raises(arm.ArgumentError, match="actions"):
        ag.VectorEnv(made(), COUNT).step(np.zeros(2))
    for fields, text in [
        ({"reward": lambda state, action: state.q[:, :1]}, r"reward.*\(5, 1\)"),
        ({"terminated": lambda state: state.q > 0, "reward": lambda state, action: 0.0}, "terminated"),
    ]:
        with pytest.raises(arm.ArgumentError, match=text):
            ag.VectorEnv(made(**fields), COUNT).step(np.zeros((COUNT, 2)))
    for fields, text in [
        ({"dtype": "float16"}, "dtype"),
        ({"device": "gpu"}, "device: 'gpu'; expected cpu, cuda or cuda:NUMBER"),
        ({"array": "jax"}, "array: 'jax'; expected one of numpy, torch"),
    ]:
        with pytest.raises(arm.ArgumentError, match=text):
            ag.VectorEnv(made(), COUNT, **fields)
    with pytest.raises(arm.ArgumentError, match="task"):
        ag.VectorEnv(free, COUNT)
    with pytest.raises(arm.ArgumentError, match="episode"):
        made(episode=0)
    code = "import sys; sys.modules['gymnasium'] = None\nimport armillary.gym"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'armillary[gym]'" in result.stderr


@pytest.mark.parametrize(
    ("make", "keyword", "meant"),
    [
        (lambda task: ag.Task(task.scenario, rewrd=len), "rewrd", "reward"),
        (lambda task: ag.VectorEnv(task, 2, devise="cuda"), "devise", "device"),
    ],
)
def test_misspelt_keywords_suggest_the_right_ones(make, keyword, meant):
    task = ag.Task(arm.Scenario(arm.library.get("khatib-rr")), reward=len, bounds=(-1.0, 1.0))
    with pytest.raises(arm.errors.KeywordError) as caught:
        make(task)
    assert (caught.value.field, meant in caught.value.hint) == (keyword, True)
