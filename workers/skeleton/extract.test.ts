import { describe, expect, it } from "vitest";
import { Arena } from "../kernels/arena";
import { Serial } from "../kernels/parallel";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { Rig } from "../model/rig/rig";
import { EXTRACT_DEFAULTS, type ExtractSettings } from "../model/skeleton/extract/extract-settings";
import { mostBonesFor } from "../model/skeleton/extract/search-time";
import { UNWATCHED } from "../model/task";
import { bendingBar, movingShells } from "../testing/sequences";
import { extractSkeleton } from "./extract";
import { SKELETON_METHODS } from "./method-table";

const makeSerial = async (bytes: number) => new Serial(new Arena(bytes, false));

const extract = (sequence: MeshSequence, from: Rig | null, settings: Partial<ExtractSettings>) =>
  extractSkeleton({ sequence, from, settings: { ...EXTRACT_DEFAULTS, ...settings } }, makeSerial, {
    ...UNWATCHED,
    partial() {},
  });

const orphaned = (rig: Rig): Rig => ({ ...rig, bones: rig.bones.map((bone) => ({ ...bone, parent: -1 })) });

describe("extractSkeleton", () => {
  it("connects the bones of a bar into a chain", async () => {
    const { sequence, rig } = bendingBar({ bones: 4 });
    const found = await extract(sequence, orphaned(rig), { method: "connect" });
    const { report } = found;
    expect(report.roots).toBe(1);
    expect(report.bones).toBe(4);
    const pairs = report.joints
      .filter(({ parent }) => parent)
      .map(({ name, parent }) => [name, parent].sort());
    expect(pairs.sort()).toEqual([
      ["bar_1", "bar_2"],
      ["bar_2", "bar_3"],
      ["bar_3", "bar_4"],
    ]);
    expect(report.rmsePercent).toBeLessThan(1e-3);
    expect(report.rmsePercentStrict).toBeLessThan(0.05);
    for (const joint of report.joints.filter(({ parent }) => parent)) expect(joint.determined).toBe("point");
    expect(report.notes).toEqual([]);
  });

  it("notes that separate parts are separate trees", async () => {
    const { sequence, rig } = movingShells({ shells: 3 });
    const { report } = await extract(sequence, rig, { method: "connect" });
    expect(report.roots).toBe(3);
    expect(report.notes.join()).toContain("3 separate trees");
  });

  it("asks for bones if the method needs them", async () => {
    const { sequence } = bendingBar();
    await expect(extract(sequence, null, { method: "connect" })).rejects.toThrow("no bones to connect");
  });

  it("refuses positions that are not numbers, with frame and vertex", async () => {
    const { sequence } = bendingBar();
    const frames = sequence.frames.slice();
    frames[3 * sequence.vertexCount + 7] = Number.NaN;
    for (const method of Object.keys(SKELETON_METHODS) as ExtractSettings["method"][]) {
      await expect(extract({ ...sequence, frames }, null, { method, bones: 4 })).rejects.toThrow(
        "In frame 2 the position of vertex 3 is not a number.",
      );
    }
  });

  it("refuses more bones than can be solved together, and says how many can", async () => {
    const { sequence } = bendingBar({ frames: 20 });
    const most = mostBonesFor(20);
    expect(most).toBeGreaterThan(200);
    await expect(extract(sequence, null, { method: "auto", bones: 700 })).rejects.toThrow(
      `Ask for at most ${most} bones`,
    );
  });
});
