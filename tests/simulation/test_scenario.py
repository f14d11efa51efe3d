"""Scenario files: what they become, what is wrong with them, and that they run as the same calls do."""

import dataclasses
import re
from pathlib import Path

import numpy as np
import pytest

import armillary as arm
from internals import (
    CONTROLLERS,
    DIMENSIONS,
    FILTERS,
    METHODS,
    OBJECTIVES,
    REFERENCES,
    SENSORS,
    SOLVERS,
    load_scenario,
    parameters,
    parse_scenario,
)

FULL = """
robot = "khatib-rr"
duration = "400 ms"
solver = { type = "rk4", step = "2 ms" }
record = "4 ms"
motors = "none"
friction = false
limits = "none"
q0 = { joint1 = "90 deg" }
qd0 = [0, "30 deg/s"]

[reference]
type = "fifth_order"
end = { joint2 = "45 deg" }
duration = "300 ms"

[controller]
type = "pd"
kp = ["100 N m/rad", 50]
kd = 20

[plant]
masses = { link1 = 0.9 }
friction = 2
motors = "full"

[[plant.payload]]
name = "tool"
link = "link2"
mass = "200 g"

[[disturbance]]
force = [0, "5 N", 0]
start = 0.1
end = "200 ms"

[[disturbance]]
frame = "link2"
moment = [0, 0, 1]
frequency = "5 Hz"
phase = "90 deg"

[output]
file = "motion.nc"
plot = "motion.png"
what = ["joints"]
frames = ["tip", "link2"]
"""


def problems(text: str) -> list[str]:
    with pytest.raises(arm.errors.ScenarioError) as caught:
        parse_scenario(text, "s.toml")
    return [str(problem) for problem in caught.value.problems]


def only(text: str) -> str:
    (problem,) = problems(text)
    return problem


