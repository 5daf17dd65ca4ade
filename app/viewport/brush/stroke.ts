import type { BrushState } from "../../document/view-state";
import { falloff } from "./falloff";
import type { SurfaceReach, Touched } from "./surface-reach";

/** What a stroke does, with the keys that were held when it began. */
export interface StrokeKind {
  mode: "replace" | "add" | "smooth";
  /** Replaced with, or added: negative takes away. */
  value: number;
  /** 0..1. */
  strength: number;
}

/** Shift smooths; Ctrl takes away instead of adding, and replaces with the value that is opposite in the map. */
export function strokeKind(
  { mode, value, strength }: BrushState,
  { shift, ctrl }: { shift: boolean; ctrl: boolean },
  opposite: (value: number) => number,
): StrokeKind {
  if (shift || mode === "smooth") return { mode: "smooth", value, strength };
  if (!ctrl) return { mode, value, strength };
  return { mode, strength, value: mode === "add" ? -value : opposite(value) };
}

/**
 * One stroke over numbers between bounds, one a vertex. Replacing and adding depend on the strongest touch of each vertex only,
 * not on how often it was touched: the result is the same however densely the pointer was sampled. Smoothing adds up.
 */
export class Stroke {
  /** As they are now, V. */
  readonly values: Float32Array;
  private readonly before: Float32Array;
  private readonly coverage: Float32Array;
  private readonly kind: StrokeKind;
  private readonly surface: SurfaceReach;
  private readonly bounds: readonly [number, number];

  /** `before` is not written to. */
  constructor(
    before: Float32Array,
    kind: StrokeKind,
    surface: SurfaceReach,
    bounds: readonly [number, number] = [0, 1],
  ) {
    this.bounds = bounds;
    this.before = before;
    this.values = before.slice();
    this.coverage = new Float32Array(before.length);
    this.kind = kind;
    this.surface = surface;
  }

  /** Touches vertices within a radius; true where that changes a number. */
  dab(touched: Touched, radius: number): boolean {
    return this.kind.mode === "smooth" ? this.smooth(touched, radius) : this.cover(touched, radius);
  }

  private cover({ count, vertices, distances }: Touched, radius: number): boolean {
    const { mode, value, strength } = this.kind;
    const [low, high] = this.bounds;
    let changed = false;
    for (let n = 0; n < count; n++) {
      const i = vertices[n];
      const share = strength * falloff(distances[n] / radius);
      if (share <= this.coverage[i]) continue;
      this.coverage[i] = share;
      const before = this.before[i];
      const after = mode === "add" ? before + value * share : before + (value - before) * share;
      this.values[i] = Math.min(high, Math.max(low, after));
      changed = true;
    }
    return changed;
  }

  private smooth({ count, vertices, distances }: Touched, radius: number): boolean {
    const { values } = this;
    const means = new Float32Array(count);
    for (let n = 0; n < count; n++) means[n] = this.surface.meanAround(values, vertices[n]);
    let changed = false;
    for (let n = 0; n < count; n++) {
      const i = vertices[n];
      const after = values[i] + this.kind.strength * falloff(distances[n] / radius) * (means[n] - values[i]);
      changed ||= after !== values[i];
      values[i] = after;
    }
    return changed;
  }
}
