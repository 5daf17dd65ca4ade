import { expect, it } from "vitest";
import type { Rig } from "../../model/rig/rig";
import { limbs } from "../testing/limbs";
import { hungAtOnePlace } from "./at-one-place";
import { otherCarriers } from "./one-place";

/** An arm (0), its hand (1), and two fingers (2 and 3), which both start at the end of the hand. */
const { rig: loose, joints } = limbs([-1, 0, 1, 1], 9);
const place = joints.slice(6, 9) as [number, number, number];
const bonesWith = (parents: number[], of3: [number, number, number]) =>
  loose.bones.map((bone, j) => ({ ...bone, parent: parents[j], head: j === 3 ? of3 : bone.head }));

/** The motion with the second finger at the first finger's joint. */
function atHand(): Float32Array {
  const motion = loose.motion.slice();
  for (let at = 0; at < motion.length; at += 48) {
    for (let r = 0; r < 12; r += 4) {
      const [hand, finger] = [at + 12 + r, at + 36 + r];
      motion[finger + 3] = motion[hand + 3];
      for (let c = 0; c < 3; c++) motion[finger + 3] += (motion[hand + c] - motion[finger + c]) * place[c];
    }
  }
  return motion;
}

it("hangs bones that meet at one place on the bone nearest to the root", () => {
  const motion = atHand();
  const rig: Rig = { ...loose, motion, bones: bonesWith([-1, 0, 1, 2], place) };
  const { strict, soft } = hungAtOnePlace({ strict: rig, soft: rig }, 0);
  expect(strict.bones.map(({ parent }) => parent)).toEqual([-1, 0, 1, 1]);
  expect(soft.bones).toEqual(strict.bones);
  strict.motion.forEach((x, at) => {
    expect(x).toBeCloseTo(motion[at], 5);
  });
});

it("leaves a chain whose joints lie apart", () => {
  const rig: Rig = { ...loose, bones: bonesWith([-1, 0, 1, 2], loose.bones[3].head) };
  const { strict } = hungAtOnePlace({ strict: rig, soft: rig }, 0);
  expect(strict.bones.map(({ parent }) => parent)).toEqual([-1, 0, 1, 2]);
});

it("lists the bones that each could hang on as well", () => {
  const met: Rig = { ...loose, motion: atHand(), bones: bonesWith([-1, 0, 1, 1], place) };
  expect(otherCarriers(met, 0)).toEqual([[], [], [3], [2]]);
  const chained = { ...met, bones: bonesWith([-1, 0, 1, 2], place) };
  expect(otherCarriers(chained, 0)).toEqual([[], [], [], [1]]);
  const apart = { ...loose, bones: bonesWith([-1, 0, 1, 1], loose.bones[3].head) };
  expect(otherCarriers(apart, 0)).toEqual([[], [], [], []]);
});
