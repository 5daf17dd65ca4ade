import type { BrushSettings, OperationKind } from "./brush-settings";

/** What a stroke does to numbers, with the keys that were held when it began. */
export interface BrushOperation {
  kind: OperationKind;
  /** Replaced with, added (negative takes away), or scaled by. */
  value: number;
  /** 0..1. */
  strength: number;
}

type Settings = Pick<BrushSettings, "value" | "strength" | "erase"> & { operation: OperationKind };

/** The least that numbers are divided by. */
const LEAST_FACTOR = 0.05;

/**
 * Shift smooths, whatever the operation is. Ctrl or the eraser subtract, divide, replace with the opposite value, and
 * exchange smoothing and sharpening.
 * @param opposite gives the value that the inverted brush replaces with.
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

/** A number after an operation with a share of 0..1. Smoothing and sharpening take the mean of the neighbours too. */
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

/** Smoothing adds up with every dab; the others depend on the strongest dab of a vertex only. */
export const addsUp = ({ kind }: BrushOperation): boolean => kind === "smooth" || kind === "sharpen";

/** "+0.35", "× 0.80 at 0.35", "smooth 0.35": what is said beside the pointer. */
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
