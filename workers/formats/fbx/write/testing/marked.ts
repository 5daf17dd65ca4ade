/** Sequences whose UVs tell which vertex a corner shows, even if a reader changes the order of corners. */
import { fileSpace } from "../../../../export/file-space";
import { addRotated } from "../../../../math/quaternion";
import type { ExportOptions } from "../../../../model/files/export/export-options";
import { unitScale } from "../../../../model/files/export/skeleton-export";
import type { MeshSequence } from "../../../../model/mesh/mesh-sequence";
import type { Rig } from "../../../../model/rig/rig";
import { UNWATCHED } from "../../../../model/task";
import { exportFile } from "../../../export-file";
import { skinned } from "../../../gltf/testing/exported-rigs";

/**
 * The number of columns of marks: a power of two, so that marks stay exact in 32 bits and with v from the other side.
 */
const COLUMNS = 256;

/** The sequence with UVs that number its display vertices. */
export function marked(sequence: MeshSequence): MeshSequence {
  const uvs = new Float32Array(2 * sequence.solverIndex.length);
  for (let d = 0; d < sequence.solverIndex.length; d++) {
    uvs[2 * d] = (d % COLUMNS) / COLUMNS;
    uvs[2 * d + 1] = Math.floor(d / COLUMNS) / COLUMNS;
  }
  return { ...sequence, uvs };
}

/** The display vertex for marked UVs with v from the bottom. */
export const markOf = (u: number, v: number): number =>
  Math.round(u * COLUMNS) + COLUMNS * Math.round((1 - v) * COLUMNS);

/** Positions of the solver vertices in frame k, in the file's space, by the definition of linear blend skinning. */
export function placesInFile(sequence: MeshSequence, rig: Rig, k: number, options: FbxOptions): number[] {
  const { rotation, scale, translation } = fileSpace(
    sequence,
    options.upAxis,
    unitScale(options.unit, sequence),
  );
  const positions = skinned(rig, k);
  const turned = new Float64Array(positions.length);
  for (let at = 0; at < positions.length; at += 3) addRotated(rotation, 0, positions, at, turned, at);
  return Array.from(turned, (x, c) => scale * x + translation[c % 3]);
}

export type FbxOptions = Pick<ExportOptions, "upAxis"> & Required<Pick<ExportOptions, "unit">>;

export const CENTIMETRES: FbxOptions = { upAxis: "y", unit: "cm" };

export async function fbxOf(
  sequence: MeshSequence,
  rig: Rig,
  options: FbxOptions = CENTIMETRES,
  more: Partial<ExportOptions> = {},
): Promise<Uint8Array> {
  const all: ExportOptions = { format: "fbx", influences: 0, clips: [], ...options, ...more };
  return (await exportFile(sequence, rig, all, UNWATCHED)).bytes;
}
