"""Robots, trajectories, equations and selections as notebooks show them."""

import base64
import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import Joint, Link, Robot, shortened
from internals import markdown as notebook
from made_up_selection import selection

SVG = "{http://www.w3.org/2000/svg}"
NASTY = "<script>alert('&\"')</script>"


def parsed(page):
    return ET.fromstring(re.sub(r"&#x27;", "'", page))


def texts(page):
    return "".join(parsed(page).itertext())


def trajectory(n=2, rows=11, kinds=None, **more):
    t = np.linspace(0, 1, rows)
    robot = Robot(
        "an arm",
        tuple(Link(f"l{k}", 1.0) for k in range(n)),
        tuple(
            Joint(f"j{k}", kind, f"l{k - 1}" if k else "base", f"l{k}", axis=(0, 0, 1))
            for k, kind in enumerate(kinds or ["revolute"] * n)
        ),
    )
    zeros = np.zeros((rows, n))
    fields = {
        "q": zeros + t[:, None],
        "qd": zeros,
        "qdd": zeros,
        "tau": zeros,
        **dict.fromkeys(("kinetic", "potential", "work", "external", "dissipated"), np.zeros(rows)),
        **more,
    }
    return arm.Trajectory(arm.model(robot), t, **fields)


@pytest.mark.parametrize("name", arm.library.names())
def test_every_robot_of_the_library(name):
    robot = arm.library.get(name)
    page = texts(robot._repr_html_())
    for part in (*robot.joints, *robot.links, *robot.motors, *robot.payloads)[:50]:
        assert part.name in page


def test_robot_says_what_its_numbers_are():
    robot = arm.library.get("flexrob")
    page = texts(robot._repr_html_())
    assert "0.4rectangle 5 × 40 mm" in page
    assert "cantilever modes: 2 bending y" in page
    assert "0.0235" in page  # 100² · 2.35e-6 kg·m²
    assert "−166 to 166 deg" in texts(arm.library.get("panda")._repr_html_())


def test_names_from_outside_are_no_markup():
    robot = arm.planar([1], [1], coms=[0.5], inertias=[0.1])
    robot = replace(robot, name=NASTY, source=NASTY, notes=(NASTY,))
    assert texts(robot._repr_html_()).count(NASTY) == 3
    named = replace(robot, joints=(replace(robot.joints[0], name=NASTY),))
    run = replace(trajectory(1), model=arm.model(named), events=(arm.types.Event(0.5, NASTY, NASTY),))
    assert texts(run._repr_html_()).count(NASTY) == 1 + 2 + 2  # name, legend and title of the line, event
    named = selection(rename=(NASTY, "b", "c", "d"))
    assert NASTY in texts(named._repr_html_())


def pictures(page):
    """Return the drawings of the pictures of a page, which are SVG inside addresses."""
    found = [one.get("src") for one in parsed(page).iter("img")]
    return [ET.fromstring(base64.b64decode(each.partition(",")[2])) for each in found]


def test_robots_turn_and_runs_play():
    """Without scripts and requests; frames are where the bones of the robot are."""
    (turning,) = pictures(arm.library.get("panda")._repr_html_())
    moves = list(turning.iter(f"{SVG}animate"))
    assert {each.get("attributeName") for each in moves} == {"d", "cx", "cy"}
    assert len({len(each.get("values").split(";")) for each in moves}) == 1
    turn = np.stack([np.linspace(0, np.pi / 2, 11), np.zeros(11)], axis=1)
    run = replace(trajectory(2, q=turn), model=arm.model(arm.planar([1, 1], [1, 1], coms=[0.5, 0.5], inertias=[0, 0])))
    (playing,) = pictures(run._repr_html_())
    line = next(playing.iter(f"{SVG}path"))[0]
    frames = line.get("values").split(";")
    begun, ended = (np.array([part.split() for part in frames[k][1:].split("L")], dtype=float) for k in (0, -1))
    begun, ended = begun[-1] - begun[0], ended[-1] - ended[0]
    assert begun @ ended == pytest.approx(0.0, abs=20.0)
    assert np.linalg.norm(begun) == pytest.approx(np.linalg.norm(ended), abs=0.2)
    assert line.get("dur") == "1s"
    assert not {"script", "foreignObject"} & {one.tag.removeprefix(SVG) for one in turning.iter()}


