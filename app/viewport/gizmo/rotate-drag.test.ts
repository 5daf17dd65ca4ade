import fc from "fast-check";
import { Matrix4, Quaternion, Ray, Vector3 } from "three/webgpu";
import { describe, expect, it } from "vitest";
import type { Axes } from "../../../workers/model/rig/axes";
import { poseMatrices, restPose } from "../../../workers/model/rig/pose";
import type { Bone, Rig } from "../../../workers/model/rig/rig";
import { matrixOf } from "../geometry/bone-boxes";
import { pointOn, type Ring } from "../geometry/ring-maths";
import { boneAxes } from "./bone-axes";
import { parentRotation } from "./gizmo";
import { RotateDrag } from "./rotate-drag";

const BONES: Bone[] = [
  { name: "root", parent: -1, head: [0, 0, 0] },
  { name: "arm", parent: 0, head: [1, 2, 0.5] },
  { name: "hand", parent: 1, head: [2, 3, -1] },
];
const WORLD = new Matrix4().makeRotationX(-Math.PI / 2);
const LOOK = new Vector3(0.3, -0.5, -0.8).normalize();

const component = fc.double({ min: -1, max: 1, noNaN: true });
const rotation = fc
  .tuple(component, component, component, component)
  .filter((c) => Math.hypot(...c) > 0.1)
  .map(([x, y, z, w]) => new Quaternion(x, y, z, w).normalize());

/** A pose of three bones, and a ring about a bone's local axis in the world. */
function scene(turns: Quaternion[], bone: number) {
  const pose = restPose(BONES);
  turns.forEach((q, j) => {
    q.toArray(pose.rotations, 4 * j);
  });
  const matrices = poseMatrices(BONES, pose);
  const rig = { bones: BONES } as unknown as Rig;
  const shown = { rig, matrices, pose, frame: 0, weights: null, corrected: false };
  const matrix = matrixOf(matrices, bone).premultiply(WORLD);
  const axis = new Vector3(0, 0, 1).applyQuaternion(boneAxes(BONES, bone)).transformDirection(matrix);
  const ring: Ring = { centre: new Vector3(...BONES[bone].head).applyMatrix4(matrix), axis, radius: 1 };
  return { pose, shown, ring, matrix };
}

/** A ray through a point of a ring. */
const through = (ring: Ring, angle: number) =>
  new Ray(pointOn(ring, angle).addScaledVector(LOOK, -20), LOOK.clone());

describe("RotateDrag", () => {
  it("rotates the bone about the ring's axis in the world by the dragged angle, in any pose of its parents", () => {
    fc.assert(
      fc.property(
        fc.array(rotation, { minLength: 3, maxLength: 3 }),
        fc.integer({ min: 0, max: 2 }),
        fc.double({ min: -5, max: 5, noNaN: true }),
        (turns, bone, by) => {
          const { pose, shown, ring, matrix } = scene(turns, bone);
          fc.pre(Math.abs(ring.axis.dot(LOOK)) > 0.15);
          const grabbed = { name: "z", ring, angle: 0.4 } as const;
          const drag = new RotateDrag(
            pose,
            bone,
            grabbed,
            parentRotation(shown, bone, WORLD),
            through(ring, 0.4),
          );
          let after = pose;
          for (let n = 1; n <= 8; n++) {
            after = drag.move(through(ring, 0.4 + (by * n) / 8), { fine: false, snap: false });
          }
          const expected = matrix
            .clone()
            .premultiply(new Matrix4().makeTranslation(ring.centre.clone().negate()))
            .premultiply(new Matrix4().makeRotationAxis(ring.axis, by))
            .premultiply(new Matrix4().makeTranslation(ring.centre));
          const got = matrixOf(poseMatrices(BONES, after), bone).premultiply(WORLD);
          const worst = Math.max(...got.elements.map((x, n) => Math.abs(x - expected.elements[n])));
          expect(worst).toBeLessThan(1e-4);
        },
      ),
      { seed: 3 },
    );
  });

  it("drags at a tenth of the speed or in steps of five degrees, and says so", () => {
    const { pose, shown, ring } = scene([new Quaternion(), new Quaternion(), new Quaternion()], 1);
    const at = (degrees: number) => through(ring, (degrees * Math.PI) / 180);
    const begin = () =>
      new RotateDrag(pose, 1, { name: "z", ring, angle: 0 }, parentRotation(shown, 1, WORLD), at(0));
    const fine = begin();
    fine.move(at(40), { fine: true, snap: false });
    expect(fine.readout).toBe("4.00°");
    const snap = begin();
    expect(snap.still).toBe(true);
    snap.move(at(-63.4), { fine: false, snap: true });
    expect(snap.label("upperarm_L")).toBe("Rotate upperarm_L −65° about its z");
    snap.move(at(-62), { fine: false, snap: false });
    expect(snap.label("upperarm_L")).toBe("Rotate upperarm_L −62° about its z");
  });
});

describe("boneAxes", () => {
  it("has y along the bone, to its child or away from its parent", () => {
    const along = (j: number) => new Vector3(0, 1, 0).applyQuaternion(boneAxes(BONES, j));
    expect(along(0).distanceTo(new Vector3(1, 2, 0.5).normalize())).toBeLessThan(1e-6);
    expect(along(1).distanceTo(new Vector3(1, 1, -1.5).normalize())).toBeLessThan(1e-6);
    expect(along(2).distanceTo(along(1))).toBeLessThan(1e-6);
    expect(boneAxes([BONES[0]], 0).w).toBe(1);
  });

  it("has the joint's own axes, unless its hinge turns about none of them", () => {
    const axes: Axes = [0.5, 0.5, 0.5, 0.5];
    const bent = (axis: [number, number, number]): Bone[] => {
      const limits = {
        swing: 1,
        twist: [0, 0] as [number, number],
        hinge: { axis, range: [-1, 1] as [number, number] },
      };
      return [BONES[0], { ...BONES[1], axes, limits }, BONES[2]];
    };
    expect(boneAxes([BONES[0], { ...BONES[1], axes }, BONES[2]], 1).toArray()).toEqual(axes);
    expect(boneAxes(bent([0, -1, 0]), 1).toArray()).toEqual(axes);
    const x = new Vector3(1, 0, 0).applyQuaternion(boneAxes(bent([0.6, 0.8, 0]), 1));
    expect(x.distanceTo(new Vector3(0.6, 0.8, 0))).toBeLessThan(1e-6);
  });
});
