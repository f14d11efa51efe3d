"""Executors do work item by item: `arm.executors.Serial()`, `arm.executors.Processes(8)`, `arm.executors.Dask(…)`."""

from armillary.executors.dask import Dask
from armillary.executors.executor import Answer, Executor
from armillary.executors.processes import Processes
from armillary.executors.resumed import Resumed
from armillary.executors.serial import Serial
from armillary.files.keywords import helpful

__all__ = ["Answer", "Dask", "Executor", "Processes", "Resumed", "Serial"]


def __dir__() -> list[str]:
    return __all__


# Here, since this module is an attribute of the package as soon as any other module imports it.
for _class in (Dask, Processes, Resumed, Serial):
    helpful(_class, f"executors.{_class.__name__}")
