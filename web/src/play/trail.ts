// The path of the tip over the last seconds of the page.

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Line, LineBasicMaterial } from "three";
import { tipOf } from "../kinematics";
import { RUN_COLOURS, type View } from "../view";
import type { Player } from "./player";

const MOST = 400;

export class Trail {
  private points = new Float32Array(3 * MOST);
  private count = 0;
  private last = NaN;
  private line: Line;

  constructor(
    private player: Player,
    private view: View,
    number: number,
  ) {
    const geometry = new BufferGeometry();
    const place = new BufferAttribute(this.points, 3);
    place.setUsage(DynamicDrawUsage);
    geometry.setAttribute("position", place);
    this.line = new Line(geometry, new LineBasicMaterial({ color: RUN_COLOURS[number], transparent: true, opacity: 0.8 }));
    this.line.frustumCulled = false;
    view.shown[number].group.add(this.line);
  }

  /** Adds the present place of the tip; a time that goes back begins a new path. */
  draw(): void {
    const { t } = this.player.loop;
    this.line.visible = this.view.trails;
    if (t < this.last) this.count = 0;
    if (t === this.last) return;
    this.last = t;
    const { robot } = this.player;
    const poses = this.player.poses(t, this.view.magnification);
    const tip = tipOf(robot, poses) ?? poses[robot.joints.length - 1]?.o;
    if (!tip) return;
    if (this.count === MOST) {
      this.points.copyWithin(0, 3);
      this.count -= 1;
    }
    this.points.set(tip, 3 * this.count);
    this.count += 1;
    this.line.geometry.setDrawRange(0, this.count);
    this.line.geometry.getAttribute("position").needsUpdate = true;
  }
}
