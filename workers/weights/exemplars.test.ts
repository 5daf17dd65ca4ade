import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random";
import type { Point, SegmentKind } from "../model/skeleton/skeleton";
import { axisRotation, BEND, bendAt } from "./bend";
import { type Exemplars, exemplars } from "./exemplars";
import { segment, skeletonOf } from "./testing/bindables";

const at = (m: ArrayLike<number>, p: ArrayLike<number>) =>
  [0, 1, 2].map((r) => m[4 * r] * p[0] + m[4 * r + 1] * p[1] + m[4 * r + 2] * p[2] + m[4 * r + 3]);
const motion = ({ motions }: Exemplars, bones: number, k: number, j: number) =>
  motions.subarray(12 * (k * bones + j), 12 * (k * bones + j + 1));
const minus = (a: ArrayLike<number>, b: ArrayLike<number>) => [0, 1, 2].map((c) => a[c] - b[c]);
const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const angleOf = (m: ArrayLike<number>) => Math.acos(Math.min(1, Math.max(-1, (m[0] + m[5] + m[10] - 1) / 2)));

/** The same bend as a chain of n rigid pieces. Each is rotated about its start and stretched along its length. */
function pieces(bend: number[], head: Point, tail: Point, u: number, p: number[], n = 20000): number[] {
  const [ax, ay, az, angle, stretch] = bend;
  const rotation = new Float64Array(9);
  const step = minus(tail, head).map((x) => (x * u) / n);
  const joint = [...head];
  for (let s = 0; s < n; s++) {
    // Applies half of a piece's rotation at its start and half at its end: second order.
    axisRotation([ax, ay, az], (angle * u * (s + 0.5)) / n, rotation);
    for (let r = 0; r < 3; r++) joint[r] += stretch * dot(rotation.subarray(3 * r), step);
  }
  axisRotation([ax, ay, az], angle * u, rotation);
  const end = head.map((x, c) => x + u * (tail[c] - head[c]));
  const from = minus(p, end);
  return joint.map((x, r) => x + dot(rotation.subarray(3 * r), from));
}

describe("bendAt", () => {
  it("equals many small rigid bones", () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.constantFrom(0, 1e-9, 1e-4, 0.7, -2),
        fc.constantFrom(0, 0.3, 1),
        (seed, angle, u) => {
          const random = createRandom(seed);
          const point = () => [0, 1, 2].map(() => random.normal()) as Point;
          const [axis, head, tail, p] = [point(), point(), point(), point()];
          const length = Math.hypot(...axis);
          const bend = [...axis.map((x) => x / length), angle, 0.5 + random.next()];
          const out = new Float64Array(12);
          bendAt(bend, head, tail, u, out);
          const truth = pieces(bend, head, tail, u, p);
          at(out, p).forEach((x, c) => {
            expect(x).toBeCloseTo(truth[c], 7);
          });
        },
      ),
      { seed: 17, numRuns: 20 },
    );
  });
});

