import { SinewError } from "../../model/errors";
import type { Clip, MeshSequence } from "../../model/mesh/mesh-sequence";
import { howMany } from "../../model/reports/figures";

/** The frames that a rig is fitted to. All lists are ascending. */
export interface FrameChoice {
  /** Frames that weights, rest pose and bones are fitted to. */
  fitted: number[];
  /**
   * Frames whose bones are fitted afterwards, with fixed weights and rest pose: held-out frames and frames of weight 0.
   */
  others: number[];
  /** The held-out frames among `others`. The report's error leaves them out. */
  held: number[];
}

/** The fewest frames that determine motion. */
const LEAST = 2;

/**
 * Holds out every n-th frame, counted from the start of each clip: frames k with (k − first) mod n = n − 1.
 * @param n 2 or more; 0 for none.
 * @param weights F, or null: frames of weight 0 are not fitted either.
 * @throws SinewError if fewer than 2 frames would remain.
 */
export function chooseFrames(
  { name, frameCount, clips }: Pick<MeshSequence, "name" | "frameCount" | "clips">,
  n: number,
  weights: Float32Array | null,
): FrameChoice {
  const choice: FrameChoice = { fitted: [], others: [], held: [] };
  for (let k = 0; k < frameCount; k++) {
    const clip = clipOf(clips, k);
    const held = n > 0 && (k - (clip?.first ?? 0)) % n === n - 1;
    const counts = !held && (weights === null || weights[k] > 0);
    choice[counts ? "fitted" : "others"].push(k);
    if (held) choice.held.push(k);
  }
  if (n > 0 && choice.held.length === 0) {
    throw new SinewError({
      title: "No frame would be held out",
      body: `Every frame number ${n} of a clip was asked for, and ${name} has ${howMany(frameCount, "frame")}. Ask for an earlier one.`,
    });
  }
  if (choice.others.length > 0 && choice.fitted.length < LEAST) {
    throw new SinewError({
      title: "Too few frames would be left to fit",
      body:
        `${name} has ${howMany(frameCount, "frame")}, and ${choice.fitted.length} would be fitted. ` +
        `Hold out fewer frames, or give more of them a weight above 0: ${LEAST} are needed.`,
    });
  }
  return choice;
}

/** The clip that frame `k` belongs to. */
export const clipOf = (clips: readonly Clip[], k: number): Clip | undefined =>
  clips.find(({ first, last }) => k >= first && k <= last);
