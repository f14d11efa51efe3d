"""Catalogues: what is read from TOML and CSV, and what is said of files that are wrong."""

import math

import pytest

import armillary as arm
from internals import SHIPPED, GearMotor, drives_of, parse_catalogue

TOML = """\
[[motor]]
name = "small"
mass = "400 g"
rotor_inertia = "100 g cm^2"
continuous_torque = "200 mN m"
peak_torque = "1 N m"
maximum_speed = "6000 rpm"
length = "80 mm"
diameter = "40 mm"

[[gear]]
name = "ten"
ratio = 10
efficiency = "90 %"
mass = "0.5 kg"
inertia = "20 g cm^2"
maximum_torque = "20 N m"

[[screw]]
name = "five"
lead = "5 mm"
efficiency = 0.8
backward_efficiency = 0.7
mass = "1 kg"
inertia = "0.1 kg cm^2"
maximum_force = "3 kN"
motors = ["small"]
"""

CSV = """\
# a comment
kind,name,mass [g],rotor_inertia [g cm^2],continuous_torque,peak_torque [N m],maximum_speed [rpm],length [mm],\
diameter [mm],ratio,efficiency,inertia [g cm^2],maximum_torque [N m],lead,backward_efficiency,maximum_force,motors
motor,small,400,100,200 mN m,1,6000,80,40,,,,,,,,

gear,ten,500,,,,,,,10,90 %,20,20,,,,
screw,five,1 kg,,,,,,,,0.8,100,,5 mm,0.7,3 kN,small
"""


def test_values_are_in_si_units():
    found = parse_catalogue(TOML)
    (motor,), (gear, screw) = found.motors, found.gears
    assert (motor.mass, motor.rotor_inertia, motor.continuous_torque) == (0.4, 1e-5, 0.2)
    assert motor.maximum_speed == pytest.approx(200 * math.pi)
    assert (gear.ratio, gear.efficiency, gear.backward_efficiency, gear.linear) == (10, 0.9, 0.9, False)
    assert screw.ratio == pytest.approx(2 * math.pi / 0.005)
    assert (screw.maximum_load, screw.backward_efficiency, screw.linear) == (3000, 0.7, True)


def test_csv_says_the_same_as_toml():
    assert parse_catalogue(CSV, kind="csv") == parse_catalogue(TOML)


def test_a_stator_is_a_cylinder_less_its_rotor():
    (motor,) = parse_catalogue(TOML).motors
    assert motor.axial == pytest.approx(0.4 * 0.02**2 / 2 - 1e-5)
    assert motor.transverse == pytest.approx(0.4 * (3 * 0.02**2 + 0.08**2) / 12)


def test_parts_of_a_drive_are_stacked_about_their_common_centre():
    sized = TOML.replace('maximum_torque = "20 N m"', 'maximum_torque = "20 N m"\nlength = "60 mm"\ndiameter = "50 mm"')
    found = parse_catalogue(sized)
    drive = GearMotor(found.motors[0], found.gears[0])
    centres = (-0.03, 0.04)  # gear before, motor behind the flange between them
    middle = (0.5 * centres[0] + 0.4 * centres[1]) / 0.9
    apart = 0.5 * (centres[0] - middle) ** 2 + 0.4 * (centres[1] - middle) ** 2
    assert drive.transverse == pytest.approx(drive.motor.transverse + drive.gear.transverse + apart)


def test_drives_fit_the_joint_and_the_motor():
    found = parse_catalogue(TOML + TOML.split("[[gear]]")[0].replace("small", "other"))
    assert [drive.name for drive in drives_of(found, linear=False)] == ["small + ten", "other + ten"]
    assert [drive.name for drive in drives_of(found, linear=True)] == ["small + five"]


def test_the_shipped_catalogue_is_read_and_every_row_has_its_source():
    found = arm.selection.load_catalogue()
    assert found.name == "catalogue.toml"
    assert len(found.motors) >= 5
    for row in (*found.motors, *found.gears):
        assert row.source.startswith((row.maker, "Beckhoff Information System"))
    re65 = next(motor for motor in found.motors if motor.name.startswith("RE 65"))
    # the sheet's own figures agree: stall torque k U/R and no-load speed about U/k at 48 V
    assert re65.torque_constant * 48 / re65.resistance == pytest.approx(re65.stall_torque, rel=0.01)
    assert 48 / re65.torque_constant == pytest.approx(re65.no_load_speed, rel=0.02)


def problems(text, kind="toml"):
    with pytest.raises(arm.errors.CatalogueError) as caught:
        parse_catalogue(text, f"parts.{kind}", kind)
    assert "in the motor catalogue" in str(caught.value)
    return caught.value.problems


def test_a_value_without_a_unit_is_named_with_file_line_and_field():
    (problem,) = problems(TOML.replace('"400 g"', "0.4"))
    assert (problem.file, problem.line, problem.field) == ("parts.toml", 3, "motor[0].mass")
    assert str(problem) == "parts.toml:3: motor[0].mass: 0.4 has no unit; expected a text with a unit such as '500 g'"


