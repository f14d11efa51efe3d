"""The fuzzer reaches every public function, class and method that takes arguments, and starts from right ones."""

import inspect
import re
import warnings

import pytest

import armillary as arm
from fuzz.arguments import EXCEPTIONS, call_with, calls, exempt, parameters, placed, public
from fuzz.documents import kinds
from fuzz.documents import placed as written
from samples import ALL

ABSENT = {
    "load",
    "load_scenario",
    "load_pushes",
    "load_motion",
    "load_catalogue",
    "load_study",
    "load_results",
    "load_trajectory",
    "Trajectory.load",
}
"""Readers: their files are the documents; as calls they get names of files that are not there."""


def test_every_public_name_is_called_or_excepted():
    missed = [name for name, _ in public() if name not in calls() and not exempt(name) and name[:9] != "Dynamics."]
    assert not missed, "give them a call in functions.py or a value in OWNERS, or say in EXCEPTIONS why not"
    assert {f"Compiled.{name}" for name, _ in inspect.getmembers(arm.types.Dynamics)} & set(calls())


def test_no_exception_is_left_over():
    names = [name for name, _ in public()]
    ends = {f"{name.split('.')[0]}.*.{name.split('.')[2]}" for name in names if name.count(".") == 2}
    assert set(EXCEPTIONS) <= set(names) | ends
    assert not set(EXCEPTIONS) & set(calls())


def test_a_new_function_would_be_seen(monkeypatch):
    def fresh(a, b=1):
        """A public function that nobody has listed."""

    fresh.__module__ = "armillary.results.trajectory"
    monkeypatch.setattr(arm.types.Event, "fresh", fresh, raising=False)
    calls.cache_clear()
    assert "Event.fresh" in dict(public())
    assert "Event.fresh" not in calls()
    assert [each.name for each in parameters(fresh)] == ["a", "b"]


@pytest.mark.parametrize("name", kinds())
def test_documents_are_right_before_they_are_mutated(name, tmp_path):
    kind = kinds()[name]
    for text in kind.texts:
        found = kind.read(written(kind, tmp_path, text if isinstance(text, bytes) else text.encode()))
        if name.startswith("mesh"):
            parts, _, notes = found
            assert not notes
            assert any(part.name == "body" for part in parts)


def test_calls_are_right_before_their_arguments_are_wild(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    wrong = {}
    for name, call in calls().items():
        if name in ABSENT:
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", arm.ArmillaryWarning)
            try:
                call_with(call.make(), placed(dict(call.given), tmp_path))
            except arm.ArmillaryError as error:
                wrong[name] = str(error)
    assert not wrong
    assert [*tmp_path.iterdir()]  # the writers wrote here


NUMBER = re.compile(r"(?<![\w.-])-?\d+\.?\d*(?:e-?\d+)?(?![\w.])")
FREE = ("#", "source", "name", "limits", "[[", "<?xml", "<!--", "<mujoco", "<sdf", "<visual")
"""Beginnings of lines without numbers of a robot, with pictures, or with limits, which may be infinite."""


@pytest.mark.parametrize(
    "name", ["robot", "modal robot", "modal table", "urdf", "sdf", "mjcf", "scenario", "catalogue", "study"]
)
@pytest.mark.parametrize("value", ["nan", "inf"])
def test_a_number_that_is_not_finite_is_named(name, value, tmp_path):
    """The message has the file, the line and the value; no reader takes it for a number that is missing."""
    kind = kinds()[name]
    text, suffix, lines = kind.texts[-1], f"case{kind.suffix}", kind.texts[-1].split("\n")
    places = [match for match in NUMBER.finditer(text) if not _line(text, match).lstrip().startswith(FREE)]
    for match in places[:: max(1, len(places) // (12 if ALL else 5))]:
        own = _line(text, match)
        if "<limit" in own or 'type="fixed"' in lines[text[: match.start()].count("\n") - 1]:
            continue
        broken = f"{text[: match.start()]}{value}{text[match.end() :]}"
        with pytest.raises(arm.ArmillaryError) as caught:
            kind.read(written(kind, tmp_path, broken.encode()))
        line = text[: match.start()].count("\n") + 1
        assert f"{suffix}:{line}: " in str(caught.value), own
        assert value in str(caught.value), own


def _line(text: str, match: re.Match[str]) -> str:
    return text[text.rfind("\n", 0, match.start()) + 1 :].partition("\n")[0]
