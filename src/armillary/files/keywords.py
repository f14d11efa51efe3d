"""Messages for keywords that a public function or class does not have.

Python's own message, "unexpected keyword argument 'controler'", suggests nothing before version 3.13. What `arm.…` and
its spaces give out is therefore wrapped by `helpful`, once, when the name is loaded; inside the package functions are
called without the wrapper. A class stays the same object, since values are compared and pickled by it: its `__init__`
is wrapped.
"""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from types import FunctionType, ModuleType
from typing import Any

from armillary.errors import ArgumentError
from armillary.files.words import nearest

TAKE_MODELS = ("robot", "scenario")
"""First parameters of functions that take a robot, a model of it, or a closed loop with it."""
CHOICES = ("motors", "friction", "free")
"""Choices of a model."""
ELSEWHERE = {
    "gains": "gains belong to the controller: arm.controllers.PD(kp=…, kd=…)",
    "payload": "it belongs to the robot: dataclasses.replace(robot, payloads=(arm.Payload(…),))",
    "gravity": "it belongs to the robot: dataclasses.replace(robot, gravity=…)",
    "step": "it belongs to the solver: solver=arm.solvers.RK4(step=…)",
    **dict.fromkeys(("rtol", "atol"), "it belongs to the solver: solver=arm.solvers.DOP853(rtol=…, atol=…)"),
}
"""Keywords that users look for in functions of robots, with the places where they belong."""


def helpful(value: Any, name: str) -> Any:
    """Return a public function, or a class or space in place, that suggests a keyword for one that it does not have."""
    if isinstance(value, ModuleType):
        for inner in vars(value).get("__all__", ()):
            member = vars(value).get(inner)
            if isinstance(member, type):
                helpful(member, f"{name}.{inner}")
            elif isinstance(member, FunctionType) and member.__module__ == value.__name__:
                # In the module that defines it, where pickle and doctest look for it by the name that it keeps.
                setattr(value, inner, _wrapped(member, f"{name}.{inner}"))
    elif isinstance(value, FunctionType):
        wrapped = _wrapped(value, name)
        space, _, wrapped.__qualname__ = f"armillary.{name}".rpartition(".")
        wrapped.__module__ = space  # where pickle finds the wrapper itself
        return wrapped
    elif isinstance(value, type):
        init = vars(value).get("__init__")
        if isinstance(init, FunctionType) and not hasattr(init, "__wrapped__"):
            type.__setattr__(value, "__init__", _wrapped(init, name))
    return value


def _wrapped(function: Callable[..., Any], name: str) -> Any:
    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except TypeError as error:
            # Only a call that does not fit the signature leaves no frame of the function.
            if error.__traceback__ is None or error.__traceback__.tb_next is not None:
                raise
            known = [each for each in inspect.signature(function).parameters if each != "self"]
            keywords(f"arm.{name}", kwargs, known)
            raise

    return call


def keywords(caller: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Refuse a keyword that a function does not have.

    Args:
        caller: Name of the function in the message.
        given: Names of the keywords.
        known: Names that the function has, its first parameter first.
    """
    names = [*known]
    for name in given:
        if name not in names:
            hint = nearest(name, names)
            if names and names[0] in TAKE_MODELS:
                hint = _elsewhere(caller, name) or hint
            raise ArgumentError(name, f"{caller} has no such keyword", f"some of {', '.join(names)}", hint)


def _elsewhere(caller: str, name: str) -> str:
    """Return where a keyword belongs that users look for in a function of a robot."""
    if name in CHOICES:
        return f"it belongs to the model: {caller}(arm.model(robot, {name}=…), …)"
    return ELSEWHERE.get(name, "")


def names_of(function: Callable[..., Any], skipped: int = 0) -> tuple[str, ...]:
    """Return the names of the parameters of a function or class, without the first ones."""
    return tuple(inspect.signature(function).parameters)[skipped:]
