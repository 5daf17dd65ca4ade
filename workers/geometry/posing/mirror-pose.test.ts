/** Mirrored poses of bodies whose rest pose is not symmetric, and pairs by names. */
import { describe, expect, it } from "vitest";
import { distance } from "../../math/vectors";
import { type Pose, poseMatrices, restPose } from "../../model/rig/pose";
import type { Rig } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";
import { BODIES, knownBody } from "../../testing/bodies";
import { skinInto } from "../../testing/rigs";
import { bodyPlan } from "../body/body-plan";
import { reflected } from "../body/body-plane";
import { namedPartners } from "../body/names/named-partners";
import { carriedPose } from "./carried-pose";
import { mirroredPose } from "./mirror-pose";
import { posePartners } from "./pose-partners";
import { about } from "./turns";

const hound = knownBody(BODIES.hound);
const at = (name: string) => hound.names.indexOf(name);

/** A pose in which some bones are turned about the world's axes. A turn about x bends a leg forward. */
function turnedBy(turns: Record<string, [axis: Point, angle: number]>): Pose {
  const pose = restPose(hound.rig.bones);
  for (const [name, [axis, angle]] of Object.entries(turns))
    pose.rotations.set(about(axis, angle), 4 * at(name));
  return pose;
}

const placed = (matrices: Float32Array, j: number, p: Point): Point =>
  [0, 1, 2].map(
    (r) =>
      matrices[12 * j + 4 * r] * p[0] +
      matrices[12 * j + 4 * r + 1] * p[1] +
      matrices[12 * j + 4 * r + 2] * p[2] +
      matrices[12 * j + 4 * r + 3],
  ) as Point;

/** The same body with a pose as its rest pose, like a skeleton that was made from an animation's first frame. */
function restedIn(pose: Pose, names: (name: string, j: number) => string): Rig {
  const { bones } = hound.rig;
  const matrices = poseMatrices(bones, pose);
  const rest = new Float32Array(hound.rig.rest.length);
  skinInto(rest, { ...hound.rig, motion: matrices }, 0);
  return {
    ...hound.rig,
    bones: bones.map((bone, j) => ({
      ...bone,
      name: names(hound.names[j], j),
      head: placed(matrices, j, bone.head),
    })),
    rest,
  };
}

/** The largest distance between the joints in one pose and the mirror images of their partners in another. */
function mismatch(rig: Rig, pose: Pose, mirrored: Pose, partner: ArrayLike<number>): number {
  const { plane } = bodyPlan(hound.rig, "y").pairs;
  const [a, b] = [poseMatrices(rig.bones, pose), poseMatrices(rig.bones, mirrored)];
  return Math.max(
    ...rig.bones.map(({ head }, j) =>
      distance(placed(b, j, head), reflected(plane, placed(a, partner[j], rig.bones[partner[j]].head))),
    ),
  );
}

const truth = hound.names.map((name) =>
  at(name.endsWith("_L") ? name.replace(/_L$/, "_R") : name.replace(/_R$/, "_L")),
);
const STRIDE = turnedBy({
  thigh_L: [[1, 0, 0], 0.5],
  thigh_R: [[1, 0, 0], -0.4],
  shin_R: [[1, 0, 0], 0.3],
  upperarm_L: [[1, 0, 0], -0.4],
  upperarm_R: [[1, 0, 0], 0.5],
});

