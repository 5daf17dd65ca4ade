import fc from "fast-check";
import { determinant, Matrix, SingularValueDecomposition } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { Arena } from "../../../kernels/arena";
import { kernels } from "../../../kernels/kernels.generated";
import { Serial } from "../../../kernels/parallel";
import { createRandom } from "../../../math/random";
import { DisjointSets } from "../../../mesh/disjoint-sets";
import { trianglePairs } from "../../../mesh/triangles/triangle-pairs";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../../model/task";
import { bendingBar, movingShells } from "../../../testing/sequences";
import { buildProblem, problemBytes } from "../../problem/build-problem";
import type { Problem } from "../../problem/problem";
import { startContext, type VertexSets } from "../start-context";
import { beginWith } from "./first-patches";
import { collapseEdges } from "./start-edge-collapse";

async function contextOf(sequence: MeshSequence) {
  const { vertexCount, frameCount } = sequence;
  const parallel = new Serial(new Arena(problemBytes(vertexCount, frameCount) + 30e6, false));
  const problem = await buildProblem(parallel, sequence, { bones: 4, tailERms: 1e-6 }, UNWATCHED);
  return startContext(parallel, problem);
}

/** Squared error of the best rigid motions of weighted points, by a singular value decomposition for each frame. */
function refit(points: number[][], shares: number[], frames: number[][][]): number {
  const total = shares.reduce((a, b) => a + b, 0);
  const centred = (rows: number[][]) => {
    const mean = [0, 1, 2].map((c) => rows.reduce((sum, row, n) => sum + shares[n] * row[c], 0) / total);
    return new Matrix(rows.map((row, n) => row.map((x, c) => Math.sqrt(shares[n]) * (x - mean[c]))));
  };
  const x = centred(points);
  return frames.reduce((sum, frame) => {
    const y = centred(frame);
    const svd = new SingularValueDecomposition(y.transpose().mmul(x));
    const { leftSingularVectors: u, rightSingularVectors: v, diagonal } = svd;
    const sign = determinant(u.mmul(v.transpose())) < 0 ? -1 : 1;
    const trace = diagonal[0] + diagonal[1] + sign * diagonal[2];
    return sum + x.norm() ** 2 + y.norm() ** 2 - 2 * trace;
  }, 0);
}

/** Sets of triangles, found by trying each pair of neighbours every time. */
function literal(problem: Problem, wanted: number): string[] {
  const { triangles, vertexCount, frameCount, rest, frames, centre, scale } = problem;
  const uses = new Array<number>(vertexCount).fill(0);
  for (const i of triangles) uses[i]++;
  let clusters = Array.from({ length: triangles.length / 3 }, (_, t) => [t]);
  const corners = (cluster: number[]) => cluster.flatMap((t) => [0, 1, 2].map((c) => triangles[3 * t + c]));
  const edges = (cluster: number[]) =>
    new Set(
      cluster.flatMap((t) =>
        [0, 1, 2].map((c) => {
          const [a, b] = [triangles[3 * t + c], triangles[3 * t + ((c + 1) % 3)]];
          return `${Math.min(a, b)} ${Math.max(a, b)}`;
        }),
      ),
    );
  const known = new Map<string, number>();
  const error = (cluster: number[]) => {
    const key = cluster.slice().sort().join();
    if (!known.has(key)) known.set(key, errorOf(cluster));
    return known.get(key)!;
  };
  const errorOf = (cluster: number[]) => {
    const list = corners(cluster);
    const posed = Array.from({ length: frameCount }, (_, k) =>
      list.map((i) =>
        [0, 1, 2].map((c) => ((frames as Float32Array)[3 * (k * vertexCount + i) + c] - centre[c]) * scale),
      ),
    );
    return refit(
      list.map((i) => Array.from(rest.subarray(4 * i, 4 * i + 3))),
      list.map((i) => 1 / uses[i]),
      posed,
    );
  };
  while (clusters.length > wanted) {
    let best: [number, number] = [0, 0];
    let least = Infinity;
    for (let a = 0; a < clusters.length; a++) {
      const mine = edges(clusters[a]);
      for (let b = a + 1; b < clusters.length; b++) {
        if (![...edges(clusters[b])].some((edge) => mine.has(edge))) continue;
        const e = error([...clusters[a], ...clusters[b]]);
        if (e < least) {
          least = e;
          best = [a, b];
        }
      }
    }
    const merged = [...clusters[best[0]], ...clusters[best[1]]];
    clusters = [...clusters.filter((_, n) => !best.includes(n)), merged];
  }
  return clusters.map((cluster) => [...new Set(corners(cluster))].sort((a, b) => a - b).join()).sort();
}

const asStrings = ({ offsets, members }: VertexSets) =>
  Array.from({ length: offsets.length - 1 }, (_, j) =>
    Array.from(members.subarray(offsets[j], offsets[j + 1]))
      .sort((a, b) => a - b)
      .join(),
  ).sort();

