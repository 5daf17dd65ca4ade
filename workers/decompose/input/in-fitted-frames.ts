import { rigInFrames, someFrames } from "../../model/mesh/some-frames";
import type { FrameChoice } from "../problem/choose-frames";
import type { DecomposeInput } from "./decompose-input";

/** The input restricted to the fitted frames. */
export function inFittedFrames(input: DecomposeInput, { fitted, others }: FrameChoice): DecomposeInput {
  if (others.length === 0) return input;
  const { sequence, from, intent } = input;
  const frames = intent?.frames && Float32Array.from(fitted, (k) => intent.frames![k]);
  return {
    ...input,
    sequence: someFrames(sequence, fitted),
    from: from && rigInFrames(from, fitted),
    ...(intent && { intent: { ...intent, frames: frames ?? null } }),
  };
}
