import { expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { bendingBar } from "../../testing/sequences";
import { makeRigid } from "./rigid-motion";

const { rig } = bendingBar({ bones: 3, frames: 2, length: 6, width: 2 });
const B = 3;

/** Random affine motions near the identity, and each bone's mean rest position by weight, as a homogeneous point. */
function planted() {
  const random = createRandom(11);
  const motion = Float64Array.from({ length: 2 * B * 12 }, (_, at) => {
    const [row, column] = [Math.floor((at % 12) / 4), at % 4];
    return (row === column ? 1 : 0) + 0.8 * (random.next() - 0.5);
  });
  const { offsets, bones, values } = rig.weights;
  const centres = Array.from({ length: B }, () => [0, 0, 0, 0]);
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      for (let c = 0; c < 3; c++) centres[bones[e]][c] += values[e] * rig.rest[3 * i + c];
      centres[bones[e]][3] += values[e];
    }
  }
  return { motion, centres: centres.map((sum) => sum.map((x) => x / sum[3])) };
}

const moved = (motion: Float64Array, at: number, point: number[]) =>
  [0, 4, 8].map((row) => point.reduce((sum, x, c) => sum + motion[at + row + c] * x, 0));

it("turns each bone by the nearest rotation about the mean of its vertices, except locked bones", () => {
  const { motion, centres } = planted();
  const before = motion.slice();
  makeRigid(motion, rig, Uint8Array.of(0, 1, 0), { centre: [0, 0, 0], scale: 1 });
  for (let at = 0; at < motion.length; at += 12) {
    const j = (at / 12) % B;
    if (j === 1) {
      expect(motion.slice(at, at + 12)).toEqual(before.slice(at, at + 12));
      continue;
    }
    moved(motion, at, centres[j]).forEach((x, c) => {
      expect(x).toBeCloseTo(moved(before, at, centres[j])[c], 6);
    });
    const rows = [0, 4, 8].map((row) => Array.from(motion.slice(at + row, at + row + 3)));
    const was = [0, 4, 8].map((row) => Array.from(before.slice(at + row, at + row + 3)));
    const dot = (a: number[], b: number[]) => a.reduce((sum, x, c) => sum + x * b[c], 0);
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) expect(dot(rows[r], rows[c])).toBeCloseTo(r === c ? 1 : 0, 12);
    // At the nearest rotation R, RᵀA is symmetric.
    const column = (m: number[][], c: number) => m.map((row) => row[c]);
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < r; c++)
        expect(dot(column(rows, r), column(was, c))).toBeCloseTo(dot(column(rows, c), column(was, r)), 12);
  }
});
