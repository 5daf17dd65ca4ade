import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { DEFORM_DEFAULTS } from "../../model/deform";
import { SinewError } from "../../model/errors";
import { restPose } from "../../model/rig/pose";
import type { Bone } from "../../model/rig/rig";
import { bendingBar } from "../../testing/sequences";
import { readProject } from "./read";
import { REPORT } from "./testing/report";
import { writeProject } from "./write";

describe("a broken project file", () => {
  const { sequence, rig } = bendingBar({ length: 8, width: 2, frames: 4 });
  const slideOfBone = Float32Array.from(rig.bones, () => 0.5);
  const deform = { ...DEFORM_DEFAULTS, slideOfBone };
  const files = [null, 12].map((quantise) =>
    writeProject({ sequence, rig, report: REPORT, deform, poses: [restPose(rig.bones)] }, { quantise }),
  );

  it.each(files.map((f, n) => [n === 0 ? "exact" : "quantised", f]))(
    "is refused when truncated (%s)",
    (_, file) => {
      for (let end = 0; end < file.length; end += end < 64 ? 1 : 37) {
        expect(() => readProject(file.slice(0, end)), `cut at ${end}`).toThrow(SinewError);
      }
    },
  );

  it("is refused if a bit is wrong", () => {
    for (const file of files) {
      const random = createRandom(5);
      for (let n = 0; n < 400; n++) {
        const damaged = file.slice();
        const bit = n < 160 ? n : random.integer(8 * file.length);
        damaged[bit >> 3] ^= 1 << (bit & 7);
        expect(() => readProject(damaged), `bit ${bit}`).toThrow(SinewError);
      }
    }
  });

  it("is refused if a bone or its mesh is too far away to compute with", () => {
    const far = rig.bones.map((bone) => ({ ...bone, head: [0, 1e38, 0] as Bone["head"] }));
    const boned = writeProject({ sequence, rig: { ...rig, bones: far }, report: null });
    expect(() => readProject(boned)).toThrow("impossible of “rig.bones.0.head.1”");
    const moved = writeProject({ sequence: { ...sequence, origin: [-1e38, 0, 0] }, rig: null, report: null });
    expect(() => readProject(moved)).toThrow("impossible of “sequence.origin.0”");
  });

  it("is refused with another message if it is not a project", () => {
    expect(() => readProject(new TextEncoder().encode("# an OBJ file"), "x.sinew")).toThrow(
      /x\.sinew cannot be opened\. It is not a Sinew project/,
    );
    const newer = files[0].slice();
    newer[8] = 2;
    expect(() => readProject(files[0].slice(0, -50))).toThrow(/It was cut short\. Copy it again/);
    expect(() => readProject(newer)).toThrow(/version 2/);
  });
});
