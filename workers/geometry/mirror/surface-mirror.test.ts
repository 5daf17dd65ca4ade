import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { MIRROR_DEFAULTS, type MirrorSettings } from "../../model/weights/mirror-settings";
import { lobedBody, lobedWeightsAt } from "../../testing/lobed-body";
import { mirrorMesh, type SurfaceMirror } from "./surface-mirror";

const mirror = (mesh: Parameters<typeof mirrorMesh>[0], change: Partial<MirrorSettings> = {}) =>
  mirrorMesh(mesh, { ...MIRROR_DEFAULTS, ...change });

/** The largest distance of a match, computed from its corners, from the mirrored place. */
function worstMiss({ rest }: { rest: Float32Array }, { plane, matches }: SurfaceMirror): number {
  let worst = 0;
  for (let i = 0; 3 * i < rest.length; i++) {
    if (matches.corners[3 * i] < 0) continue;
    const p = [...rest.subarray(3 * i, 3 * i + 3)];
    const by = 2 * (plane.offset - p.reduce((sum, x, c) => sum + x * plane.normal[c], 0));
    const q = [0, 1, 2].map((c) =>
      [0, 1, 2].reduce(
        (sum, k) => sum + matches.shares[3 * i + k] * rest[3 * matches.corners[3 * i + k] + c],
        0,
      ),
    );
    worst = Math.max(worst, Math.hypot(...p.map((x, c) => x + by * plane.normal[c] - q[c])));
  }
  return worst;
}

const isInvolution = ({ nearest }: SurfaceMirror) => nearest.every((l, i) => l < 0 || nearest[l] === i);

describe("by the closest point", () => {
  it("matches vertices exactly on a symmetric mesh", () => {
    const mesh = lobedBody({ seed: 3 });
    const found = mirror(mesh);
    expect(found.unmatched.length).toBe(0);
    expect(found.plane).toEqual({ normal: [1, 0, 0], offset: 0 });
    expect(worstMiss(mesh, found)).toBeLessThan(1e-6);
    expect(isInvolution(found)).toBe(true);
    for (let i = 0; i < found.half.length; i++) {
      expect(found.matches.shares[3 * i]).toBe(1);
      expect(found.half[i] === 0).toBe(found.nearest[i] === i);
    }
  });

  it("matches points between vertices on an asymmetric topology, where weights agree", () => {
    const mesh = lobedBody({ steps: 16, slide: 1 });
    const found = mirror(mesh, { offset: 0 });
    expect(found.unmatched.length).toBe(0);
    let worst = 0;
    let byVertex = 0;
    for (let i = 0; 3 * i < mesh.rest.length; i++) {
      const at = (l: number) => lobedWeightsAt([...mesh.rest.subarray(3 * l, 3 * l + 3)])[1];
      const image = at(i);
      const right = (l: number) => lobedWeightsAt([...mesh.rest.subarray(3 * l, 3 * l + 3)])[2];
      const mean = [0, 1, 2].reduce(
        (sum, k) => sum + found.matches.shares[3 * i + k] * right(found.matches.corners[3 * i + k]),
        0,
      );
      worst = Math.max(worst, Math.abs(mean - image));
      byVertex = Math.max(byVertex, Math.abs(right(found.nearest[i]) - image));
    }
    console.log(
      `largest error of a mirrored weight: ${worst.toFixed(4)}, by nearest vertex ${byVertex.toFixed(4)}`,
    );
    expect(worst).toBeLessThan(0.1);
    expect(worst).toBeLessThan(byVertex / 3);
  });

  it("never matches farther than the tolerance, and lists unmatched vertices", () => {
    const mesh = lobedBody({ bump: 0.4 });
    for (const within of [0.001, 0.02, 0.1]) {
      const found = mirror(mesh, { offset: 0, within });
      for (const distance of found.matches.distances) {
        expect(distance === Infinity || distance <= within + 1e-6).toBe(true);
      }
      const alone = [...found.nearest.keys()].filter((i) => found.nearest[i] < 0);
      expect([...found.unmatched]).toEqual(alone);
      expect(worstMiss(mesh, found)).toBeLessThanOrEqual(within + 1e-5);
    }
    expect(mirror(mesh, { offset: 0, within: 0.001 }).unmatched.length).toBeGreaterThan(50);
  });
});

describe("the plane", () => {
  it("is found at any position on an axis, and in any direction", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.integer({ min: 0, max: 99 }),
        (by, seed) => {
          const [a, b] = [0.3 + seed / 50, 1.1 - seed / 70];
          const turn = ([x, y, z]: [number, number, number]): [number, number, number] => {
            const [u, v] = [x * Math.cos(a) - y * Math.sin(a), x * Math.sin(a) + y * Math.cos(a)];
            return [u * Math.cos(b) + z * Math.sin(b) + by, v, z * Math.cos(b) - u * Math.sin(b)];
          };
          const shifted = mirror(lobedBody({ steps: 5, move: ([x, y, z]) => [x + by, y, z] }));
          expect(shifted.plane.offset).toBeCloseTo(by, 4);
          const mesh = lobedBody({ steps: 5, move: turn });
          const found = mirror(mesh, { plane: "fitted" });
          expect(found.unmatched.length).toBe(0);
          expect(worstMiss(mesh, found)).toBeLessThan(1e-3);
        },
      ),
      { seed: 5, numRuns: 6 },
    );
  });

  it("stays where the artist put it", () => {
    expect(mirror(lobedBody(), { plane: "z", offset: 0.25 }).plane).toEqual({
      normal: [0, 0, 1],
      offset: 0.25,
    });
  });
});

