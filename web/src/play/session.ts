// Time of a playable page: all loops go on together, are pushed alike, and are recorded.
//
// Pushes are constant over each step of the solver, and are kept with their times.

import { Playback } from "../playback";
import type { LinkData } from "./loop";
import type { Player } from "./player";
import { Pushes } from "./pushes";

/** Time between recorded rows [s]. */
const RECORD = 0.004;
/** Most updates of pushes in one frame; beyond, a push is held over several steps. */
const UPDATES = 120;
/** Wall time [ms] for steps in one frame; the rest of the asked time is dropped. */
const BUDGET = 14;
/** Measurements of the available speed: their number, and the length of each [ms]. */
const ROUNDS = 6;
const SLICE = 2;

/** Sets forces on the loops before each step, and says whether it has work to do. */
export interface Pusher {
  active: boolean;
  push(session: Session, dt: number): void;
  /** Ends the push. */
  release(): void;
}

export class Session extends Playback {
  /** Why the motion cannot go on; empty while it can. */
  stopped = "";
  /** Speed that the last frames had [× real time]; below the asked one if the machine is too slow. */
  reached = 1;
  readonly pushers: Pusher[] = [];
  readonly pushes = new Pushes();
  /** Milliseconds from the opening of the page to the first frame in which the motion went on; 0 before. */
  moved = 0;
  /** Number of the loop that the others follow. */
  leader = 0;
  private debt = 0;
  private since = 0;
  private every: number;
  /** Whether the present state is a recorded one from which the motion has not gone on yet: a pull that ends there is not kept. */
  private sought = false;
  /** What the loops need to go on from where the page begins. */
  private first: Float64Array[];

  constructor(readonly players: Player[]) {
    super();
    this.first = players.map(({ loop }) => loop.save());
    this.every = Math.max(1, Math.round(RECORD / this.step));
    this.record();
  }

  /** Makes a loop the one that is pulled, read and saved. Pulls on the one before end: its links have other numbers. */
  lead(k: number): void {
    for (const one of this.pushers) one.release();
    this.leader = k;
    this.every = Math.max(1, Math.round(RECORD / this.step));
    this.since = 0;
    this.changed();
  }

  /** The loop that is pulled, read and saved. */
  get main(): Player {
    return this.players[this.leader];
  }

  get step(): number {
    return this.main.loop.data.step;
  }

  get time(): number {
    return this.main.loop.t;
  }

  /** First and last recorded time [s]. */
  get recorded(): [number, number] {
    const { tape } = this.main;
    return [tape.time(0), tape.time(tape.length - 1)];
  }

  protected starts(): boolean {
    if (this.stopped) return false;
    this.fork();
    this.debt = 0;
    return true;
  }

  protected pass(seconds: number): void {
    this.debt += seconds * this.speed;
    const before = this.time;
    const steps = Math.floor(this.debt / this.step + 1e-9);
    const done = this.advance(steps, performance.now() + BUDGET);
    this.debt = done < steps ? 0 : this.debt - (this.time - before);
    if (seconds > 0) this.reached += 0.1 * ((this.time - before) / seconds - this.reached);
    if (!this.moved && this.time > before) this.moved = performance.now();
  }

  /** Takes steps, with pushes before each; returns how many were taken until a wall time [ms]. */
  advance(steps: number, until = Infinity): number {
    const pushed = this.pushers.some((one) => one.active);
    const hold = pushed ? Math.max(1, Math.ceil(steps / UPDATES)) : this.every;
    let done = 0;
    while (done < steps && !this.stopped && performance.now() < until) {
      const count = Math.min(hold, steps - done, this.every - this.since);
      for (const one of this.pushers) if (one.active) one.push(this, count * this.step);
      this.take(count);
      done += count;
    }
    return done;
  }

  private take(count: number): void {
    const { loop } = this.main;
    if (loop.step(count) < count) this.stop(this.main);
    for (const ghost of this.players) {
      if (ghost === this.main) continue;
      ghost.loop.until(loop.t); // its steps may have another length
      if (ghost.loop.stopped) this.stop(ghost);
    }
    this.since += count;
    if (this.since >= this.every || this.stopped) this.record();
  }

