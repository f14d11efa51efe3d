// One closed loop of the page with its robot: it moves the picture and is recorded.

import type { RobotData } from "../data";
import { type Pose, type Vec, bodyPoses, magnified } from "../kinematics";
import type { Moving } from "../motion";
import type { LoopEntry } from "./data";
import { Loop } from "./loop";
import { Tape } from "./tape";

/** Angle [rad] and part of the size by which joints sweep, to find how much room the picture needs. */
const SWEEP = 0.6;

export class Player implements Moving {
  readonly t: Float64Array;
  readonly tape: Tape;
  private sweeps: Float64Array[];

  private constructor(
    readonly entry: LoopEntry,
    readonly robot: RobotData,
    readonly loop: Loop,
    loops: number,
  ) {
    this.sweeps = [...swept(robot, this.q()), ...swept(robot, this.aim())];
    this.t = Float64Array.from(this.sweeps, (_, k) => k);
    this.tape = new Tape(loop.save().length, loop.x.length, loop.outputs().length, loops);
  }

  /** Returns the player of one of several loops. */
  static async make(entry: LoopEntry, robot: RobotData, loops: number): Promise<Player> {
    const bytes = Uint8Array.from(atob(entry.code), (one) => one.charCodeAt(0));
    return new Player(entry, robot, await Loop.make(entry.data, bytes), loops);
  }

  /** Returns the present coordinates that move frames. */
  q(): Float64Array {
    return this.loop.x.slice(0, this.robot.nq);
  }

  /** Returns the coordinates with all joints at their first targets. */
  private aim(): Float64Array {
    const q = this.q();
    const targets = new Map(this.entry.data.parameters.map((one) => [one.name, one.value]));
    for (const { kind, name, q: entry, polynomial } of this.robot.joints)
      if (kind === "joint" && !polynomial) q[entry] = targets.get(`target.${name}`) ?? q[entry];
    return q;
  }

  row(k: number): Float64Array {
    return this.sweeps[k];
  }

  poses(_time: number, magnification: number): Record<number, Pose> {
    return bodyPoses(this.robot, magnified(this.robot, this.q(), magnification));
  }

  trail(): Vec[] {
    return [];
  }

  /** Records the present state. */
  record(): void {
    const { loop } = this;
    this.tape.push(loop.t, loop.save(), loop.x, loop.outputs());
  }
}

/** Returns a configuration and those around it, in which one joint after the other has moved. */
function swept(robot: RobotData, q: Float64Array): Float64Array[] {
  const found = [q];
  for (const joint of robot.joints) {
    if (joint.kind !== "joint" || joint.quaternion != null) continue;
    for (const [list, amount] of [[joint.turns!, SWEEP], [joint.slides!, 0.1 * robot.size]] as const)
      for (const { q: entry } of list)
        for (const sign of [-1, 1]) {
          const moved = q.slice();
          moved[joint.q + entry] += sign * amount;
          found.push(moved);
        }
  }
  return found;
}
