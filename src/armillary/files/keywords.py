"""Errors for keywords that a public function, class or method does not have, with the nearest one that it has.

Python's own message, "unexpected keyword argument 'controler'", suggests nothing before version 3.13, and it is no
`ArmillaryError`. Public callables are therefore wrapped:
    functions      when their name is loaded, by `helpful`; the package itself calls them without the wrapper
    constructors   when the name of their class is loaded, in place, since values are compared and pickled by the class
    methods        when the class is made if it derives from `Helpful`, else when its name is loaded
Classes whose objects come out of functions derive from `Helpful`: users call their methods without loading the name.

The wrapper adds about 0.1 µs to a call. Native entries of compiled quantities are not wrapped: they pass a call with a
keyword that they do not know to the method, which is.
"""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from types import FunctionType, ModuleType
from typing import Any

from armillary.errors import KeywordError
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
NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
"""Kinds of parameters that a keyword can name."""
FIRST = ("self", "cls", "_cls")
"""Names of the first parameter of methods and constructors."""


class Helpful:
    """Base of public classes: a misspelt keyword of their methods raises a `KeywordError`."""

    __slots__ = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        _wrap_methods(cls)


def helpful(value: Any, name: str) -> Any:
    """Return a public function that raises a `KeywordError`; classes and modules are changed in place.

    Args:
        value: Function, class, module or constant.
        name: Public name without the package, such as "controllers.PD".
    """
    if isinstance(value, ModuleType):
        for inner in vars(value).get("__all__", ()):
            member = vars(value).get(inner)
            if isinstance(member, type):
                helpful(member, f"{name}.{inner}")
            elif isinstance(member, FunctionType):
                # In the module, where pickle and doctest look for it by the name that it keeps.
                setattr(value, inner, _wrap(member, f"arm.{name}.{inner}"))
    elif isinstance(value, type):
        for base in value.__mro__:
            _wrap_methods(base)
        _wrap_constructor(value, f"arm.{name}")
    elif isinstance(value, FunctionType):
        wrapped = _wrap(value, f"arm.{name}")
        space, _, wrapped.__qualname__ = f"armillary.{name}".rpartition(".")
        wrapped.__module__ = space  # where pickle finds the wrapper itself
        return wrapped
    return value


def _wrap_methods(cls: type) -> None:
    """Wrap the public methods that a class of this package defines; classes of users stay as they are."""
    if not cls.__module__.startswith("armillary."):
        return
    for name, member in [*vars(cls).items()]:
        function = member.__func__ if isinstance(member, (classmethod, staticmethod)) else member
        if name.startswith("_") or not isinstance(function, FunctionType):
            continue
        if isinstance(member, staticmethod):
            wrapped = _wrap(function, f"{cls.__name__}.{name}")
        else:
            wrapped = _wrap(function, name, method=True)
        type.__setattr__(cls, name, wrapped if member is function else type(member)(wrapped))


def _wrap_constructor(cls: type, name: str) -> None:
    """Wrap `__init__`, an inherited one too, since messages name the class; or `__new__` of a named tuple."""
    if getattr(cls, "_is_protocol", False):  # its `__init__` is replaced in the classes that implement it
        return
    for method in ("__init__", "__new__"):
        function = unwrapped(getattr(cls, method))
        if isinstance(function, FunctionType):
            wrapped = _wrap(function, name)
            type.__setattr__(cls, method, staticmethod(wrapped) if method == "__new__" else wrapped)


def _wrap(function: Any, name: str, method: bool = False) -> Any:
    """Return a function that raises a `KeywordError`; the class of the object precedes the name of a method."""
    if unwrapped(function) is not function:
        return function

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True  # pytest and IPython leave out this frame
        try:
            return function(*args, **kwargs)
        except TypeError:
            signature = inspect.signature(function).parameters
            # A function with `**options` checks their names itself.
            if all(parameter.kind is not inspect.Parameter.VAR_KEYWORD for parameter in signature.values()):
                known = [word for word, parameter in signature.items() if parameter.kind in NAMED and word not in FIRST]
                keywords(f"{_owner(args)}{name}" if method else name, kwargs, known)
            raise

    return call


def unwrapped(function: Any) -> Any:
    """Return the function that a wrapper of this file calls; other values as they are."""
    if getattr(function, "__globals__", None) is globals() and hasattr(function, "__wrapped__"):
        return function.__wrapped__
    return function


def _owner(args: tuple[Any, ...]) -> str:
    """Return the name of the class of a method, followed by a dot, from the arguments of its call."""
    if not args:
        return ""
    owner = args[0] if isinstance(args[0], type) else type(args[0])
    return f"{owner.__name__}."


def keywords(caller: str, passed: Iterable[str], known: Iterable[str]) -> None:
    """Raise a `KeywordError` for a keyword that a function does not have.

    Args:
        caller: Name of the function in the message.
        passed: Names of the keywords of the call.
        known: Names that the function has, its first parameter first.
    """
    names = [*known]
    for name in passed:
        if name not in names:
            hint = nearest(name, names)
            if names and names[0] in TAKE_MODELS:
                hint = _elsewhere(caller, name) or hint
            expected = f"{'some of ' if len(names) > 1 else ''}{', '.join(names) or 'no keywords'}"
            raise KeywordError(name, f"{caller} has no such keyword", expected, hint) from None


def _elsewhere(caller: str, name: str) -> str:
    """Return where a keyword belongs that users look for in a function of a robot."""
    if name in CHOICES:
        return f"it belongs to the model: {caller}(arm.model(robot, {name}=…), …)"
    return ELSEWHERE.get(name, "")


def names_of(function: Callable[..., Any], skipped: int = 0) -> tuple[str, ...]:
    """Return the names of the parameters of a function or class, without the first ones."""
    return tuple(inspect.signature(function).parameters)[skipped:]
