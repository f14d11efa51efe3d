"""Public names are documented and typed."""

import dataclasses
import inspect
import re
from types import ModuleType

import pytest

import armillary as arm
from own_sources import ROOT, text_of

SPACES = [name for name in dir(arm) if isinstance(getattr(arm, name), ModuleType)]
"""Public modules; their names are public too."""


def public() -> dict[str, object]:
    """Return every public name, such as "simulate" and "controllers.PD", with its value."""
    names = {name: getattr(arm, name) for name in dir(arm)}
    for space in SPACES:
        module = getattr(arm, space)
        names |= {f"{space}.{name}": getattr(module, name) for name in module.__all__}
    return names


PUBLIC = public()
CALLABLE = {name: value for name, value in PUBLIC.items() if inspect.isclass(value) or inspect.isroutine(value)}


def own_methods(value: type) -> dict[str, object]:
    """Return the public methods and properties that a class of ours and its bases of ours define."""
    classes = [each for each in value.__mro__ if each.__module__.startswith("armillary")]
    return {name: each for one in reversed(classes) for name, each in vars(one).items() if not name.startswith("_")}


def function_of(value: object) -> object:
    """Return the function behind a method, a property or a cached property."""
    for name in ("__func__", "fget", "func", "__wrapped__"):
        value = getattr(value, name, None) or value
    return value


def untyped(function: object) -> list[str]:
    """Return the arguments of a function without a type, and "return" if its result has none."""
    signature = inspect.signature(function)
    names = [
        name
        for name, each in signature.parameters.items()
        if each.annotation is inspect.Parameter.empty and name not in ("self", "cls")
    ]
    return names + (["return"] if signature.return_annotation is inspect.Signature.empty else [])


@pytest.mark.parametrize("name", CALLABLE)
def test_it_has_a_docstring(name):
    value = CALLABLE[name]
    text = inspect.getdoc(value) or ""
    made = dataclasses.is_dataclass(value) and text.startswith(f"{value.__name__}(")
    assert len(text) > 10, "no docstring"
    assert not made, "the docstring of a dataclass that has none"
    if inspect.isclass(value):
        bare = [
            method
            for method, each in own_methods(value).items()
            if inspect.isroutine(function_of(each)) and not inspect.getdoc(getattr(value, method, each))
        ]
        assert not bare, f"methods without a docstring: {bare}"


@pytest.mark.parametrize("name", CALLABLE)
def test_it_is_typed(name):
    value = CALLABLE[name]
    if inspect.isclass(value):
        found = {
            method: missing
            for method, each in own_methods(value).items()
            if inspect.isfunction(function := function_of(each)) and (missing := untyped(function))
        }
        assert not found
    elif inspect.isfunction(value):
        assert not untyped(value)


FUNCTIONS = {name: value for name, value in PUBLIC.items() if inspect.isfunction(value)}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_it_returns_is_public(name):
    """A user can annotate with the type, and find its documentation."""
    made = str(inspect.signature(FUNCTIONS[name]).return_annotation)
    plain = {
        "None",
        "typing",
        "Any",
        "str",
        "bool",
        "int",
        "float",
        "tuple",
        "list",
        "dict",
        "NDArray",
        "np",
        "float64",
    }
    assert not set(re.findall(r"\w+", made)) - plain - {each.split(".")[-1] for each in PUBLIC}


def test_results_are_of_their_public_types(tmp_path):
    robot = arm.library.get("khatib-rr")
    assert isinstance(arm.statics(robot), arm.types.Statics)
    assert isinstance(arm.inverse_kinematics(robot, [0.5, 0.5, 0.0]), arm.types.IKResult)
    assert inspect.signature(arm.selection.search_architectures).return_annotation == arm.selection.Search.__name__
    assert inspect.signature(arm.choose_motors).return_annotation == arm.selection.MotorChoice.__name__
    assert isinstance(arm.export(robot, "c", path=tmp_path / "c", quantities="gravity"), arm.types.Export)
    for solver in (arm.solvers.Gauss2(step=1e-3), arm.solvers.SemiImplicitEuler(step=2e-6)):
        run = arm.simulate(robot, 0.1, q0=[0.3, 0.2], solver=solver)
        assert isinstance(run, arm.Trajectory)
        assert run.drift_max < 1e-2
    assert isinstance(arm.controllers.PD(kp=1, kd=1).law(arm.model(robot)), arm.controllers.Law)
    assert arm.references.FifthOrderLaw(duration=2.0, begin=1.0).switches == (1.0, 3.0)
    assert arm.references.SeventhOrderLaw(duration=2.0, begin=1.0).switches == (1.0, 3.0)
    assert set(arm.references.SHAPERS) == {"zv", "zvd", "ei"}
    assert inspect.signature(arm.learn).return_annotation == arm.types.Learning.__name__
    (tmp_path / "arm.toml").write_text("name = 3")
    with pytest.raises(arm.DescriptionError) as caught:
        arm.load(tmp_path / "arm.toml")
    assert all(isinstance(problem, arm.errors.Problem) for problem in caught.value.problems)


def test_the_page_of_names_has_each_once():
    page = text_of(ROOT / "docs" / "names.md")
    assert sorted(re.findall(r"^\| `arm\.([\w.]+)` \|", page, flags=re.MULTILINE)) == sorted(PUBLIC)
