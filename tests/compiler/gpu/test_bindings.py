"""All that the sources ask of NVIDIA's bindings is there: importing them needs no GPU."""

import re
from pathlib import Path

import pytest
from cuda.bindings import driver

from internals import FAULTS

SOURCE = Path(__file__).parents[3] / "src" / "armillary"
ENUMERATIONS = {
    "CU_DEVICE_ATTRIBUTE_": driver.CUdevice_attribute,
    "CU_FUNC_ATTRIBUTE_": driver.CUfunction_attribute,
    "CU_JIT_INPUT_": driver.CUjitInputType,
    "CU_JIT_": driver.CUjit_option,
}


def names(pattern: str) -> list[str]:
    """Return the names in all sources that have a pattern."""
    return sorted({name for file in SOURCE.rglob("*.py") for name in re.findall(pattern, file.read_text("utf-8"))})


@pytest.mark.parametrize("name", names(r"\bcu[A-Z]\w+"))
def test_functions(name):
    assert callable(getattr(driver, name))


@pytest.mark.parametrize("name", names(r"\bCU_[A-Z]\w+"))
def test_constants(name):
    prefix = next(each for each in ENUMERATIONS if name.startswith(each))
    assert name in ENUMERATIONS[prefix].__members__


@pytest.mark.parametrize("name", FAULTS)
def test_errors(name):
    assert name in driver.CUresult.__members__
