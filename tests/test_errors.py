"""Errors cross processes: each class keeps its text and its data when it is copied, pickled or raised by a worker."""

import copy
import inspect
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor

import pytest

import armillary as arm
from armillary import errors

PROBLEMS = [errors.Problem("link[0].mass", "-1", "zero or more", "kg", "arm.toml", 3), errors.Problem("", "a", "b")]
SAMPLES = {
    errors.ArmillaryError: ("text",),
    errors.ArgumentError: ("q0", "3 numbers", "2 numbers", "one for each joint"),
    errors.KeywordError: ("tol", "arm.margins has no such keyword", "some of a, b", "did you mean a?"),
    errors.DeviceError: ("no device cuda:7", "cuda:0", "nvidia-smi lists them"),
    errors.MissingExtraError: ("viser", "view", "the live page"),
    errors.StoreError: ("runs.zarr", "a damaged chunk", "a whole one", "delete it"),
    **dict.fromkeys((errors.DescriptionError, *errors.DescriptionError.__subclasses__()), (PROBLEMS, 7)),
}
CLASSES = [
    each for _, each in inspect.getmembers(errors, inspect.isclass) if issubclass(each, (Exception, UserWarning))
]


def sample(kind):
    return kind(*SAMPLES.get(kind, ("what happened; what to try",)))


def same(found, wanted):
    assert type(found) is type(wanted)
    assert str(found) == str(wanted)
    assert found.args == wanted.args
    assert vars(found) == vars(wanted)


def fail(kind):
    raise sample(kind)


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_every_error_is_copied_and_pickled(kind):
    error = sample(kind)
    error.add_note("a note")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        same(pickle.loads(pickle.dumps(error, protocol)), error)
    same(copy.copy(error), error)
    same(copy.deepcopy(error), error)


def test_errors_of_arguments_carry_their_data():
    robot = arm.library.get("planar-3r")
    with pytest.raises(arm.ArgumentError) as caught:
        arm.workspace(robot, count=-1)
    assert (caught.value.field, caught.value.value) == ("count", -1)
    assert caught.value.expected
    assert pickle.loads(pickle.dumps(caught.value)).value == -1
    other = caught.value.renamed("--count")
    assert (other.field, other.value, other.args[1:]) == ("--count", -1, caught.value.args[1:])
    problem = caught.value.problem("outputs.count")
    assert (problem.field, problem.value, problem.expected) == ("outputs.count", -1, caught.value.expected)
    assert pickle.loads(pickle.dumps(problem)).value == -1


def test_values_that_other_processes_may_not_have_stay_behind():
    unsendable = lambda: None  # noqa: E731
    error = errors.ArgumentError("law", "a function", "a controller", value=unsendable)
    problem = error.problem("controller.law")
    assert error.value is problem.value is unsendable
    for copied in (pickle.loads(pickle.dumps(error)), copy.deepcopy(problem)):
        assert copied.value is None
        assert str(copied) == str(error).replace("law", copied.field, 1)


def test_every_error_crosses_processes():
    context = multiprocessing.get_context("forkserver")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        for kind in CLASSES:
            same_text = pool.submit(fail, kind).exception(timeout=60)
            assert type(same_text) is kind
            assert str(same_text) == str(sample(kind))


def test_a_pool_does_not_hang():
    with multiprocessing.get_context("forkserver").Pool(1) as pool:
        for kind in (errors.ArgumentError, errors.MissingExtraError, errors.ScenarioError):
            with pytest.raises(kind) as caught:
                pool.map_async(fail, [kind]).get(timeout=60)
            assert vars(caught.value) == vars(sample(kind))


def test_an_interruption_keeps_its_trajectory():
    run = arm.simulate(arm.library.get("planar-3r"), 0.01)
    error = errors.RunInterrupted(run)
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, KeyboardInterrupt)
    assert again.trajectory.q.tolist() == run.q.tolist()
    assert str(again) == str(error) == "interrupted after t = 0.01 s; `trajectory` has the motion until then"
