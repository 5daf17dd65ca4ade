import { type BrushSettings, isGradient, type WeightOperation } from "./brush-settings";

/** The operation of a stroke, with the keys that were held when it began. */
export interface BrushOperation {
  kind: Exclude<WeightOperation, "gradient" | "radial">;
  /** Replaces the value, is added (a negative one subtracts), or scales it. */
  value: number;
  /** 0 to 1. */
  strength: number;
}

type Settings = Pick<BrushSettings, "value" | "strength" | "erase"> & { operation: WeightOperation };

/** The smallest divisor. */
const LEAST_FACTOR = 0.05;

/**
 * Applies modifier keys to a brush. Shift always smooths. Ctrl or the eraser inverts: add becomes subtract, scale
 * divides, replace writes the opposite value, and smooth and sharpen swap.
 * @param opposite returns the value that the inverted brush writes.
 */
export function brushOperation(
  { operation, value, strength, erase }: Settings,
  { ctrl, shift }: { ctrl: boolean; shift: boolean },
  opposite = (wanted: number) => 1 - wanted,
): BrushOperation {
  if (shift) return { kind: "smooth", value, strength };
  // A gradient replaces, with a strength that fades along it.
  const kind = isGradient(operation) ? "replace" : operation;
  if (ctrl === erase) return { kind, value, strength };
  const inverted: Record<BrushOperation["kind"], BrushOperation> = {
    replace: { kind: "replace", value: opposite(value), strength },
    add: { kind: "add", value: -value, strength },
    scale: { kind: "scale", value: 1 / Math.max(LEAST_FACTOR, value), strength },
    smooth: { kind: "sharpen", value, strength },
    sharpen: { kind: "smooth", value, strength },
    smear: { kind: "smear", value, strength },
    average: { kind: "average", value, strength },
  };
  return inverted[kind];
}

/**
 * Applies an operation to a value, with a strength of 0 to 1. Smoothing, sharpening, smearing and averaging move the
 * value towards or away from `mean`: the mean of the neighbours or of the dab, or the value that the stroke drags.
 */
export function operated(
  { kind, value }: BrushOperation,
  before: number,
  share: number,
  mean = before,
): number {
  switch (kind) {
    case "replace":
      return before + (value - before) * share;
    case "add":
      return before + value * share;
    case "scale":
      return before * (1 + (value - 1) * share);
    case "smooth":
    case "smear":
    case "average":
      return before + (mean - before) * share;
    case "sharpen":
      return before - (mean - before) * share;
  }
}

/**
 * Whether dabs accumulate. Replace, add and scale use only the strongest dab on each vertex.
 */
export const addsUp = ({ kind }: BrushOperation): boolean =>
  kind !== "replace" && kind !== "add" && kind !== "scale";

/** The text beside the pointer: "+0.35", "× 0.80 at 0.35", "smooth 0.35". */
export function operationWords({ kind, value, strength }: BrushOperation): string {
  const at = strength.toFixed(2);
  switch (kind) {
    case "add":
      return `${value < 0 ? "−" : "+"}${Math.abs(value * strength).toFixed(2)}`;
    case "replace":
      return `${value.toFixed(2)} at ${at}`;
    case "scale":
      return `× ${value.toFixed(2)} at ${at}`;
    default:
      return `${kind} ${at}`;
  }
}
