// Pushes on joints and on natural modes while a button is held.

import type { ModeSource } from "./data";
import type { Pusher, Session } from "./session";

export class Shake implements Pusher {
  private efforts: number[];
  private mode: ModeSource | null = null;
  private begin = 0;

  constructor(private session: Session) {
    this.efforts = session.players[0].entry.data.efforts.map(() => 0);
  }

  get active(): boolean {
    return this.mode !== null || this.efforts.some((one) => one !== 0);
  }

  /** Lets an effort act at a velocity from now on [N·m or N]; 0 ends it. */
  joint(k: number, effort: number): void {
    this.efforts[k] = effort;
    this.go(effort !== 0);
  }

  /** Shakes a mode at its frequency from now on; null ends it. */
  excite(mode: ModeSource | null): void {
    this.mode = mode;
    this.begin = this.session.time;
    this.go(mode !== null);
  }

  release(): void {
    this.efforts.fill(0);
    this.excite(null);
  }

  private go(begins: boolean): void {
    if (begins) this.session.play();
    if (!this.active) this.session.pushJoints(this.efforts);
  }

  push(session: Session, dt: number): void {
    const { mode } = this;
    const phase = mode ? Math.sin(2 * Math.PI * mode.hz * (session.time + dt / 2 - this.begin)) : 0;
    session.pushJoints(this.efforts.map((one, k) => one + (mode ? phase * mode.efforts[k] : 0)));
  }
}
