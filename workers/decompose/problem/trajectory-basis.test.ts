import { Matrix, SingularValueDecomposition } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { kernels } from "../../kernels/kernels.generated";
import { Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { type BasisOptions, basisBytes, trajectoryBasis } from "./trajectory-basis";

interface Case {
  vertexCount: number;
  frameCount: number;
  frames: Float32Array;
}

/** Frames of the given rank whose singular values fall by `decay` from one to the next, and a little noise. */
function motion(vertexCount: number, frameCount: number, rank: number, decay: number, noise: number): Case {
  const random = createRandom(vertexCount * 1000 + frameCount);
  const rows = 3 * frameCount;
  const frames = new Float32Array(rows * vertexCount);
  for (let q = 0; q < rank; q++) {
    const along = Array.from({ length: rows }, () => random.normal() * decay ** q);
    const across = Array.from({ length: vertexCount }, () => random.normal());
    for (let k = 0; k < frameCount; k++) {
      for (let i = 0; i < vertexCount; i++) {
        for (let c = 0; c < 3; c++) frames[(k * vertexCount + i) * 3 + c] += along[3 * k + c] * across[i];
      }
    }
  }
  if (noise > 0) for (let n = 0; n < frames.length; n++) frames[n] += noise * random.normal();
  return { vertexCount, frameCount, frames };
}

/** Y, row 3k + axis, column i. */
function dense({ vertexCount, frameCount, frames }: Case): Matrix {
  const y = new Matrix(3 * frameCount, vertexCount);
  for (let k = 0; k < frameCount; k++) {
    for (let i = 0; i < vertexCount; i++) {
      for (let c = 0; c < 3; c++) y.set(3 * k + c, i, frames[(k * vertexCount + i) * 3 + c]);
    }
  }
  return y;
}

/** @param bytes how much of the arena the basis may use. */
async function basisOf(source: Case, options: BasisOptions, bytes = basisBytes(source, 1)) {
  const parallel = new Serial(new Arena(bytes + 8 * source.vertexCount + 64, false));
  const norms = parallel.arena.f64(source.vertexCount);
  const placed = { ...source, centre: [0, 0, 0] as const, scale: 1 };
  return { ...(await trajectoryBasis(parallel, placed, options, norms, UNWATCHED)), norms };
}

async function solve(source: Case, options: BasisOptions) {
  const found = await basisOf(source, options);
  const { rank, stride, basis, trajectories } = found;
  const u = new Matrix(3 * source.frameCount, rank);
  for (let r = 0; r < u.rows; r++) for (let c = 0; c < rank; c++) u.set(r, c, basis[r * stride + c]);
  const reduced = new Matrix(rank, source.vertexCount);
  for (let i = 0; i < source.vertexCount; i++) {
    for (let c = 0; c < rank; c++) reduced.set(c, i, trajectories[i * stride + c]);
  }
  return { ...found, u, reduced };
}

const CASES: [what: string, source: Case][] = [
  ["few rows", motion(40, 5, 4, 0.5, 0)],
  ["a direct solve", motion(300, 40, 30, 0.7, 1e-4)],
  ["a sketch", motion(700, 120, 60, 0.85, 1e-4)],
  ["more rows than vertices", motion(70, 100, 60, 0.8, 1e-4)],
  ["several stages", motion(6800, 200, 6, 0.5, 1e-5)],
  ["noise without a basis", motion(500, 80, 5, 0.5, 0.3)],
];

describe("trajectoryBasis", () => {
  it.each(CASES)("has orthonormal columns, projects onto them and knows its tail: %s", async (_, source) => {
    const { u, reduced, norms, tail, rank, stride } = await solve(source, { bones: null, tailERms: 0.5 });
    const y = dense(source);
    const gram = u.transpose().mmul(u).sub(Matrix.eye(rank));
    expect(Math.max(...gram.abs().to1DArray().slice(0, 1e5))).toBeLessThan(1e-10);
    const size = y.norm();
    // Columns for flat frames come last. They hold less than the tail, which is left out.
    const exact = u.transpose().mmul(y);
    for (let c = 0; c < rank; c++) {
      const given = reduced.getRowVector(c);
      const own = exact.getRowVector(c);
      if (given.norm() === 0) expect(own.norm() ** 2).toBeLessThan(tail + 1e-12 * size ** 2);
      else expect(own.sub(given).norm()).toBeLessThan(1e-10 * size);
    }
    const left = y.clone().sub(u.mmul(reduced)).norm() ** 2;
    expect(Math.abs(tail - left)).toBeLessThan(1e-12 * size ** 2);
    const numbers = 3 * source.frameCount * source.vertexCount;
    expect(1000 * Math.sqrt(tail / numbers)).toBeLessThan(0.5 * 1.05);
    for (let i = 0; i < source.vertexCount; i += 13) {
      expect(norms[i]).toBeCloseTo(
        reduced.getColumn(i).reduce((s, x) => s + x * x, 0),
        8,
      );
    }
    expect(stride % 2).toBe(0);
  });

  it("needs hardly more columns than the best basis", async () => {
    const source = motion(400, 90, 80, 0.9, 1e-4);
    const { rank, tail } = await solve(source, { bones: null, tailERms: 20 });
    const values = new SingularValueDecomposition(dense(source).transpose(), {
      computeLeftSingularVectors: false,
      computeRightSingularVectors: false,
    }).diagonal;
    const best = values.slice(rank).reduce((s, x) => s + x * x, 0);
    expect(tail).toBeLessThan(1.1 * best);
  });

  it("sketches a large sequence with few rows, in less memory than its positions", async () => {
    const source = motion(420_000, 28, 6, 0.5, 0);
    const { vertexCount, frameCount, frames } = source;
    const rows = 3 * frameCount;
    const half = 0.5 * 8 * vertexCount * rows;
    const found = await basisOf(source, { bones: null, tailERms: 0.5 }, half);
    const { rank, stride, basis, trajectories, tail } = found;
    expect(rank).toBeLessThan(9);
    let left = 0;
    let all = 0;
    for (let i = 0; i < vertexCount; i++) {
      for (let row = 0; row < rows; row++) {
        const y = frames[3 * (Math.floor(row / 3) * vertexCount + i) + (row % 3)];
        let inside = 0;
        for (let c = 0; c < rank; c++) inside += basis[row * stride + c] * trajectories[i * stride + c];
        left += (y - inside) ** 2;
        all += y * y;
      }
    }
    expect(Math.abs(tail - left)).toBeLessThan(1e-9 * all);
    expect(1000 * Math.sqrt(left / (vertexCount * rows))).toBeLessThan(0.5);
  });

  it("a large sequence that fits into no smaller basis is gathered", async () => {
    const source = motion(540_000, 21, 1, 1, 1);
    const { rank } = await basisOf(source, { bones: null, tailERms: 0.01 });
    expect(rank).toBe(63);
  });

  it("handles a static sequence, a single frame and a single point", async () => {
    for (const [vertexCount, frameCount] of [
      [200, 100],
      [200, 1],
      [3, 100],
      [1, 90],
      [1, 1],
    ]) {
      const still = motion(vertexCount, 1, 1, 1, 0.5);
      const frames = new Float32Array(3 * vertexCount * frameCount);
      for (let k = 0; k < frameCount; k++) frames.set(still.frames, 3 * vertexCount * k);
      const { tail, rank, u } = await solve(
        { vertexCount, frameCount, frames },
        { bones: 4, tailERms: null },
      );
      expect(rank).toBeLessThanOrEqual(Math.max(3 * frameCount <= 32 ? 3 * frameCount : 3, 1));
      expect(tail).toBeLessThan(1e-9);
      expect(u.norm()).toBeCloseTo(Math.sqrt(rank), 9);
      const nothing = new Float32Array(frames.length);
      expect(
        (await solve({ vertexCount, frameCount, frames: nothing }, { bones: 4, tailERms: null })).tail,
      ).toBe(0);
    }
  });

  it("can be cancelled between any two groups of columns of a sketch", async () => {
    const source = motion(700, 120, 60, 0.95, 1e-2);
    const parallel = new Serial(new Arena(basisBytes(source, 1) + 8 * source.vertexCount + 64, false));
    const events: string[] = [];
    const call = parallel.call.bind(parallel) as (...args: unknown[]) => number;
    Object.assign(parallel, {
      call(kernel: unknown, args: object) {
        if (kernel === kernels.orthonormalise) events.push("columns");
        return call(kernel, args);
      },
    });
    const task = { ...UNWATCHED, checkpoint: async () => void events.push("checkpoint") };
    const norms = parallel.arena.f64(source.vertexCount);
    const place = { ...source, centre: [0, 0, 0] as const, scale: 1 };
    await trajectoryBasis(
      parallel,
      { ...place, centre: [0, 0, 0] },
      { bones: null, tailERms: 0.1 },
      norms,
      task,
    );
    const columns = events.flatMap((event, n) => (event === "columns" ? [n] : []));
    expect(columns.length).toBeGreaterThan(4);
    for (const n of columns) expect(events[n - 1]).toBe("checkpoint");
  });
});
