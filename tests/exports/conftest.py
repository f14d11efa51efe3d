import pytest

from internals import build


@pytest.fixture
def quickly_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let compilers of FMUs not optimise: test_fmu_run.py runs what users get."""
    monkeypatch.setattr(build, "FLAGS", tuple("-O0" if flag == "-O2" else flag for flag in build.FLAGS))
