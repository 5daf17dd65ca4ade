/** Pictures that take at most this long are drawn as they come, in milliseconds: one or two refreshes. */
const QUICK = 34;
/** After a slow picture, the page has this many times its duration for everything else. */
const REST = 3;

/**
 * Limits the rate of pictures that no input asked for, such as partial results of a solve. If drawing is slow, most of
 * the time stays free for the pointer. `draw` asks for a picture.
 */
export class Pacer {
  private readonly draw: () => void;
  private began = 0;
  private cost = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(draw: () => void) {
    this.draw = draw;
  }

  /** Call this whenever a picture is drawn. */
  drawn(): void {
    const began = performance.now();
    this.began = began;
    clearTimeout(this.timer);
    this.timer = undefined;
    // If drawing blocks the page, the next frame comes late.
    requestAnimationFrame(() => {
      this.cost = performance.now() - began;
    });
  }

  /** Asks for a picture, now or after the pause that the last one requires. */
  ask(): void {
    if (this.timer !== undefined) return;
    const wait = this.cost <= QUICK ? 0 : this.began + (1 + REST) * this.cost - performance.now();
    if (wait <= 0) this.draw();
    else {
      this.timer = setTimeout(() => {
        this.timer = undefined;
        this.draw();
      }, wait);
    }
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
