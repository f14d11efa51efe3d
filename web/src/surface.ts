// A part of a robot as a mesh that moves with its body, bends with its link and takes colours by its strain.
//
// The bending is in sections.ts; the strain along the link at a vertex is sum_k strain_k q_k. The bending is magnified, the
// strain is not.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
} from "three";
import { type MeshData, type PartData, unpacked } from "./data";
import type { Pose, Vec } from "./kinematics";
import { Sections } from "./sections";

export const GHOST = 0.38;
const WHITE = new Color(1, 1, 1);

export class Surface {
  readonly mesh: Mesh<BufferGeometry, MeshLambertMaterial>;
  readonly bends: boolean;
  private rest: Float32Array;
  private sections: Sections | null = null;
  private strain: Float32Array | null = null;
  private modes = 0;
  private own = WHITE;
  private ghost = false;

  constructor(
    private part: PartData,
    mesh: MeshData,
    ghost: Color | null,
  ) {
    this.rest = unpacked(mesh.vertices) as Float32Array;
    const geometry = new BufferGeometry();
    const positions = new BufferAttribute(Float32Array.from(this.rest), 3);
    geometry.setAttribute("position", positions);
    geometry.setIndex(new BufferAttribute(unpacked(mesh.faces) as Uint16Array | Uint32Array, 1));
    this.bends = part.bending !== null;
    if (part.bending) {
      this.sections = new Sections(part.bending);
      this.strain = unpacked(part.bending.strain) as Float32Array;
      this.modes = part.bending.strain.shape[0];
      positions.setUsage(DynamicDrawUsage);
      const colours = new BufferAttribute(new Float32Array(this.rest.length).fill(1), 3);
      colours.setUsage(DynamicDrawUsage);
      geometry.setAttribute("color", colours);
    } else {
      geometry.computeVertexNormals();
    }
    const material = new MeshLambertMaterial({
      side: DoubleSide,
      flatShading: this.bends,
      vertexColors: this.bends,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 4,
    });
    this.mesh = new Mesh(geometry, material);
    this.dress(ghost);
    this.mesh.matrixAutoUpdate = false;
    this.mesh.frustumCulled = false; // its extent changes as it bends
    this.mesh.name = part.name;
  }

  /** Makes the part a ghost of a colour, or solid with its own colour. */
  dress(ghost: Color | null): void {
    const { material } = this.mesh;
    this.own = ghost ?? new Color(...this.part.colour);
    this.ghost = ghost !== null;
    material.color.copy(this.own);
    material.transparent = this.ghost;
    material.opacity = this.ghost ? GHOST : 1;
    material.depthWrite = !this.ghost;
    material.polygonOffset = this.ghost; // where both coincide, the solid one is visible
    material.needsUpdate = true;
  }

  /** Places the part; `limit` is the strain of full colour, 0 to show no strain; ghosts show none. */
  place(pose: Pose, q: ArrayLike<number>, magnification: number, limit: number): void {
    const { R, o } = pose;
    this.mesh.matrix.copy(
      new Matrix4(R[0], R[1], R[2], o[0], R[3], R[4], R[5], o[1], R[6], R[7], R[8], o[2], 0, 0, 0, 1),
    );
    this.mesh.matrixWorldNeedsUpdate = true;
    if (this.bends) this.bend(q, magnification, this.ghost ? 0 : limit);
  }

  /** Returns the corners of the bounding box of the unbent part in the axes of the body. */
  corners(): Vec[] {
    const ends: [Vec, Vec] = [
      [Infinity, Infinity, Infinity],
      [-Infinity, -Infinity, -Infinity],
    ];
    this.rest.forEach((x, k) => {
      ends[0][k % 3] = Math.min(ends[0][k % 3], x);
      ends[1][k % 3] = Math.max(ends[1][k % 3], x);
    });
    return [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [ends[k & 1][0], ends[(k >> 1) & 1][1], ends[k >> 2][2]]);
  }

  /** Returns the bent vertices in the axes of the body. */
  vertices(q: ArrayLike<number>, magnification: number): Float32Array {
    return this.sections ? this.sections.bent(this.rest, q, magnification) : this.rest;
  }

  private bend(q: ArrayLike<number>, magnification: number, limit: number): void {
    const geometry = this.mesh.geometry;
    const positions = geometry.getAttribute("position") as BufferAttribute;
    (positions.array as Float32Array).set(this.vertices(q, magnification));
    positions.needsUpdate = true;
    const colours = geometry.getAttribute("color") as BufferAttribute;
    const strain = this.strain!;
    const count = this.rest.length / 3;
    this.mesh.material.color.copy(limit > 0 ? WHITE : this.own);
    for (let v = 0; v < count; v++) {
      if (limit <= 0) {
        colours.setXYZ(v, 1, 1, 1);
        continue;
      }
      let value = 0;
      for (let n = 0; n < this.modes; n++) value += q[this.part.bending!.start + n] * strain[n * count + v];
      const [r, g, b] = strainColour(value / limit);
      colours.setXYZ(v, r, g, b);
    }
    colours.needsUpdate = true;
  }
}

const TENSION = new Color("#c62f3b");
const NEUTRAL = new Color("#e8e6e1");
const PRESSURE = new Color("#2a66c4");

/** Returns the colour of a strain between -1 (compression) and 1 (tension), in the linear colour space of meshes. */
function strainColour(value: number): [number, number, number] {
  const part = Math.min(Math.abs(value), 1);
  const to = value < 0 ? PRESSURE : TENSION;
  return [
    NEUTRAL.r + part * (to.r - NEUTRAL.r),
    NEUTRAL.g + part * (to.g - NEUTRAL.g),
    NEUTRAL.b + part * (to.b - NEUTRAL.b),
  ];
}
