"""Files of another kind: every reader names the function that reads the file."""

import pytest

import armillary as arm
from internals import COMPLETE, KEYS, READERS, CatalogueFile, RobotFile, ScenarioFile, StudyFile

PUSHES = "t [s],link,force x [N],force y [N],force z [N],point x [m],point y [m],point z [m]\n"
TEXTS = {
    "robot file": ("robot.toml", ""),
    "scenario file": ("scenario.toml", 'robot = "khatib-rr"\nduration = "1 s"\n'),
    "study file": ("study.toml", 'robot = "khatib-rr"\noutputs = ["sag"]\n[axes]\npayload.mass = [0, 1]\n'),
    "motion file": ("motion.toml", 'reference = { type = "constant", at = [0, 0] }\n'),
    "motor catalogue": ("catalogue.toml", '[[motor]]\nname = "m"\n[[gear]]\nname = "g"\n'),
    "file of pushes": ("pushes.csv", PUSHES),
}
RESULT, STORE = "result of a simulation", "store of results"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Return a file of each kind."""
    folder = tmp_path_factory.mktemp("kinds")
    robot = arm.library.get("khatib-rr")
    arm.save(robot, folder / "robot.toml")
    arm.save(arm.simulate(robot, 0.01), folder / "run.nc")
    (folder / "study.zarr").mkdir()
    (folder / "study.zarr" / "zarr.json").write_text("{}")
    for name, text in TEXTS.values():
        if text:
            (folder / name).write_text(text)
    places = {kind: folder / name for kind, (name, _) in TEXTS.items()}
    return places | {RESULT: folder / "run.nc", STORE: folder / "study.zarr"}


def function(kind):
    """Return the function that reads a kind of file."""
    path = READERS[kind].function.split(".")[1:]
    value = arm
    for name in path:
        value = getattr(value, name)
    return value


@pytest.mark.parametrize("expected", READERS)
@pytest.mark.parametrize("kind", READERS)
def test_a_reader_names_the_one_for_another_kind(files, kind, expected):
    if kind == expected:
        return
    with pytest.raises(arm.ArmillaryError) as caught:
        function(expected)(files[kind])
    message = str(caught.value)
    assert f"this is a {kind}; expected a {expected}" in message
    assert f"{READERS[kind].function}({str(files[kind])!r}) reads it" in message


def test_a_missing_file_is_missing(tmp_path):
    for kind in READERS:
        with pytest.raises(arm.ArmillaryError, match="there is no such f"):
            function(kind)(tmp_path / "none.toml")


def test_a_faulty_file_of_the_right_kind_lists_its_problems(tmp_path):
    file = tmp_path / "scenario.toml"
    file.write_text('duration = "1 s"\ncontroler = 3\nreference = { type = "constant", at = [0, 0] }\nrobot = 3\n')
    with pytest.raises(arm.errors.ScenarioError) as caught:
        arm.load_scenario(file)
    assert len(caught.value.problems) == 2


def test_names_of_the_library_are_known():
    with pytest.raises(arm.errors.ScenarioError, match=r"arm\.library\.get\('panda'\)"):
        arm.load_scenario("panda")
    with pytest.raises(arm.errors.ScenarioError, match="did you mean manutec-r3"):
        arm.load_scenario("manutec-r2")


def test_the_tables_are_fields_of_their_files():
    schemas = {
        "robot file": RobotFile,
        "scenario file": ScenarioFile,
        "study file": StudyFile,
        "motor catalogue": CatalogueFile,
    }
    for kind, schema in schemas.items():
        assert {*" ".join((*COMPLETE[kind], *KEYS[kind])).split()} <= {*schema.model_fields}


@pytest.mark.parametrize(
    ("load", "kind", "stray"),
    [
        (arm.load_scenario, "scenario file", "joint = 1\n"),
        (arm.load_scenario, "scenario file", "samples = 3\n"),
        (arm.load_study, "study file", "link = 1\n"),
        (arm.load_motion, "motion file", "controller = 1\n"),
    ],
)
def test_a_stray_key_of_another_kind_is_named(tmp_path, load, kind, stray):
    """A complete file with a field of another kind of file is no file of that kind."""
    path = tmp_path / "file.toml"
    path.write_text(stray + TEXTS[kind][1], encoding="utf-8")
    with pytest.raises(arm.errors.DescriptionError) as caught:
        load(path)
    assert stray.split()[0] in [problem.field for problem in caught.value.problems]


def test_save_takes_what_it_can_write(tmp_path):
    robot = arm.library.get("khatib-rr")
    run = arm.simulate(robot, 0.01)
    arm.save(run, tmp_path / "run.nc")
    assert (arm.load_trajectory(tmp_path / "run.nc").q == run.q).all()
    with pytest.raises(arm.ArgumentError, match=r"arm\.save\(model\.robot, path\)"):
        arm.save(arm.model(robot), tmp_path / "arm.toml")
    with pytest.raises(arm.ArgumentError, match="a Robot or a Trajectory"):
        arm.save("arm.toml", robot)
    with pytest.raises(arm.ArgumentError, match=r"ends in \.nc"):
        arm.save(run, tmp_path / "run.toml")
