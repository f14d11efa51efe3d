// Something that plays frame by frame: views listen to it, controls start and stop it.

/** Most seconds of a frame: time does not jump when a hidden page becomes visible. */
const LONGEST = 0.25;

export abstract class Playback {
  playing = false;
  speed = 1;
  private listeners: (() => void)[] = [];
  private last = 0;

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  changed(): void {
    for (const listener of this.listeners) listener();
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.changed();
  }

  play(): void {
    if (this.playing || !this.starts()) return;
    this.playing = true;
    this.last = performance.now();
    requestAnimationFrame(this.frame);
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

  /** Makes ready to play; returns whether that is possible. */
  protected abstract starts(): boolean;

  /** Goes on by some seconds of wall time; may end the playing. */
  protected abstract pass(seconds: number): void;

  private frame = (now: number): void => {
    if (!this.playing) return;
    const passed = Math.min(Math.max(now - this.last, 0) / 1000, LONGEST);
    this.last = now;
    this.pass(passed);
    if (this.playing) requestAnimationFrame(this.frame);
    this.changed();
  };
}
