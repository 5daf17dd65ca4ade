import { WEIGHT_STEPS } from "../../model/files/export/compression";
import type { ExportOptions } from "../../model/files/export/export-options";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import type { SlotWeights } from "../../reduce/fewer-influences";
import { steppedWeights } from "../../reduce/stepped-weights";
import { type ClipContent, motionOfClips } from "../motion/prepare-clips";

/**
 * The weights as a compressed file stores them, if it has 8 bits for each. The steps of 16 bits move no vertex visibly,
 * and the writer rounds to them.
 */
export async function storedWeights(
  { rig, clips, weights }: { rig: Rig; clips: readonly ClipContent[]; weights: SlotWeights },
  { compression = "none", precision = "fine" }: Pick<ExportOptions, "compression" | "precision">,
  task: Task,
): Promise<SlotWeights> {
  if (compression === "none" || precision === "fine") return weights;
  return steppedWeights(weights, rig.rest, motionOfClips(clips), WEIGHT_STEPS[precision], task);
}