class TestReading:
    def test_everything_at_once(self, tmp_path):
        (tmp_path / "s.toml").write_text(FULL, encoding="utf-8")
        scenario = load_scenario(tmp_path / "s.toml")
        assert scenario.duration == 0.4
        assert (scenario.solver, scenario.record) == (arm.solvers.RK4(step=2e-3), 4e-3)
        assert (scenario.control_model.motors, scenario.control_model.friction, scenario.limits) == (
            "none",
            False,
            "none",
        )
        assert scenario.q0 == (np.pi / 2, 0.0)
        assert scenario.qd0 == (0.0, np.radians(30))
        reference = scenario.desired
        assert np.allclose(reference.start, [np.pi / 2, 0])
        assert np.allclose(reference.end, [np.pi / 2, np.pi / 4])  # a joint that is not named stays
        assert scenario.controller.kp == (100.0, 50.0)
        plant, known = scenario.plant_model.robot, scenario.control_model.robot
        assert plant.link("link1").mass == pytest.approx(0.9 * known.link("link1").mass)
        assert np.allclose(plant.link("link1").inertia, 0.9 * np.array(known.link("link1").inertia))
        assert plant.link("link2") == known.link("link2")
        assert [payload.name for payload in plant.payloads] == ["tool"]
        assert (scenario.plant_model.motors, scenario.plant_model.friction) == ("full", False)
        first, second = scenario.disturbances
        assert (first.frame, first.wrench, first.start, first.end) == ("tip", (0, 0, 0, 0, 5, 0), 0.1, 0.2)
        assert np.allclose(second.wrench(0.05), [0, 0, np.cos(np.pi / 2), 0, 0, 0])
        assert np.allclose(second.wrench(0.0), [0, 0, 1, 0, 0, 0])
        assert scenario.output.file == tmp_path / "motion.nc"
        assert scenario.output.frames == ("tip", "link2")
        assert "khatib-rr for 0.4 s, PD and FifthOrder" in repr(scenario)

    def test_what_is_left_out_has_the_defaults_of_simulate(self):
        scenario = parse_scenario('robot = "planar-3r"\nduration = 1')
        assert scenario == arm.Scenario(arm.library.get("planar-3r"), qd0=[0.0] * 3, duration=1.0)

    def test_it_does_not_change(self):
        scenario = parse_scenario('robot = "planar-3r"\nduration = 1')
        with pytest.raises(dataclasses.FrozenInstanceError):
            scenario.q0 = 1
        with pytest.raises(dataclasses.FrozenInstanceError):
            scenario.duration = 2

    def test_a_robot_file_is_beside_the_scenario(self, tmp_path):
        arm.save(arm.library.get("khatib-rp"), tmp_path / "mine.toml")
        (tmp_path / "s.toml").write_text('robot = "mine.toml"\nduration = 1\nq0 = ["10 deg", "40 cm"]')
        scenario = load_scenario(tmp_path / "s.toml")
        assert scenario.robot == arm.library.get("khatib-rp")
        assert np.allclose(scenario.q0, [np.radians(10), 0.4])

    def test_elastic_coordinates_and_balls(self):
        by_name = '{ elbow = "10 deg", "fore.bending_y1" = 0.01 }'
        scenario = parse_scenario(f'robot = "flexrob"\nduration = 1\nq0 = {by_name}')
        assert np.allclose(scenario.q0, [0, np.radians(10), 0, 0, 0.01, 0])
        text = 'robot = "spherical-chain"\nduration = 1\nq0 = { joint2 = [0, 0, 1, 0] }'
        assert parse_scenario(text).q0[4:8] == (0, 0, 1, 0)
        assert "length 1.41421" in only(text.replace("[0, 0, 1, 0]", "[0, 0, 1, 1]"))

    def test_payloads_are_replaced_and_removed(self, tmp_path):
        robot = arm.library.get("khatib-rr")
        loads = (arm.Payload("tool", "link2", 1.0), arm.Payload("camera", "link1", 0.5))
        arm.save(dataclasses.replace(robot, payloads=loads), tmp_path / "mine.toml")
        text = 'robot = "mine.toml"\nduration = 1\n[plant]\nwithout = ["camera"]\n'
        text += '[[plant.payload]]\nname = "tool"\nlink = "link2"\nmass = 3\n'
        (tmp_path / "s.toml").write_text(text)
        plant = load_scenario(tmp_path / "s.toml").plant
        assert [(payload.name, payload.mass) for payload in plant.payloads] == [("tool", 3.0)]
        text = 'robot = "khatib-rr"\nduration = 1\n[plant]\n'
        assert "no payload 'nothing'" in only(f'{text}without = ["nothing"]')

    def test_a_factor_on_the_friction_of_every_joint(self, tmp_path):
        """It also counts at the coordinates of a cylindrical joint, and leaves joints without friction as they are."""
        parts = tuple(arm.parts.Coordinate(friction=arm.Friction(each, 0.1)) for each in (1.0, 2.0))
        disc = arm.Link("disc", 1.0, inertia=np.eye(3))
        joint = arm.Joint("j", "cylindrical", "base", "disc", axis=(0, 0, 1), coordinates=parts)
        arm.save(arm.free(arm.Robot("r", (disc,), (joint,)), arm.Link("bus", 5.0)), tmp_path / "mine.toml")
        (tmp_path / "s.toml").write_text('robot = "mine.toml"\nduration = 1\n[plant]\nfriction = 1.5\n')
        plant = load_scenario(tmp_path / "s.toml").plant_model
        np.testing.assert_allclose(plant.viscous, [*[0.0] * 6, 1.5, 3.0])
        np.testing.assert_allclose(plant.coulomb, [*[0.0] * 6, 0.15, 0.15])

    def test_a_position_in_space_as_reference(self):
        text = """
            robot = "panda"
            duration = 1
            q0 = [0, "-45 deg", 0, "-135 deg", 0, "90 deg", 0]
            reference = { type = "fifth_order", end = [0.4, "10 cm", 0.5], duration = 1 }
            controller = { type = "operational_space", kp = 100, kd = 20, objectives = [{ type = "joint_limits" }] }
        """
        scenario = parse_scenario(text)
        reference = scenario.reference
        pose = arm.evaluate(scenario.robot).pose(scenario.q0)
        assert np.allclose(reference.start, pose[:3, 3])
        assert np.allclose(reference.end, [0.4, 0.1, 0.5])
        info = arm.simulate(scenario, 0.01).info
        assert (info["space"], info["frame"], info["scenario_text"]) == ("task", "tip", text)

    def test_controllers_inside_controllers(self):
        text = """
            robot = "khatib-rr"
            duration = 1
            [controller]
            type = "series"
            controller = { type = "pd", kp = 100, kd = 20, period = "2 ms" }
            filters = [{ type = "low_pass", frequency = "16 Hz" }, { type = "notch", frequency = 40, depth = 0.1 }]
        """
        controller = parse_scenario(text).controller
        assert (controller.controller.kp, controller.controller.period) == (100.0, 0.002)
        assert [each.frequency for each in controller.filters] == [16.0, 40.0]
        summed = (
            text[: text.index("type =")]
            + """
            type = "sum"
            controllers = [{ type = "pd", kp = 100, kd = 20 }, { type = "nothing" }]
        """
        )
        assert "controller.controllers[1].type" in only(summed)

    def test_gains_by_name(self):
        text = """
            robot = "khatib-rp"
            duration = 1
            limits = "none"
            [controller]
            type = "%s"
            kp = { joint1 = %s, joint2 = %s }
            kd = 1
        """
        assert parse_scenario(text % ("computed_torque", 100, 50)).controller.kp == (100, 50)
        assert parse_scenario(text % ("pd", "'100 N m/rad'", "'5 N/mm'")).controller.kp == (100, 5000)
        assert "controller.kp.joint2: '5 N m/rad'" in only(text % ("pd", 1, "'5 N m/rad'"))

    def test_way_points_and_torques_in_rows(self):
        text = """
            robot = "khatib-rr"
            duration = 1
            reference = { type = "spline", times = [0, "500 ms"], points = [[0, "10 deg"], { joint1 = 1 }], degree = 5 }
            controller = { type = "open_loop", torque = [[0, 0], ["5 N m", 1]], times = [0, 1] }
        """
        scenario = parse_scenario(text)
        assert np.allclose(scenario.reference.points, [[0, np.radians(10)], [1, 0]])
        assert scenario.reference.degree == 5
        assert scenario.controller.torque == ((0, 0), (5, 1))


