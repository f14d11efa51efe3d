"""The page of a report: what stands in it, how large it is, what it refuses."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest
from click.testing import CliRunner

import armillary as arm
from internals import Visual, _joined, html, main, printable, revolve
from made_up_motion import HOSTILE, swinging
from mesh_writers import binary_stl
from moved import moved

MEGABYTE = 1_000_000


class Reader(HTMLParser):
    """Collects elements, texts, and what is never closed."""

    VOID = ("meta", "link", "br", "img", "input")

    def __init__(self):
        super().__init__()
        self.elements, self.open, self.text, self.wrong = [], [], [], []

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data):
        if not self.open or self.open[-1] not in ("script", "style"):
            self.text.append(data)


def read(page):
    reader = Reader()
    reader.feed(page)
    assert not reader.wrong
    assert not reader.open
    return reader


def embedded(page):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page)[1])


@pytest.fixture(scope="module")
def motion():
    return moved("flexrob", duration=10.0, rows=2001)


@pytest.fixture(scope="module")
def page(motion):
    return html(motion)


class TestPage:
    def test_every_section_is_there(self, page):
        found = {attributes.get("id") for tag, attributes in read(page).elements if tag == "section"}
        assert found == {
            "runs", "events", "audit", "scenario", "robot", "frequencies", "costs", "reproduce", "precision"
        }  # fmt: skip

    def test_it_is_small(self, page):
        assert len(page.encode()) < 3 * MEGABYTE

    def test_a_run_with_many_rows_and_joints_is_small_too(self):
        many = moved("panda", rows=10_001, duration=10.0)
        assert len(html(many).encode()) < 3 * MEGABYTE

    def test_what_is_told_is_right(self, motion, page):
        words = " ".join(read(page).text)
        model = motion.model
        for name in ("shoulder", "elbow", "base motor", "elbow motor", "upper", "fore"):
            assert name in words
        first = arm.frequencies(model.robot, q=motion.q[0, :2], joints="locked")[0]
        assert f"{first:.5g}" in words
        counted = arm.cost(arm.model(model.robot, friction=False), "forward_dynamics")
        assert f'<td class="number">{counted.mul}</td>' in page
        assert f"{motion.drift_max:.3g}".replace("-", "−") in words
        assert "elbow·ü reaches its limit" in words
        assert arm.__version__ in words

    def test_events_are_buttons(self, page):
        buttons = [
            attributes for tag, attributes in read(page).elements if tag == "button" and "data-time" in attributes
        ]
        assert [float(one["data-time"]) for one in buttons] == [0.5]

    def test_every_number_of_the_audit(self, motion, page):
        words = " ".join(read(page).text)
        gained = motion.work[-1] - motion.work[0]
        assert f"{gained:.7g}".replace("-", "−") in words

    def test_nothing_is_loaded_from_elsewhere(self, page):
        for tag, attributes in read(page).elements:
            for name in ("src", "href", "action", "data", "poster"):
                assert attributes.get(name, "#").startswith(("#", "data:")), (tag, attributes)
        assert "url(" not in page.split("<script")[0]

    def test_rigid_robot_has_no_frequencies_to_tell(self):
        words = " ".join(read(html(moved("planar-3r", rows=11))).text)
        assert "No link bends and no joint has a spring" in words

    def test_a_run_that_ended_in_numbers_that_are_none(self):
        motion = moved("planar-3r", rows=21)
        q, kinetic = motion.q.copy(), motion.kinetic.copy()
        q[-1], kinetic[-1] = np.nan, np.inf
        made = html(replace(motion, q=q, kinetic=kinetic, events=(arm.types.Event(float("nan"), "not finite", "x"),)))
        assert len(json.loads(json.dumps(embedded(made)["runs"]))) == 1
        read(made)

    def test_scenario_text_is_shown_where_it_is_known(self):
        known = replace(moved("planar-3r", rows=5), info={"scenario": "a.toml", "scenario_text": 'robot = "<planar>"'})
        made = html(known)
        assert "robot = &#34;&lt;planar&gt;&#34;" in made
        assert "armillary simulate a.toml" in made

    @pytest.mark.filterwarnings("error")
    def test_a_run_without_any_number(self):
        motion = moved("planar-3r", rows=5)
        none = {name: getattr(motion, name) * np.nan for name in ("q", "tau", "kinetic", "potential", "work")}
        data = embedded(html(replace(motion, **none)))
        assert data["runs"][0]["t"]["shape"] == [0]

    @pytest.mark.parametrize("times", [np.full(5, np.nan), np.array([0, 1, 0.5, 2, 3]), np.array([0, 1, 2, 3, np.inf])])
    def test_times_that_are_none(self, times):
        with pytest.raises(arm.ArgumentError, match="expected rising times"):
            html(replace(moved("planar-3r", rows=5), t=times))

    def test_information_of_other_kinds(self):
        strange = {"elastic": 5, "steps": "many", "seconds": ["long"], "duration": "x", "scenario": 7, "why": {"a": 1}}
        words = " ".join(read(html(replace(moved("flexrob", rows=5), info=strange))).text)
        assert "many" in words

    def test_one_row(self):
        motion = moved("planar-3r", rows=3)
        arrays = ("t", "q", "qd", "qdd", "tau", "kinetic", "potential", "work", "external", "dissipated")
        made = html(replace(motion, **{name: getattr(motion, name)[:1] for name in arrays}, signals={}))
        assert "0 s, 1 row, energy drift" in made


class TestMeshes:
    """A robot with shapes from files."""

    @pytest.fixture(scope="class")
    @staticmethod
    def dressed(tmp_path_factory):
        folder = tmp_path_factory.mktemp("meshes")
        profile = np.linspace(0.0, np.pi, 90)
        robot = arm.library.get("panda")
        visuals = []
        for k, link in enumerate(robot.links):
            bulge = np.sin(profile) * (1 + 0.1 * np.sin((k + 5) * profile))
            mesh = revolve(np.stack([0.06 * bulge, 0.1 - 0.1 * np.cos(profile)], axis=1), sides=90)
            (folder / f"{k}.stl").write_bytes(binary_stl(mesh.vertices, mesh.faces))
            visuals.append(Visual(link.name, "mesh", file=str(folder / f"{k}.stl")))
        return swinging(arm.model(replace(robot, visuals=tuple(visuals))), rows=10_001, duration=10.0)

    def test_the_page_is_small(self, dressed):
        made = html(dressed)
        data = embedded(made)
        assert len(made.encode()) < 3 * MEGABYTE
        assert all(mesh["faces"]["type"] == "u2" for mesh in data["meshes"])
        assert sum(mesh["vertices"]["shape"][0] for mesh in data["meshes"]) > 10_000

    def test_robots_that_differ_in_their_motors_share_them(self, dressed):
        robot = replace(dressed.robot, visuals=dressed.robot.visuals[:2])
        models = (arm.model(robot, motors=motors) for motors in ("full", "reflected", "none"))
        runs = [swinging(model, rows=101, duration=1.0) for model in models]
        made = html(runs)
        data = embedded(made)
        links = [[part["mesh"] for part in robot["parts"] if part["role"] == "link"] for robot in data["robots"]]
        assert len(links) == 3
        assert links[0] == links[1] == links[2]

    def test_a_file_that_cannot_be_shown_is_told(self, dressed, tmp_path):
        (tmp_path / "3.stl").write_bytes(b"solid <b>\nfacet")
        visuals = list(dressed.robot.visuals)
        visuals[3] = replace(visuals[3], file=str(tmp_path / "3.stl"))
        robot = replace(dressed.robot, visuals=tuple(visuals))
        words = " ".join(read(html(replace(dressed, model=arm.model(robot)))).text)
        assert "3.stl': 0 readable corners for 1 triangles" in words


class TestHostile:
    @pytest.fixture(scope="class")
    @staticmethod
    def hostile():
        robot = arm.library.get("flexrob")
        joint = replace(robot.joints[0], name=HOSTILE.replace("\x00", ""))
        motors = tuple(
            replace(motor, name=HOSTILE.replace("\x00", ""), joint=joint.name if k == 0 else motor.joint)
            if k == 0 else motor for k, motor in enumerate(robot.motors)
        )  # fmt: skip
        named = replace(
            robot, name=f"</title>{HOSTILE}", joints=(joint, *robot.joints[1:]), motors=motors, source="<b>"
        )
        motion = swinging(arm.model(named), rows=11)
        return replace(
            motion,
            events=(arm.types.Event(0.5, HOSTILE, HOSTILE, HOSTILE),),
            info=motion.info | {"scenario": HOSTILE, "scenario_text": HOSTILE, "why": HOSTILE, HOSTILE: [HOSTILE]},
        )

    def test_texts_stay_texts(self, hostile):
        made = html([hostile, hostile], title=HOSTILE, names=[HOSTILE, "<b>"])
        found = [tag for tag, _ in read(made).elements]
        assert found.count("script") == 2
        assert not {"img", "i", "b"} & set(found)
        assert all(not name.startswith("on") for _, attributes in read(made).elements for name in attributes)

    def test_texts_are_told_as_they_are(self, hostile):
        made = html(hostile, title=HOSTILE)
        data = embedded(made)
        assert data["title"] == printable(HOSTILE)
        assert data["runs"][0]["events"][0]["message"] == printable(HOSTILE)
        assert printable(HOSTILE) in read(made).text


class TestComparison:
    def test_runs_of_one_robot_share_it(self, motion):
        later = replace(motion, q=motion.q + 0.01)
        made = html([motion, later, later], names=["a", "b", "c"])
        data = embedded(made)
        assert len(data["robots"]) == 1
        assert [run["robot"] for run in data["runs"]] == [0, 0, 0]
        assert [run["name"] for run in data["runs"]] == ["a", "b", "c"]

    def test_different_robots(self, motion):
        data = embedded(html([motion, moved("planar-3r", rows=11)]))
        assert [robot["name"] for robot in data["robots"]] == ["flexrob", "planar-3r"]
        assert [run["robot"] for run in data["runs"]] == [0, 1]

    def test_different_motors_are_different_robots(self, motion):
        other = replace(motion, model=arm.model(motion.robot, motors="none"))
        data = embedded(html([motion, other]))
        assert len(data["robots"]) == 2
        assert [run["name"] for run in data["runs"]] == ["flexrob, motors full", "flexrob, motors none"]

    def test_differences_are_those_of_all_rows(self, motion):
        apart = motion.q.copy()
        apart[777, 1] += 0.0625  # between the rows that a plot would show
        words = " ".join(read(html([motion, replace(motion, q=apart)], names=["a", "b"])).text)
        assert "0.0625" in words
        assert f"{motion.t[777]:.4g}" in words

    def test_names_from_files(self, motion, tmp_path):
        for folder in ("x", "y"):
            (tmp_path / folder).mkdir()
            motion.save(tmp_path / folder / "same.nc")
        motion.save(tmp_path / "other.nc")
        data = embedded(html([tmp_path / "x" / "same.nc", tmp_path / "other.nc"]))
        assert [run["name"] for run in data["runs"]] == ["same", "other"]
        data = embedded(html([tmp_path / "x" / "same.nc", tmp_path / "y" / "same.nc"]))
        assert data["runs"][1]["name"] == str(tmp_path / "y" / "same.nc")


class TestErrors:
    @pytest.mark.parametrize("count", [0, 5])
    def test_count(self, motion, count, tmp_path):
        with pytest.raises(arm.ArgumentError, match=f"{count} runs; expected 1 to 4"):
            arm.report([motion] * count, tmp_path / "a.html")
        assert not list(tmp_path.iterdir())

    def test_no_result(self, tmp_path):
        with pytest.raises(arm.ArgumentError, match=r"trajectories, or \.nc files"):
            arm.report([3], tmp_path / "a.html")  # type: ignore[list-item]

    def test_name(self, motion, tmp_path):
        with pytest.raises(arm.ArgumentError, match=r"ends in \.html"):
            arm.report(motion, tmp_path / "a.pdf")
        with pytest.raises(arm.ArgumentError, match="cannot be written"):
            arm.report(motion, tmp_path / "absent" / "a.html")

    def test_names(self, motion):
        with pytest.raises(arm.ArgumentError, match="1, one for each run"):
            html(motion, names=["a", "b"])


class TestCommand:
    @pytest.fixture
    def run(self):
        return lambda *arguments: CliRunner().invoke(main, ["show", *map(str, arguments)])

    @pytest.fixture
    def result(self, tmp_path):
        moved("planar-3r", rows=11).save(tmp_path / "swing.nc")
        return tmp_path / "swing.nc"

    def test_a_page(self, run, result, tmp_path):
        found = run(result, "-o", tmp_path / "swing.html")
        assert found.exit_code == 0, found.output
        assert found.stdout.startswith(f"written: {tmp_path / 'swing.html'} (")
        assert "Motion of planar-3r" in (tmp_path / "swing.html").read_text(encoding="utf-8")

    def test_json_and_title(self, run, result, tmp_path):
        found = run(result, result, "-o", tmp_path / "page.html", "--title", "A <swing>", "--json")
        assert found.exit_code == 0, found.output
        data = json.loads(found.stdout)
        assert data["written"] == str(tmp_path / "page.html")
        assert data["bytes"] == (tmp_path / "page.html").stat().st_size
        assert "<h1>A &lt;swing&gt;</h1>" in (tmp_path / "page.html").read_text(encoding="utf-8")

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (("absent.nc", "-o", "p.html"), "there is no such file"),
            (("{0}",) * 5 + ("-o", "p.html"), "5 results; expected 1 to 4"),
            (("{0}", "-o", "no/such/place.html"), "cannot be written"),
        ],
    )
    def test_bad_input(self, run, result, tmp_path, monkeypatch, arguments, said):
        monkeypatch.chdir(tmp_path)
        found = run(*(one.format(result) for one in arguments))
        assert found.exit_code == 2
        assert found.stdout == ""
        assert said in found.stderr
        assert not list(tmp_path.glob("**/*.html"))


def test_results_and_files_are_the_same(motion, tmp_path):
    motion.save(tmp_path / "flexrob.nc")
    assert html(tmp_path / "flexrob.nc") == html(arm.Trajectory.load(tmp_path / "flexrob.nc"), names=["flexrob"])


def test_the_audit_has_the_kinds_of_heat_of_all_runs():
    first, second = {"start": "", "bearings": "", "end": ""}, {"start": "", "gears": "", "windings": "", "end": ""}
    names = _joined([first, second])
    assert sorted(names) == sorted(first | second)
    assert (names[0], names[-1]) == ("start", "end")
