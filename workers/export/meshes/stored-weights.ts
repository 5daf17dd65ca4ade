import { WEIGHT_STEPS } from "../../model/files/export/compression";
import type { ExportOptions } from "../../model/files/export/export-options";
import type { Task } from "../../model/task";
import type { SlotWeights } from "../../reduce/fewer-influences";
import { steppedWeights } from "../../reduce/stepped-weights";
import { motionOfClips } from "../motion/prepare-clips";
import type { FileRig } from "../prepare";

/**
 * The weights as a compressed file stores them, if it has 8 bits for each. The steps of 16 bits move no vertex visibly,
 * and the writer rounds to them.
 */
export async function storedWeights(
  { rig, clips, weights }: Pick<FileRig, "rig" | "clips" | "weights">,
  { compression = "none", precision = "fine" }: Pick<ExportOptions, "compression" | "precision">,
  task: Task,
): Promise<SlotWeights> {
  if (compression === "none" || precision === "fine") return weights;
  return steppedWeights(weights, rig.rest, motionOfClips(clips), WEIGHT_STEPS[precision], task);
}
