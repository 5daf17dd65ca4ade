/** Files of cases for a client, and what it must show. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FileSpace, fileSpace } from "../../workers/export/file-space";
import { meshPieces } from "../../workers/export/mesh-pieces";
import { AlembicFrames, archiveNames } from "../../workers/formats/alembic/write/frames";
import { MemoryFile } from "../../workers/formats/alembic/write/ogawa-writer";
import { shown, skinned } from "../../workers/formats/gltf/testing/exported-rigs";
import { fileNames } from "../../workers/formats/skeletons/write/bvh-content";
import { bvhExportDefaults, unitScale } from "../../workers/model/files/skeleton-export";
import { frameOf, restDiagonal } from "../../workers/model/mesh/mesh-sequence";
import { boneMatrix } from "../../workers/model/rig/rig";
import { UNWATCHED } from "../../workers/model/task";
import type { ClientCase } from "./cases";
import { engine } from "./real-cases";

/** A point is in its place within this share of the diagonal; where keys are left out, within their tolerance more. */
const RIGHT = 1e-4;

/** A file for a client, and what it must show: for each frame, packed positions in the file's axes. */
export interface ClientJob {
  label: string;
  file: string;
  out: string;
  fps: number;
  frames: number[];
  /** Of nodes with their meshes, or of joints. */
  names: string[] | [node: string, mesh: string][];
  truth: number[][];
  /** How far points may be off, as a share of the diagonal. */
  within: number;
  /** The same of the source, for the error; empty for joints. */
  source: number[][];
  diagonal: number;
}

const framesOf = ({ sequence }: ClientCase) => Array.from({ length: sequence.frameCount }, (_, k) => k);

/** The names of the nodes with a mesh, and of their meshes, in the order of the file. */
function meshNames(bytes: Uint8Array): [node: string, mesh: string][] {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
  const nodes: { name: string; mesh?: number }[] = json.nodes;
  return nodes.flatMap(({ name, mesh }) => (mesh === undefined ? [] : [[name, json.meshes[mesh].name]]));
}

export async function glbJob(one: ClientCase, folder: string, n: number): Promise<ClientJob> {
  const { sequence, rig, options, name } = one;
  const { bytes } = await engine.run("exportFile", { sequence, rig, options }, UNWATCHED);
  const file = join(folder, `${n}.glb`);
  writeFileSync(file, bytes);
  return {
    ...{ label: name, file, out: `${file}.f32`, fps: sequence.fps, frames: framesOf(one) },
    names: meshNames(bytes),
    within: RIGHT + (options.keyTolerance ?? 0) / restDiagonal(sequence),
    truth: framesOf(one).map((k) => shown(sequence, skinned(rig, k))),
    source: framesOf(one).map((k) => shown(sequence, frameOf(sequence, k))),
    diagonal: restDiagonal(sequence) * sequence.metresPerUnit,
  };
}

/** A point of the sequence in a file's space. */
function inSpace({ rotation, scale, translation }: FileSpace, p: readonly number[]): number[] {
  const [x, y, z, w] = rotation;
  const [tx, ty, tz] = [2 * (y * p[2] - z * p[1]), 2 * (z * p[0] - x * p[2]), 2 * (x * p[1] - y * p[0])];
  const turned = [
    p[0] + w * tx + y * tz - z * ty,
    p[1] + w * ty + z * tx - x * tz,
    p[2] + w * tz + x * ty - y * tx,
  ];
  return turned.map((v, c) => scale * v + translation[c]);
}

export async function bvhJob(one: ClientCase, folder: string, n: number): Promise<ClientJob> {
  const { sequence, rig, name } = one;
  const options = bvhExportDefaults(sequence);
  const { bytes } = await engine.run("exportBvh", { sequence, rig, options }, UNWATCHED);
  const file = join(folder, `${n}.bvh`);
  writeFileSync(file, bytes);
  const scale = unitScale(options.unit, sequence);
  const space = fileSpace(sequence, options.upAxis, scale);
  const heads = (k: number) =>
    rig.bones.flatMap(({ head: [x, y, z] }, j) => {
      const m = boneMatrix(rig, k, j);
      const place = [0, 4, 8].map((r) => m[r] * x + m[r + 1] * y + m[r + 2] * z + m[r + 3]);
      return inSpace(space, place);
    });
  return {
    ...{ label: `${name}, BVH`, file, out: `${file}.f32`, fps: sequence.fps, frames: framesOf(one) },
    names: fileNames(rig),
    within: RIGHT,
    truth: framesOf(one).map(heads),
    source: [],
    diagonal: restDiagonal(sequence) * scale,
  };
}

/** The frames of the rig as an Alembic archive. */
export function alembicJob(one: ClientCase, folder: string, n: number): ClientJob {
  const { sequence, rig, name } = one;
  const file = join(folder, `${n}.abc`);
  const memory = new MemoryFile();
  const archive = new AlembicFrames(sequence, rig.rest, memory.put);
  const frames = framesOf(one).map((k) => Float32Array.from(skinned(rig, k)));
  for (const frame of frames) archive.add(frame);
  writeFileSync(file, memory.whole(archive.finish()));
  const pieces = meshPieces(sequence);
  const space = fileSpace(sequence, "y", 1);
  return {
    ...{ label: `${name}, Alembic`, file, out: `${file}.f32`, fps: sequence.fps, frames: framesOf(one) },
    names: archiveNames(pieces).map((name): [string, string] => [name, name]),
    within: RIGHT,
    truth: frames.map((frame) =>
      pieces.flatMap(({ points }) =>
        Array.from(points).flatMap((i) => inSpace(space, [...frame.subarray(3 * i, 3 * i + 3)])),
      ),
    ),
    source: [],
    diagonal: restDiagonal(sequence),
  };
}
