import { describe, expect, it } from "vitest";
import { packedOrder } from "../../../export/meshes/packed-order";
import { splitParts } from "../../../export/meshes/split-parts";
import { prepareFileRig } from "../../../export/prepare";
import type { Compression, Precision } from "../../../model/files/export/compression";
import type { ExportOptions } from "../../../model/files/export/export-options";
import { restDiagonal } from "../../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../../model/task";
import { bendingBar, movingShells } from "../../../testing/sequences";
import { strictCloth } from "../../../testing/strict-rigs";
import { exportFile, exportPrepared } from "../../export-file";
import { clothOf, readBack, shown, skinned, withShapes } from "../testing/exported-rigs";
import { largestDifference, threePositions } from "../testing/fixtures";
import { partsOfGlb } from "./glb-parts";

const bar = bendingBar({ bones: 5, frames: 16 });
const CASES = {
  bar,
  "several meshes": movingShells({ shells: 5 }),
  "a strict skeleton": strictCloth({ bones: 8, frames: 12, size: 9, travel: [1, 0, 0.5] }),
  "bones that shear": clothOf(6, 4, true, 5),
  "300 bones": clothOf(300, 4, false, 6),
  "a correction": {
    sequence: bar.sequence,
    rig: withShapes(bar.rig, 3, 0.05 * restDiagonal(bar.sequence), 2),
  },
};
/** The largest allowed distance of a vertex, as a share of the diagonal. */
const WITHIN: Record<Precision, number> = { fine: 6e-4, medium: 1e-2, coarse: 1e-2 };

const write = ({ sequence, rig }: typeof bar, options: Partial<ExportOptions> = {}) =>
  exportFile(sequence, rig, { influences: 0, clips: [], upAxis: "y", ...options }, UNWATCHED);

describe("a compressed GLB", () => {
  it.each(Object.entries(CASES))("plays %s in three and in Sinew, valid and smaller", async (_, truth) => {
    const { sequence, rig } = truth;
    const full = await write(truth);
    const times = Array.from({ length: sequence.frameCount }, (_, k) => k / sequence.fps);
    for (const compression of ["quantised", "meshopt"] satisfies Compression[]) {
      const parts = splitParts(sequence);
      const surfaces = compression === "meshopt" ? await packedOrder(parts) : parts;
      for (const precision of ["fine", "medium"] satisfies Precision[]) {
        const made = await write(truth, { compression, precision });
        expect(made.validatorMessages).toEqual([]);
        expect(made.bytes.length).toBeLessThan(full.bytes.length);
        const sum = Object.values(made.bytesByKind).reduce((total, bytes) => total + bytes, 0);
        expect(sum).toBe(made.bytes.length);
        expect(Math.abs(made.eRmsNow - full.eRmsNow)).toBeLessThan(1e-3);
        expect(made.largestAdded).toBeGreaterThan(0);
        expect(made.largestAdded).toBeLessThan(WITHIN[precision] * restDiagonal(sequence));
        const limit = WITHIN[precision] * restDiagonal(sequence) * sequence.metresPerUnit;
        const byThree = await threePositions(made.bytes, 0, times);
        const back = await readBack(made.bytes, sequence.fps);
        for (let k = 0; k < sequence.frameCount; k++) {
          const shape = shown(sequence, skinned(rig, k), surfaces);
          expect(largestDifference(byThree[k], shape), `frame ${k} in three`).toBeLessThan(limit);
          expect(largestDifference(await back.frame(k), shape), `frame ${k}`).toBeLessThan(limit);
        }
      }
    }
  });

  it("is smaller with fewer bits, and smallest if packed", async () => {
    const sizes = async (compression: Compression) => {
      const of = async (precision: Precision) =>
        (await write(CASES["a strict skeleton"], { compression, precision })).bytes.length;
      return [await of("fine"), await of("medium"), await of("coarse")];
    };
    const [quantised, packed] = [await sizes("quantised"), await sizes("meshopt")];
    expect(quantised[1]).toBeLessThan(quantised[0]);
    expect(packed[1]).toBeLessThan(packed[0]);
    expect(packed[2]).toBeLessThan(packed[1]);
    expect(packed[0]).toBeLessThan(quantised[0]);
  });

  it("names its extensions, requires them, and leaves no data in the buffer of unpacked bytes", async () => {
    const { json } = partsOfGlb((await write(bar, { compression: "meshopt" })).bytes);
    const names = ["KHR_mesh_quantization", "EXT_meshopt_compression"];
    expect(json.extensionsRequired).toEqual(names);
    expect(json.extensionsUsed).toEqual(names);
    expect(json.buffers![1]).toMatchObject({ extensions: { EXT_meshopt_compression: { fallback: true } } });
    expect(json.buffers![1].uri).toBeUndefined();
  });

  it("rounds weights of 8 bits so that vertices move less than with the nearest steps", async () => {
    const { sequence, rig } = CASES["a strict skeleton"];
    const options: ExportOptions = { influences: 4, clips: [], upAxis: "y", compression: "quantised" };
    const medium: ExportOptions = { ...options, precision: "medium" };
    const made = await exportFile(sequence, rig, medium, UNWATCHED);
    // Content that is prepared for 16 bits has exact weights, which the writer rounds to the nearest steps.
    const exact = await prepareFileRig(sequence, rig, options, UNWATCHED);
    const nearest = await exportPrepared(exact, medium, UNWATCHED);
    // The rig has no error of its own, so all of it comes from rounding.
    expect(made.eRmsNow).toBeLessThan(0.01 * made.eRmsInFile);
    expect(made.eRmsInFile).toBeLessThan(0.8 * nearest.eRmsInFile);
    expect(made.bytes.length).toBe(nearest.bytes.length);
  });
});
