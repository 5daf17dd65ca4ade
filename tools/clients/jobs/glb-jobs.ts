import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { splitParts } from "../../../workers/export/meshes/split-parts";
import { keepLargest, shown, skinned } from "../../../workers/formats/gltf/testing/exported-rigs";
import { frameOf, type MeshSequence, restDiagonal } from "../../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../../workers/model/rig/rig";
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

/** Godot 3 reads the first set of influences, and scales their sum to 1. */
const GODOT_INFLUENCES = 4;

/** The positions of all corners of triangles, one after the other. */
function cornersOf(sequence: MeshSequence, places: readonly number[]): number[] {
  let before = 0;
  return splitParts(sequence).flatMap(({ vertices, indices }) => {
    const first = before;
    before += vertices.length;
    return [...indices].flatMap((n) => places.slice(3 * (first + n), 3 * (first + n) + 3));
  });
}

export async function glbJobs(one: ClientCase, folder: string, n: number): Promise<ClientJob[]> {
  const { sequence, rig, options, name, shown: shownBy = rig } = one;
  const { bytes } = await engine.run("exportFile", { sequence, rig, options }, UNWATCHED);
  const file = join(folder, `${n}.glb`);
  writeFileSync(file, bytes);
  const { clips, frames } = clipsOf(one);
  const common = {
    ...{ label: `${name}, GLB`, file, fps: sequence.fps, clips, within: withinOf(one) },
    diagonal: restDiagonal(sequence) * sequence.metresPerUnit,
  };
  const placesOf = (rig: Rig) => frames.map((k) => shown(sequence, skinned(rig, k)));
  const source = frames.map((k) => shown(sequence, frameOf(sequence, k)));
  const blender: ClientJob = {
    ...{ ...common, client: "Blender", out: `${file}.f32`, names: meshNames(bytes) },
    ...{ truth: placesOf(shownBy), source },
  };
  const corners = (places: number[][]) => places.map((frame) => cornersOf(sequence, frame));
  const godot: ClientJob = {
    ...{ ...common, client: "Godot", out: `${file}.Godot.f32`, names: [] },
    ...{ truth: corners(placesOf(keepLargest(shownBy, GODOT_INFLUENCES))), source: corners(source) },
  };
  // Godot 3 reads quantised positions as floats.
  return (options.compression ?? "none") === "none" ? [blender, godot] : [blender];
}