class TestChanges:
    TEXT = """
        robot = "khatib-rr"
        duration = 1
        [plant]
        masses = 0.5
        [[plant.payload]]
        name = "tool"
        link = "link2"
        mass = 1
        [[change]]
        time = "800 ms"
        masses = { link1 = 4 }
        [[change]]
        time = 0.4
        without = ["tool"]
    """

    def test_each_is_to_the_robot_as_it_is_by_then(self):
        scenario = parse_scenario(self.TEXT)
        known, changes = scenario.robot, {change.t: change.robot for change in scenario.changes}
        assert list(changes) == [0.4, 0.8]
        assert [payload.name for payload in scenario.plant_model.robot.payloads] == ["tool"]
        assert not changes[0.4].payloads
        assert not changes[0.8].payloads
        assert changes[0.4].link("link1").mass == pytest.approx(0.5 * known.link("link1").mass)
        assert changes[0.8].link("link1").mass == pytest.approx(2 * known.link("link1").mass)
        assert changes[0.8].link("link2").mass == pytest.approx(0.5 * known.link("link2").mass)

    def test_they_happen(self):
        found = arm.simulate(parse_scenario(self.TEXT))
        same = arm.simulate(parse_scenario(self.TEXT.partition("[[change]]")[0]))
        before = found.t < 0.4
        assert np.allclose(found.q[before], same.q[before], rtol=0, atol=1e-7)
        assert np.abs(found.q[-1] - same.q[-1]).max() > 1e-3
        assert [event.t for event in found.events if event.kind == "changed"] == [0.4, 0.8]
        assert found.drift_max < 1e-5

    def test_faults(self):
        text = 'robot = "khatib-rr"\nduration = 1\n[[change]]\ntime = 0.5\n%s\n[[change]]\ntime = %s\n'
        assert "a second change at 0.5 s" in only(text % ("", 0.5))
        assert "change[0].masses.link9" in only(text % ("masses = { link9 = 1 }", 0.7))
        assert "change[1].time: 0 s; expected a finite value above zero" in only(text % ("", 0))
        assert "'motors' is not a field of [[change]]" in only(text % ('motors = "none"', 0.7))
        assert "[[change]] tables" in only('robot = "khatib-rr"\nduration = 1\nchange = { time = 1 }')


