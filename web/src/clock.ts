// The time of the page: views listen to it, controls set it.

import { Playback } from "./playback";

export class Clock extends Playback {
  time: number;

  constructor(
    readonly begin: number,
    readonly end: number,
  ) {
    super();
    this.time = begin;
  }

  set(time: number): void {
    this.time = Math.min(Math.max(time, this.begin), this.end);
    this.changed();
  }

  protected starts(): boolean {
    if (this.time >= this.end) this.time = this.begin;
    return true;
  }

  protected pass(seconds: number): void {
    this.time = Math.min(this.time + seconds * this.speed, this.end);
    if (this.time >= this.end) this.playing = false;
  }
}
