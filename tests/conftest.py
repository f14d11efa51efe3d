"""Puts tests/ and its tools on the path, keeps compiled code of the tests out of the user's cache, counts skips.

Of parallel workers, one runs all tests of a file, which share fixtures, models and compiled code (`work_of`).

A test may be skipped for want of hardware: the reason then starts with "hardware:". With CI=true any other skipped
test fails the run: continuous integration installs every package and program that tests need.
"""

import gc
import getpass
import os
import signal
import sys
import tempfile
from collections.abc import Generator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
SOURCE = HERE.parent / "src"
HARDWARE = "hardware:"
STRICT = os.environ.get("CI", "").lower() not in ("", "0", "false")
PLACES = [str(HERE), str(HERE / "oracles"), str(HERE / "jobs"), str(HERE.parent / "docs")]
sys.path[:0] = PLACES
# Programs that tests start import the same tools.
os.environ["PYTHONPATH"] = os.pathsep.join([*PLACES, *filter(None, [os.environ.get("PYTHONPATH")])])
os.environ.setdefault("ARMILLARY_CACHE", str(Path(tempfile.gettempdir()) / f"armillary-tests-{getpass.getuser()}"))

SHARED = {
    "browser": ("tests/browser/",),
    "papers": ("tests/papers/", "tests/cli/test_reproduce.py"),
    "sources": ("tests/architecture/test_citations.py", "tests/architecture/test_imports.py"),
}
"""Files that share what takes long, by the name of their group: a browser, the figures of papers, parsed sources."""
APART = "tests/architecture/test_markdown.py"
"""Its pages share nothing."""
MATRIX = "tests/matrix/test_matrix.py"
"""Its tests of one kind of robot share models and compiled code; the kind is the first of their parameters."""
LONG = (
    "tests/fuzz/",
    "tests/matrix/",
    "tests/browser/",
    *SHARED["papers"],
    "tests/files/",
    "tests/studies/",
    "tests/exports/",
)
"""Files that start first, so that parallel workers end together."""

SKIPPED = pytest.StashKey[dict[str, str]]()
"""The reason of every skipped test or module, by its identifier."""


@pytest.fixture
def cuda(monkeypatch):
    """A CUDA driver of the tests, `gpu_twins.FakeDriver`, in the place of the machine's."""
    from gpu_twins import fake_driver

    return fake_driver(monkeypatch)


def pytest_configure(config: pytest.Config) -> None:
    config.stash[SKIPPED] = {}
    config.pluginmanager.register(Skips(config.stash[SKIPPED]), "skips")
    config.pluginmanager.register(Workers(), "workers")
    config.pluginmanager.register(Examples(), "examples")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Run one worker more than there are cores: tests of browsers and of other processes wait."""
    return (os.cpu_count() or 1) + 1


def work_of(test: str) -> str:
    """Return the group of tests, by its name, that has one test and goes to one parallel worker."""
    file = test.partition("::")[0]
    if file == MATRIX:
        return test.partition("-")[0]
    return test if file == APART else next((name for name, files in SHARED.items() if file.startswith(files)), file)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give groups of tests to workers by `work_of`; the marks of xdist say nothing with pytest 9.2."""
    from xdist.scheduler import LoadScopeScheduling

    class Groups(LoadScopeScheduling):
        _split_scope = staticmethod(work_of)

    return Groups(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what a sample leaves out; put long tests first and the short ones of docstrings last."""
    from samples import dropped

    if gone := set(dropped(items)):
        config.hook.pytest_deselected(items=list(gone))
        items[:] = [item for item in items if item not in gone]
    items.sort(key=lambda item: (not item.nodeid.startswith(LONG), not item.path.is_relative_to(HERE)))


def pytest_collection_finish() -> None:
    """Keep the garbage collector from visiting modules and collected tests again and again."""
    gc.collect()
    gc.freeze()


class Examples:
    """Leaves out doctests of files without examples: every worker would import and search these.

    Files with examples are imported here: pytest gives a package a second identity if it imports a part of it first.
    """

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        found = yield
        if found and ">>>" not in file_path.read_text(encoding="utf-8"):
            return [each for each in found if type(each).__name__ != "DoctestModule"]
        if found and file_path.is_relative_to(SOURCE):
            import_module(".".join(file_path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"))
        return found


class Skips:
    """Collects the reasons of skipped tests; those of parallel workers arrive here too."""

    def __init__(self, reasons: dict[str, str]) -> None:
        self.reasons = reasons

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._note(report)

    def _note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
            self.reasons[report.nodeid] = text.removeprefix("Skipped: ")


class Workers:
    """Checks that one worker ran all tests of a group: a second one would make fixtures and models again."""

    def __init__(self) -> None:
        self.of_group: dict[str, set[str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if worker := getattr(report, "worker_id", None):
            self.of_group.setdefault(work_of(report.nodeid), set()).add(worker)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        split = sorted(group for group, workers in self.of_group.items() if len(workers) > 1)
        if split and session.exitstatus == pytest.ExitCode.OK:
            raise pytest.UsageError(f"several workers ran {', '.join(split)}: see pytest_xdist_make_scheduler")


def avoidable(config: pytest.Config) -> dict[str, str]:
    """Return the skipped tests that a complete installation would run."""
    return {test: why for test, why in config.stash[SKIPPED].items() if not why.startswith(HARDWARE)}


def pytest_sessionfinish(session: pytest.Session) -> None:
    worker = hasattr(session.config, "workerinput")
    if STRICT and not worker and avoidable(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    reasons, others = config.stash[SKIPPED], avoidable(config)
    if len(reasons) > len(others):
        terminalreporter.write_line(f"{len(reasons) - len(others)} tests skipped for want of hardware")
    if others:
        terminalreporter.section("tests skipped although no hardware is missing" + (": FAILED" if STRICT else ""))
        for test, why in others.items():
            terminalreporter.write_line(f"{test}: {why}")


@pytest.fixture
def interruptible():
    """Let Ctrl-C interrupt, as in a terminal; restore the handler afterwards.

    Background jobs (`nohup`, `&`, some CI systems) ignore or block it, and the processes that they start inherit that.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    mask = signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT]) if hasattr(signal, "pthread_sigmask") else None
    yield
    if mask is not None:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)
