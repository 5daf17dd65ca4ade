import fc from "fast-check";
import { expect, test } from "vitest";
import { numbersBetween } from "../../testing/numbers-between";
import { poseMatrices, poseOfMatrices, restPose } from "./pose";
import type { Bone } from "./rig";

const coordinate = numbersBetween(-2, 2);
const skeleton = fc
  .array(fc.tuple(fc.nat(), fc.tuple(coordinate, coordinate, coordinate)), { minLength: 1, maxLength: 8 })
  .map((rows) =>
    rows.map(([n, head], j): Bone => ({ name: `bone ${j}`, parent: j === 0 ? -1 : (n % (j + 1)) - 1, head })),
  );

test("the rest pose moves nothing", () => {
  fc.assert(
    fc.property(skeleton, (bones) => {
      const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
      const matrices = poseMatrices(bones, restPose(bones));
      bones.forEach((_, j) => {
        const own = [...matrices.subarray(12 * j, 12 * j + 12)];
        own.forEach((x, n) => {
          expect(x).toBeCloseTo(identity[n], 6);
        });
      });
    }),
  );
});

test("a pose is recovered from its matrices, and a child stays where its parent carries it", () => {
  fc.assert(
    fc.property(skeleton, fc.infiniteStream(coordinate), (bones, numbers) => {
      const pose = restPose(bones);
      const next = () => numbers.next().value as number;
      bones.forEach((_, j) => {
        const q = [next(), next(), next(), next() + 3];
        const length = Math.hypot(...q);
        pose.rotations.set(
          q.map((x) => x / length),
          4 * j,
        );
        pose.translations.set([next(), next(), next()], 3 * j);
      });
      const matrices = poseMatrices(bones, pose);
      const again = poseMatrices(bones, poseOfMatrices(bones, matrices, "again"));
      matrices.forEach((x, n) => {
        expect(again[n]).toBeCloseTo(x, 3);
      });
      bones.forEach(({ parent, head }, j) => {
        if (parent < 0) return;
        const at = (bone: number, p: number[]) =>
          [0, 1, 2].map((r) => {
            const [a, b, c, t] = matrices.subarray(12 * bone + 4 * r, 12 * bone + 4 * r + 4);
            return a * p[0] + b * p[1] + c * p[2] + t;
          });
        const moved = head.map((x, r) => x + pose.translations[3 * j + r]);
        at(parent, moved).forEach((x, r) => {
          expect(at(j, head)[r]).toBeCloseTo(x, 3);
        });
      });
    }),
  );
});
