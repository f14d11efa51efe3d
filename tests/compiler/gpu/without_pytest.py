"""Runs test_hardware.py on machines with a GPU but without pytest: python tests/compiler/gpu/without_pytest.py"""

import importlib.util
import itertools
import sys
import traceback
import types
from pathlib import Path


class Mark:
    """Stands for pytest.mark: keeps the cases of a test."""

    def __getattr__(self, name: str):
        def marked(*arguments, **_):
            def keep(test):
                test.cases = [*getattr(test, "cases", []), arguments]
                return test

            return keep if name == "parametrize" else None

        return marked


def main() -> None:
    """Run all tests and their cases."""
    sys.modules["pytest"] = types.SimpleNamespace(mark=Mark())
    spec = importlib.util.spec_from_file_location("hardware", Path(__file__).with_name("test_hardware.py"))
    tests = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tests)
    print("devices:", tests.devices())
    for name, test in [*vars(tests).items()]:
        if name.startswith("test_"):
            cases = getattr(test, "cases", [])
            for values in itertools.product(*(case[1] for case in cases)):
                try:
                    test(**dict(zip([case[0] for case in cases], values, strict=True)))
                    print("ok    ", name, values, flush=True)
                except Exception:
                    print("FAILED", name, values, flush=True)
                    traceback.print_exc()


if __name__ == "__main__":
    main()
