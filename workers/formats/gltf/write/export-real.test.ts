import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Rig } from "../../../model/rig/rig";
import { UNWATCHED } from "../../../model/task";
import { sharedData } from "../../../testing/shared-data";
import { assembleSequence } from "../../assemble/assemble-sequence";
import { exportFile } from "../../export-file";
import { inspect } from "../../open";
import { bytesFile } from "../../source/source-file";

const FOLDER = sharedData("ground-truth/cheburashka/");
const AS_IT_IS = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };

const read = (name: string) => readFileSync(new URL(name, FOLDER));
const numbersOf = (name: string) => read(name).toString().trim().split(/\s+/).map(Number);

/** An exact rig of 11 rigid bones, dense: 47 % of the vertices have more than 4 influences. */
async function groundTruth() {
  const files = ["cheburashka.obj", "cheburashka.pc2"].map((name) =>
    bytesFile(name, new Uint8Array(read(name))),
  );
  const [source] = await inspect(files, UNWATCHED);
  const sequence = await assembleSequence(await source.read(AS_IT_IS, UNWATCHED), AS_IT_IS, UNWATCHED);
  const [B, V, ...weights] = numbersOf("weights.dmat");
  const offsets = [0];
  const bones: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < V; i++) {
    for (let j = 0; j < B; j++) {
      if (weights[j * V + i] <= 0) continue;
      bones.push(j);
      values.push(weights[j * V + i]);
    }
    offsets.push(bones.length);
  }
  const motion: number[] = [];
  for (let k = 0; k < sequence.frameCount; k++) {
    const rows = numbersOf(`cheburashka-${String(k + 1).padStart(2, "0")}.Tmat`);
    for (let j = 0; j < B; j++) {
      // [x y z 1] T: the columns of the 4x3 are the rows of our 3x4.
      for (let r = 0; r < 3; r++) for (let c = 0; c < 4; c++) motion.push(rows[12 * j + 3 * c + r]);
    }
  }
  const rig: Rig = {
    version: 1,
    bones: Array.from({ length: B }, (_, j) => ({ name: `bone_${j + 1}`, parent: -1, head: [0, 0, 0] })),
    boneKind: "rigid",
    weights: {
      version: 1,
      offsets: Uint32Array.from(offsets),
      bones: Uint16Array.from(bones),
      values: Float32Array.from(values),
    },
    motion: Float32Array.from(motion),
    rest: sequence.rest,
  };
  return { sequence, rig };
}

it.skipIf(!existsSync(FOLDER))("loses little on a real rig (skipped without ../shared/data)", async () => {
  const { sequence, rig } = await groundTruth();
  const options = { influences: 0, clips: [], upAxis: "y" } as const;
  const dense = await exportFile(sequence, rig, { ...options, clips: [] }, UNWATCHED);
  expect(dense.validatorMessages).toEqual([]);
  expect(dense.verticesReduced).toBe(0);
  expect(dense.eRmsInFile).toBeLessThan(0.002);
  const four = await exportFile(sequence, rig, { ...options, clips: [], influences: 4 }, UNWATCHED);
  expect(four.validatorMessages).toEqual([]);
  expect(four.verticesReduced).toBeGreaterThan(3000);
  expect(four.eRmsInFile).toBeLessThan(1.25);
});
