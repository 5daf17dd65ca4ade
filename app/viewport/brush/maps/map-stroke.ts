import type { BrushStroke, Dab } from "../brush-stroke";
import type { LiveValues } from "./live-values";

/** A map that is painted: one number for each vertex. */
export interface PaintedMap {
  /** As it is, V. A stroke does not write into it. */
  before: Float32Array;
  /** Shows a stroke instead of the map; null shows the map again. */
  show(live: LiveValues | null): void;
  /** Puts the outcome of a stroke into the document, as one step. */
  keep(values: Float32Array): void;
}

/** A stroke over a map: what it changes shows at once, and becomes a step when it ends. */
export abstract class MapStroke implements BrushStroke {
  abstract readonly words: string;
  /** As they are now, V. */
  readonly values: Float32Array;
  protected readonly before: Float32Array;
  private readonly map: PaintedMap;
  /** Null while nothing has changed. */
  private live: LiveValues | null = null;

  constructor(map: PaintedMap) {
    this.map = map;
    this.before = map.before;
    this.values = map.before.slice();
  }

  abstract dab(dab: Dab, image: Dab | null): boolean;

  show(): boolean {
    if (this.live) this.live.version++;
    else {
      this.live = { values: this.values, version: 1 };
      this.map.show(this.live);
    }
    return false;
  }

  end(): void {
    if (this.live) this.map.keep(this.values);
  }

  cancel(): void {
    if (this.live) this.map.show(null);
  }
}
