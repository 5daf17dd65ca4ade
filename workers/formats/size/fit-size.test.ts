import { describe, expect, it } from "vitest";
import { oneThread } from "../../kernels/one-thread";
import type { ExportOptions } from "../../model/files/export/export-options";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../model/task";
import { fewerBones } from "../../skeleton/levels/fewer-bones";
import { strictCloth } from "../../testing/strict-rigs";
import { exportFile } from "../export-file";
import { type SizeAxes, sizeAxes } from "./axes";
import { exportWithin } from "./fit-size";

const { sequence, rig } = strictCloth({ bones: 4, frames: 10, size: 8, travel: [1, 0, 0] });
const options: ExportOptions = { influences: 4, clips: [], upAxis: "y" };
const within = (most: number, axes?: SizeAxes) =>
  exportWithin(sequence, rig, options, most, oneThread, UNWATCHED, axes);
const plain = await exportFile(sequence, rig, options, UNWATCHED);

describe("a size target", () => {
  it("changes nothing if the file is small enough", async () => {
    const made = await within(plain.bytes.length);
    expect(made).toMatchObject({ fits: true, steps: [], options });
    expect(Buffer.compare(made.bytes, plain.bytes)).toBe(0);
  });

  it("is reached with options that give the same bytes again, and reports the changes", async () => {
    const most = Math.round(0.8 * plain.bytes.length);
    const made = await within(most, { ...sizeAxes(sequence, rig, options), bones: [rig.bones.length] });
    expect(made.fits).toBe(true);
    expect(made.bytes.length).toBeLessThanOrEqual(most);
    expect(made.validatorMessages).toEqual([]);
    expect(made.eRmsNow).toBeCloseTo(plain.eRmsNow, 9);
    expect(made.steps[0].change).toContain("compression");
    expect(made.steps.at(-1)).toMatchObject({ bytes: made.bytes.length, eRms: made.eRmsInFile });
    const again = await exportFile(sequence, rig, made.options, UNWATCHED);
    expect(Buffer.compare(made.bytes, again.bytes)).toBe(0);
  });

  it("ends with the smallest file if none is small enough", async () => {
    const made = await within(100);
    expect(made.fits).toBe(false);
    expect(made.options).toMatchObject({ compression: "meshopt", precision: "coarse", influences: 1 });
    expect(made.bones).toBe(1);
    expect(made.eRmsNow).toBeCloseTo(plain.eRmsNow, 9);
  });

  it("finds as good a file as writing all of them", async () => {
    const axes: SizeAxes = {
      bones: [4, 2],
      influences: [4, 2],
      keys: [0, 2e-3 * restDiagonal(sequence)],
      packings: [
        { compression: "none", precision: "fine" },
        { compression: "meshopt", precision: "fine" },
        { compression: "meshopt", precision: "coarse" },
      ],
    };
    const all: { bytes: number; eRms: number }[] = [];
    for (const bones of axes.bones) {
      const fewer = await fewerBones(sequence, rig, bones, oneThread, UNWATCHED);
      for (const influences of axes.influences)
        for (const keyTolerance of axes.keys)
          for (const packing of axes.packings) {
            const own = { ...options, influences, keyTolerance, ...packing };
            const made = await exportFile(sequence, fewer.rig, own, UNWATCHED);
            all.push({ bytes: made.bytes.length, eRms: made.eRmsInFile });
          }
    }
    const sizes = all.map(({ bytes }) => bytes).sort((a, b) => a - b);
    for (const most of [sizes[1], sizes[4], sizes[9], sizes[15]]) {
      const best = Math.min(...all.flatMap(({ bytes, eRms }) => (bytes <= most ? [eRms] : [])));
      const made = await within(most, axes);
      expect(made.fits).toBe(true);
      expect(made.eRmsInFile).toBeLessThanOrEqual(1.05 * best + 1e-3);
    }
  }, 60_000);
});
