// Targets of the joints from a place of the tip: damped least squares on the Jacobian of the page's own kinematics.
//
//     dq = Jᵀ (J Jᵀ + λ² 1)⁻¹ e,   J by central differences of the tip's position             (1)

import { Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from "three";
import { type Vec, bodyPoses, tipOf } from "../kinematics";
import type { View } from "../view";
import type { ParameterData } from "./loop";
import type { Session } from "./session";

const ROUNDS = 30;
const DIFFERENCE = 1e-6;

/** Returns the solution of a symmetric positive definite system of three equations. */
function solved(A: number[][], b: number[]): number[] {
  const det = (m: number[][]): number =>
    m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
    m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
    m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
  const whole = det(A);
  return [0, 1, 2].map((k) => det(A.map((row, i) => row.map((one, j) => (j === k ? b[i] : one)))) / whole);
}

export class Target {
  private marker: Mesh;
  private goal: Vector3 | null = null;

  constructor(
    private session: Session,
    view: View,
  ) {
    const size = session.main.robot.size;
    this.marker = new Mesh(
      new SphereGeometry(0.018 * size, 20, 12),
      new MeshBasicMaterial({ color: 0x2f9e6e, transparent: true, opacity: 0.75 }),
    );
    this.marker.visible = false;
    view.scene.add(this.marker);
  }

  /** Whether the tip can be sent to a place: there are a tip and targets of coordinates. */
  get possible(): boolean {
    return this.session.main.robot.tip !== null && this.coordinates.length > 0;
  }

  private get coordinates(): ParameterData[] {
    return this.session.main.entry.data.parameters.filter((one) => one.group === "target" && one.coordinate !== null);
  }

  /** Returns the place that the targets give to the tip. */
  place(): Vector3 {
    return new Vector3(...this.tip(this.desired()));
  }

  private desired(): Float64Array {
    const { main } = this.session;
    const q = Float64Array.from(main.entry.data.start.slice(0, main.robot.nq));
    q.fill(0, q.length - main.robot.elastic);
    for (const one of this.coordinates) q[one.coordinate!] = main.loop.get(one);
    return q;
  }

  private tip(q: Float64Array): Vec {
    const { robot } = this.session.main;
    return tipOf(robot, bodyPoses(robot, q))!;
  }

  /** Sets the targets so that the tip goes to a place, or as near as the joints reach. */
  aim(place: Vector3): void {
    this.goal = place;
    const q = this.desired();
    const goal = [place.x, place.y, place.z];
    const own = this.coordinates;
    const size = this.session.main.robot.size;
    for (let round = 0; round < ROUNDS; round++) {
      const now = this.tip(q);
      const e = goal.map((one, i) => one - now[i]);
      const far = Math.hypot(...e);
      if (far < 1e-9 * size) break;
      const columns = own.map((one) => this.column(q, one.coordinate!));
      const damping = (0.02 * size) ** 2 * Math.min(1, far / (0.05 * size));
      const A = [0, 1, 2].map((i) => [0, 1, 2].map((j) => columns.reduce((sum, c) => sum + c[i] * c[j], i === j ? damping + 1e-12 : 0)));
      const pull = solved(A, e.map((one) => one * Math.min(1, (0.2 * size) / far)));
      own.forEach((one, k) => {
        const moved = q[one.coordinate!] + columns[k][0] * pull[0] + columns[k][1] * pull[1] + columns[k][2] * pull[2];
        q[one.coordinate!] = Math.min(Math.max(moved, one.low), one.high);
      });
    }
    for (const one of own) this.session.setParameter(one.name, q[one.coordinate!]);
  }

  private column(q: Float64Array, k: number): Vec {
    const [up, down] = [DIFFERENCE, -DIFFERENCE].map((by) => {
      const moved = q.slice();
      moved[k] += by;
      return this.tip(moved);
    });
    return [0, 1, 2].map((i) => (up[i] - down[i]) / (2 * DIFFERENCE)) as Vec;
  }

  draw(): void {
    this.marker.visible = this.goal !== null;
    if (this.goal) this.marker.position.copy(this.goal);
  }

  hide(): void {
    this.goal = null;
    this.session.changed();
  }
}