class TestValue:
    """A scenario is a value."""

    def test_equal_by_value(self):
        def one(**more):
            return arm.Scenario(
                arm.library.get("khatib-rr"),
                controller=arm.controllers.PD(kp=np.array([100, 50]), kd=[20, 10]),
                reference=arm.references.FifthOrder(end=[1, 1], duration=1),
                disturbances=arm.Push("tip", np.arange(6.0)),
                q0=np.array([0.1, 0.2]),
                **more,
            )

        assert one() == one()
        assert hash(one()) == hash(one())
        assert one(period=1e-3) != one()
        assert dataclasses.replace(one(), period=1e-3) == one(period=1e-3)
        assert one() != dataclasses.replace(one(), controller=arm.controllers.PD(kp=100, kd=20))
        assert one() != dataclasses.replace(one(), controller=arm.controllers.PDGravity(kp=(100, 50), kd=(20, 10)))
        assert one() == dataclasses.replace(one(), source=("other.toml", "…"))  # where it came from does not count

    def test_a_plant_has_the_choices_of_the_model(self):
        robot = arm.library.get("flexrob")
        model = arm.model(robot, motors="reflected", friction=False)
        found = arm.Scenario(model, plant=robot, changes=arm.Change(0.5, robot))
        assert [each.motors for _, each in found.plants] == ["reflected", "reflected"]
        assert not any(each.friction for _, each in found.plants)
        assert arm.Scenario(model, plant=arm.model(robot)).plant_model.motors == "full"

    @pytest.mark.parametrize("bad", [{"controller": arm.controllers.PD(kp=[1, 2, 3], kd=1)}, {"plant": 3}, {"q0": 3}])
    def test_checked_when_made(self, bad):
        with pytest.raises(arm.ArgumentError):
            arm.Scenario(arm.library.get("khatib-rr"), **bad)