@pytest.mark.parametrize("value", ["0", "0.0", '"0.4"'])
def test_neither_zero_nor_a_number_in_quotes_needs_no_unit(value):
    (problem,) = problems(TOML.replace('"0.5 kg"', value))
    assert "has no unit" in problem.found
    assert problem.field == "gear[0].mass"


def test_a_cell_of_csv_without_a_unit_is_named_with_its_line():
    text = CSV.replace("mass [g]", "mass").replace("400,", "400 g,").replace("ten,500,", "ten,500 g,")
    (problem,) = problems(text.replace("1 kg,", "1,"), "csv")
    assert (problem.line, problem.field) == (6, "screw[0].mass")
    assert "name the column with a unit" in problem.hint


def test_all_problems_come_at_once_in_the_order_of_lines():
    text = TOML.replace('"100 g cm^2"', '"100 g"').replace("ratio = 10", "ratio = -10").replace('"90 %"', "1.2")
    text = text.replace("maximum_force", "maximum_forse").replace('"6000 rpm"', "true").replace("[[screw]]", "[[gear]]")
    found = problems(text)
    assert [problem.line for problem in found] == sorted(problem.line for problem in found)
    by_field = {problem.field: problem for problem in found}
    assert "measures kg" in by_field["motor[0].rotor_inertia"].found
    assert "true and false are not numbers" in by_field["motor[0].maximum_speed"].found
    assert by_field["gear[0].ratio"].expected == "a finite value above zero"
    assert "at most 1" in by_field["gear[0].efficiency"].expected
    assert "not a field of [[gear]]" in by_field["gear[1].lead"].found
    assert by_field["gear[1].ratio"].found == "the field is missing"
    assert by_field["gear[1].maximum_torque"].expected == "maximum_torque = '87 N m', for example"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('peak_torque = "1 N m"', "", "neither peak_torque nor stall_torque"),
        ('peak_torque = "1 N m"', 'stall_torque = "2 N m"', "given without no_load_speed"),
        ('peak_torque = "1 N m"', 'peak_torque = "0.1 N m"', "at least continuous_torque, 0.2 N·m"),
        ('peak_torque = "1 N m"', 'peak_torque = "1e300 N m"', "1e-30 to 1e+30 in SI units"),
        ('mass = "400 g"', 'mass = "1e-200 g"', "1e-30 to 1e+30 in SI units"),
        ('length = "80 mm"', "", "given without length"),
        ('length = "80 mm"', 'length = "80 mm"\nresistance = "1 ohm"', "given without torque_constant"),
        (
            'length = "80 mm"',
            'length = "80 mm"\nstator_inertia_axial = "3 kg cm^2"\nstator_inertia_transverse = "1 kg cm^2"',
            "at most twice that across",
        ),
        ('motors = ["small"]', 'motors = ["large"]', "there is no motor 'large'"),
        ('motors = ["small"]', "motors = 3", "a list of names"),
        ('name = "ten"', 'name = "five"', "is also on line"),
        ("[[screw]]", "[[scrwe]]", "did you mean screw?"),
        ("[[screw]]", "[screw]", "two brackets"),
        ("[[screw]]", "[[screw", "this is not TOML"),
    ],
)
def test_what_contradicts_itself(old, new, words):
    assert any(words in str(problem) for problem in problems(TOML.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("kind,", "sort,", "there is no column kind"),
        ("gear,ten", "gears,ten", "one of motor, gear, screw"),
        ("mass [g]", "inertia [g cm^2]", "the column is there twice"),
        ("400,100", "400,100,7", "18 cells"),
    ],
)
def test_tables_that_are_none(old, new, words):
    assert any(words in str(problem) for problem in problems(CSV.replace(old, new, 1), "csv"))


def test_a_catalogue_has_motors_and_gears():
    assert "there is no motor" in problems(TOML[TOML.index("[[gear]]") :].replace('motors = ["small"]', ""))[0].found
    assert "there is no gear or screw" in problems(TOML[: TOML.index("[[gear]]")])[0].found


def test_files_that_are_none(tmp_path):
    with pytest.raises(arm.errors.CatalogueError, match="no such file; expected a motor catalogue"):
        arm.selection.load_catalogue(tmp_path / "none.toml")
    with pytest.raises(arm.ArgumentError, match=r"ends in \.toml or \.csv"):
        arm.selection.load_catalogue(tmp_path / "none.xlsx")
    (tmp_path / "empty.csv").write_text("# nothing\n")
    with pytest.raises(arm.errors.CatalogueError, match="no lines but comments"):
        arm.selection.load_catalogue(tmp_path / "empty.csv")
    assert arm.selection.load_catalogue(SHIPPED) == arm.selection.load_catalogue()
