"""Sensors of digital control: measurements of the plant with errors, delays and losses."""

from armillary.simulation.sensors.differences import Differences
from armillary.simulation.sensors.encoder import Encoder, Tachometer
from armillary.simulation.sensors.inertial import Accelerometer, Gyroscope
from armillary.simulation.sensors.observer import Observer
from armillary.simulation.sensors.sensor import Instrument, Sensor
from armillary.simulation.sensors.strain_gauge import StrainGauge
from armillary.simulation.sensors.torque_sensor import TorqueSensor

SENSORS: dict[str, type] = {
    "encoder": Encoder,
    "tachometer": Tachometer,
    "differences": Differences,
    "observer": Observer,
    "strain_gauge": StrainGauge,
    "accelerometer": Accelerometer,
    "gyroscope": Gyroscope,
    "torque": TorqueSensor,
}
"""Sensors by name; `simulation.parameters.parameters` lists the fields of each."""

__all__ = [
    "SENSORS", "Accelerometer", "Differences", "Encoder", "Gyroscope", "Instrument", "Observer", "Sensor",
    "StrainGauge", "Tachometer", "TorqueSensor",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