class TestFaults:
    def test_all_at_once_with_lines_and_hints(self):
        text = """
            robot = "panda"
            duration = "1 s"
            solver = "rk5"
            q0 = [1, 2]
            qd0 = { panda_joint1 = "3 m" }
            [reference]
            type = "fifth_order"
            end = [1, 2]
            foo = 2
            [controller]
            type = "pd"
            kp = "100 N/m"
        """
        found = problems(text)
        assert [problem.split(":")[1] for problem in found] == ["4", "5", "6", "7", "9", "10", "11", "13"]
        assert "(did you mean rk45?)" in found[0]
        assert "2 numbers; expected 7" in found[1]
        assert "'m' measures m, not rad/s" in found[2]
        assert "duration is missing; expected duration = …: duration [s]" in found[3]
        assert "'foo' is not a parameter of fifth_order; expected one of start, end, duration, begin" in found[5]
        assert "kd is missing" in found[6]

    def test_a_fault_in_one_table_does_not_hide_those_of_others(self):
        text = """
            robot = "panda"
            duration = "1 kg"
            motors = "ful"
            q0 = [1, 2]
            [controller]
            type = "pdd"
            [[disturbance]]
            frame = 3
        """
        found = "\n".join(problems(text))
        for part in (":3: duration:", ":4: motors: 'ful'", "did you mean full?", ":5: q0:"):
            assert part in found
        for part in (":7: controller.type: 'pdd'", ":9: disturbance[0].frame: 3"):
            assert part in found

    def test_nor_those_of_plants_frames_and_changes(self):
        text = """
            robot = "khatib-rr"
            duration = "1 kg"
            motors = "ful"
            [plant]
            without = ["tool"]
            [[disturbance]]
            frame = "nose"
            [[change]]
            time = 0.5
            masses = { link9 = 1 }
            [output]
            frames = ["ear"]
        """
        assert [problem.split(":")[1] for problem in problems(text)] == ["3", "4", "6", "8", "11", "13"]

    def test_what_depends_on_a_faulty_table_is_not_blamed(self):
        text = """
            robot = "panda"
            duration = 1
            limits = "none"
            [reference]
            type = "fifth_order"
            end = [0.3, 0.2, 0.5]
            duration = 1
            [controller]
            type = "operational_spac"
        """
        assert "did you mean operational_space?" in only(text)
        text = """
            robot = "khatib-rr"
            duration = 1
            plant = { payload = [{ name = "tool", link = "link2", mass = "1 m" }] }
            [[change]]
            time = 0.5
            without = ["tool"]
        """
        assert "plant.payload[0].mass" in only(text)

    def test_without_a_robot_the_rest_is_still_looked_at(self):
        found = problems('robot = "pnda"\nduration = 0\ncontroller = { type = "pdd" }')
        assert "did you mean panda?" in found[0]
        assert "a finite value above zero" in found[1]
        assert "'pdd'; expected one of open_loop" in found[2]

    def test_a_robot_file_with_faults(self, tmp_path):
        (tmp_path / "bad.toml").write_text('name = "bad"\n[[link]]\nname = "a"\nmass = -1\n')
        (tmp_path / "s.toml").write_text('robot = "bad.toml"\nduration = 1')
        with pytest.raises(arm.errors.ScenarioError, match=r"bad\.toml:4: link\[0\]\.mass"):
            load_scenario(tmp_path / "s.toml")

    @pytest.mark.parametrize(
        ("line", "part"),
        [
            ("solver = { type = 'rk4', step = 0 }", "solver.step: 0 s; expected a finite value above zero"),
            ("period = true", "period: true"),
            ("solver = { type = 'dop853', rtol = true }", "solver.rtol: true"),
            ("solver = { type = 'rk4', rtol = 1e-9 }", "'rtol' is not a parameter of rk4"),
            ("solver = 3", "solver: 3; expected a table such as"),
            ("limits = true", "limits: true; expected one of stop, end, none"),
            ("q0 = 3", "q0: 3; expected 2 finite numbers, or numbers by joint"),
            ("q0 = { elbow = 1 }", "'elbow' is not a coordinate of this robot; expected one of joint1, joint2"),
            ("initial = 3", "'initial' is not a field here"),
            ("reference = 3", "reference: 3; expected a table such as"),
            ("reference = {}", "the type is missing"),
            ("controller = { type = 3 }", "controller.type: 3"),
            ("controller = { type = 'pd', kp = [1, true], kd = 1 }", "true and false are not numbers"),
            ("controller = { type = 'pd', kp = 1, kd = 1, limits = 'motor' }", "limits"),
            ("controller = { type = 'pid', kp = 1, kd = 1, ki = '3 N' }", "a number in N m/(rad s)"),
            ("reference = { type = 'sinusoid', amplitude = [1, 1], frequency = '5 kg' }", "'kg' measures kg, not Hz"),
            ("reference = { type = 'line', displacement = [1, 0, 0], duration = 1, law = 'quick' }", "law: 'quick'"),
            ("plant = { masses = { link9 = 1 } }", "'link9' is not a link"),
            ("plant = { masses = -1 }", "plant.masses: -1; expected a finite value of zero or more"),
            ("plant = { masses = 'light' }", "does not begin with a number"),
            ("disturbance = [{ frame = 'nose' }]", "'nose' is not a frame of this robot"),
            ("disturbance = [{ force = [1, 2] }]", "3 entries"),
            ("disturbance = [{ start = 2, end = 1 }]", "end"),
            ("disturbance = { force = [0, 0, 1] }", "[[disturbance]] tables"),
            ("seed = 1.5", "a whole number"),
            ("seed = -1", "zero or more"),
            ("output = { frames = ['nose'] }", "'nose' is not a frame"),
            ("output = { file = 3 }", "a text in quotes"),
            ("duraton = 3", "did you mean duration?"),
            ("record = 1e-12", "at most 1e+07 recorded states"),
            ("period = 1e-12", "at most 1e+07 control instants"),
            ("disturbance = [{ frequency = -1 }]", "zero or more"),
            ("q0 = [1]", "1 number; expected 2"),
            ("controller = { type = 'operational_space', kp = 1, kd = 1 }", "expected a [reference]"),
            ("controller = { type = 'operational_space', kp = 1, kd = 1, frame = 'nose' }", "controller.frame: 'nose'"),
            ("output = { file = 'motion.txt' }", "a name that ends in .nc, .mat, .csv"),
            ("output = { plot = 'motion.jpg' }", "a name that ends in .png, .svg, .pdf"),
            ('output = { file = "a\\u0000.nc" }', "a name that ends in"),
            ("output = { what = ['joint'] }", "did you mean joints?"),
            ("output = { what = [] }", "an empty list"),
            ("output = { what = ['elastic'] }", "links are rigid"),
        ],
    )
    def test_one(self, line, part):
        text = f'robot = "khatib-rr"\nduration = 1\n{line}\n'
        if not part:
            parse_scenario(text)
            return
        assert part in "\n".join(problems(text))
        assert all(problem.startswith("s.toml:3:") for problem in problems(text))

    def test_a_reference_that_the_controller_cannot_follow(self):
        text = """
            robot = "khatib-rr"
            duration = 1
            reference = { type = "line", displacement = [0.1, 0, 0], duration = 1, orientation = [0, 0, 0] }
            controller = { type = "pd", kp = 1, kd = 1 }
        """
        assert "a motion of a frame" in only(text)

    def test_controllers_without_end(self):
        inner = "{ type = 'pd', kp = 1, kd = 1 }"
        for _ in range(50):
            inner = f"{{ type = 'series', controller = {inner} }}"
        assert "without end" in only(f'robot = "khatib-rr"\nduration = 1\ncontroller = {inner}')

    def test_sensors_need_a_period(self):
        text = 'robot = "khatib-rr"\nduration = 1\ncontroller = { type = "pd", kp = 1, kd = 1 }\nseed = 3\n'
        noisy = 'sensor = [{ type = "encoder", noise = 1e-3 }]\n'
        assert "period = …" in only(text + noisy)
        found = parse_scenario(f'{text}{noisy}period = "1 ms"')
        assert (found.sensors, found.seed) == ((arm.sensors.Encoder(noise=1e-3),), 3)

    def test_files(self, tmp_path):
        with pytest.raises(arm.errors.ScenarioError, match="no such file; expected a scenario file"):
            load_scenario(tmp_path / "none.toml")
        (tmp_path / "empty.toml").write_text("")
        with pytest.raises(
            arm.errors.ScenarioError, match=r"empty; expected a scenario \(see docs/simulation/scenario-f"
        ):
            load_scenario(tmp_path / "empty.toml")
        (tmp_path / "bad.toml").write_text("x = [")
        with pytest.raises(arm.errors.ScenarioError, match=r"bad\.toml:1: this is not TOML"):
            load_scenario(tmp_path / "bad.toml")
        with pytest.raises(arm.ArgumentError):
            load_scenario(3)
        assert issubclass(arm.errors.ScenarioError, arm.DescriptionError)

    def test_a_start_outside_the_limits(self):
        text = 'robot = "planar-rrp"\nduration = 1\nq0 = [0, 0, "90 cm"]\n'
        assert "s.toml:3: q0: joint3 = 0.9, outside its limits 0.1 … 0.5" in only(text)
        assert parse_scenario('limits = "none"\n' + text).limits == "none"

    def test_a_start_from_which_the_task_cannot_be_done(self):
        text = """
            robot = "khatib-rr"
            duration = 1
            reference = { type = "line", displacement = [0.1, 0, 0], duration = 1 }
            controller = { type = "operational_space", kp = 1, kd = 1, task = [3, 4] }
        """
        assert "s.toml:5: controller: " in only(text)
        assert "singular" in only(text)

    def test_a_reference_of_joints_for_a_frame(self):
        text = """
            robot = "khatib-rr"
            duration = 1
            reference = { type = "line", displacement = [0.1, 0, 0], duration = 1 }
            controller = { type = "pd", kp = 1, kd = 1 }
        """
        assert only(text).startswith("s.toml:4: reference: ")

    def test_many(self):
        text = 'robot = "khatib-rr"\nduration = 1\n' + "\n".join(f"field{k} = 1" for k in range(300))
        with pytest.raises(arm.errors.ScenarioError) as caught:
            parse_scenario(text, "s.toml")
        assert len(caught.value.problems) == 100
        assert str(caught.value).endswith("\n  … and 200 more problems; is this a scenario file?")


