import { describe, expect, it } from "vitest";
import { type ExportOptions, isExportLossy } from "../model/files/export/export-options";
import { rigChanges } from "../model/files/export/rig-changes";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { Rig } from "../model/rig/rig";
import { UNWATCHED } from "../model/task";
import { exportFile } from "./export-file";
import { skinned, withShapes as withCorrection } from "./gltf/testing/exported-rigs";
import { shapedShells, withShapedFrames } from "./gltf/testing/shaped";

const ALL: ExportOptions = { influences: 0, clips: [], upAxis: "y" };
const figure = (eRms: number) => (eRms < 0.01 ? "nothing" : "something");

/** An export, and the sentences about how its rig differs. */
async function madeOf(sequence: MeshSequence, rig: Rig, more: Partial<ExportOptions>) {
  const options = { ...ALL, ...more };
  const made = await exportFile(sequence, rig, options, UNWATCHED);
  const said = rigChanges(made, options, rig.correction?.rank ?? 0, figure);
  return { ...made, said };
}

/** A GLB and an FBX are read back to measure it, a USD is not. */
describe.each(["glb", "fbx", "usda"] as const)("the error in a %s", (format) => {
  it("is compared with the bones alone if clips play morph targets", async () => {
    const { sequence, rig } = withShapedFrames(shapedShells(4));
    const still = await madeOf(sequence, rig, { format, shapes: "still" });
    expect(still.eRmsNow).toBeGreaterThan(10);
    expect(still.eRmsAsked).toBe(still.eRmsNow);
    expect(still.eRmsInFile).toBeCloseTo(still.eRmsNow, 1);
    expect(still.said).toEqual(["Clips leave the source's 3 morph targets at rest."]);
    for (const shapes of ["auto", "play"] as const) {
      const played = await madeOf(sequence, rig, { format, shapes });
      expect(played.eRmsNow).toBeCloseTo(still.eRmsNow, 9);
      expect(played.eRmsAsked).toBeLessThan(0.01);
      expect(played.eRmsInFile).toBeLessThan(0.01);
      const why = shapes === "auto" ? ", because the bones do not have their motion" : "";
      expect(played.said).toEqual([
        `Clips play the source's 3 morph targets${why}.`,
        "This changes the error from something to nothing.",
      ]);
    }
    const none = await madeOf(sequence, rig, { format, shapes: "none" });
    expect([none.eRmsAsked, none.said]).toEqual([none.eRmsNow, []]);
  });

  it("grows, and the notes say so, if clips play morph targets whose motion the bones have", async () => {
    const { sequence, rig } = shapedShells(4);
    const played = await madeOf(sequence, rig, { format, shapes: "play" });
    expect([played.eRmsNow < 0.01, played.eRmsAsked > 10]).toEqual([true, true]);
    expect(played.eRmsInFile).toBeCloseTo(played.eRmsAsked, 1);
    expect(isExportLossy(played)).toBe(false);
    expect(played.said[1]).toBe("This changes the error from nothing to something.");
  });

  it("is compared with the corrected rig if the correction is left out", async () => {
    const { sequence: shaped, rig } = shapedShells(4);
    const corrected = withCorrection(rig, 2, 0.2, 3);
    const frames = Array.from({ length: shaped.frameCount }, (_, k) => skinned(corrected, k));
    const sequence = { ...shaped, shapes: [], frames: Float32Array.from(frames.flat()) };
    const kept = await madeOf(sequence, corrected, { format });
    expect([kept.eRmsNow < 0.01, kept.eRmsAsked, kept.said]).toEqual([true, kept.eRmsNow, []]);
    const without = await madeOf(sequence, corrected, { format, correction: false });
    expect(without.eRmsNow).toBeCloseTo(kept.eRmsNow, 9);
    expect(without.eRmsAsked).toBeGreaterThan(1);
    expect(without.eRmsInFile).toBeCloseTo(without.eRmsAsked, 2);
    expect(without.said).toEqual([
      "The correction's 2 shapes are left out.",
      "This changes the error from nothing to something.",
    ]);
  });
});
