import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileSpace } from "../../../workers/export/file-space";
import { frameStream } from "../../../workers/formats/frames/frame-stream";
import { skinned } from "../../../workers/formats/gltf/testing/exported-rigs";
import { writeObj } from "../../../workers/formats/obj/write-obj";
import { placeInFile } from "../../../workers/formats/skeletons/write/turned-axes";
import { restDiagonal } from "../../../workers/model/mesh/mesh-sequence";
import type { ClientCase } from "../cases";
import { type ClientJob, clipsOf, withinOf } from "./job";

/** The frames of the rig as a PC2 and as an MDD, each beside its mesh; the clips follow each other in the file. */
export function pointCacheJobs(one: ClientCase, folder: string, n: number): ClientJob[] {
  const { sequence, rig, name } = one;
  const frames = clipsOf(one).frames.map((k) => Float32Array.from(skinned(rig, k)));
  const space = fileSpace(sequence, "y", 1);
  const points = [...Array(sequence.vertexCount).keys()];
  return (["pc2", "mdd"] as const).map((format): ClientJob => {
    const file = join(folder, `${n}.${format}`);
    const pieces: Uint8Array[] = [];
    const stream = frameStream(format, { sequence, frames: frames.length }, (bytes) => {
      pieces.push(bytes.slice());
    });
    for (const frame of frames) stream.add(frame);
    stream.finish();
    writeFileSync(file, Buffer.concat(pieces));
    writeFileSync(`${file}.obj`, writeObj(sequence));
    return {
      ...{ client: "Blender", label: `${name}, ${format.toUpperCase()}`, file, out: `${file}.f32` },
      fps: sequence.fps,
      clips: [{ name: "", frames: [...frames.keys()] }],
      names: sequence.parts.map((part) => part.name),
      within: withinOf(one),
      truth: frames.map((frame) => points.flatMap((i) => placeInFile(space, frame, 3 * i))),
      source: [],
      diagonal: restDiagonal(sequence),
    };
  });
}
