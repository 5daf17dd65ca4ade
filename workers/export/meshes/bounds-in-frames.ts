import type { AnySequence } from "../../model/mesh/streamed-sequence";
import { blendPositions } from "../../model/rig/blend-positions";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import type { SlotWeights } from "../../reduce/fewer-influences";
import { rigInFile } from "../export-error";
import { type FileSpace, pointInFile } from "../file-space";
import { type ClipContent, motionOfClips } from "../motion/prepare-clips";
import type { PartSurface } from "./split-parts";

export interface Bounds {
  min: number[];
  max: number[];
}

/** An empty box, which any point enlarges. */
const empty = (): Bounds => ({
  min: [0, 1, 2].map(() => Number.POSITIVE_INFINITY),
  max: [0, 1, 2].map(() => Number.NEGATIVE_INFINITY),
});

function widen({ min, max }: Bounds, point: readonly number[]): void {
  for (let c = 0; c < 3; c++) {
    min[c] = Math.min(min[c], point[c]);
    max[c] = Math.max(max[c], point[c]);
  }
}

/** The box that holds both. */
export function joinedBounds(a: Bounds, b: Bounds): Bounds {
  const box = { min: [...a.min], max: [...a.max] };
  widen(box, b.min);
  widen(box, b.max);
  return box;
}

/** For each surface the box of all frames of the file, in its space. Engines need it to cull a mesh that moves. */
export async function boundsInFrames(
  { solverIndex }: Pick<AnySequence, "solverIndex">,
  rig: Rig,
  surfaces: readonly PartSurface[],
  clips: readonly ClipContent[],
  weights: SlotWeights,
  space: FileSpace,
  task: Task,
): Promise<Bounds[]> {
  const frames = clips.flatMap((clip) => clip.frames);
  const written = rigInFile(rig, frames, motionOfClips(clips), weights);
  const posed = new Float64Array(rig.rest.length);
  const boxes = surfaces.map(empty);
  for (let f = 0; f < frames.length; f++) {
    await task.checkpoint();
    blendPositions(written, f, posed);
    for (const [s, { vertices }] of surfaces.entries()) {
      for (const d of vertices) {
        const at = 3 * solverIndex[d];
        widen(boxes[s], pointInFile(space, [posed[at], posed[at + 1], posed[at + 2]]));
      }
    }
  }
  return boxes;
}
