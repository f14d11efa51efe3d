"""Keywords that a public function or class does not have: the error names the nearest one, or where it belongs."""

import copy
import pickle

import pytest

import armillary as arm

RR = arm.library.get("khatib-rr")
MISSPELT = {
    "simulate": (lambda: arm.simulate(RR, 0.1, controler=None), "controler", "controller"),
    "Scenario": (lambda: arm.Scenario(RR, contoller=None), "contoller", "controller"),
    "compile": (lambda: arm.compile(RR, devise="cpu"), "devise", "device"),
    "load": (lambda: arm.load("arm.toml", strct=True), "strct", "strict"),
    "model": (lambda: arm.model(RR, motrs="none"), "motrs", "motors"),
    "export": (lambda: arm.export(RR, "c", pth="folder"), "pth", "path"),
    "rollout": (lambda: arm.rollout(RR, 0.1, sovler=None), "sovler", "solver"),
    "a part": (lambda: arm.Link("link", mas=1.0), "mas", "mass"),
    "a rare part": (lambda: arm.parts.Stop(stifness=1.0), "stifness", "stiffness"),
    "a controller": (lambda: arm.controllers.PD(kp=1.0, kdd=1.0), "kdd", "kd"),
    "a reference": (lambda: arm.references.FifthOrder(end=[1.0], duraton=1.0), "duraton", "duration"),
    "a function of a space": (lambda: arm.references.anchor(None, None, 0.0, frme="tip"), "frme", "frame"),
    "the library": (lambda: arm.library.get(nmae="ur5"), "nmae", "name"),
    "a solver": (lambda: arm.solvers.RK4(stp=1e-3), "stp", "step"),
    "an axis": (lambda: arm.axes.Range(0.0, 1.0, cont=3), "cont", "count"),
    "selection": (lambda: arm.selection.Sampling(cuont=3), "cuont", "count"),
}


@pytest.mark.parametrize("case", MISSPELT)
def test_a_misspelt_keyword_suggests_the_right_one(case):
    call, name, right = MISSPELT[case]
    with pytest.raises(arm.ArgumentError) as caught:
        call()
    assert caught.value.field == name
    assert caught.value.hint == f"did you mean {right}?"


@pytest.mark.parametrize("name", ["simulate", "Scenario", "compile", "evaluate", "frequencies", "rollout"])
def test_choices_of_a_model_belong_to_the_model(name):
    with pytest.raises(arm.ArgumentError) as caught:
        getattr(arm, name)(RR, motors="reflected")
    assert caught.value.field == "motors"
    assert f"arm.{name}(arm.model(robot, motors=…), …)" in caught.value.hint


def test_other_errors_of_types_stay():
    with pytest.raises(TypeError, match="missing 1 required"):
        arm.load()
    with pytest.raises(TypeError, match="positional"):
        arm.frequencies(RR, None, "free")
    with pytest.raises(TypeError, match="inner"):
        arm.simulate(RR, 1.0, progress=_fail)


def _fail(fraction):
    raise TypeError("inner")


def test_public_names_are_copied_and_pickled():
    for value in (
        arm.simulate,
        arm.Link,
        arm.compile,
        arm.selection.search_architectures,
        arm.controllers.PD,
        arm.library.get,
    ):
        assert pickle.loads(pickle.dumps(value)) is value
        assert copy.deepcopy(value) is value


def test_a_warning_shows_the_line_of_the_user():
    with pytest.warns(arm.ArmillaryWarning) as caught:
        arm.simulate(RR, 0.1, solver=arm.solvers.RK4(step=0.05), q0=[1.0, 1.0], qd0=[30.0, 30.0])
    assert {warning.filename for warning in caught} == {__file__}


def test_the_library_and_files_point_at_each_other():
    with pytest.raises(arm.DescriptionError) as missing:
        arm.load("panda")
    assert "arm.library.get('panda')" in missing.value.problems[0].hint
    with pytest.raises(arm.ArgumentError) as unknown:
        arm.library.get("arms/x.toml")
    assert "arm.load('arms/x.toml')" in unknown.value.hint