describe("exemplars", () => {
  const limits = {
    swing: 0.8,
    twist: [-0.1, 0.3] as [number, number],
    stretch: [0.9, 1.2] as [number, number],
  };
  const build = (kind: SegmentKind) =>
    skeletonOf(
      segment(-1, [0, 0, 0], [1, 0.5, 0], kind, limits),
      segment(0, [1, 0.5, 0], [1.5, 0.5, 0.3], "virtual", limits),
      segment(1, [1.5, 0.5, 0.3], [2, 1, 0.3], "rigid", limits),
    );

  it("keeps rigid bones rigid, connected and within their limits, and reaches the limits", () => {
    const skeleton = build("rigid");
    const made = exemplars(skeleton, 300, createRandom(3));
    let [swingMost, twistLeast, twistMost] = [0, 0, 0];
    for (let k = 0; k < 300; k++) {
      const m = motion(made, 3, k, 0);
      for (let a = 0; a < 3; a++) {
        for (let b = 0; b < 3; b++) {
          expect(dot(m.subarray(4 * a), m.subarray(4 * b))).toBeCloseTo(a === b ? 1 : 0, 12);
        }
      }
      const [tail, head] = [skeleton.segments[0].tail, skeleton.segments[0].head];
      const axis = minus(tail, head);
      const way = minus(at(m, tail), at(m, head));
      const cosine = dot(axis, way) / dot(axis, axis);
      const swing = Math.acos(Math.min(1, cosine));
      expect(swing).toBeLessThanOrEqual(limits.swing + 1e-6);
      swingMost = Math.max(swingMost, swing);
      // A swing about a perpendicular axis leaves the twist: cos(total/2) = cos(swing/2) cos(twist/2).
      const twist = 2 * Math.acos(Math.min(1, Math.cos(angleOf(m) / 2) / Math.cos(swing / 2)));
      expect(twist).toBeLessThanOrEqual(0.3 + 1e-6);
      twistMost = Math.max(twistMost, twist);
      twistLeast = Math.min(twistLeast, twist);
      // The virtual segment follows its parent, and the third rotates about its own head.
      expect(motion(made, 3, k, 1)).toEqual(m);
      const joint = skeleton.segments[2].head;
      at(motion(made, 3, k, 2), joint).forEach((x, c) => {
        expect(x).toBeCloseTo(at(m, joint)[c], 12);
      });
      expect(made.bends.subarray(BEND * 3 * k + 3, BEND * 3 * k + 5)).toEqual(Float64Array.of(0, 1));
    }
    expect(swingMost).toBeGreaterThan(0.75);
    expect(twistMost).toBeGreaterThan(0.28);
  });

  it.each(["spine", "stretch-twist"] as const)("carries the child of a %s at its bent end", (kind) => {
    const skeleton = build(kind);
    const made = exemplars(skeleton, 20, createRandom(5));
    const [{ head, tail }] = skeleton.segments;
    const bent = new Float64Array(12);
    for (let k = 0; k < 20; k++) {
      const bend = made.bends.subarray(BEND * 3 * k, BEND * (3 * k + 1));
      expect(Math.hypot(bend[0], bend[1], bend[2])).toBeCloseTo(1, 12);
      expect(bend[4]).toBeGreaterThanOrEqual(0.9);
      expect(bend[4]).toBeLessThanOrEqual(1.2);
      bendAt(bend, head, tail, 1, bent);
      const child = at(motion(made, 3, k, 1), tail);
      at(motion(made, 3, k, 0), at(bent, tail)).forEach((x, c) => {
        expect(x).toBeCloseTo(child[c], 12);
      });
      const along = Math.abs(dot(bend, minus(tail, head))) / Math.hypot(...minus(tail, head));
      if (kind === "spine") expect(Math.abs(bend[3])).toBeLessThanOrEqual(Math.hypot(0.8, 0.3));
      else expect(along).toBeCloseTo(1, 12);
    }
  });

  it("turns a hinge only about its axis, within its range, and by no more than the swing", () => {
    const axis: [number, number, number] = [0, 0.6, 0.8];
    for (const [range, least, most] of [
      [[-0.2, 0.5], -0.2, 0.5],
      [[-Math.PI, Math.PI], -0.8, 0.8],
      [[1, 2], 1, 2],
    ] as [[number, number], number, number][]) {
      const hinged = { ...limits, hinge: { axis, range } };
      const skeleton = skeletonOf(segment(-1, [0, 0, 0], [1, 0, 0], "rigid", hinged));
      const made = exemplars(skeleton, 200, createRandom(5));
      const angles = Array.from({ length: 200 }, (_, k) => {
        const m = motion(made, 1, k, 0);
        const turned = [0, 1, 2].map((r) => dot(m.subarray(4 * r), Float64Array.from(axis)));
        turned.forEach((x, c) => {
          expect(x).toBeCloseTo(axis[c], 12);
        });
        const sine = (m[9] - m[6]) * axis[0] + (m[2] - m[8]) * axis[1] + (m[4] - m[1]) * axis[2];
        return Math.atan2(sine / 2, (m[0] + m[5] + m[10] - 1) / 2);
      });
      expect(Math.min(...angles)).toBeGreaterThanOrEqual(least - 1e-9);
      expect(Math.min(...angles)).toBeLessThan(least + 0.1 * (most - least));
      expect(Math.max(...angles)).toBeLessThanOrEqual(most + 1e-9);
      expect(Math.max(...angles)).toBeGreaterThan(most - 0.1 * (most - least));
    }
  });

  it("has the same first exemplars for any number, and depends only on the seed", () => {
    const skeleton = build("rigid");
    const [few, many] = [exemplars(skeleton, 3, createRandom(1)), exemplars(skeleton, 9, createRandom(1))];
    expect(many.motions.subarray(0, few.motions.length)).toEqual(few.motions);
    expect(exemplars(skeleton, 3, createRandom(2)).motions).not.toEqual(few.motions);
  });
});
