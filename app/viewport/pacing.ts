/** Pictures that take no longer than this are drawn as they come, in milliseconds: one or two refreshes. */
const QUICK = 34;
/** Of slow pictures, the page's time that is left for everything else, over their own. */
const REST = 3;

/**
 * Paces pictures that nobody asked for with their hands: partial results of a solve. Where drawing is slow, most of
 * the page's time stays free for the pointer. `draw` asks for a picture.
 */
export class Pacer {
  private readonly draw: () => void;
  private began = 0;
  private cost = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(draw: () => void) {
    this.draw = draw;
  }

  /** To be called when a picture is drawn, whoever asked for it. */
  drawn(): void {
    const began = performance.now();
    this.began = began;
    clearTimeout(this.timer);
    this.timer = undefined;
    // Where drawing holds the page up, the next frame comes late.
    requestAnimationFrame(() => {
      this.cost = performance.now() - began;
    });
  }

  /** Asks for a picture, now or when the last one has been paid for. */
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
