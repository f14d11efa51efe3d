// A run: the configuration and poses of its robot at any time.

import { type RobotData, type RunData, located, unpacked } from "./data";
import { type Pose, type Vec, between, bodyPoses, magnified, tipOf } from "./kinematics";

/** What a picture needs of a robot that moves: rows that show how far it reaches, and its configuration at a time. */
export interface Moving {
  readonly robot: RobotData;
  readonly t: ArrayLike<number>;
  row(k: number): ArrayLike<number>;
  q(time: number): Float64Array;
  poses(time: number, magnification: number): Record<number, Pose>;
  trail(magnification: number, most?: number): Vec[];
}

export class Motion implements Moving {
  readonly t: Float64Array;
  private rows: Float32Array;

  constructor(
    readonly data: RunData,
    readonly robot: RobotData,
  ) {
    this.t = unpacked(data.t) as Float64Array;
    this.rows = unpacked(data.q) as Float32Array;
  }

  get moves(): boolean {
    return this.t.length > 0;
  }

  row(k: number): Float32Array {
    return this.rows.subarray(k * this.robot.nq, (k + 1) * this.robot.nq);
  }

  /** Returns the coordinates at a time; before and after the run, those of its start and end. */
  q(time: number): Float64Array {
    const [k, part] = located(this.t, time);
    return part === 0 ? Float64Array.from(this.row(k)) : between(this.robot, this.row(k), this.row(k + 1), part);
  }

  poses(time: number, magnification: number): Record<number, Pose> {
    return bodyPoses(this.robot, magnified(this.robot, this.q(time), magnification));
  }

  /** Returns points of the path of the tip, or of the last body for a robot without tip. */
  trail(magnification: number, most = 600): Vec[] {
    const every = Math.max(1, Math.ceil(this.t.length / most));
    const points: Vec[] = [];
    for (let k = 0; k < this.t.length; k += every) {
      const poses = bodyPoses(this.robot, magnified(this.robot, this.row(k), magnification));
      const tip = tipOf(this.robot, poses) ?? poses[this.robot.joints.length - 1]?.o;
      if (tip) points.push(tip);
    }
    return points;
  }
}
