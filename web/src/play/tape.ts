// Recorded rows of one loop: everything that the loop needs to go on from there, its state and its outputs. The oldest rows give
// way to new ones.

/** Limit on the numbers of all tapes of a page: 80 MB. */
const MOST_NUMBERS = 1e7;
const MOST_ROWS = 30_000;

export class Tape {
  length = 0;
  private rows: Float64Array;
  private first = 0;
  private width: number;
  private capacity: number;

  constructor(
    private saved: number,
    private states: number,
    outputs: number,
    tapes: number,
  ) {
    this.width = 1 + saved + states + outputs;
    this.capacity = Math.max(100, Math.min(MOST_ROWS, Math.floor(MOST_NUMBERS / tapes / this.width)));
    this.rows = new Float64Array(this.capacity * this.width);
  }

  push(t: number, saved: Float64Array, x: Float64Array, outputs: Float64Array): void {
    if (this.length === this.capacity) {
      this.first = (this.first + 1) % this.capacity;
      this.length -= 1;
    }
    const row = this.row(this.length);
    this.length += 1;
    row[0] = t;
    row.set(saved, 1);
    row.set(x, 1 + this.saved);
    row.set(outputs, 1 + this.saved + this.states);
  }

  private row(k: number): Float64Array {
    const at = ((this.first + k) % this.capacity) * this.width;
    return this.rows.subarray(at, at + this.width);
  }

  time(k: number): number {
    return this.row(k)[0];
  }

  /** Returns what a loop needs to go on from a row. */
  saving(k: number): Float64Array {
    return this.row(k).subarray(1, 1 + this.saved);
  }

  state(k: number): Float64Array {
    return this.row(k).subarray(1 + this.saved, 1 + this.saved + this.states);
  }

  outputs(k: number): Float64Array {
    return this.row(k).subarray(1 + this.saved + this.states);
  }

  /** Returns the last row at or before a time; the first row for times before it. */
  at(time: number): number {
    let low = 0;
    let high = this.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.time(middle) <= time + 1e-12) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Forgets all rows from number k on. */
  cut(k: number): void {
    this.length = Math.min(this.length, k);
  }
}