  private stop({ entry, loop }: Player): void {
    if (this.stopped) return;
    const whose = this.players.length > 1 ? ` of ${entry.name}` : "";
    this.stopped = `The motion${whose} ended at ${Number(loop.t.toPrecision(6))} s: ${loop.stopped || "not finite"}.`;
    this.playing = false;
  }

  /** Takes one step of the solver, or several. */
  single(steps = 1): void {
    if (this.stopped) return;
    this.playing = false;
    this.fork();
    this.advance(steps);
    this.changed();
  }

  private record(): void {
    this.since = 0;
    for (const player of this.players) player.record();
  }

  /** Goes to a recorded time, where nobody pushes; what follows stays recorded until the motion goes on from there. */
  seek(time: number): void {
    this.playing = false;
    this.stopped = "";
    const row = this.main.tape.at(time);
    for (const player of this.players) {
      player.loop.restore(player.tape.saving(this.rowOf(player, row)));
      player.loop.release();
    }
    this.since = 0;
    this.sought = true;
    this.changed();
  }

  /** Returns the row of a loop that was recorded with a row of the main one: tapes end together, but may differ in length. */
  rowOf({ tape }: Player, row: number): number {
    return Math.max(0, row + tape.length - this.main.tape.length);
  }

  /** Forgets what was recorded after the present time; forces that acted at a recorded time end there. */
  fork(): void {
    const row = this.main.tape.at(this.time);
    const rows = this.players.map((player) => this.rowOf(player, row)); // before tapes are cut
    this.players.forEach(({ tape }, k) => tape.cut(rows[k] + 1));
    const end = this.time + (this.sought ? -1e-12 : 1e-12); // a force that begins at a recorded time has not acted yet
    this.pushes.cut(end);
    if (this.sought) this.pushes.end(this.time);
    this.sought = false;
  }

  /** Puts all loops back to where the page begins, with the parameters that they have now, and records from there. */
  restart(): void {
    this.players.forEach(({ loop, entry, tape }, k) => {
      const kept = loop.p.slice();
      loop.restore(this.first[k]);
      for (const one of entry.data.parameters) loop.p[one.at] = kept[one.at];
      tape.cut(0);
    });
    this.stopped = "";
    this.sought = false;
    this.pushes.clear();
    this.record();
    this.changed();
  }

  /** Lets a force act on a link of every loop from now on: a link of the main one, and those of its name, or else its number. */
  pushLink(number: number, force: number[], point: number[]): void {
    const link = this.main.entry.data.links[number];
    if (!this.sought) this.pushes.link(this.time, link.name, force, point);
    for (const { loop, entry } of this.players) {
      const own = linkLike(entry.data.links, link, number);
      if (own) loop.push(own, force, point);
    }
  }

  /** Sets the efforts from outside at all velocities of every loop, in the order of the first loop. */
  pushJoints(efforts: ArrayLike<number>): void {
    if (!this.sought) this.pushes.joints(this.time, efforts);
    for (const { loop, entry } of this.players)
      entry.data.efforts.forEach((one, k) => (loop.p[one.at] = efforts[k] ?? 0));
  }

  /** Sets a parameter of every loop that has it. */
  setParameter(name: string, value: number): void {
    for (const { loop, entry } of this.players) {
      const own = entry.data.parameters.find((one) => one.name === name);
      if (own) loop.set(own, value);
    }
    this.changed();
  }

  /** Returns simulated seconds in a second of computation, measured now for steps of all loops together; 0 where one of
   *  them has stopped. States do not change, and nothing is drawn or recorded meanwhile. */
  available(): number {
    const kept = this.players.map(({ loop }) => loop.save());
    const back = (): void => this.players.forEach(({ loop }, k) => loop.restore(kept[k]));
    const slice = Math.max(20 * this.step, 0.02);
    let best = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const begin = performance.now();
      let [simulated, passed] = [0, 0];
      while (passed < SLICE) {
        const starts = this.players.map(({ loop }) => loop.t);
        for (const { loop } of this.players) loop.until(loop.t + slice);
        passed = performance.now() - begin;
        simulated += Math.min(...this.players.map(({ loop }, k) => loop.t - starts[k])); // less than a slice at a limit
        back();
      }
      best = Math.max(best, (1000 * simulated) / passed); // other programs only take time away
    }
    return best;
  }
}

function linkLike(links: LinkData[], link: LinkData, number: number): LinkData | undefined {
  return links.find((one) => one.name === link.name) ?? links[number];
}
