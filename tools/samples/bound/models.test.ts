import { describe, expect, it } from "vitest";
import { connectedComponents } from "../../../workers/mesh/components";
import { enclosedVolume, isClosed } from "../../../workers/model/mesh/volume";
import type { Point } from "../../../workers/model/skeleton/skeleton";
import { bindableOf } from "../../../workers/model/weights/bindable";
import { skeletonOf } from "./bound-model";
import { doll } from "./doll";
import { haunch } from "./haunch";
import { looseLeg } from "./loose-leg";
import { roundArm } from "./round-arm";
import { tail } from "./tail";

const MODELS = {
  haunch: { make: haunch, trees: 1, segments: 5 },
  doll: { make: doll, trees: 2, segments: 11 },
  "tail on a spine": { make: () => tail(0, 1), trees: 1, segments: 2 },
  "tail on four bones": { make: () => tail(4, 1), trees: 1, segments: 5 },
  "arm with its elbow off the axis": { make: () => roundArm([0.12, -0.25, 0]), trees: 1, segments: 3 },
};

/** How many times the surface winds around a point: solid angles of the triangles (van Oosterom & Strackee 1983). */
function winding(x: Float32Array, triangles: Uint32Array, point: Point): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((n) => [0, 1, 2].map((r) => x[3 * triangles[t + n] + r] - point[r]));
    const [la, lb, lc] = [a, b, c].map((v) => Math.hypot(...v));
    const dot = (p: number[], q: number[]) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    const triple =
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]);
    sum += Math.atan2(triple, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (2 * Math.PI);
}

describe.each(Object.entries(MODELS))("%s", (_, { make, trees, segments }) => {
  const { sequence, skeleton } = make();
  const { positions, triangles } = bindableOf(sequence);

  it("is one closed shell without handles that faces outwards", () => {
    expect(isClosed(triangles)).toBe(true);
    expect(connectedComponents(sequence.vertexCount, triangles).count).toBe(1);
    expect(sequence.vertexCount - triangles.length / 6).toBe(2);
    expect(enclosedVolume(positions, triangles)).toBeGreaterThan(0);
  });

  it("has its skeleton inside, in the expected number of trees", () => {
    expect(skeleton.segments).toHaveLength(segments);
    expect(skeleton.segments.filter(({ parent }) => parent < 0)).toHaveLength(trees);
    for (const { head, tail: end } of skeleton.segments) {
      for (const p of [head, end]) expect(winding(positions, triangles, p)).toBeCloseTo(1, 3);
    }
  });
});

describe("a tail", () => {
  it("is the same mesh for every skeleton, and swings equally far with each", () => {
    const [one, four] = [tail(0, 1.2), tail(4, 1.2)];
    expect(four.sequence.rest).toEqual(one.sequence.rest);
    const swing = ({ skeleton }: typeof one) =>
      skeleton.segments.slice(1).reduce((sum, { limits }) => sum + limits.swing, 0);
    expect(swing(four)).toBeCloseTo(swing(one), 12);
    expect(one.skeleton.segments[1].kind).toBe("spine");
  });
});

it("a loose leg is linked to the body across a gap, and to nothing else", () => {
  const { sequence, links } = looseLeg(0.2);
  const { positions, triangles } = bindableOf(sequence);
  const { count, label } = connectedComponents(sequence.vertexCount, triangles);
  expect(count).toBe(2);
  expect(links.length).toBeGreaterThan(40);
  for (let n = 0; n < links.length; n += 2) {
    const [a, b] = [links[n], links[n + 1]];
    expect(label[a]).not.toBe(label[b]);
    const apart = [0, 1, 2].map((c) => positions[3 * a + c] - positions[3 * b + c]);
    expect(Math.hypot(...apart)).toBeLessThan(0.3);
  }
});

it("refuses a segment whose parent does not come before it", () => {
  const lone = { name: "b", parent: "a", head: [0, 0, 0], tail: [1, 0, 0] } as const;
  expect(() => skeletonOf([{ ...lone }])).toThrow("b is a child of a");
});