describe("by topology", () => {
  it("pairs all vertices of a symmetric topology, whatever their order and the shape", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 2, max: 5 }), (seed, half) => {
        const straight = lobedBody({ steps: 2 * half, seed });
        const truth = mirror(straight);
        const bent = lobedBody({
          steps: 2 * half,
          seed,
          bump: 0.5,
          move: ([x, y, z]) => [x + 0.2 * y * y, y + 0.3 * Math.max(0, x), z + 0.2 * x],
        });
        const found = mirror(bent, { by: "topology", offset: 0 });
        expect(found.unmatched.length).toBe(0);
        expect([...found.nearest]).toEqual([...truth.nearest]);
        expect(isInvolution(found)).toBe(true);
        expect([...found.half]).toEqual([...truth.half]);
      }),
      { seed: 7, numRuns: 10 },
    );
  });

  it("starts at the artist's edge", () => {
    const mesh = lobedBody({ steps: 6 });
    const x = (i: number) => mesh.rest[3 * i];
    let edge: [number, number] | null = null;
    for (let p = 0; p < mesh.polygonCorners.length && !edge; p++) {
      const [a, b] = [mesh.polygonCorners[p], mesh.polygonCorners[p % 4 === 3 ? p - 3 : p + 1]];
      if (Math.abs(x(a)) < 1e-6 && Math.abs(x(b)) < 1e-6) edge = [a, b];
    }
    const found = mirror(mesh, { by: "topology", edge });
    expect(found.edge).toEqual(edge);
    expect([...found.nearest]).toEqual([...mirror(mesh).nearest]);
  });

  it("is an involution even if the artist's edge is not in the middle", () => {
    const mesh = lobedBody({ steps: 6, slide: 0.5 });
    const [a, b] = [mesh.polygonCorners[0], mesh.polygonCorners[1]];
    const found = mirror(mesh, { by: "topology", edge: [a, b] });
    expect(found.nearest[a]).toBe(a);
    expect(isInvolution(found)).toBe(true);
  });

  it("counts the faces beside the artist's edge that do not fit, and finds no edge of its own there", () => {
    const { polygonOffsets: at, polygonCorners: quads, ...body } = lobedBody({ steps: 8 });
    const { next } = createRandom(3);
    const triangles = Uint32Array.from({ length: at.length - 1 }, (_, p) => p).reduce<number[]>((all, p) => {
      const [a, b, c, d] = quads.subarray(at[p], at[p + 1]);
      return all.concat(next() < 0.5 ? [a, b, c, a, c, d] : [b, c, d, b, d, a]);
    }, []);
    const mesh = {
      ...body,
      triangles: Uint32Array.from(triangles),
      polygonCorners: Uint32Array.from(triangles),
      polygonOffsets: Uint32Array.from({ length: triangles.length / 3 + 1 }, (_, p) => 3 * p),
    };
    expect(mirror(mesh, { by: "topology" })).toMatchObject({ edge: null, misfits: 0 });
    const picked = mirror(mesh, { by: "topology", edge: [triangles[0], triangles[1]] });
    expect(picked.edge).toEqual([triangles[0], triangles[1]]);
    expect(picked.misfits).toBeGreaterThan(20);
    expect(mirror({ ...body, polygonOffsets: at, polygonCorners: quads }, { by: "topology" }).misfits).toBe(
      0,
    );
  });
});

describe("by UVs", () => {
  it("matches mirrored UVs across a line, and equal UVs on the other side", () => {
    for (const [uvs, line] of [
      ["mirrored", 0.5],
      ["equal", null],
    ] as const) {
      const mesh = lobedBody({ steps: 8, seed: 2, uvs, bump: 0.3 });
      const found = mirror(mesh, { by: "uv", line, offset: 0, within: 0.05 });
      const truth = mirror(lobedBody({ steps: 8, seed: 2 }));
      expect(found.unmatched.length).toBe(0);
      let same = 0;
      found.nearest.forEach((l, i) => {
        if (l === truth.nearest[i]) same++;
      });
      // At the poles several vertices have almost the same UV.
      expect(same / found.nearest.length).toBeGreaterThan(0.97);
    }
  });

  it("never matches a side with itself, and counts matches far from the mirrored place", () => {
    const mesh = lobedBody({ steps: 8, seed: 2, uvs: "mirrored" });
    const right = mirror(mesh, { by: "uv", line: 0.5, offset: 0, within: 0.05 });
    expect(right.far).toBe(0);
    // A layout whose two halves are not mirror images of each other: everything moves by a third.
    const shifted = mesh.uvs!.map((x, at) => (at % 2 === 0 ? (x + 1 / 3) % 1 : x));
    const wrong = mirror({ ...mesh, uvs: shifted }, { by: "uv", line: 0.5, offset: 0, within: 0.05 });
    expect(wrong.far).toBeGreaterThan(0.2 * wrong.nearest.length);
    wrong.nearest.forEach((l, i) => {
      const [here, there] = [mesh.rest[3 * i], l < 0 ? 0 : mesh.rest[3 * l]];
      if (Math.abs(here) > 0.05 && Math.abs(there) > 0.3) expect(here * there).toBeLessThan(0);
    });
  });

  it("needs UVs", () => {
    expect(() => mirror(lobedBody(), { by: "uv" })).toThrow("no UVs");
  });
});
