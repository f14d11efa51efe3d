"""No dead names in the sources.

The list of exceptions may only shrink: an entry that is no longer needed fails.
"""

import ast
import re
from collections import Counter

from own_sources import FILES, PAGES, SOURCE, name_of, text_of, tree_of

ONLY_TESTED = {
    "compiler/passes/__init__.py PASSES": "the list of passes in their order, compared with the documents",
    "description/mjcf/reader.py parse_mjcf": "MJCF as text, beside read_mjcf of a file",
    "formulations/chains/celentano_planar.py link_inertia_direct": "a published form, compared with the others",
    "formulations/chains/celentano_planar.py link_kinetic_gradient": "a published form, compared with the others",
    "formulations/chains/celentano_spatial.py link_gravity_on_axis": "a published form, compared with the others",
    "formulations/chains/planar_nr.py psi_form": "a published form, compared with the others",
    "formulations/chains/spherical_chain.py from_joint_state": "translates states for the comparison with models",
    "formulations/chains/spherical_chain.py generalized_forces": "translates forces for the comparison with models",
    "formulations/chains/spherical_chain.py to_joint_state": "translates states for the comparison with models",
    "formulations/kinetic_gradient.py model_gradient": "the exact gradient, compared with other ways",
    "kinematics/planar_nr.py joint_positions": "a published form, compared with the others",
    "kinematics/redundancy.py resolve_velocity": "joint rates of redundant arms, for controllers of users",
    "selection/architectures/equivalence.py normal_form": "names the class of equal arrangements",
}
"""Names that only tests use, and why they ship."""


def used_names() -> Counter[str]:
    """Return how often each name is read, imported under another name, or written in a short text, in src."""
    used: Counter[str] = Counter()
    for file in [*FILES, SOURCE / "__init__.pyi"]:
        for node in ast.walk(tree_of(file)):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                used[node.id] += 1
            elif isinstance(node, ast.Attribute):
                used[node.attr] += 1
            elif isinstance(node, ast.alias) and (node.asname or file.suffix == ".pyi"):
                used[node.name] += 1
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 60:
                used.update(re.findall(r"\w+", node.value))
    return used


def test_no_name_is_unused():
    used, pages = used_names(), set(re.findall(r"\w+", "\n".join(map(text_of, PAGES))))
    found = set()
    for file in FILES:
        for node in tree_of(file).body:
            names = [node.name] if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else []
            if isinstance(node, (ast.Assign, ast.AnnAssign)):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names = [each.id for each in targets if isinstance(each, ast.Name)]
            dead = [name for name in names if not name.startswith("__") and not used[name] and name not in pages]
            found |= {f"{name_of(file)} {name}" for name in dead}
    assert sorted(found - set(ONLY_TESTED)) == [], "nothing uses these"
    assert sorted(set(ONLY_TESTED) - found) == [], "these are used now: take them from the list"
