// The pushes of a run: forces on links and efforts at velocities, each from its time until the next of the same link, or the
// next efforts. A run can be repeated with them elsewhere.

/** Most pushes that are kept. */
const MOST = 400_000;

/** A force that acts on a link from a time [s] on: force [N] in world axes at a point of the link's frame [m]. */
export interface LinkPush {
  t: number;
  link: string;
  force: number[];
  point: number[];
}

/** Efforts that act at all velocities from a time [s] on [N·m or N]. */
export interface JointPush {
  t: number;
  efforts: number[];
}

export type Pushed = LinkPush | JointPush;

function alike(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  return a.length === b.length && Array.prototype.every.call(a, (one, k) => one === b[k]);
}

function acts(one: Pushed): boolean {
  return ("link" in one ? one.force : one.efforts).some((each) => each !== 0);
}

/** Returns the same push without force. */
function ended(one: Pushed, t: number): Pushed {
  return "link" in one ? { ...one, t, force: [0, 0, 0] } : { t, efforts: one.efforts.map(() => 0) };
}

export class Pushes {
  list: Pushed[] = [];
  /** The last push of each link, and the last efforts under the empty name. */
  private last = new Map<string, Pushed>();

  /** Keeps a force, if it differs from the last of its link. */
  link(t: number, link: string, force: ArrayLike<number>, point: ArrayLike<number>): void {
    const before = this.last.get(link) as LinkPush | undefined;
    if (before && alike(before.force, force) && alike(before.point, point)) return;
    this.add(link, { t, link, force: Array.from(force), point: Array.from(point) });
  }

  /** Keeps efforts, if they differ from the last ones. */
  joints(t: number, efforts: ArrayLike<number>): void {
    const before = this.last.get("") as JointPush | undefined;
    const none = Array.prototype.every.call(efforts, (one) => one === 0);
    if (before ? alike(before.efforts, efforts) : none) return;
    this.add("", { t, efforts: Array.from(efforts) });
  }

  private add(key: string, one: Pushed): void {
    this.last.set(key, one);
    this.list.push(one);
    if (this.list.length > MOST) this.list = this.list.slice(-MOST / 2);
  }

  /** Forgets pushes that begin after a time [s]. */
  cut(t: number): void {
    this.list = this.list.filter((one) => one.t <= t);
    this.last = new Map(this.list.map((one) => ["link" in one ? one.link : "", one]));
  }

  /** Ends at a time [s] all pushes that still act. */
  end(t: number): void {
    for (const [key, one] of [...this.last]) if (acts(one)) this.add(key, ended(one, t));
  }

  clear(): void {
    this.list = [];
    this.last.clear();
  }
}
