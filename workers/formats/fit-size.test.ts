import { describe, expect, it } from "vitest";
import { nodeParallel } from "../jobs/pool/node-parallel";
import type { ExportOptions } from "../model/files/export-options";
import { UNWATCHED } from "../model/task";
import { strictCloth } from "../testing/strict-rigs";
import { exportFile } from "./export-file";
import { exportWithin } from "./fit-size";

const { sequence, rig } = strictCloth({ bones: 8, frames: 24, size: 16, travel: [1, 0, 0] });
const options: ExportOptions = { influences: 4, clips: [], upAxis: "y" };
const within = (most: number) =>
  exportWithin(sequence, rig, options, most, (bytes) => nodeParallel(bytes, 1), UNWATCHED);

describe("a size target", () => {
  it("changes nothing where the file is small enough", async () => {
    const plain = await exportFile(sequence, rig, options, UNWATCHED);
    const made = await within(plain.bytes.length);
    expect(made).toMatchObject({ fits: true, steps: [], options });
    expect(Buffer.compare(made.bytes, plain.bytes)).toBe(0);
  });

  it("is met step by step, with the options that give the same bytes again", async () => {
    const plain = await exportFile(sequence, rig, options, UNWATCHED);
    const most = Math.round(0.4 * plain.bytes.length);
    const made = await within(most);
    expect(made.fits).toBe(true);
    expect(made.bytes.length).toBeLessThanOrEqual(most);
    expect(made.validatorMessages).toEqual([]);
    const sizes = [plain.bytes.length, ...made.steps.map(({ bytes }) => bytes)];
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    // What costs nothing comes first.
    expect(made.steps[0].change).toContain("compression");
    if (!made.steps.some(({ change }) => change.endsWith("bones"))) {
      const again = await exportFile(sequence, rig, made.options, UNWATCHED);
      expect(Buffer.compare(made.bytes, again.bytes)).toBe(0);
    }
  });

  it("ends with the smallest file where none is small enough", async () => {
    const made = await within(100);
    expect(made.fits).toBe(false);
    expect(made.options).toMatchObject({ compression: "meshopt", precision: "coarse" });
    expect(made.bones).toBeLessThan(rig.bones.length);
    expect(made.bytes.length).toBe(made.steps.at(-1)!.bytes);
  });
});
