"""Fingerprints: equal in every process, different for every change."""

import functools
import os
import subprocess
import sys
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

import numpy as np
import pytest

import armillary as arm
from internals import fingerprint

ROBOT = arm.library.get("khatib-rr")


@dataclass(frozen=True)
class Gains:
    kp: float
    note: str = field(default="", compare=False)


class Plain:
    def __init__(self, kp):
        self.kp = kp


def scaled(factor):
    def output(run):
        return factor * len([each for each in run if each in {"a", "b", "c"}])

    return output


VALUES = {
    "none": None, "true": True, "one": 1, "float": 1.5, "text": "1", "bytes": b"1", "list": [1], "nested": [[1]],
    "pair": [1, 2], "array": np.full(1, 2.0), "two": np.ones(2), "row": np.ones((1, 2)), "large": 2**60,
    "mapping": {"a": 1}, "other": {"a": 2}, "set": {"a"}, "class": Gains, "value": Gains(1), "plain": Plain(1),
    "plain2": Plain(2), "partial": functools.partial(scaled, 1), "range": range(3), "function": scaled,
    "closure": scaled(1), "closure2": scaled(2), "lambda": lambda x: x, "lambda2": lambda x: x + 1,
    "lambda3": lambda x: x + 2, "built in": len, "method": Plain(1).__init__, "complex": 1j, "robot": ROBOT,
    "model": arm.model(ROBOT), "free": arm.model(ROBOT, free=["link1.mass"]),
}  # fmt: skip


def test_values_differ():
    found = {fingerprint(value): name for name, value in VALUES.items()}
    assert sorted(found.values()) == sorted(VALUES)


def test_equal_values_are_equal():
    assert fingerprint(Gains(1, "x")) == fingerprint(Gains(1, "y"))
    assert fingerprint(np.float64(1)) == fingerprint(1.0) == fingerprint(1)
    assert fingerprint([[1, 2.0]]) == fingerprint(np.array([[1.0, 2.0]])) == fingerprint(np.array([[1, 2]]))
    assert fingerprint(-0.0) == fingerprint(0.0)
    assert fingerprint((1, 2)) == fingerprint([1, 2])
    assert fingerprint({"a": 1, "b": 2}) == fingerprint({"b": 2, "a": 1})
    assert fingerprint(np.arange(4.0)[::2]) == fingerprint(np.array([0.0, 2.0]))
    assert fingerprint(scaled(3)) == fingerprint(scaled(3))
    assert fingerprint(arm.model(ROBOT)) == fingerprint(arm.model(ROBOT))
    assert fingerprint(replace(ROBOT, source="another file")) == fingerprint(ROBOT)


def test_a_value_that_contains_itself_has_a_fingerprint():
    own = Plain(1)
    own.me = own
    assert fingerprint(own) != fingerprint(Plain(1))


def test_a_value_without_parts_is_refused():
    with pytest.raises(arm.ArgumentError, match="expected a value with readable parts"):
        fingerprint(iter([1]))


CODE = """
import armillary as arm
def reach(run):
    return max(len(name) for name in run if name in {"a", "b", "c", "d"})
scenario = arm.Scenario(
    arm.library.get("khatib-rr"), controller=arm.controllers.PD(kp=100.0, kd=20.0), q0=[0.1, 0.2],
    reference=arm.references.FifthOrder(end=[1, 1], duration=1), solver=arm.solvers.RK4(step=1e-3), duration=1.0,
)
axes = {"link1.mass": arm.axes.Normal(1, 0.1), "link2.mass": arm.axes.Range(1, 2, 5), "robot": [scenario.robot]}
print(arm.Study(scenario, axes=axes, samples=9, functions={"reach": reach}).fingerprint)
"""


def test_it_is_the_same_in_every_process_and_place(tmp_path):
    found = set()
    for seed in ("0", "1"):
        folder = tmp_path / seed
        folder.mkdir()
        (folder / f"study{seed}.py").write_text("\n" * int(seed) + CODE)
        command = [sys.executable, Path(folder) / f"study{seed}.py"]
        environment = os.environ | {"PYTHONHASHSEED": seed}
        found.add(subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout)
    assert len(found) == 1


def test_every_field_of_a_scenario_counts():
    base = arm.Scenario(ROBOT, controller=arm.controllers.PID(kp=100.0, kd=20.0, ki=10.0), period=0.01)
    other = {
        "robot": arm.library.get("planar-3r"), "controller": arm.controllers.PD(kp=101.0, kd=20.0),
        "reference": arm.references.Constant([0.1, 0.2]), "plant": replace(ROBOT, gravity=(0, 0, -1)),
        "disturbances": arm.Push("tip", (1, 0, 0, 0, 0, 0)), "changes": arm.Change(0.1, ROBOT), "limits": "none",
        "period": 0.02, "offset": 0.001, "delay": 0.001, "hold": 1, "sensors": arm.sensors.Encoder(noise=1e-3),
        "seed": 3, "q0": [0.1, 0.2], "qd0": [0.1, 0.2], "x0": {"controller.integral[0]": 0.1}, "start": "undeformed",
        "duration": 2.0,
        "solver": arm.solvers.RK4(step=1e-3), "record": 0.1,
    }  # fmt: skip
    left = {"_", "output", "file", "text", "command"}  # this robot has no windings, which command needs
    assert set(other) == {each.name for each in fields(base)} - left
    made = [replace(base, **{name: value}) for name, value in other.items()]
    assert (
        len({arm.Study(each, axes={"seed": [1, 2]}, outputs=["work"]).fingerprint for each in [base, *made]})
        == len(other) + 1
    )


def test_the_same_scenario_in_other_words_is_the_same_study():
    whole, decimal = (arm.Scenario(ROBOT, controller=arm.controllers.PD(kp=kp, kd=40)) for kp in (400, 400.0))
    zeros = replace(decimal, q0=[0, 0], qd0=np.zeros(2), duration=10, solver=arm.solvers.Auto())
    masses = [[0, 1], [0.0, 1.0], ["0 kg", "1000 g"]]
    studies = {
        arm.Study(each, axes={"payload.mass": own}, outputs=["work"])
        for each in (whole, decimal, zeros)
        for own in masses
    }
    assert len(studies) == 1


def test_every_field_of_a_study_counts():
    def study(**changes):
        given = {
            "axes": {"link1.mass": arm.axes.Uniform(1, 2), "link2.mass": [1, 2]},
            "samples": 16,
            "outputs": ["work"],
        }
        return arm.Study(arm.Scenario(ROBOT), **(given | changes)).fingerprint

    axes = {"link2.mass": [1, 2], "link1.mass": arm.axes.Uniform(1, 3)}
    changes = [
        {}, {"samples": 17}, {"seed": 1}, {"sampling": "sobol"}, {"sampling": "latin"}, {"chunk": 2}, {"axes": axes},
        {"outputs": ["overshoot"]}, {"signals": {"q": 0.1}}, {"signals": {"q": 0.2}}, {"functions": {"f": scaled(1)}},
        {"functions": {"f": scaled(2)}}, {"axes": {"link1.mass": arm.axes.Uniform(1, 2), "link2.mass": [1, 3]}},
        {"axes": {"link1.mass": arm.axes.Uniform(1, 2), "link1.com.x": [1, 2]}},
    ]  # fmt: skip
    assert len({study(**each) for each in changes}) == len(changes)
    assert study(file="study.toml") == study()
