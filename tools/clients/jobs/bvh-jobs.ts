import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileSpace } from "../../../workers/export/file-space";
import { fileNames } from "../../../workers/formats/skeletons/write/bvh-content";
import { placeInFile } from "../../../workers/formats/skeletons/write/turned-axes";
import { bvhExportDefaults, unitScale } from "../../../workers/model/files/export/skeleton-export";
import { restDiagonal } from "../../../workers/model/mesh/mesh-sequence";
import { boneMatrix } from "../../../workers/model/rig/rig";
import { UNWATCHED } from "../../../workers/model/task";
import type { ClientCase } from "../cases";
import { engine } from "../real-cases";
import { type ClientJob, clipsOf, withinOf } from "./job";

/** The joints of a rig; the clips follow each other in the file. */
export async function bvhJobs(one: ClientCase, folder: string, n: number): Promise<ClientJob[]> {
  const { sequence, rig, name } = one;
  const options = bvhExportDefaults(sequence);
  const { bytes } = await engine.run("exportBvh", { sequence, rig, options }, UNWATCHED);
  const file = join(folder, `${n}.bvh`);
  writeFileSync(file, bytes);
  const scale = unitScale(options.unit, sequence);
  const space = fileSpace(sequence, options.upAxis, scale);
  const { frames } = clipsOf(one);
  const heads = (k: number) =>
    rig.bones.flatMap(({ head: [x, y, z] }, j) => {
      const m = boneMatrix(rig, k, j);
      const place = [0, 4, 8].map((r) => m[r] * x + m[r + 1] * y + m[r + 2] * z + m[r + 3]);
      return placeInFile(space, place);
    });
  const job: ClientJob = {
    ...{ client: "Blender", label: `${name}, BVH`, file, out: `${file}.f32`, fps: sequence.fps },
    clips: [{ name: "", frames: [...frames.keys()] }],
    names: fileNames(rig),
    within: withinOf(one),
    truth: frames.map(heads),
    source: [],
    diagonal: restDiagonal(sequence) * scale,
  };
  return [job];
}
