import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileSpace } from "../../../workers/export/file-space";
import { meshPieces } from "../../../workers/export/meshes/mesh-pieces";
import { AlembicFrames, archiveNames } from "../../../workers/formats/alembic/write/frames";
import { MemoryFile } from "../../../workers/formats/alembic/write/ogawa-writer";
import { skinned } from "../../../workers/formats/gltf/testing/exported-rigs";
import { placeInFile } from "../../../workers/formats/skeletons/write/turned-axes";
import { restDiagonal } from "../../../workers/model/mesh/mesh-sequence";
import type { ClientCase } from "../cases";
import { type ClientJob, clipsOf, withinOf } from "./job";

/** The frames of the rig as an Alembic archive; the clips follow each other in the file. */
export function alembicJobs(one: ClientCase, folder: string, n: number): ClientJob[] {
  const { sequence, rig, name } = one;
  const file = join(folder, `${n}.abc`);
  const memory = new MemoryFile();
  const archive = new AlembicFrames(sequence, rig.rest, memory.put);
  const frames = clipsOf(one).frames.map((k) => Float32Array.from(skinned(rig, k)));
  for (const frame of frames) archive.add(frame);
  writeFileSync(file, memory.whole(archive.finish()));
  const pieces = meshPieces(sequence);
  const space = fileSpace(sequence, "y", 1);
  const job: ClientJob = {
    ...{ client: "Blender", label: `${name}, Alembic`, file, out: `${file}.f32`, fps: sequence.fps },
    clips: [{ name: "", frames: [...frames.keys()] }],
    names: archiveNames(pieces).map((name): [string, string] => [name, name]),
    within: withinOf(one),
    truth: frames.map((frame) =>
      pieces.flatMap(({ points }) => [...points].flatMap((i) => placeInFile(space, frame, 3 * i))),
    ),
    source: [],
    diagonal: restDiagonal(sequence),
  };
  return [job];
}