describe("a mirrored pose of a body that rests in a stride", () => {
  it.each([
    ["names like thigh_L", (name: string) => name],
    ["names like thigh.L", (name: string) => name.replace(/_([LR])$/, ".$1")],
    [
      "names like LeftThigh",
      (name: string) =>
        name.replace(
          /^(.)(.*)_([LR])$/,
          (_, c, rest, s) => `${s === "L" ? "Left" : "Right"}${c.toUpperCase()}${rest}`,
        ),
    ],
    ["names like thigh_l", (name: string) => name.replace(/_[LR]$/, (end) => end.toLowerCase())],
    ["names without sides", (_name: string, j: number) => `bone ${j}`],
  ])("is the mirror image of the visible pose: %s", (_, names) => {
    const rig = restedIn(STRIDE, names);
    const { pairs, shape } = bodyPlan(rig, "y");
    const partner = namedPartners(rig.bones, pairs.partner);
    expect([...partner]).toEqual(truth);
    const { plane } = bodyPlan(hound.rig, "y").pairs;
    const body = { bones: rig.bones, partner, plane, tips: shape.tips };
    for (const pose of [
      restPose(rig.bones),
      turnedBy({ forearm_L: [[1, 0, 0], 0.6], head: [[0, 1, 0], 0.5], thigh_R: [[0, 0, 1], 0.3] }),
    ]) {
      const mirrored = mirroredPose(pose, body);
      expect(mismatch(rig, pose, mirrored, partner)).toBeLessThan(2e-3);
      const again = mirroredPose(mirrored, body);
      again.rotations.forEach((x, n) => {
        expect(Math.abs(x)).toBeCloseTo(Math.abs(pose.rotations[n]), 3);
      });
    }
  });

  it("exchanges left and right", () => {
    const rig = restedIn(STRIDE, (name) => name);
    const { shape } = bodyPlan(rig, "y");
    const { plane } = bodyPlan(hound.rig, "y").pairs;
    const body = { bones: rig.bones, partner: truth, plane, tips: shape.tips };
    const mirrored = mirroredPose(restPose(rig.bones), body);
    expect(mismatch(rig, restPose(rig.bones), restPose(rig.bones), truth)).toBeGreaterThan(0.1);
    expect(mismatch(rig, restPose(rig.bones), mirrored, truth)).toBeLessThan(2e-3);
  });
});

describe("a mirrored pose of bones without a hierarchy", () => {
  it("is the mirror image of the motion at every point, although the heads are no mirror images", () => {
    const bone = (name: string, head: Point) => ({ name, parent: -1, head });
    const bones = [bone("a", [1, 0.2, 0]), bone("b", [-1.3, 0, 0.1]), bone("middle", [0.1, 1, 0])];
    const plane = { normal: [1, 0, 0] as Point, offset: 0.05 };
    const body = { bones, partner: [1, 0, 2], plane, tips: bones.map(() => [5, 7, -3] as Point) };
    const pose = restPose(bones);
    pose.rotations.set(about([0, 0.6, 0.8], 0.7), 0);
    pose.rotations.set(about([0.6, 0, -0.8], -0.4), 4);
    pose.rotations.set(about([0, 1, 0], 0.3), 8);
    pose.translations.set([0.1, 0.2, -0.3, 0, 0.4, 0.1, -0.2, 0, 0]);
    const [shown, mirrored] = [pose, mirroredPose(pose, body)].map((each) => poseMatrices(bones, each));
    for (const j of bones.keys()) {
      for (const p of [
        [0, 0, 0],
        [1, 2, 3],
        [-2, 0.5, 1],
      ] as Point[]) {
        const image = reflected(plane, placed(shown, body.partner[j], reflected(plane, p)));
        expect(distance(placed(mirrored, j, p), image)).toBeLessThan(1e-5);
      }
    }
  });
});