def test_inverse_kinematics_shows_itself():
    robot = arm.library.get("planar-3r")
    found = arm.inverse_kinematics(robot, [[0.5, 0.5, 0.0], [9.0, 0.0, 0.0]], task=(3, 4))
    page = texts(found._repr_html_())
    assert "1 of 2 targets reached" in page
    assert found.reason[1] in page
    assert f"{found.q[0][0]:.6g}" in found.table()
    every = arm.inverse_kinematics(robot, arm.compile(robot).pose([0.1, 0.2, 0.3]), all=True)
    assert "elbow left" in texts(every._repr_html_())


def test_printed_results_show_numbers_and_messages_one_line():
    robot = arm.library.get("planar-3r")
    run = trajectory()
    results = [
        arm.frequencies(arm.library.get("flexrob"), joints="free"),
        arm.statics(arm.library.get("flexrob")),
        arm.inverse_kinematics(robot, [[0.5, 0.5, 0.0]], task=(3, 4)),
        run.metrics(),
        selection(),
    ]
    for result in results:
        assert str(result) == result.table().rstrip("\n")
        assert "\n" not in repr(result)
        with pytest.raises(arm.errors.ArgumentError) as caught:
            arm.compile(robot, dtype=result)
        assert caught.value.found == shortened(result)
        assert "\n" not in caught.value.found
    assert str(run) == run.summary()
    assert str(trajectory(rows=0)) == repr(trajectory(rows=0))


def svgs(page):
    return [one.get("aria-label") for one in parsed(page).iter(f"{SVG}svg")]


def test_charts_of_a_trajectory():
    assert svgs(trajectory()._repr_html_()) == ["joints, angle [rad]", "energies, energy [J]"]
    mixed = trajectory(3, tau=np.ones((11, 3)), kinds=["revolute", "prismatic", "revolute"])
    assert svgs(mixed._repr_html_()) == [
        "joints, angle [rad]",
        "joints, displacement [m]",
        "efforts, torque [N·m]",
        "efforts, force [N]",
        "energies, energy [J]",
    ]
    many = trajectory(20)
    assert svgs(many._repr_html_())[0] == "joints (1 of 3), angle [rad]"


def test_a_run_that_ended_in_infinities_and_one_without_rows():
    last = np.zeros(11)
    last[-1] = np.inf
    broken = trajectory(kinetic=last, potential=np.full(11, np.nan), q=np.full((11, 2), np.nan))
    assert len(svgs(broken._repr_html_())) == 2
    assert "empty" in texts(trajectory(rows=0)._repr_html_())


def test_long_runs_stay_small():
    assert len(trajectory(8, rows=100_000)._repr_html_()) < 200_000


def test_elastic_coordinates_have_a_chart_of_their_own():
    robot = arm.library.get("flexrob")
    run = arm.simulate(robot, 0.05, solver=arm.solvers.RK4(step=1e-4))
    labels = svgs(run._repr_html_())
    assert labels[0] == "joints, angle [rad]"
    assert labels[1].startswith("elastic coordinates")


def test_equations_are_typeset():
    found = arm.equations(arm.library.get("khatib-rr"))
    assert found._repr_markdown_() == found.markdown()
    displays = found._repr_latex_()
    assert displays.startswith("$$")
    assert displays.count("$$") % 2 == 0
    assert "\\begin{bmatrix}" in displays
    assert "| symbol |" not in displays


def test_too_many_equations_are_not_typeset(monkeypatch):
    monkeypatch.setattr(notebook, "MOST", 100)
    page = arm.equations(arm.library.get("khatib-rr"))._repr_markdown_()
    assert len(page) < 400
    assert "$" not in page
    assert "equations.entry" in page


def test_selection_ranks_and_marks_the_best():
    found = selection()
    page = parsed(found._repr_html_())
    ranked = [row[1].text for row in page.iter("tr") if row[0].tag == "td" and row[0].text in ("1", "2", "3", "4")]
    assert tuple(ranked[:4]) == found.ranking
    bold = [cell.text for cell in page.iter("strong")]
    assert "60M 40A 2T" in bold  # fewest operations
    assert any(text.startswith("2.00") or text.startswith("2±") or text == "2" for text in bold)  # largest area
    assert "left out:" not in texts(found._repr_html_())
    weighed = selection({"workspace.volume": 1, "flexible.frequency": 1})
    assert "left out: flexible.frequency" in texts(weighed._repr_html_())


def test_importing_the_folder_does_not_hide_the_function_of_its_name():
    """`armillary.symbolic` is a folder, which was imported above, and a public function."""
    assert arm.equations is arm.equations
