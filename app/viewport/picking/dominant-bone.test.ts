import fc from "fast-check";
import { Matrix4, Quaternion, Vector3 } from "three/webgpu";
import { describe, expect, it } from "vitest";
import { blendPositions } from "../../../workers/model/rig/blend-positions";
import type { Rig } from "../../../workers/model/rig/rig";
import { handlePose } from "../scene/bones/bone-poses";
import { dominantBone } from "./dominant-bone";

/** A rig of two bones with given matrices in one frame: vertex 0 follows the first, 1 both, 2 the second. */
function rigOf(matrices: Matrix4[], share: number, rest: Float32Array): Rig {
  const motion = new Float32Array(24);
  matrices.forEach((m, j) => {
    const t = m.clone().transpose();
    motion.set(t.elements.slice(0, 12), 12 * j);
  });
  return {
    version: 1,
    bones: matrices.map((_, j) => ({ name: `bone ${j}`, parent: -1, head: [0, 0, 0] })),
    boneKind: "rigid",
    weights: {
      version: 1,
      offsets: Uint32Array.of(0, 1, 3, 4),
      bones: Uint16Array.of(0, 0, 1, 1),
      values: Float32Array.of(1, share, 1 - share, 1),
    },
    motion,
    rest,
  };
}

const coordinate = fc.double({ min: -10, max: 10, noNaN: true });
const matrix = fc
  .tuple(coordinate, coordinate, coordinate, coordinate, coordinate, coordinate, coordinate)
  .map(([a, b, c, d, x, y, z]) => {
    const q = new Quaternion(a, b, c, d + 11).normalize();
    return new Matrix4().compose(new Vector3(x, y, z), q, new Vector3(1, 1, 1));
  });
const rest = fc.array(coordinate, { minLength: 9, maxLength: 9 }).map((a) => Float32Array.from(a));

describe("blendPositions", () => {
  it("moves vertices by their bones' matrices, blended by weight", () => {
    fc.assert(
      fc.property(
        matrix,
        matrix,
        rest,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (a, b, positions, share) => {
          const out = blendPositions(rigOf([a, b], share, positions), 0, new Float32Array(9));
          const moved = (m: Matrix4, i: number) => new Vector3().fromArray(positions, 3 * i).applyMatrix4(m);
          const expected = [moved(a, 0), moved(a, 1).lerp(moved(b, 1), 1 - share), moved(b, 2)];
          expected.forEach((v, i) => {
            expect(v.distanceTo(new Vector3().fromArray(out, 3 * i))).toBeLessThan(1e-4);
          });
        },
      ),
      { seed: 4 },
    );
  });

  it("returns the bone with the largest weight", () => {
    const rig = rigOf([new Matrix4(), new Matrix4()], 0.4, new Float32Array(9));
    expect([0, 1, 2].map((i) => dominantBone(rig, i))).toEqual([0, 1, 1]);
  });
});

describe("handlePose", () => {
  it("puts handles at the posed heads of the bones, rotated with them", () => {
    const positions = Float32Array.of(0, 0, 0, 3, 0, 0, 6, 0, 0);
    const turn = new Matrix4().makeRotationZ(Math.PI / 2);
    const rig = rigOf([turn, new Matrix4()], 0.5, positions);
    rig.bones[0].head = [1, 0, 0];
    const pose = handlePose(rig.bones, rig.motion, new Matrix4().makeTranslation(0, 0, 2));
    expect([...pose.centres.subarray(0, 3)].map((x) => Math.round(1e5 * x) / 1e5)).toEqual([0, 1, 2]);
    expect(pose.axes[1]).toBeCloseTo(1, 6);
  });
});
