// Where the pointer points: parts of the robot under it, and points on planes in front of the camera.

import { Plane, Raycaster, Vector2, Vector3 } from "three";
import type { PartData } from "../data";
import type { Vec } from "../kinematics";
import type { View } from "../view";

export interface Hit {
  part: PartData;
  point: Vector3;
}

export class Rays {
  private caster = new Raycaster();

  constructor(private view: View) {}

  private aim(event: PointerEvent): void {
    const box = this.view.canvas.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 2 - 1;
    const y = 1 - ((event.clientY - box.top) / box.height) * 2;
    this.caster.setFromCamera(new Vector2(x, y), this.view.camera);
  }

  /** Returns the foremost part of the solid robot under the pointer that belongs to a moving body. */
  hit(event: PointerEvent): Hit | null {
    this.aim(event);
    const { surfaces, motion } = this.view.shown[this.view.first];
    for (const { mesh, bends } of surfaces) if (bends) mesh.geometry.boundingSphere = null; // it moved since
    const meshes = surfaces.map((one) => one.mesh);
    const found = this.caster.intersectObjects(meshes, false)[0];
    if (!found) return null;
    return { part: motion.robot.parts[meshes.indexOf(found.object as never)], point: found.point };
  }

  /** Returns the point under the pointer in the plane through a point across the line of sight. */
  onPlane(event: PointerEvent, through: Vector3): Vector3 | null {
    this.aim(event);
    const away = this.view.camera.getWorldDirection(new Vector3());
    return this.caster.ray.intersectPlane(new Plane().setFromNormalAndCoplanarPoint(away, through), new Vector3());
  }

  /** Returns the place of a point of the world in the window [px]. */
  onScreen(point: Vec): [number, number] {
    const box = this.view.canvas.getBoundingClientRect();
    const at = new Vector3(...point).project(this.view.camera);
    return [box.left + ((at.x + 1) / 2) * box.width, box.top + ((1 - at.y) / 2) * box.height];
  }

  /** Returns which part of some points of the world is in the picture, from 0 to 1. */
  share(points: Vec[]): number {
    const inside = points.filter((point) => {
      const { x, y } = new Vector3(...point).project(this.view.camera);
      return Math.abs(x) <= 1 && Math.abs(y) <= 1;
    });
    return inside.length / Math.max(1, points.length);
  }
}
