// The time of the page: views listen to it, controls set it.

export class Clock {
  readonly begin: number;
  readonly end: number;
  time: number;
  speed = 1;
  playing = false;
  private listeners: (() => void)[] = [];
  private last = 0;

  constructor(begin: number, end: number) {
    this.begin = begin;
    this.end = end;
    this.time = begin;
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  changed(): void {
    for (const listener of this.listeners) listener();
  }

  set(time: number): void {
    this.time = Math.min(Math.max(time, this.begin), this.end);
    this.changed();
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.changed();
  }

  play(): void {
    if (this.playing) return;
    if (this.time >= this.end) this.time = this.begin;
    this.playing = true;
    this.last = performance.now();
    requestAnimationFrame(this.tick);
    this.changed();
  }

  pause(): void {
    this.playing = false;
    this.changed();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  private tick = (now: number): void => {
    if (!this.playing) return;
    // The time does not jump when a hidden page becomes visible.
    const step = Math.min(Math.max(now - this.last, 0), 250) / 1000;
    this.last = now;
    this.time = Math.min(this.time + step * this.speed, this.end);
    if (this.time >= this.end) this.playing = false;
    else requestAnimationFrame(this.tick);
    this.changed();
  };
}
