import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { shown, skinned } from "../../../workers/formats/gltf/testing/exported-rigs";
import { frameOf, restDiagonal } from "../../../workers/model/mesh/mesh-sequence";
import { UNWATCHED } from "../../../workers/model/task";
import type { ClientCase } from "../cases";
import { engine } from "../real-cases";
import { type ClientJob, clipsOf, withinOf } from "./job";

/** The names of the nodes with a mesh, and of their meshes, in the order of the file. */
function meshNames(bytes: Uint8Array): [node: string, mesh: string][] {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
  const nodes: { name: string; mesh?: number }[] = json.nodes;
  return nodes.flatMap(({ name, mesh }) => (mesh === undefined ? [] : [[name, json.meshes[mesh].name]]));
}

export async function glbJobs(one: ClientCase, folder: string, n: number): Promise<ClientJob[]> {
  const { sequence, rig, options, name } = one;
  const { bytes } = await engine.run("exportFile", { sequence, rig, options }, UNWATCHED);
  const file = join(folder, `${n}.glb`);
  writeFileSync(file, bytes);
  const { clips, frames } = clipsOf(one);
  const job: ClientJob = {
    ...{ client: "Blender", label: `${name}, GLB`, file, out: `${file}.f32`, fps: sequence.fps, clips },
    names: meshNames(bytes),
    within: withinOf(one),
    truth: frames.map((k) => shown(sequence, skinned(rig, k))),
    source: frames.map((k) => shown(sequence, frameOf(sequence, k))),
    diagonal: restDiagonal(sequence) * sequence.metresPerUnit,
  };
  return [job];
}
