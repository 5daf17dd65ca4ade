import type { WeightEdits } from "../../../model/weights/weight-edits";

/** Edits on their way to weights that are being optimised. They are replaced whole, so that only the newest count. */
export class EditMailbox {
  private newest: WeightEdits | null = null;
  private wake: () => void = () => {};
  private readonly check: (edits: WeightEdits) => void;

  /** @param check throws for edits that do not fit. */
  constructor(check: (edits: WeightEdits) => void) {
    this.check = check;
  }

  /** Edits that nobody has taken yet. */
  get waiting(): boolean {
    return this.newest !== null;
  }

  /** @throws SinewError for edits that do not fit the mesh and skeleton; those before them then stay. */
  post(edits: WeightEdits): void {
    this.check(edits);
    this.newest = edits;
    this.wake();
  }

  take(): WeightEdits | null {
    const edits = this.newest;
    this.newest = null;
    return edits;
  }

  /** Until edits come, or so many milliseconds at most. */
  async wait(milliseconds: number): Promise<void> {
    if (this.waiting) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
