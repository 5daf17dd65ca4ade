import type { PaintState } from "../../document/view-state";

type Operation = PaintState["operation"];

/** What is done to a bone's weights, with the keys that were held when the stroke began. */
export interface WeightOperation {
  kind: Operation;
  /** Replaced with, added (negative takes away), or scaled by. */
  value: number;
  /** 0..1. */
  strength: number;
}

/** The least that weights are divided by. */
const LEAST_FACTOR = 0.05;

/** Shift smooths, from sharpening too; Ctrl or the eraser take away, replace with the opposite, divide, and smooth what would be sharpened. */
export function weightOperation(
  { operation, value, strength, erase }: Pick<PaintState, "operation" | "value" | "strength" | "erase">,
  { ctrl, shift }: { ctrl: boolean; shift: boolean },
): WeightOperation {
  if (shift) return { kind: "smooth", value, strength };
  if (ctrl === erase) return { kind: operation, value, strength };
  const opposite: Record<Operation, WeightOperation> = {
    replace: { kind: "replace", value: 1 - value, strength },
    add: { kind: "add", value: -value, strength },
    scale: { kind: "scale", value: 1 / Math.max(LEAST_FACTOR, value), strength },
    smooth: { kind: "sharpen", value, strength },
    sharpen: { kind: "smooth", value, strength },
  };
  return opposite[operation];
}

/** A weight after replacing, adding or scaling with a share of 0..1; smoothing takes the mean around as its value. */
export function operated(
  { kind, value }: WeightOperation,
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

/** Smoothing adds up with every touch; the others depend on the strongest touch of a vertex only. */
export const addsUp = ({ kind }: WeightOperation): boolean => kind === "smooth" || kind === "sharpen";