def test_a_change_at_a_time_whose_square_vanishes_is_reported_with_the_others():
    text = 'robot = "khatib-rr"\nduration = 1\nhold = 2\n[[change]]\ntime = 1e-200\n'
    with pytest.raises(arm.errors.ScenarioError) as caught:
        parse_scenario(text)
    assert [(problem.field, problem.line) for problem in caught.value.problems] == [("hold", 3), ("change[0].time", 5)]


def test_a_setting_inside_a_missing_list_is_one_problem():
    with pytest.raises(arm.errors.ScenarioError) as caught:
        parse_scenario('robot = "khatib-rr"\nduration = 1\n', settings=["disturbance[0].start=1"])
    assert [problem.field for problem in caught.value.problems] == ["disturbance[0].start"]


@pytest.mark.parametrize("hold", [2, 1.0, True, np.array([1.0]), None])
def test_the_order_of_the_hold_is_a_whole_number(hold):
    with pytest.raises(arm.ArgumentError) as caught:
        arm.Scenario(arm.library.get("khatib-rr"), period=0.01, hold=hold)
    assert caught.value.field == "hold"


def test_charts_are_those_that_are_drawn():
    from typing import get_args

    from internals import WHAT
    from internals import ChartTable as Chart

    assert get_args(Chart) == tuple(WHAT)


