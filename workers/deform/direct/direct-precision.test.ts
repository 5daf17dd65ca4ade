import { expect, it } from "vitest";
import { uniformLaplacian } from "../../mesh/laplacian";
import { UNWATCHED } from "../../model/task";
import { turnAbout } from "../../testing/rigs";
import { plainFactors } from "../delta-mush/factors";
import { farthest, rigidBar } from "../testing/meshes";
import { directEntries } from "./omega";
import { DIRECT_DEFAULTS, directMoments } from "./psi";
import { ddmV0 } from "./variants/ddm-v0";

it("loses no more than the bound when negligible entries are dropped", async () => {
  const long = rigidBar(40, 2, 5);
  const mesh = { rest: long.rest, laplacian: uniformLaplacian(long.rest.length / 3, long.triangles) };
  const posesOf = async (negligible: number) => {
    const kept = await directMoments(
      mesh,
      long.weights,
      5,
      { ...DIRECT_DEFAULTS, negligible },
      plainFactors,
      UNWATCHED,
    );
    return long.motion.map((bones) => ddmV0(directEntries(kept, 0.5)).pose(bones).positions);
  };
  const [whole, part] = [await posesOf(0), await posesOf(1e-4)];
  // The bar is 4 long and bends by less than its length.
  whole.forEach((positions, k) => {
    expect(farthest(positions, part[k])).toBeLessThan(4e-4);
  });
});

it("keeps its precision in f32 far from the origin, where the paper's moments lose it", async () => {
  const small = rigidBar(24, 2);
  // A bar of length 0.08, 20 away.
  const rest = small.rest.map((x, n) => 0.02 * x + [20, -5, 3][n % 3]);
  const mesh = { rest, laplacian: uniformLaplacian(rest.length / 3, small.triangles) };
  const kept = await directMoments(
    mesh,
    small.weights,
    small.bones,
    DIRECT_DEFAULTS,
    plainFactors,
    UNWATCHED,
  );
  const entries = directEntries(kept, 0.4);
  const rounded = {
    ...entries,
    moments: entries.moments.map(Math.fround),
    psi: entries.psi.map(Math.fround),
    omega: entries.omega.map(Math.fround),
  };
  // The same with moments about the origin, as in the paper, rounded and centred again.
  const absolute = { ...entries, moments: entries.moments.slice() };
  const pairs = [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
    [2, 2],
  ];
  for (let i = 0; i + 1 < entries.offsets.length; i++) {
    const p = entries.centres.subarray(3 * i, 3 * i + 3);
    for (let e = entries.offsets[i]; e < entries.offsets[i + 1]; e++) {
      const b = entries.moments.subarray(9 * e + 6, 9 * e + 9);
      const w = 0.6 * entries.psi[e];
      const first = b.map((x, c) => Math.fround(x + w * p[c]));
      pairs.forEach(([r, c], n) => {
        const second = Math.fround(entries.moments[9 * e + n] + b[r] * p[c] + p[r] * b[c] + w * p[r] * p[c]);
        absolute.moments[9 * e + n] = second - first[r] * p[c] - p[r] * first[c] + w * p[r] * p[c];
      });
      for (let c = 0; c < 3; c++) absolute.moments[9 * e + 6 + c] = first[c] - w * p[c];
    }
  }
  const turn = (a: number) => turnAbout([0, 0, 1], a, [20, -5, 3], [0, 0, 0]);
  const bones = [...turn(0), ...turn(0.5), ...turn(1)];
  const truth = ddmV0(entries).pose(bones).positions;
  expect(farthest(ddmV0(rounded).pose(bones).positions, truth)).toBeLessThan(1e-6 * 0.08 * 10);
  expect(farthest(ddmV0(absolute).pose(bones).positions, truth)).toBeGreaterThan(1e-3 * 0.08);
});
