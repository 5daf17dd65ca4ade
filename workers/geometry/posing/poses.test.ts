import fc from "fast-check";
import { Euler, Quaternion, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { type Pose, poseMatrices, restPose } from "../../model/rig/pose";
import { BODIES, knownBody } from "../../testing/bodies";
import { numbersBetween } from "../../testing/numbers-between";
import { bodyPlan } from "../body/body-plan";
import { reflected } from "../body/body-plane";
import { fromAngles, fromAxes, inAxes, toAngles } from "./euler";
import { atLimit, excess, swingTwist, withinLimits } from "./joint-limits";
import { stopAtLimits } from "./limit-stop";
import { blendedPose, mirroredPose } from "./mirror-pose";
import { hingeOfMotion, limitsOfMotion } from "./motion-limits";
import { boneDirection } from "./posed-bones";
import { about, after, angleOf, type Turn, turned } from "./turns";

const number = numbersBetween(-1, 1);
const turn = fc
  .tuple(number, number, number, number)
  .filter((q) => Math.hypot(...q) > 0.1)
  .map((q) => q.map((x) => x / Math.hypot(...q)) as Turn);
const angle = numbersBetween(-179, 179);

function randomPose(count: number, numbers: IterableIterator<number>): Pose {
  const pose = restPose(
    Array.from({ length: count }, () => ({
      name: "",
      parent: -1,
      head: [0, 0, 0] as [number, number, number],
    })),
  );
  for (let j = 0; j < count; j++) {
    const q = [0, 1, 2, 3].map(() => numbers.next().value as number);
    q[3] += 1.2;
    pose.rotations.set(
      q.map((x) => x / Math.hypot(...q)),
      4 * j,
    );
    pose.translations.set(
      [0, 1, 2].map(() => 0.1 * (numbers.next().value as number)),
      3 * j,
    );
  }
  return pose;
}

describe("a mirrored pose", () => {
  const { rig, names } = knownBody(BODIES.hound);
  const { bones } = rig;
  const { pairs, shape } = bodyPlan(rig, "y");
  const { plane, partner } = pairs;
  const body = { bones, partner, plane, tips: shape.tips };

  it("is the mirror image of the posed body, and mirroring twice gives the same pose", () => {
    fc.assert(
      fc.property(fc.infiniteStream(number), (numbers) => {
        const pose = randomPose(bones.length, numbers);
        const mirrored = mirroredPose(pose, body);
        const [a, b] = [poseMatrices(bones, pose), poseMatrices(bones, mirrored)];
        bones.forEach((_, j) => {
          // Any point of a bone goes to the mirror image of where its own image goes.
          const p: [number, number, number] = [0.3, 0.5, -0.2];
          const image = reflected(plane, p);
          const from = reflected(plane, apply(a, partner[j], image));
          apply(b, j, p).forEach((x, c) => {
            expect(x).toBeCloseTo(from[c], 4);
          });
        });
        const again = mirroredPose(mirrored, body);
        again.rotations.forEach((x, n) => {
          expect(x).toBeCloseTo(pose.rotations[n], 5);
        });
      }),
      { numRuns: 30 },
    );
  });

  it("can be copied to only one side", () => {
    const pose = restPose(bones);
    const left = names.indexOf("thigh_L");
    pose.rotations.set(about([1, 0, 0], 0.7), 4 * left);
    const right = names.indexOf("thigh_R");
    const copied = mirroredPose(pose, body, [right]);
    expect([...copied.rotations.subarray(4 * left, 4 * left + 4)]).toEqual([
      ...pose.rotations.subarray(4 * left, 4 * left + 4),
    ]);
    expect(angleOf([...copied.rotations.subarray(4 * right, 4 * right + 4)] as Turn)).toBeCloseTo(0.7, 5);
  });
});

function apply(m: Float32Array, j: number, p: [number, number, number]): [number, number, number] {
  return [0, 1, 2].map(
    (r) =>
      m[12 * j + 4 * r] * p[0] +
      m[12 * j + 4 * r + 1] * p[1] +
      m[12 * j + 4 * r + 2] * p[2] +
      m[12 * j + 4 * r + 3],
  ) as [number, number, number];
}

describe("a blend of poses", () => {
  it("begins and ends at them, and turns the shorter way at constant speed", () => {
    const a = { ...restPose(knownBody(BODIES.person).rig.bones), name: "a" };
    const b = { ...a, rotations: a.rotations.slice(), translations: a.translations.map(() => 2) };
    b.rotations.set(about([0, 1, 0], 1), 8);
    expect(blendedPose(a, b, 0).rotations).toEqual(a.rotations);
    expect(blendedPose(a, b, 1).translations).toEqual(b.translations);
    expect(blendedPose(a, b, 0.5).translations[4]).toBe(1);
    expect(angleOf([...blendedPose(a, b, 0.25).rotations.subarray(8, 12)] as Turn)).toBeCloseTo(0.25, 5);
  });
});

describe("angles of a rotation", () => {
  it("equal three's in YXZ order, and give the same rotation again", () => {
    fc.assert(
      fc.property(numbersBetween(-89, 89), angle, angle, (x, y, z) => {
        const q = fromAngles([x, y, z]);
        const rad = Math.PI / 180;
        const truth = new Quaternion().setFromEuler(new Euler(x * rad, y * rad, z * rad, "YXZ"));
        expect(Math.abs(truth.dot(new Quaternion(...q)))).toBeCloseTo(1, 6);
        toAngles(q).forEach((found, n) => {
          expect(found).toBeCloseTo([x, y, z][n], 4);
        });
      }),
    );
  });

  it("give the same rotation if a bend is a right angle", () => {
    fc.assert(
      fc.property(fc.constantFrom(90, -90), angle, angle, (x, y, z) => {
        const q = fromAngles([x, y, z]);
        const again = fromAngles(toAngles(q));
        expect(Math.abs(new Quaternion(...q).dot(new Quaternion(...again)))).toBeCloseTo(1, 5);
      }),
    );
  });

  it("can be read in a bone's own axes", () => {
    fc.assert(
      fc.property(turn, turn, (q, axes) => {
        const again = fromAxes(inAxes(q, axes), axes);
        expect(Math.abs(new Quaternion(...q).dot(new Quaternion(...again)))).toBeCloseTo(1, 6);
      }),
    );
  });
});

describe("limits of a joint", () => {
  const limits = { swing: 0.8, twist: [-0.5, 0.25] as [number, number] };

  it("keep rotations that are within them, and clamp the others", () => {
    fc.assert(
      fc.property(turn, (q) => {
        const axis: [number, number, number] = [0, 0.6, 0.8];
        const kept = withinLimits(q, axis, limits);
        const { swing, twist } = swingTwist(kept, axis);
        expect(angleOf(swing)).toBeLessThanOrEqual(limits.swing + 1e-6);
        expect(twist).toBeGreaterThanOrEqual(limits.twist[0] - 1e-6);
        expect(twist).toBeLessThanOrEqual(limits.twist[1] + 1e-6);
        withinLimits(kept, axis, limits).forEach((x, n) => {
          expect(x).toBeCloseTo(kept[n], 5);
        });
        // The swing is the angle by which three's rotation turns the axis.
        const moved = new Vector3(...axis).applyQuaternion(new Quaternion(...kept));
        expect(moved.angleTo(new Vector3(...axis))).toBeCloseTo(angleOf(swing), 5);
        expect(turned(kept, axis)[0]).toBeCloseTo(moved.x, 6);
      }),
    );
  });
});

describe("a hinge", () => {
  const axis: [number, number, number] = [0, 0, 1];
  const limits = {
    swing: 0,
    twist: [0, 0] as [number, number],
    hinge: { axis, range: [-0.2, 2] as [number, number] },
  };

  it("keeps the nearest turn about its axis, within its range", () => {
    fc.assert(
      fc.property(turn, (q) => {
        const kept = withinLimits(q, [0, 1, 0], limits);
        expect(Math.hypot(kept[0], kept[1])).toBeLessThan(1e-12);
        // No other angle of the range is nearer, by three's angle between rotations.
        const away = (by: Turn) => new Quaternion(...q).angleTo(new Quaternion(...by));
        const least = Math.min(...Array.from({ length: 221 }, (_, n) => away(about(axis, -0.2 + 0.01 * n))));
        expect(away(kept)).toBeLessThan(least + 0.01);
      }),
    );
  });

  it("is at its limit at the ends of its range", () => {
    const at = (angle: number) => atLimit(about(axis, angle), [0, 1, 0], limits);
    expect([-0.2, 0, 1, 1.999].map(at)).toEqual([true, false, false, true]);
    expect(excess(about(axis, 2.5), [0, 1, 0], limits)).toBeCloseTo(0.5, 9);
    expect(excess(about(axis, 1), [0, 1, 0], undefined)).toBe(0);
  });

  it("is found from a motion, with its range", () => {
    const { rig } = knownBody(BODIES.person);
    const way = new Vector3(0.3, -0.2, 0.9).normalize().toArray() as [number, number, number];
    const bent = 7;
    const frames = [0, 0.4, 1.1, 0.7].map((angle) => {
      const pose = restPose(rig.bones);
      pose.rotations.set(about(way, angle), 4 * bent);
      return poseMatrices(rig.bones, pose);
    });
    const motion = Float32Array.from(frames.flatMap((frame) => [...frame]));
    const found = hingeOfMotion({ ...rig, motion }, bent, 0.1)!;
    found.axis.forEach((x, c) => {
      expect(x).toBeCloseTo(way[c], 4);
    });
    expect(found.range[0]).toBeCloseTo(-0.1, 4);
    expect(found.range[1]).toBeCloseTo(1.2, 4);
    expect(hingeOfMotion({ ...rig, motion }, 3)).toBeNull();
    // A hinge keeps its axis, and its range follows the motion.
    const bones = rig.bones.map((bone, j) => (j === bent ? { ...bone, limits } : bone));
    const again = limitsOfMotion({ ...rig, bones, motion }, 0.1)[bent]!;
    expect(again.hinge!.axis).toEqual(axis);
    expect(again.hinge!.range[1]).toBeGreaterThan(1);
  });
});

describe("a turn towards limits", () => {
  const axis: [number, number, number] = [0, 1, 0];
  const limits = { swing: 0.8, twist: [-0.5, 0.25] as [number, number] };

  it("stops where they begin, in every direction", () => {
    const direction = fc
      .tuple(number, number, number)
      .filter((v) => Math.hypot(...v) > 0.1)
      .map((v) => new Vector3(...v).normalize().toArray() as [number, number, number]);
    fc.assert(
      fc.property(direction, fc.double({ min: -6, max: 6, noNaN: true }), (way, angle) => {
        const at = (by: number) => about(way, by);
        const stop = stopAtLimits(at, angle, axis, limits);
        expect(Math.abs(stop)).toBeLessThanOrEqual(Math.abs(angle) + 1e-12);
        for (let n = 0; n <= 20; n++) {
          expect(excess(at((stop * n) / 20), axis, limits)).toBeLessThan(2e-3);
        }
        const beyond = stop + 0.002 * Math.sign(angle);
        if (stop !== angle) expect(excess(at(beyond), axis, limits)).toBeGreaterThan(0);
      }),
    );
    expect(stopAtLimits((by) => about([1, 0, 0], by), 2, axis, limits)).toBeCloseTo(0.8, 3);
    expect(stopAtLimits((by) => about([0, 1, 0], by), -2, axis, limits)).toBeCloseTo(-0.5, 3);
    expect(stopAtLimits((by) => about([0, 1, 0], by), 2, axis, undefined)).toBe(2);
  });

  it("may come back from beyond them, but not go farther out", () => {
    const start = about([1, 0, 0], 1.4);
    const at = (by: number) => after(about([1, 0, 0], by), start);
    expect(stopAtLimits(at, 0.5, axis, limits)).toBeCloseTo(0, 3);
    expect(stopAtLimits(at, -1, axis, limits)).toBe(-1);
    // It goes through the limits and would leave them on the other side.
    expect(stopAtLimits(at, -3, axis, limits)).toBeCloseTo(-2.2, 3);
  });
});

it("limits from a motion contain all of its frames, and exceed them by at most the margin", () => {
  const { rig } = knownBody(BODIES.person);
  const { bones } = rig;
  const frames = 5;
  const motion = new Float32Array(12 * bones.length * frames);
  const bent = 6;
  for (let k = 0; k < frames; k++) {
    const pose = restPose(bones);
    pose.rotations.set(about([0, 0, 1], 0.2 * k), 4 * bent);
    motion.set(poseMatrices(bones, pose), 12 * bones.length * k);
  }
  const limits = limitsOfMotion({ ...rig, motion }, 0.1);
  expect(limits[0]).toBeNull();
  const axis = boneDirection(bones, bent);
  const across = Math.hypot(axis[0], axis[1]);
  // A turn about an axis across the bone is only swing.
  expect(across).toBeCloseTo(1, 2);
  expect(limits[bent]!.swing).toBeCloseTo(0.9, 2);
  expect(limits[bent]!.twist[1]).toBeCloseTo(0.1, 2);
  expect(limits[3]).toEqual({
    swing: expect.closeTo(0.1, 5),
    twist: [expect.closeTo(-0.1, 5), expect.closeTo(0.1, 5)],
  });
});
