import type { BrushSettings, OperationKind } from "./brush-settings";

/** The operation of a stroke, with the keys that were held when it began. */
export interface BrushOperation {
  kind: OperationKind;
  /** Replaces the value, is added (a negative one subtracts), or scales it. */
  value: number;
  /** 0 to 1. */
  strength: number;
}

type Settings = Pick<BrushSettings, "value" | "strength" | "erase"> & { operation: OperationKind };

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
  if (ctrl === erase) return { kind: operation, value, strength };
  const inverted: Record<OperationKind, BrushOperation> = {
    replace: { kind: "replace", value: opposite(value), strength },
    add: { kind: "add", value: -value, strength },
    scale: { kind: "scale", value: 1 / Math.max(LEAST_FACTOR, value), strength },
    smooth: { kind: "sharpen", value, strength },
    sharpen: { kind: "smooth", value, strength },
  };
  return inverted[operation];
}

/**
 * Applies an operation to a value, with a strength of 0 to 1. Smooth and sharpen also use the mean of the neighbours.
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
      return before + (mean - before) * share;
    case "sharpen":
      return before - (mean - before) * share;
  }
}

/**
 * Whether dabs accumulate, as they do for smoothing and sharpening. Other operations use a vertex's strongest dab
 * alone.
 */
export const addsUp = ({ kind }: BrushOperation): boolean => kind === "smooth" || kind === "sharpen";

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
