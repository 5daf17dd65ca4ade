import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { packWeights, skinInto } from "../../testing/rigs";
import { SinewError } from "../errors";
import { branchOf } from "../tree-of-parents";
import {
  boneCentres,
  idleBones,
  makeRoot,
  reparentBone,
  spareBones,
  type TreeEdit,
  withoutBones,
} from "./bone-tree";
import type { Bone, Rig } from "./rig";

const FRAMES = 3;
const VERTICES = 9;

/** A rig of random bones in a random tree, with bone 1 idle. */
function randomRig(count: number, seed: number): Rig {
  const random = createRandom(seed);
  const some = () => 2 * random.next() - 1;
  const movers = [...Array(count).keys()].filter((j) => j !== 1);
  const rows = Array.from({ length: VERTICES }, (_, i): [number, number][] => {
    const [a, b] = [movers[i % movers.length], movers[random.integer(movers.length)]];
    if (a === b) return [[a, 1]];
    const share = random.next();
    return [
      [a, share],
      [b, 1 - share],
    ];
  });
  return {
    version: 1,
    bones: Array.from({ length: count }, (_, j) => ({
      name: `bone_${j}`,
      parent: j === 0 ? -1 : random.integer(j + 1) - 1,
      head: [some(), some(), some()],
    })),
    boneKind: "rigid",
    weights: packWeights(rows),
    motion: Float32Array.from({ length: 12 * FRAMES * count }, some),
    rest: Float32Array.from({ length: 3 * VERTICES }, some),
  };
}

const posed = (rig: Rig) =>
  Array.from({ length: FRAMES }, (_, k) => {
    const out = new Float32Array(3 * VERTICES);
    skinInto(out, rig, k);
    return out;
  });

const parentNames = ({ bones }: Rig) =>
  Object.fromEntries(bones.map(({ name, parent }) => [name, bones[parent]?.name ?? null]));

/** Parents come first, names follow their bones, and the mesh stays where it was in every frame. */
function expectSound(before: Rig, { rig, origin }: TreeEdit): void {
  rig.bones.forEach(({ name, parent }, j) => {
    expect(parent).toBeLessThan(j);
    expect(name).toBe(before.bones[origin[j]].name);
  });
  const [was, now] = [posed(before), posed(rig)];
  now.forEach((frame, k) => {
    frame.forEach((x, c) => {
      expect(x).toBeCloseTo(was[k][c], 5);
    });
  });
}

const anyRig = fc.tuple(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 1, max: 1e6 }));

describe("a bone that gets another parent", () => {
  it("keeps its branch, and no other bone changes", () => {
    fc.assert(
      fc.property(anyRig, fc.nat(), fc.nat(), ([count, seed], a, b) => {
        const rig = randomRig(count, seed);
        const [bone, parent] = [a % count, (b % (count + 1)) - 1];
        fc.pre(!branchOf(rig.bones, bone).includes(parent));
        const edit = reparentBone(rig, bone, parent);
        expectSound(rig, edit);
        expect(parentNames(edit.rig)).toEqual({
          ...parentNames(rig),
          [`bone_${bone}`]: parent < 0 ? null : `bone_${parent}`,
        });
      }),
    );
  });

  it("leaves its branch with the old parent on request, so it can go below its own child", () => {
    const rig = randomRig(4, 3);
    rig.bones.forEach((bone, j) => {
      bone.parent = j - 1;
    });
    const edit = reparentBone(rig, 1, 3, true);
    expectSound(rig, edit);
    expect(parentNames(edit.rig)).toEqual({
      bone_0: null,
      bone_1: "bone_3",
      bone_2: "bone_0",
      bone_3: "bone_2",
    });
  });

  it("cannot be in the bone's own branch", () => {
    const rig = randomRig(4, 3);
    rig.bones.forEach((bone, j) => {
      bone.parent = j - 1;
    });
    expect(() => reparentBone(rig, 1, 3)).toThrow(SinewError);
    expect(() => reparentBone(rig, 1, 1, true)).toThrow(SinewError);
  });
});

describe("a new root", () => {
  it("reverses the bones above it, and every pair keeps its joint", () => {
    const joints = ({ bones }: Rig) =>
      new Map(
        bones.flatMap(({ name, parent, head }): [string, string][] =>
          parent < 0 ? [] : [[[name, bones[parent].name].sort().join("–"), head.join()]],
        ),
      );
    fc.assert(
      fc.property(anyRig, fc.nat(), ([count, seed], a) => {
        const rig = randomRig(count, seed);
        const edit = makeRoot(rig, a % count, [7, 8, 9]);
        expectSound(rig, edit);
        expect(joints(edit.rig)).toEqual(joints(rig));
        const root = edit.rig.bones.find(({ name }) => name === `bone_${a % count}`)!;
        expect([root.parent, root.head]).toEqual([-1, [7, 8, 9]]);
      }),
    );
  });
});

describe("bones that move nothing", () => {
  it("are found, and their children go to the bone above", () => {
    const rig = randomRig(4, 5);
    rig.bones.forEach((bone, j) => {
      bone.parent = j - 1;
    });
    expect(idleBones(rig)).toEqual([1]);
    const edit = withoutBones(rig, new Set(idleBones(rig)));
    expectSound(rig, edit);
    expect(parentNames(edit.rig)).toEqual({ bone_0: null, bone_2: "bone_0", bone_3: "bone_2" });
    expect(edit.rig.weights.offsets).toEqual(rig.weights.offsets);
  });

  it("can go at the ends of branches and at a root that carries one bone, not between bones that move", () => {
    const rigOf = (parents: number[], moving: number[]) => ({
      ...randomRig(parents.length, 1),
      bones: parents.map((parent, j): Bone => ({ name: `b${j}`, parent, head: [0, 0, 0] })),
      weights: packWeights(moving.map((j) => [[j, 1]])),
    });
    // Two joints above the hips, a pelvis without vertices between hips and leg, and a target beside them.
    const parents = [-1, 0, 1, 2, 3, 1];
    expect(spareBones(rigOf(parents, [2, 4]))).toEqual([0, 1, 5]);
    expect(spareBones(rigOf(parents, [2, 4, 5]))).toEqual([0]);
    expect(spareBones(rigOf(parents, [0, 4]))).toEqual([5]);
    expect(spareBones(rigOf([-1, -1, 1], [0]))).toEqual([1, 2]);
  });

  it("always leave one", () => {
    const rig = randomRig(3, 5);
    expect(idleBones({ ...rig, weights: packWeights(Array.from({ length: VERTICES }, () => [])) })).toEqual([
      1, 2,
    ]);
  });
});

it("have their centre in the middle of their vertices, or at their head without vertices", () => {
  const rig = {
    ...randomRig(2, 1),
    rest: Float32Array.of(0, 0, 0, 4, 2, 0),
    weights: packWeights([[[0, 1]], [[0, 1]]]),
  };
  expect([...boneCentres(rig)]).toEqual([2, 1, 0, ...rig.bones[1].head]);
});
