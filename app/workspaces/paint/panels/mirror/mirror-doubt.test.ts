import { describe, expect, it } from "vitest";
import type { SurfaceMirror } from "../../../../../workers/geometry/mirror/surface-mirror";
import { MIRROR_DEFAULTS, type MirrorSettings } from "../../../../../workers/model/weights/mirror-settings";
import { doubtOf } from "./mirror-doubt";

const found = (change: Partial<SurfaceMirror>) =>
  ({ far: 0, misfits: 0, edge: [3, 4], nearest: new Int32Array(100), ...change }) as SurfaceMirror;
const doubt = (change: Partial<SurfaceMirror>, settings: Partial<MirrorSettings>) =>
  doubtOf(found(change), { ...MIRROR_DEFAULTS, ...settings });

describe("doubtOf", () => {
  it("says nothing where matches fit", () => {
    expect(doubt({ far: 90, edge: null }, { by: "surface" })).toBeNull();
    expect(doubt({ far: 5, edge: null }, { by: "uv" })).toBeNull();
    expect(doubt({}, { by: "topology" })).toBeNull();
    // A mesh posed to one side.
    expect(doubt({ far: 40 }, { by: "topology", edge: [3, 4] })).toBeNull();
  });

  it("says what is wrong and what to do", () => {
    expect(doubt({ far: 6, edge: null }, { by: "uv" })).toMatch(/^6 vertices .* try the other choice/);
    expect(doubt({ edge: null }, { by: "topology" })).toMatch(/match by the closest point.*press Pick/);
    expect(doubt({}, { by: "topology", edge: [7, 8] })).toMatch(/another edge was taken/);
    expect(doubt({ misfits: 21 }, { by: "topology" })).toMatch(/21 pairs of faces do not fit/);
    expect(doubt({ far: 60 }, { by: "topology" })).toMatch(/pick another edge/);
  });
});
