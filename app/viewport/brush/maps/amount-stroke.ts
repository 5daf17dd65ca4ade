import { addsUp, type BrushOperation, operated, operationWords } from "../../../document/brush-operations";
import type { Dab } from "../brush-stroke";
import type { SurfaceReach } from "../reach/surface-reach";
import { TouchedVertices } from "../reach/touched-vertices";
import { MapStroke, type PaintedMap } from "./map-stroke";

/** A map of values between bounds. */
export interface AmountMap extends PaintedMap {
  bounds: readonly [number, number];
}

/**
 * One stroke over a map of values. Replacing, adding and scaling depend only on the strongest dab of each vertex, so
 * the density of samples does not affect the result. Smoothing and sharpening accumulate.
 */
export class AmountStroke extends MapStroke {
  readonly words: string;
  private readonly bounds: readonly [number, number];
  private readonly operation: BrushOperation;
  private readonly surface: SurfaceReach;
  private readonly touched: TouchedVertices;
  private readonly dabOf: (dab: Dab, image: Dab | null) => boolean;

  constructor(map: AmountMap, operation: BrushOperation, surface: SurfaceReach) {
    super(map);
    this.bounds = map.bounds;
    this.operation = operation;
    this.surface = surface;
    this.words = operationWords(operation);
    this.touched = new TouchedVertices(map.before.length);
    this.dabOf = addsUp(operation) ? this.average : this.cover;
  }

  dab(dab: Dab, image: Dab | null): boolean {
    return this.dabOf(dab, image);
  }

  private cover(dab: Dab, image: Dab | null): boolean {
    const { before, operation, touched } = this;
    let changed = false;
    for (const { count, vertices, shares, pressure } of image ? [dab, image] : [dab]) {
      for (let n = 0; n < count; n++) {
        const i = vertices[n];
        const share = operation.strength * shares[n] * pressure;
        if (touched.touch(i, share)) changed = this.set(i, operated(operation, before[i], share)) || changed;
      }
    }
    return changed;
  }

  /** Averages all vertices of a dab and its image from their old neighbours, so that their order does not matter. */
  private average(dab: Dab, image: Dab | null): boolean {
    const { values, operation, surface } = this;
    const touched = new Map<number, number>();
    for (const { count, vertices, shares, pressure } of image ? [dab, image] : [dab]) {
      for (let n = 0; n < count; n++) {
        const share = operation.strength * shares[n] * pressure;
        touched.set(vertices[n], Math.max(share, touched.get(vertices[n]) ?? 0));
      }
    }
    const next = Array.from(touched, ([i, share]) =>
      operated(operation, values[i], share, surface.meanAround(values, i)),
    );
    let changed = false;
    let n = 0;
    for (const i of touched.keys()) changed = this.set(i, next[n++]) || changed;
    return changed;
  }

  private set(i: number, value: number): boolean {
    const [low, high] = this.bounds;
    const before = this.values[i];
    this.values[i] = Math.min(high, Math.max(low, value));
    return this.values[i] !== before;
  }
}
