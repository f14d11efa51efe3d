// Poses of the bodies of a robot from its coordinates, as armillary's kinematics.poses computes them.
//
// Outward, base to tip (p is the parent of i):
//     R_i = R_p R_pi(q),   o_i = o_p + R_p r_pi(q)                                           (1)
// with R_pi = R_J turn(q), r_pi = t_J + R_J slide(q) of the joint. The coordinates of a node of a flexible link are
// the elastic coordinates of the link:
//     turn = exp(psi~), psi = sum_k rotation_k q_k + 1/2 sum_kl secondRotation_kl q_k q_l    (2)
//     slide = sum_k translation_k q_k + 1/2 sum_kl second_kl q_k q_l                         (3)
//     exp(psi~) = 1 + a psi~ + b psi~psi~, a = sin|psi|/|psi|, b = (1 - cos|psi|)/|psi|^2    (4)
// Matrices are rows one after the other.

import type { JointData, RobotData } from "./data";

export type Vec = [number, number, number];
export interface Pose {
  R: number[];
  o: Vec;
}

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export function multiply(A: number[], B: number[]): number[] {
  const C = new Array<number>(9);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++)
      C[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
  return C;
}

export function apply(A: number[], x: ArrayLike<number>): Vec {
  return [
    A[0] * x[0] + A[1] * x[1] + A[2] * x[2],
    A[3] * x[0] + A[4] * x[1] + A[5] * x[2],
    A[6] * x[0] + A[7] * x[1] + A[8] * x[2],
  ];
}

/** Returns exp(psi~), (4); a and b from their series where the angle is small. */
export function exponential(psi: ArrayLike<number>): number[] {
  const [x, y, z] = [psi[0], psi[1], psi[2]];
  const square = x * x + y * y + z * z;
  let a: number;
  let b: number;
  if (square < 1e-4) {
    a = 1 - (square / 6) * (1 - (square / 20) * (1 - square / 42));
    b = 0.5 - (square / 24) * (1 - (square / 30) * (1 - square / 56));
  } else {
    const angle = Math.sqrt(square);
    a = Math.sin(angle) / angle;
    b = (1 - Math.cos(angle)) / square;
  }
  return [
    1 - b * (y * y + z * z), b * x * y - a * z, b * x * z + a * y,
    b * x * y + a * z, 1 - b * (x * x + z * z), b * y * z - a * x,
    b * x * z - a * y, b * y * z + a * x, 1 - b * (x * x + y * y),
  ];
}

function ofQuaternion(w: number, x: number, y: number, z: number): number[] {
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
    2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
    2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
  ];
}

/** Returns the position of a joint at an entry of q: that entry, or a polynomial of it if the joint is coupled. */
function position(joint: JointData, x: number): number {
  return joint.polynomial ? joint.polynomial.reduceRight((sum, part) => sum * x + part, 0) : x;
}

/** Returns the place in q of the unit quaternion of a joint; null without one. */
function quaternionOf(joint: JointData): number | null {
  return joint.quaternion == null ? null : joint.q + joint.quaternion;
}

function turn(joint: JointData, q: ArrayLike<number>): number[] | null {
  const k = joint.q;
  if (joint.kind === "joint") {
    const ball = quaternionOf(joint);
    if (ball !== null) return ofQuaternion(q[ball], q[ball + 1], q[ball + 2], q[ball + 3]);
    let R: number[] | null = null;
    for (const { q: entry, axis } of joint.turns!) {
      const angle = position(joint, q[k + entry]) + (joint.offset ?? 0);
      const own = exponential(axis.map((part) => part * angle));
      R = R ? multiply(R, own) : own;
    }
    return R;
  }
  if (joint.kind === "node") {
    const psi = [0, 0, 0];
    joint.rotation!.forEach((row, n) => {
      row.forEach((part, i) => (psi[i] += part * q[k + n]));
      joint.secondRotation?.[n].forEach((pair, m) => {
        pair.forEach((part, i) => (psi[i] += 0.5 * part * q[k + n] * q[k + m])); // (2)
      });
    });
    return exponential(psi);
  }
  return null;
}

function slide(joint: JointData, q: ArrayLike<number>): Vec | null {
  const k = joint.q;
  const shift: Vec = [0, 0, 0];
  if (joint.kind === "joint") {
    for (const { q: entry, axis } of joint.slides!) {
      const moved = position(joint, q[k + entry]);
      for (let i = 0; i < 3; i++) shift[i] += axis[i] * moved;
    }
    return joint.slides!.length ? shift : null;
  }
  joint.translation!.forEach((row, n) => {
    for (let i = 0; i < 3; i++) shift[i] += row[i] * q[k + n];
    joint.second![n].forEach((g, m) => {
      for (let i = 0; i < 3; i++) shift[i] += 0.5 * g[i] * q[k + n] * q[k + m]; // (3)
    });
  });
  return shift;
}

/** Returns q with its elastic coordinates, the last ones, multiplied by a factor. */
export function magnified(robot: RobotData, q: ArrayLike<number>, magnification: number): Float64Array {
  const found = Float64Array.from(q);
  for (let k = found.length - robot.elastic; k < found.length; k++) found[k] *= magnification;
  return found;
}

/** Returns the poses of all bodies in the world, (1); that of the ground is at -1. */
export function bodyPoses(robot: RobotData, q: ArrayLike<number>): Record<number, Pose> {
  const poses: Record<number, Pose> = { [-1]: { R: IDENTITY, o: [0, 0, 0] } };
  robot.joints.forEach((joint, i) => {
    const { R, o } = poses[joint.parent];
    const turned = turn(joint, q);
    const shift = slide(joint, q);
    let r = joint.t;
    if (shift) {
      const moved = apply(joint.R, shift);
      r = [r[0] + moved[0], r[1] + moved[1], r[2] + moved[2]];
    }
    const at = apply(R, r);
    const own = turned ? multiply(joint.R, turned) : joint.R;
    poses[i] = { R: multiply(R, own), o: [o[0] + at[0], o[1] + at[1], o[2] + at[2]] };
  });
  return poses;
}

/** Returns the position of the tip in the world; null for a robot without tip. */
export function tipOf(robot: RobotData, poses: Record<number, Pose>): Vec | null {
  if (!robot.tip) return null;
  const { R, o } = poses[robot.tip.body];
  const at = apply(R, robot.tip.t);
  return [o[0] + at[0], o[1] + at[1], o[2] + at[2]];
}

/** Returns coordinates between two rows, linear; quaternions take the shorter way and keep unit length. */
export function between(robot: RobotData, a: ArrayLike<number>, b: ArrayLike<number>, part: number): Float64Array {
  const q = Float64Array.from(a);
  if (part === 0) return q;
  const ball = new Set<number>();
  for (const joint of robot.joints) {
    const first = quaternionOf(joint);
    if (first === null) continue;
    let along = 0;
    for (let k = first; k < first + 4; k++) along += a[k] * b[k];
    const sign = along < 0 ? -1 : 1;
    let length = 0;
    for (let k = first; k < first + 4; k++) {
      q[k] = a[k] + part * (sign * b[k] - a[k]);
      length += q[k] * q[k];
      ball.add(k);
    }
    for (let k = first; k < first + 4; k++) q[k] /= Math.sqrt(length);
  }
  for (let k = 0; k < q.length; k++) if (!ball.has(k)) q[k] = a[k] + part * (b[k] - a[k]);
  return q;
}
