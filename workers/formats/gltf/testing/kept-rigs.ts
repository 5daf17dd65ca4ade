/** Opens skinned files in tests and checks their rigs. */
import { expect } from "vitest";
import {
  frameOf,
  type MeshSequence,
  restDiagonal,
  validateSequence,
} from "../../../model/mesh/mesh-sequence";
import { blendPositions } from "../../../model/rig/blend-positions";
import type { Bone, Rig } from "../../../model/rig/rig";
import { UNWATCHED } from "../../../model/task";
import { assemble } from "../../assemble/assemble-sequence";
import { exportFile } from "../../export-file";
import type { ReadOptions } from "../../source/source";
import { bytesFile } from "../../source/source-file";
import { openGltf } from "../read/read";
import { largestDifference } from "./fixtures";

const KEEP: ReadOptions = {
  clips: [],
  fps: null,
  upAxis: null,
  metresPerUnit: null,
  restFrame: null,
  keepRig: true,
};

export async function open(bytes: Uint8Array, options: Partial<ReadOptions> = {}, name = "test.glb") {
  const file = bytesFile(name, bytes);
  const source = await openGltf([file], file, UNWATCHED);
  const asked = { ...KEEP, ...options };
  const { sequence, rig } = await assemble(await source.read(asked, UNWATCHED), asked, UNWATCHED);
  return { info: source.info, sequence: validateSequence(sequence), rig: rig as Rig };
}

/** The largest distance between rig and sequence in any frame, as a share of the diagonal. */
export function largestMiss(sequence: MeshSequence, rig: Rig): number {
  const posed = new Float64Array(rig.rest.length);
  let largest = 0;
  for (let k = 0; k < sequence.frameCount; k++) {
    const frame = frameOf(sequence, k);
    blendPositions(rig, k, posed);
    for (let c = 0; c < posed.length; c += 3) {
      const miss = Math.hypot(posed[c] - frame[c], posed[c + 1] - frame[c + 1], posed[c + 2] - frame[c + 2]);
      largest = Math.max(largest, miss);
    }
  }
  return largest / restDiagonal(sequence);
}

export function expectSound({ bones, weights, motion, rest }: Rig, sequence: MeshSequence): void {
  expect(new Set(bones.map((bone) => bone.name)).size).toBe(bones.length);
  bones.forEach(({ parent, head }, j) => {
    expect(parent).toBeLessThan(j);
    expect(head.every(Number.isFinite)).toBe(true);
  });
  expect(motion.length).toBe(12 * bones.length * sequence.frameCount);
  expect(rest.length).toBe(sequence.rest.length);
  for (let i = 0; i < sequence.vertexCount; i++) {
    const [from, to] = [weights.offsets[i], weights.offsets[i + 1]];
    const row = weights.bones.slice(from, to);
    expect([...row]).toEqual([...new Set(row)].sort((a, b) => a - b));
    expect(weights.values.slice(from, to).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 6);
  }
}

export const parentName = ({ bones }: Rig, { parent }: Bone) => (parent < 0 ? null : bones[parent].name);

/** Positions of a frame of the rig at the corners of all triangles, because files may order vertices differently. */
function cornerPositions(sequence: MeshSequence, rig: Rig, k: number): number[] {
  const posed = blendPositions(rig, k, new Float64Array(rig.rest.length));
  return Array.from(sequence.triangles).flatMap((d) => {
    const i = 3 * sequence.solverIndex[d];
    return [0, 1, 2].map((c) => posed[i + c] + sequence.origin[c]);
  });
}

/** Exports the rig, reads it again with its skeleton, and checks that bones, parents and positions stay the same. */
export async function expectRoundTrip(sequence: MeshSequence, rig: Rig): Promise<void> {
  const options = { influences: 0, clips: [], upAxis: "y" as const };
  const { bytes, validatorMessages } = await exportFile(sequence, rig, options, UNWATCHED);
  expect(validatorMessages).toEqual([]);
  const back = await open(bytes, { fps: sequence.fps });
  const tree = (of: Rig) => of.bones.map((bone) => `${bone.name} below ${parentName(of, bone)}`).sort();
  expect(tree(back.rig)).toEqual(tree(rig));
  expect(back.sequence.frameCount).toBe(sequence.frameCount);
  const limit = 1e-4 * restDiagonal(sequence);
  for (let k = 0; k < sequence.frameCount; k += 3) {
    const [before, after] = [cornerPositions(sequence, rig, k), cornerPositions(back.sequence, back.rig, k)];
    expect(largestDifference(after, before), `frame ${k}`).toBeLessThan(limit);
  }
  for (const bone of rig.bones) {
    const again = back.rig.bones.find(({ name }) => name === bone.name)!;
    bone.head.forEach((x, c) => {
      expect(Math.abs(again.head[c] + back.sequence.origin[c] - x - sequence.origin[c])).toBeLessThan(limit);
    });
  }
}
