import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { blendPositions } from "../../model/rig/blend-positions";
import type { Rig } from "../../model/rig/rig";
import { UNWATCHED } from "../../model/task";
import { turnAbout } from "../../testing/rigs";
import { limbs } from "../testing/limbs";
import { placeAtRest, posedAtRest, reposed } from "./at-rest";

const makeSerial = async (bytes: number) => new Serial(new Arena(bytes, false));

/** Two parts, with the hierarchy that made them. */
const { sequence, rig: loose, parents } = limbs([-1, 0, 1, -1, 3], 12, { rigid: true });
const truth: Rig = {
  ...loose,
  bones: loose.bones.map((bone, j) => ({ ...bone, parent: parents[j] })),
};

/** The largest difference between two lists of numbers. */
const apart = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, x, at) => Math.max(most, Math.abs(x - b[at])), 0);
const heads = ({ bones }: Rig) => bones.flatMap(({ head }) => head);
const frame = (rig: Rig, k: number) => blendPositions(rig, k, new Float64Array(rig.rest.length));

describe("the rest pose of a skeleton", () => {
  it("changes without the animation where one bone moves each vertex, and is found again", async () => {
    const pose = Float64Array.from(truth.motion.subarray(0, 12 * truth.bones.length));
    const elsewhere = reposed(truth, pose);
    expect(apart(elsewhere.rest, sequence.rest)).toBeGreaterThan(1);
    for (const k of [0, 5]) expect(apart(frame(elsewhere, k), frame(truth, k))).toBeLessThan(1e-4);
    const found = await posedAtRest(makeSerial, UNWATCHED, sequence, elsewhere);
    expect(apart(found.rest, sequence.rest)).toBeLessThan(1e-4);
    expect(apart(heads(found), heads(truth))).toBeLessThan(1e-3);
  });

  it("stands where the mesh does, for each part by itself", () => {
    const turns = [
      turnAbout([0.6, 0, 0.8], 0.7, [1, 2, 3], [4, 0, 1]),
      turnAbout([0, 1, 0], -1, [0, 0, 0], [0, 2, 0]),
    ];
    const away = reposed(truth, Float64Array.from(parents.flatMap((_, j) => turns[j < 3 ? 0 : 1])));
    const back = reposed(away, placeAtRest(sequence.rest, away));
    expect(apart(away.rest, sequence.rest)).toBeGreaterThan(1);
    expect(apart(back.rest, sequence.rest)).toBeLessThan(1e-5);
    expect(apart(heads(back), heads(truth))).toBeLessThan(1e-5);
    expect(apart(frame(back, 3), frame(truth, 3))).toBeLessThan(1e-4);
  });
});