describe("partners of bones without a hierarchy", () => {
  it("move the mirror image of a bone's vertices, also if the sides have different numbers of bones", () => {
    // Six points on the left, their images on the right. Two bones move the left side, three the right one.
    const heights = [0, 1, 2, 3, 4, 5];
    const rest = Float32Array.from([-1, 1].flatMap((x) => heights.flatMap((y) => [x, y, 0.3 * y])));
    const bones = ["a", "b", "c", "d", "e"].map((name) => ({ name, parent: -1, head: [0, 0, 0] as Point }));
    const weights = {
      version: 1 as const,
      offsets: Uint32Array.from({ length: 13 }, (_, i) => i),
      bones: Uint16Array.of(0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4),
      values: new Float32Array(12).fill(1),
    };
    const plane = { normal: [1, 0, 0] as Point, offset: 0 };
    const pairs = { plane, partner: new Int32Array(5).fill(-1) };
    expect([...posePartners({ bones, weights, rest }, pairs)]).toEqual([2, 4, 0, 0, 1]);
    // Names that tell sides come first.
    const named = bones.map((bone, j) =>
      j === 0 ? { ...bone, name: "x.L" } : j === 3 ? { ...bone, name: "x.R" } : bone,
    );
    expect(posePartners({ bones: named, weights, rest }, pairs)[0]).toBe(3);
    // In a hierarchy the tree tells the pairs.
    const tree = bones.map((bone, j) => ({ ...bone, parent: j - 1 }));
    expect([...posePartners({ bones: tree, weights, rest }, pairs)]).toEqual([-1, -1, -1, -1, -1]);
  });
});

describe("partners by names", () => {
  const bone = (name: string) => ({ name, parent: -1, head: [0, 0, 0] as Point });

  it("replace partners by shape, and keep the others", () => {
    const bones = ["spine", "arm.L", "arm.R", "leg_l", "leg_r", "tail"].map(bone);
    expect([...namedPartners(bones, [0, 3, 4, 1, 2, 5])]).toEqual([0, 2, 1, 4, 3, 5]);
    expect([...namedPartners(bones, [0, 2, 1, -1, -1, -1])]).toEqual([0, 2, 1, 4, 3, -1]);
    const single = ["hand.L", "a", "b"].map(bone);
    expect([...namedPartners(single, [1, 0, 2])]).toEqual([1, 0, 2]);
  });
});

describe("a pose that is transferred to other bones", () => {
  const { bones } = hound.rig;
  const pose = turnedBy({
    upperarm_L: [[1, 0, 0], 0.7],
    forearm_L: [[0, 0, 1], 0.4],
    pelvis: [[0, 1, 0], 0.2],
  });

  it("is the same for the same bones", () => {
    const again = carriedPose(pose, bones, bones, [...bones.keys()]);
    again.rotations.forEach((x, n) => {
      expect(x).toBeCloseTo(pose.rotations[n], 6);
    });
    expect(again.translations.every((x) => Math.abs(x) < 1e-6)).toBe(true);
  });

  it("keeps the other bones when one is removed, and leaves a bone with another parent in its place", () => {
    const gone = at("forearm_L");
    const origin = [...bones.keys()].filter((j) => j !== gone);
    const left = origin.map((j) => {
      const parent = bones[j].parent === gone ? bones[gone].parent : bones[j].parent;
      return { ...bones[j], parent: parent < 0 ? -1 : origin.indexOf(parent) };
    });
    const [was, now] = [
      poseMatrices(bones, pose),
      poseMatrices(left, carriedPose(pose, bones, left, origin)),
    ];
    origin.forEach((j, n) => {
      for (const p of [bones[j].head, [0.3, 0.2, 0.1] as Point]) {
        placed(now, n, p).forEach((x, c) => {
          expect(x).toBeCloseTo(placed(was, j, p)[c], 5);
        });
      }
    });
  });

  it("moves a new bone along with its parent, and keeps moved joints closed", () => {
    const added = [
      ...bones.map((bone) => ({ ...bone, head: [...bone.head] as Point })),
      { name: "new", parent: at("forearm_L"), head: [0.12, 0.4, 0.3] as Point },
    ];
    added[at("forearm_L")].head[1] -= 0.1;
    const carried = carriedPose(pose, bones, added, [...bones.keys(), -1]);
    expect(carried.translations.every((x) => Math.abs(x) < 1e-6)).toBe(true);
    const matrices = poseMatrices(added, carried);
    const last = added.length - 1;
    const p: Point = [0.2, 0.5, 0];
    placed(matrices, last, p).forEach((x, c) => {
      expect(x).toBeCloseTo(placed(matrices, at("forearm_L"), p)[c], 5);
    });
  });
});
