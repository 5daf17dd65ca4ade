import type { WeightEdits } from "../../../model/weights/weight-edits";

/** Edits for weights that are being optimised. New edits replace old ones entirely, so only the newest are kept. */
export class EditMailbox {
  private newest: WeightEdits | null = null;
  private wake: () => void = () => {};
  private readonly check: (edits: WeightEdits) => void;

  /** @param check throws for edits that do not fit. */
  constructor(check: (edits: WeightEdits) => void) {
    this.check = check;
  }

  /** Whether edits wait to be read. */
  get waiting(): boolean {
    return this.newest !== null;
  }

  /** @throws SinewError if edits do not fit the mesh and skeleton; the previous ones then stay. */
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

  /** Waits for edits, up to a number of milliseconds. */
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
