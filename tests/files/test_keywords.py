"""Keywords that a public function or class does not have: the error names the nearest one, or where it belongs."""

import copy
import inspect
import pickle
from types import ModuleType

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
    "a method of a run": (lambda: arm.simulate(RR, 0.1).plot(waht="q"), "waht", "what"),
    "a compiled quantity": (lambda: arm.compile(RR).jacobian([0.0, 0.0], frme="tip"), "frme", "frame"),
    "a quantity of floats": (lambda: arm.evaluate(RR).gravity([0.0, 0.0], ot=None), "ot", "out"),
    "a method of a part": (lambda: RR.link(nme="link1"), "nme", "name"),
    "a class method": (lambda: arm.controllers.ElasticFeedForward.of(RR, perod=1e-3), "perod", "period"),
    "a function within errstate": (lambda: arm.lqr(None, Q=1, R=1, perod=1), "perod", "period"),
    "work of choose_motors": (lambda: arm.choose_motors(RR, progres=None), "progres", "progress"),
    "a copy of a model": (lambda: arm.model(RR).changed(gravty=None), "gravty", "gravity"),
    "selection": (lambda: arm.selection.Sampling(cuont=3), "cuont", "count"),
}


@pytest.mark.parametrize("case", MISSPELT)
def test_a_misspelt_keyword_suggests_the_right_one(case):
    call, name, right = MISSPELT[case]
    with pytest.raises(arm.ArgumentError) as caught:
        call()
    assert caught.value.field == name
    assert caught.value.hint == f"did you mean {right}?"


def callables() -> dict[str, object]:
    """Return every public function, class and method by its name; methods are called with an object of any type."""
    public = {}
    values = {name: getattr(arm, name) for name in dir(arm)}
    for name, space in [*values.items()]:
        if isinstance(space, ModuleType):
            values |= {f"{name}.{inner}": getattr(space, inner) for inner in space.__all__}
    for name, value in values.items():
        if inspect.isfunction(value) or (inspect.isclass(value) and constructed(value)):
            public[name] = value
        if inspect.isclass(value) and not getattr(value, "_is_protocol", False):
            public |= {f"{name}.{method}": function for method, function in methods(value).items()}
    return public


def constructed(cls: type) -> bool:
    """Return whether users make objects of a class: no errors, and no bases that cannot have any."""
    abstract = inspect.isabstract(cls) or getattr(cls, "_is_protocol", False)
    empty = cls.__init__ is object.__init__ and cls.__new__ is object.__new__
    return not (
        abstract or empty or cls is arm.executors.Answer or issubclass(cls, (BaseException, arm.errors.Problem))
    )


def methods(cls: type) -> dict[str, object]:
    """Return the public methods of a class that this package defines."""
    functions = {}
    for name in dir(cls):
        member = inspect.getattr_static(cls, name)
        home = next(base for base in cls.__mro__ if name in vars(base))
        bound = isinstance(member, (classmethod, staticmethod))
        if (
            not name.startswith("_")
            and home.__module__.startswith("armillary")
            and (bound or inspect.isfunction(member))
        ):
            functions[name] = getattr(cls, name)
    return functions


PUBLIC = callables()
PASSING = {name for name, call in PUBLIC.items() if "**" in str(inspect.signature(call))}
"""Functions with `**options`, which check the names themselves."""


@pytest.mark.parametrize("name", sorted({*PUBLIC} - PASSING))
def test_every_public_callable_suggests_a_keyword(name):
    call = PUBLIC[name]
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    known = [word for word, part in inspect.signature(call).parameters.items() if part.kind in kinds]
    first = [object()] if known and known[0] == "self" else []
    right = max(known[len(first) :], key=len, default="")
    wrong = f"{right}x"
    with pytest.raises(arm.errors.KeywordError) as caught:
        call(*first, **{wrong: None})
    assert isinstance(caught.value, arm.ArgumentError)
    assert isinstance(caught.value, TypeError)
    assert caught.value.field == wrong
    assert caught.value.__suppress_context__
    assert len(right) < 3 or caught.value.hint == f"did you mean {right}?"


def test_functions_that_pass_options_on_check_them():
    """Their misspelt keywords are tested above, by hand."""
    quantities = {
        f"types.{cls}.{name}" for cls in ("Compiled", "OnDevice") for name in ("kernel", "kernel_vjp", "program")
    }
    shapers = {f"references.{shaper}.of_mode" for shaper in ("EI", "ZV", "ZVD")}
    functions = {"choose_motors", "cost", "export", "rollout", "simulate", "Model.changed"}
    results = {"types.Results.page", "types.Results.plot"}
    assert quantities | shapers | functions | results | {"controllers.ElasticFeedForward.of"} == PASSING


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