def test_every_dimension_of_a_field_is_known():
    made = (*REFERENCES.values(), *CONTROLLERS.values(), *FILTERS.values(), *SENSORS.values(), *SOLVERS.values())
    for of in made:
        for field in parameters(of):
            assert field.says
            if field.quantity is not None:
                assert field.quantity.dimension_at(True) in DIMENSIONS
                assert field.quantity.dimension_at(False) in DIMENSIONS


class TestRunning:
    def test_as_the_same_call(self):
        scenario = parse_scenario(FULL)
        found = arm.simulate(scenario)
        same = arm.simulate(
            scenario.control_model, 0.4, solver=scenario.solver, record=scenario.record, controller=scenario.controller,
            reference=scenario.reference, plant=scenario.plant, disturbances=scenario.disturbances, limits="none",
            q0=scenario.q0, qd0=scenario.qd0,
        )  # fmt: skip
        assert np.array_equal(found.q, same.q)
        assert np.array_equal(found.tau, same.tau)
        assert len(found) == 101
        assert found.units["q"] == ("rad", "rad")
        assert found.labels_of("reference") == ("joint1", "joint2")
        assert np.allclose(found.signals["reference"][-1], [np.pi / 2, np.pi / 4])
        plant = arm.evaluate(scenario.plant_model)
        assert np.allclose(found.signals["tip"][-1], plant.pose(found.q[-1])[:3, 3])
        assert np.allclose(found.position("link2")[-1], plant.pose(found.q[-1], "link2")[:3, 3])
        assert np.any(found.external)
        assert found.model.robot.payloads[0].name == "tool"  # what is kept is what moved

    def test_results_go_to_a_file_and_back(self, tmp_path):

        text = 'robot = "flexrob"\nduration = 0.05\nq0 = { elbow = 0.5 }\nqd0 = { shoulder = 1 }'
        found = arm.simulate(parse_scenario(text))
        found.save(tmp_path / "motion.nc")
        back = arm.Trajectory.load(tmp_path / "motion.nc")
        assert np.array_equal(back.q, found.q)
        assert back.elastic == found.elastic
        assert np.abs(back.deflection()).max() > 0

    def test_a_task_of_as_many_coordinates_as_joints_is_none_of_joints(self):
        text = """
            robot = "planar-3r"
            duration = 0.05
            q0 = [0.3, 0.5, 0.6]
            reference = { type = "constant", position = [1.2, 1.6, 0] }
            controller = { type = "operational_space", kp = 100, kd = 20, task = [3, 4] }
        """
        found = arm.simulate(parse_scenario(text))
        assert found.labels_of("reference") == ("x", "y", "z")
        assert found.units_of("reference") == ("m", "m", "m")

    def test_auto_is_the_default_and_says_what_it_picked(self):
        found = arm.simulate(parse_scenario('robot = "khatib-rr"\nduration = 0.1'))
        assert found.info["solver"] in METHODS
        assert f"because:   {found.info['why']}" in found.summary()

    def test_progress(self):
        parts: list[float] = []
        found: arm.Scenario = parse_scenario('robot = "khatib-rr"\nduration = 0.1')
        arm.simulate(found, progress=parts.append)
        assert all(0 <= part <= 1 for part in parts)