describe("edge collapse", () => {
  it("computes the error of two merged sets as a new fit does: full, flat, mirrored, in a line", () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom([1, 1], [1, 0], [1, 1e-4], [0, 0]), (seed, [y, z]) => {
        const random = createRandom(seed);
        const parallel = new Serial(new Arena(1 << 20, false));
        const { arena } = parallel;
        const count = 5 + random.integer(8);
        const frames = 3;
        const points = Array.from({ length: count }, () => [
          random.normal(),
          y * random.normal(),
          z * random.normal(),
        ]);
        const noise = 10 ** (-4 * random.next());
        const posed = Array.from({ length: frames }, (_, k) =>
          points.map((p) =>
            [k === 1 ? -p[0] : p[1], k === 1 ? p[1] : -p[0], p[2] + k].map((x) =>
              Math.fround(x + noise * random.normal()),
            ),
          ),
        );
        const shares = points.map(() => 0.2 + random.next());
        const cut = 1 + random.integer(count - 1);
        const [offsets, members] = [arena.i32(3), arena.i32(count)];
        offsets.set([0, cut, count]);
        members.set(points.map((_, n) => n));
        const [rest, weights] = [arena.f64(4 * count), arena.f64(count)];
        rest.set(points.flatMap((p) => [...p, 1]));
        weights.set(shares);
        const staged = arena.f32(3 * count * frames);
        staged.set(points.flatMap((_, i) => posed.flatMap((frame) => frame[i])));
        const moments = arena.f64(2 * (8 + 12 * frames));
        parallel.callBlock(kernels.setMoments, 0, 2, {
          offsets,
          members,
          shares: weights,
          rest,
          posed: staged,
          frames,
          moments,
        });
        const [pairs, errors] = [arena.i32(4), arena.f64(2)];
        pairs.set([0, 1, 1, 1]);
        parallel.callBlock(kernels.pairErrors, 0, 2, { pairs, moments, frames, errors });
        // Mirrored flat sets have two equally good rotations. The kernel has half its digits there.
        expect(Math.abs(errors[0] - refit(points, shares, posed))).toBeLessThan(5e-5);
        const later = posed.map((frame) => frame.slice(cut));
        expect(Math.abs(errors[1] - refit(points.slice(cut), shares.slice(cut), later))).toBeLessThan(5e-5);
      }),
      { numRuns: 60 },
    );
  });

  it("merges in the order of trying every pair of neighbours each time", async () => {
    for (const seed of [1, 2, 3]) {
      const { sequence } = bendingBar({ bones: 3, frames: 4, length: 5, width: 1, seed });
      const context = await contextOf(sequence);
      for (const wanted of [2, 5]) {
        const sets = await collapseEdges(context, wanted, UNWATCHED);
        expect(asStrings(sets!)).toEqual(literal(context.problem, wanted));
      }
    }
  });

  it("keeps shells apart if there are enough bones, and otherwise merges those that move alike", async () => {
    const { sequence } = movingShells({ shells: 6, detail: 2 });
    const perShell = sequence.vertexCount / 6;
    const context = await contextOf(sequence);
    const sets = asStrings((await collapseEdges(context, 6, UNWATCHED))!);
    const shell = (s: number) => Array.from({ length: perShell }, (_, i) => s * perShell + i);
    expect(sets).toEqual([0, 1, 2, 3, 4, 5].map((s) => shell(s).join()).sort());
    // Two shells that move as one become one.
    const frames = sequence.frames.slice();
    for (let k = 0; k < sequence.frameCount; k++) {
      for (const s of [0, 5]) {
        for (let e = 0; e < 3 * perShell; e++) {
          frames[3 * (k * sequence.vertexCount + s * perShell) + e] =
            sequence.rest[3 * s * perShell + e] + (e % 3 === 0 ? k : 0);
        }
      }
    }
    const joined = await collapseEdges(await contextOf({ ...sequence, frames }), 5, UNWATCHED);
    expect(asStrings(joined!)).toContain([...shell(0), ...shell(5)].join());
  });

  it("starts with connected patches if the sums would be too large", () => {
    // 80 000 triangles, in a random order.
    const across = 201;
    const random = createRandom(5);
    const quads = Array.from({ length: (across - 1) ** 2 }, (_, q) => {
      const i = (q % (across - 1)) + across * Math.floor(q / (across - 1));
      return { corners: [i, i + 1, i + across + 1, i, i + across + 1, i + across], place: random.next() };
    });
    quads.sort((a, b) => a.place - b.place);
    const triangles = Uint32Array.from(quads.flatMap(({ corners }) => corners));
    const pairs = trianglePairs(triangles, across ** 2);
    const size = triangles.length / 3;
    for (const frameCount of [4, 300]) {
      const problem = { vertexCount: across ** 2, frameCount, triangles };
      const { clusterOf, clusters, frames } = beginWith(problem, pairs);
      expect(frames).toBe(Math.min(frameCount, 16));
      expect(clusters * frames).toBeLessThanOrEqual(1e6);
      if (frameCount === 4) expect(clusters).toBe(size);
      const within = new DisjointSets(size);
      for (let p = 0; p < pairs.length; p += 2) {
        if (clusterOf[pairs[p]] === clusterOf[pairs[p + 1]]) within.union(pairs[p], pairs[p + 1]);
      }
      expect(within.labels().count).toBe(clusters);
    }
  });
});
