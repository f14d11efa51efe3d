// A bending link: sections along its line, each of which moves like a node of the link and carries its vertices.
//
// With the elastic coordinates q of the link, magnified or not, a vertex that is `offset` away from the line shifts by
//     sum_k shift_k q_k + 1/2 sum_kl second_kl q_k q_l + (exp(psi~) - 1) offset,
//     psi = sum_k turn_k q_k + 1/2 sum_kl second_turn_kl q_k q_l                                            (1)

import { type BendingData, unpacked } from "./data";
import { apply, exponential } from "./kinematics";

export class Sections {
  private count: number;
  private modes: number;
  private section: Uint32Array;
  private shift: Float32Array;
  private second: Float32Array;
  private turn: Float32Array;
  private secondTurn: Float32Array;
  private offset: Float32Array;

  constructor(private data: BendingData) {
    [this.modes, this.count] = data.shift.shape;
    this.section = unpacked(data.section) as Uint32Array;
    const { shift, second, turn, second_turn, offset } = data;
    [this.shift, this.second, this.turn, this.secondTurn, this.offset] = [shift, second, turn, second_turn, offset].map(
      (one) => unpacked(one) as Float32Array,
    );
  }

  /** Returns the bent vertices, three numbers each; `rest` has the unbent ones. */
  bent(rest: Float32Array, q: ArrayLike<number>, magnification: number): Float32Array {
    const { modes, data } = this;
    const own = Array.from({ length: modes }, (_, k) => q[data.start + k] * magnification);
    const line = this.sum(this.shift, own);
    const pairs = own.flatMap((a, k) => own.slice(k).map((b, after) => (after ? a * b : (a * a) / 2)));
    this.sum(this.second, pairs).forEach((part, k) => (line[k] += part));
    const psi = this.sum(this.turn, own);
    this.sum(this.secondTurn, pairs).forEach((part, k) => (psi[k] += part));
    const turns = Array.from({ length: this.count }, (_, s) => exponential(psi.subarray(3 * s, 3 * s + 3)));
    const found = new Float32Array(rest.length);
    for (let v = 0; v < rest.length; v += 3) {
      const s = this.section[v / 3];
      const off = this.offset.subarray(v, v + 3);
      const turned = apply(turns[s], off);
      for (let i = 0; i < 3; i++) found[v + i] = rest[v + i] + line[3 * s + i] + turned[i] - off[i]; // (1)
    }
    return found;
  }

  /** Returns the weighted sum of fields of three numbers per section; zero without fields. */
  private sum(fields: Float32Array, factors: number[]): Float64Array {
    const size = 3 * this.count;
    const found = new Float64Array(size);
    factors.slice(0, fields.length / size).forEach((factor, k) => {
      if (factor !== 0) for (let j = 0; j < size; j++) found[j] += factor * fields[k * size + j];
    });
    return found;
  }
}
