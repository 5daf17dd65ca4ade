import type { BrushStroke, Dab } from "../brush-stroke";
import type { LiveValues } from "./live-values";

/** A painted map with one number per vertex. */
export interface PaintedMap {
  /** Its values before the stroke, V. The stroke does not write to them. */
  before: Float32Array;
  /** Shows a stroke instead of the map; null shows the map again. */
  show(live: LiveValues | null): void;
  /** Puts the result of a stroke into the document, as one step. */
  keep(values: Float32Array): void;
}

/** A stroke over a map. Its changes show at once, and become one step when it ends. */
export abstract class MapStroke implements BrushStroke {
  abstract readonly words: string;
  /** The current values, V. */
  readonly values: Float32Array;
  protected readonly before: Float32Array;
  private readonly map: PaintedMap;
  /** Null until something changes. */
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