PAGES = sorted((Path(__file__).parents[2] / "docs" / "simulation").glob("*.md"))
PAGE = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)


class TestPage:
    """What the pages of docs/simulation say."""

    def test_the_scenario_is_one_and_has_every_field(self):
        from internals import ChangeTable as Change
        from internals import Disturbance, Plant, ScenarioFile
        from internals import OutputTable as Output

        page = next(page for page in PAGES if page.stem == "scenario-files").read_text(encoding="utf-8")
        (text,) = re.findall(r"^```toml\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)
        scenario = parse_scenario(text)
        assert scenario.plant_model.robot.payloads[0].mass == 0.3
        assert arm.simulate(scenario).t[-1] == 2.0
        for table in (ScenarioFile, Plant, Change, Disturbance, Output):
            assert all(
                re.search(rf"^(\[+([a-z]+\.)?)?{name}\b", text, flags=re.MULTILINE) for name in table.model_fields
            )

    def test_every_type_is_listed(self):
        rows = dict(re.findall(r"^\| `(\w+)` \|(.*)$", PAGE, flags=re.MULTILINE))
        assert rows.keys() >= {*REFERENCES, *CONTROLLERS, *FILTERS}
        assert all(f"`{name}`" in PAGE for name in OBJECTIVES)

    def test_the_message_is_what_is_printed(self):
        (shown,) = re.findall(r"^\$ armillary simulate scenario.toml\narmillary: (.*?)^```$", PAGE, flags=re.M | re.S)
        text = (
            'robot = "khatib-rr"\nduration = "2 kg"\n'
            + "\n" * 11
            + '[controller]\ntype = "computed_torque"\nkp = 400\n'
        )
        with pytest.raises(arm.errors.ScenarioError) as caught:
            parse_scenario(text, "scenario.toml")
        assert str(caught.value) == shown.strip()

    def test_every_solver_is_listed_with_its_settings(self):
        rows = dict(re.findall(r"^\| `(\w+)` \| (`arm\.solvers.*)$", PAGE, flags=re.MULTILINE))
        assert rows.keys() == SOLVERS.keys()
        for name, of in SOLVERS.items():
            assert f"arm.solvers.{of.__name__}`" in rows[name]
            assert all(f"`{each.name}`" in rows[name] for each in parameters(of))
