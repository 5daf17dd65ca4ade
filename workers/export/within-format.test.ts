import { describe, expect, it } from "vitest";
import { EXPORT_FORMATS } from "../model/files/export/export-formats";
import type { ExportOptions } from "../model/files/export/export-options";
import type { Bone } from "../model/rig/rig";
import { optionsWithin } from "./within-format";

const rig = (count: number) => ({ bones: new Array<Bone>(count) });
const ASKED: ExportOptions = { influences: 0, clips: [], upAxis: "y" };

describe("options within a format", () => {
  it("are unchanged if the format can hold them", () => {
    const asked: ExportOptions = { ...ASKED, influences: 6, shear: "nearest", correction: false };
    expect(optionsWithin(asked, rig(20))).toMatchObject(asked);
    expect(optionsWithin(ASKED, rig(20))).toMatchObject({ influences: 20, correction: true });
  });

  it("reserve a part of the tolerance if rotations are angles", () => {
    const asked = { ...ASKED, keyTolerance: 0.11 };
    expect(optionsWithin(asked, rig(2)).keyTolerance).toBe(0.11);
    expect(optionsWithin({ ...asked, format: "fbx" }, rig(2)).keyTolerance).toBeCloseTo(0.1, 12);
  });

  it("leave room for an added root", () => {
    const { bones } = EXPORT_FORMATS.glb.holds;
    expect(optionsWithin(ASKED, rig(20)).mostBones).toBe(bones);
    expect(optionsWithin({ ...ASKED, mostBones: 16, rootMotion: "still" }, rig(20)).mostBones).toBe(15);
    expect(() => optionsWithin({ ...ASKED, mostBones: 1, rootMotion: "still" }, rig(20))).toThrow(
      "one for the root",
    );
  });
});
