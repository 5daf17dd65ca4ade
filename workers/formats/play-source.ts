import type { FileRig } from "../export/prepare";
import type { PlayedFile } from "../export/written-error";
import type { Task } from "../model/task";
import type { SequenceSource } from "./source/source";

/** Plays a written file that one of our readers opened. Its clips are in the order in which they were prepared. */
export function playSource(
  source: SequenceSource,
  { sequence, isStill }: FileRig,
  { solver, space }: Pick<PlayedFile, "solver" | "space">,
  task: Task,
): PlayedFile {
  const quiet: Task = { progress() {}, checkpoint: () => task.checkpoint(), finishNow: false };
  const asked = { fps: sequence.fps, upAxis: null, metresPerUnit: null, restFrame: null };
  return {
    solver,
    space,
    async clip(c) {
      // A rig that does not move is written without a clip, but there may be poses.
      const raw = await source.read({ ...asked, clips: isStill ? [] : [c] }, quiet);
      return isStill ? { frame: async () => raw.rest } : raw;
    },
  };
}
