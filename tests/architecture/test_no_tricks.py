"""Values are what their constructors made them: nothing writes into them afterwards.

A frozen dataclass may complete its own fields by `object.__setattr__` in its `__post_init__`. Any other write into
`__dict__` or through `__setattr__`, and any attribute set by name, is listed here with its reason.
"""

import ast
from collections.abc import Iterator

from own_sources import FILES, Function, name_of, of_every_file, tree_of

ALLOWED = {
    "compiler/calls/fastcall.py": "a built-in takes the place of a method: calls cost tens of nanoseconds",
    "description/coerce.py": "called by the __post_init__ of every part of a robot",
    "description/urdf/xacro.py": "xacro keeps its state in variables of its modules, which are set for one file",
    "results/netcdf.py": "attributes of SciPy's netCDF files are set by name; the file object closes its buffer",
    "simulation/references/parameters.py": "called by the __post_init__ of every reference",
}


def writes(node: ast.AST, function: str = "") -> Iterator[int]:
    """Yield the lines that write into an object's `__dict__` or set attributes around its class."""
    if isinstance(node, Function):
        function = node.name
    if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Delete)):
        targets = node.targets if isinstance(node, (ast.Assign, ast.Delete)) else [node.target]
        parts = [part for target in targets for part in (target.elts if isinstance(target, ast.Tuple) else [target])]
        yield from (part.lineno for part in parts if isinstance(part, ast.Subscript) and namespace(part.value))
    if isinstance(node, ast.Call):
        called = node.func
        if isinstance(called, ast.Name) and called.id in ("setattr", "delattr"):
            yield node.lineno
        if isinstance(called, ast.Attribute):
            changed = called.attr in ("update", "setdefault", "pop", "clear") and namespace(called.value)
            around = called.attr in ("__setattr__", "__delattr__") and function != "__post_init__"
            if changed or around:
                yield node.lineno
    for child in ast.iter_child_nodes(node):
        yield from writes(child, function)


def namespace(node: ast.AST) -> bool:
    """Whether an expression is `x.__dict__` or `vars(x)`."""
    by_name = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "vars"
    return by_name or (isinstance(node, ast.Attribute) and node.attr == "__dict__")


@of_every_file
def test_nothing_writes_into_values(file):
    found = list(writes(tree_of(file)))
    if name_of(file) in ALLOWED:
        assert found, f"{name_of(file)} no longer does this: take it from the list"
    else:
        assert not found, f"lines {found} write into an object after it was made"


def test_the_list_names_files():
    assert set(ALLOWED) <= {name_of(file) for file in FILES}


def test_the_reader_sees_what_it_should():
    text = (
        "class A:\n    def __post_init__(self):\n        object.__setattr__(self, 'a', 1)\n"
        "def f(x):\n    x.__dict__['a'] = 1\n    vars(x).update(a=1)\n    object.__setattr__(x, 'a', 1)\n"
        "    setattr(x, 'a', 1)\n    x.__dict__['a'], y = 1, 2\n    return x.__dict__['a']\n"
    )
    assert list(writes(ast.parse(text))) == [5, 6, 7, 8, 9]
