import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blendPositions } from "../../model/rig/blend-positions";
import { boneMatrix, type Rig } from "../../model/rig/rig";
import { UNWATCHED } from "../../model/task";
import { strictCloth } from "../../testing/strict-rigs";
import { extractRootMotion, mainRoot } from "./root-motion";

const posed = (rig: Rig, k: number) => blendPositions(rig, k, new Float64Array(rig.rest.length));

describe("extractRootMotion", () => {
  it("moves no vertex, and removes travel on the ground and heading from the main root", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom<"x" | "y" | "z">("x", "y", "z"),
        fc.integer({ min: 1, max: 3 }),
        async (seed, upAxis, roots) => {
          const cloth = strictCloth({ seed, roots, bones: 6, frames: 7, size: 4, travel: [2, 3, -1] });
          const sequence = { ...cloth.sequence, upAxis };
          const up = "xyz".indexOf(upAxis);
          const rig = await extractRootMotion(cloth.rig, sequence, UNWATCHED);
          expect(rig.bones.map(({ parent }) => parent)).toEqual([
            -1,
            ...cloth.rig.bones.map((bone) => bone.parent + 1),
          ]);
          const main = mainRoot(cloth.rig);
          for (let k = 0; k < 7; k++) {
            posed(rig, k).forEach((x, c) => {
              expect(Math.abs(x - posed(cloth.rig, k)[c])).toBeLessThan(1e-5);
            });
            const own = boneMatrix(rig, k, 0);
            // The new bone turns only about the vertical, and does not rise.
            for (let c = 0; c < 3; c++) expect(own[4 * up + c]).toBeCloseTo(c === up ? 1 : 0, 6);
            expect(own[4 * up + 3]).toBeCloseTo(0, 6);
            const { head } = cloth.rig.bones[main];
            const to = (m: ArrayLike<number>, r: number) =>
              m[4 * r] * head[0] + m[4 * r + 1] * head[1] + m[4 * r + 2] * head[2] + m[4 * r + 3];
            for (let r = 0; r < 3; r++) {
              if (r !== up) expect(to(own, r)).toBeCloseTo(to(boneMatrix(cloth.rig, k, main), r), 4);
            }
          }
        },
      ),
      { numRuns: 25, seed: 9 },
    );
  });

  it("turns with a character that walks in circles, without jumps", async () => {
    const { sequence, rig } = strictCloth({ bones: 1, frames: 60 });
    const motion = rig.motion.slice();
    for (let k = 0; k < 60; k++) {
      const [c, s] = [Math.cos(0.2 * k), Math.sin(0.2 * k)];
      motion.set([c, 0, s, 4 * s, 0, 1, 0, 0, -s, 0, c, 4 * c], 12 * k);
    }
    const found = await extractRootMotion({ ...rig, motion }, sequence, UNWATCHED);
    for (let k = 0; k < 60; k++) {
      const own = boneMatrix(found, k, 0);
      const hips = boneMatrix(found, k, 1);
      own.forEach((x, n) => {
        expect(Math.abs(x - hips[n])).toBeLessThan(1e-5);
      });
    }
  });

  it("gives the new bone a unique name", async () => {
    const { sequence, rig } = strictCloth({ bones: 2, frames: 2 });
    const named = {
      ...rig,
      bones: rig.bones.map((bone, j) => ({ ...bone, name: ["root", "root_motion"][j] })),
    };
    const found = await extractRootMotion(named, sequence, UNWATCHED);
    expect(found.bones.map(({ name }) => name)).toEqual(["root_motion_2", "root", "root_motion"]);
  });
});
