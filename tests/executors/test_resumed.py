"""Answers that are kept in a folder: found again bit for bit, and computed again if they are damaged."""

import json
import math

import pytest

import armillary as arm
import executor_jobs as jobs
from internals import Processes, Resumed, Serial


def values(answers):
    return {answer.item: answer.value for answer in answers}


@pytest.mark.parametrize("executor", [Serial(), Processes(2)], ids=["serial", "processes"])
def test_kept_answers_are_not_computed_again(tmp_path, executor):
    work = jobs.Counted(tmp_path)
    kept = Resumed(tmp_path / "kept", executor)
    first = values(kept.map(work, range(5)))
    assert first == {k: [1 / (k + 1), math.pi**k] for k in range(5)}
    again = list(kept.map(work, range(8)))
    assert values(again) == first | {k: [1 / (k + 1), math.pi**k] for k in range(5, 8)}
    assert [answer.worker for answer in again].count("kept") == 5
    assert work.calls() == dict.fromkeys(range(8), 1)
    assert kept.workers == executor.workers
    assert kept.elsewhere(int) == {}


def test_damaged_files_and_failed_items_are_computed_again(tmp_path):
    work, kept = jobs.Counted(tmp_path), Resumed(tmp_path / "kept")
    list(kept.map(work, range(3)))
    files = sorted((tmp_path / "kept").iterdir())
    assert [json.loads(file.read_text()) for file in files] == [[[1 / (k + 1), math.pi**k]] for k in range(3)]
    files[0].write_text("[")
    files[1].write_text("{}")
    list(kept.map(work, range(3)))
    assert work.calls() == {0: 2, 1: 2, 2: 1}
    (failed,) = kept.map(work, [-1])
    assert failed.error == "ZeroDivisionError: division by zero"
    assert len(list((tmp_path / "kept").iterdir())) == 3


def test_what_cannot_be_kept_is_refused(tmp_path):
    with pytest.raises(arm.ArgumentError, match=r"executor: answers to be kept; .* \(a study has its store\)"):
        next(Resumed(tmp_path).map(jobs.square, [1]))
    (tmp_path / "file").touch()
    with pytest.raises(arm.ArgumentError, match=r"resume: .*file: .*; expected a folder that can be written"):
        next(Resumed(tmp_path / "file").map(jobs.Counted(tmp_path), [1]))
    for folder in (3, ""):
        with pytest.raises(arm.ArgumentError, match="folder"):
            Resumed(folder)
    with pytest.raises(arm.ArgumentError, match="executor: 8; expected an executor"):
        Resumed(tmp_path, 8)
