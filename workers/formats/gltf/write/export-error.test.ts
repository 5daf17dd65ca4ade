import { NodeIO } from "@gltf-transform/core";
import { describe, expect, it } from "vitest";
import type { ExportOptions } from "../../../model/files/export/export-options";
import { frameOf, type MeshSequence, restDiagonal } from "../../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../../model/task";
import { exportFile } from "../../export-file";
import { clothOf, keepLargest, readBack, shown, skinned, withShapes } from "../testing/exported-rigs";

const ALL: ExportOptions = { influences: 0, clips: [], upAxis: "y" };

/** E_RMS from a sum of squared distances over all vertices and frames. */
const eRmsOf = (sequence: MeshSequence, sum: number) =>
  (2000 * Math.sqrt(sum / sequence.frames.length)) / restDiagonal(sequence);

describe("the error that exportFile reports", () => {
  it("is the file's error if weights are fitted again to fewer influences", async () => {
    const truth = clothOf(14, 9, false, 21);
    const { sequence, rig } = truth;
    const result = await exportFile(sequence, rig, { ...ALL, influences: 4 }, UNWATCHED);
    expect(result.validatorMessages).toEqual([]);
    expect(result.verticesReduced).toBe(sequence.vertexCount);
    const raw = await readBack(result.bytes, sequence.fps);
    let [sum, largest, plain] = [0, 0, 0];
    let at = -1;
    for (let k = 0; k < sequence.frameCount; k++) {
      const frame = await raw.frame(k);
      const source = shown(sequence, frameOf(sequence, k));
      const before = shown(sequence, skinned(rig, k));
      const cut = shown(sequence, skinned(keepLargest(rig, 4), k));
      for (let c = 0; c < source.length; c++) {
        sum += (frame[c] - source[c]) ** 2;
        plain += (cut[c] - source[c]) ** 2;
      }
      for (let c = 0; c < source.length; c += 3) {
        const added = Math.hypot(...[0, 1, 2].map((a) => frame[c + a] - before[c + a]));
        largest = Math.max(largest, added);
        const { vertex, frame: worst } = result.largestAt!;
        if (k === worst && sequence.solverIndex[c / 3] === vertex) at = Math.max(at, added);
      }
    }
    expect(result.eRmsInFile / eRmsOf(sequence, sum)).toBeCloseTo(1, 4);
    expect(result.largestAdded / largest).toBeCloseTo(1, 4);
    expect(at / largest).toBeCloseTo(1, 4);
    expect(eRmsOf(sequence, sum)).toBeLessThan(0.95 * eRmsOf(sequence, plain));
    const json = await new NodeIO().readBinary(result.bytes);
    const semantics = json.getRoot().listMeshes()[0].listPrimitives()[0].listSemantics();
    expect(semantics.filter((name) => name.startsWith("JOINTS"))).toEqual(["JOINTS_0"]);
  });

  it("is hardly larger with a correction, because weights are fitted to the corrected rest pose", async () => {
    const { sequence, rig } = clothOf(9, 7, false, 5);
    const corrected = withShapes(rig, 2, 0.03 * restDiagonal(sequence), 6);
    const frames = Float32Array.from(
      Array.from({ length: sequence.frameCount }, (_, k) => skinned(corrected, k)).flat(),
    );
    const options = { ...ALL, influences: 4 };
    const given = await exportFile({ ...sequence, frames }, corrected, options, UNWATCHED);
    const without = await exportFile(sequence, rig, options, UNWATCHED);
    expect(given.eRmsNow).toBeLessThan(0.01);
    expect(given.eRmsInFile).toBeLessThan(1.2 * without.eRmsInFile);
  });

  it("is the file's error if affine bones are written as their nearest transform", async () => {
    const { sequence, rig } = clothOf(5, 3, true, 8);
    const result = await exportFile(sequence, rig, { ...ALL, shear: "nearest" }, UNWATCHED);
    expect(result.validatorMessages).toEqual([]);
    expect(result.between).toBeNull();
    expect(result.eRmsNow).toBeLessThan(0.01);
    expect(result.eRmsInFile).toBeGreaterThan(1);
    const raw = await readBack(result.bytes, sequence.fps);
    let sum = 0;
    for (let k = 0; k < sequence.frameCount; k++) {
      const source = shown(sequence, frameOf(sequence, k));
      (await raw.frame(k)).forEach((x: number, c: number) => {
        sum += (x - source[c]) ** 2;
      });
    }
    expect(result.eRmsInFile / eRmsOf(sequence, sum)).toBeCloseTo(1, 4);
  });
});
