import { beforeAll, describe, expect, it } from "vitest";
import { ensureEngine } from "../../../tools/build/engine.mjs";
import { fillFrames, makeSequence } from "../../../tools/samples/make-sequence";
import { decompose } from "../../decompose/decompose";
import { buildProblem, PROBLEM_DEFAULTS, problemBytes } from "../../decompose/problem/build-problem";
import { Arena } from "../../kernels/arena";
import { kernels } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { CancelledError } from "../../model/errors";
import { SOLVE_DEFAULTS } from "../../model/solve/solve-settings";
import { type Task, UNWATCHED } from "../../model/task";
import { nodeParallel, spawnNodeWorker } from "./node-parallel";
import { LAST_SLOT, type PoolStart, poolBlock } from "./pool-protocol";
import { type PoolPort, ThreadPool } from "./thread-pool";

/** Vertices with random motion, and enough frames for a sketch. */
function wanderers(vertexCount: number, frameCount: number) {
  const random = createRandom(5);
  const rest = Float32Array.from({ length: 3 * vertexCount }, () => random.normal());
  const frames = fillFrames(vertexCount, frameCount, (frame, k) => {
    for (let n = 0; n < frame.length; n++)
      frame[n] = rest[n] * Math.cos(k / 9) + Math.sin(k * rest[n - (n % 3)]);
  });
  const polygons = Array.from({ length: vertexCount - 2 }, (_, i) => [i, i + 1, i + 2]);
  const materials = [
    { name: "grey", baseColour: [0.5, 0.5, 0.5, 1] as [number, number, number, number], doubleSided: true },
  ];
  return makeSequence({
    name: "wanderers",
    fps: 30,
    rest,
    frames,
    parts: [{ name: "all", material: 0, polygons }],
    materials,
  });
}

/** A long job: every vertex of a big block is gathered repeatedly. */
async function longJob(parallel: Parallel, task: Task) {
  const [vertices, frames] = [640, 300];
  const staged = parallel.arena.f32(3 * vertices * frames).fill(1);
  const norms = parallel.arena.f64(vertices);
  const out = parallel.arena.f64(vertices * 3 * frames);
  for (let n = 0; n < 2000; n++)
    await parallel.run(task, kernels.gatherTrajectories, vertices, 8, {
      staged,
      count: vertices,
      frames,
      cx: 0,
      cy: 0,
      cz: 0,
      scale: 1,
      out,
      stride: 3 * frames,
      norms,
    });
}

/** Gathers the coordinates of numbered points, doubled, in blocks, and checks each. */
async function expectGathered(parallel: Parallel, items: number, block: number): Promise<void> {
  const mark = parallel.arena.mark();
  const staged = parallel.arena.f32(3 * items);
  staged.forEach((_, n) => {
    staged[n] = n;
  });
  const [out, norms] = [parallel.arena.f64(4 * items).fill(-1), parallel.arena.f64(items)];
  await parallel.run(UNWATCHED, kernels.gatherTrajectories, items, block, {
    staged,
    count: items,
    frames: 1,
    cx: 0,
    cy: 0,
    cz: 0,
    scale: 2,
    out,
    stride: 4,
    norms,
  });
  for (let i = 0; i < items; i++)
    expect(out.slice(4 * i, 4 * i + 4)).toEqual(Float64Array.of(6 * i, 6 * i + 2, 6 * i + 4, 0));
  parallel.arena.release(mark);
}

beforeAll(async () => {
  await ensureEngine();
});

describe("ThreadPool", () => {
  it("gives the same bits on 1, 2 and 4 threads", async () => {
    const sequence = wanderers(600, 90);
    const bits: Buffer[] = [];
    for (const threads of [1, 2, 4]) {
      const parallel = await nodeParallel(problemBytes(600, 90, threads), threads);
      expect(parallel.threads).toBe(threads);
      const { trajectories, norms, basis } = await buildProblem(
        parallel,
        sequence,
        PROBLEM_DEFAULTS,
        UNWATCHED,
      );
      bits.push(
        Buffer.concat(
          [trajectories, norms, basis].map((array) => Buffer.from(Float64Array.from(array).buffer)),
        ),
      );
      parallel.dispose();
    }
    expect(bits[1].equals(bits[0])).toBe(true);
    expect(bits[2].equals(bits[0])).toBe(true);
  });

  it("runs every block once, whatever the sizes", async () => {
    const parallel = await nodeParallel(1 << 22, 3);
    for (const [items, block] of [
      [1, 1],
      [7, 2],
      [64, 64],
      [65, 64],
      [1000, 3],
    ]) {
      await expectGathered(parallel, items, block);
    }
    parallel.dispose();
  });

  it("leaves a thread at rest while it is asked to, with the same results", async () => {
    const blocks: SharedArrayBuffer[] = [];
    const watched = () => {
      const port = spawnNodeWorker();
      const post = (start: PoolStart) => {
        blocks.push(start.block);
        port.post(start);
      };
      return { ...port, post };
    };
    for (const threads of [2, 4]) {
      let rests = false;
      const parallel = await ThreadPool.create(new Arena(1 << 22, true), threads, watched, () => rests);
      const last = () => poolBlock(blocks[blocks.length - 1]).control[LAST_SLOT];
      for (rests of [false, true, false]) {
        await expectGathered(parallel, 1000, 3);
        expect(last()).toBe(threads - (rests ? 2 : 1));
      }
      parallel.dispose();
    }
  });

  it("stops at the checkpoint where it is cancelled, and works again afterwards", async () => {
    const parallel = await nodeParallel(1 << 23, 4);
    let asked = 0;
    const task: Task = {
      ...UNWATCHED,
      async checkpoint() {
        asked++;
        if (asked >= 20) throw new CancelledError();
      },
    };
    const mark = parallel.arena.mark();
    await expect(longJob(parallel, task)).rejects.toThrow(CancelledError);
    expect(asked).toBe(20);
    parallel.arena.release(mark);
    await expectGathered(parallel, 100, 8);
    parallel.dispose();
  });

  it("reports a worker's death instead of hanging", async () => {
    const ports: PoolPort[] = [];
    const spawn = () => {
      ports.push(spawnNodeWorker());
      return ports[ports.length - 1];
    };
    const parallel = await ThreadPool.create(new Arena(1 << 23, true), 3, spawn);
    let asked = 0;
    const task: Task = {
      ...UNWATCHED,
      async checkpoint() {
        if (++asked === 20) ports[0].terminate();
        await new Promise((resolve) => setImmediate(resolve));
      },
    };
    await expect(longJob(parallel, task)).rejects.toThrow(/part of the solver stopped/);
    parallel.dispose();
  });

  it("reports a kernel that fails on any thread", async () => {
    const parallel = await nodeParallel(1 << 16, 3);
    const far = 0x7ff00000;
    await expect(
      parallel.run(UNWATCHED, kernels.gatherTrajectories, 64, 1, {
        staged: far,
        count: 64,
        frames: 1,
        cx: 0,
        cy: 0,
        cz: 0,
        scale: 1,
        out: far,
        stride: 4,
        norms: far,
      }),
    ).rejects.toThrow();
    parallel.dispose();
  });

  it("continues without workers that do not start", async () => {
    const broken = () => {
      throw new Error("no workers here");
    };
    const parallel = await ThreadPool.create(new Arena(1 << 22, true), 4, broken);
    expect(parallel.working).toBe(1);
    await expectGathered(parallel, 100, 8);
    parallel.dispose();
  });

  it("reports the number of running threads, and keeps memory for the slots of all", async () => {
    let spawned = 0;
    const everyOther = () => {
      if (spawned++ % 2 === 0) throw new Error("no room for another worker");
      return spawnNodeWorker();
    };
    const parallel = await ThreadPool.create(new Arena(1 << 22, true), 5, everyOther);
    expect(parallel.working).toBe(3);
    expect(parallel.threads).toBe(5);
    await expectGathered(parallel, 1000, 8);
    parallel.dispose();
  });

  it("reports the threads that worked, not the requested ones", async () => {
    const make = (bytes: number) =>
      ThreadPool.create(new Arena(bytes, true), 3, () => {
        throw new Error("no workers here");
      });
    const settings = { ...SOLVE_DEFAULTS, bones: 2, iterations: 2 };
    const input = { sequence: wanderers(60, 6), settings, from: null, locks: null };
    const { report } = await decompose(input, make, { ...UNWATCHED, partial() {} });
    expect(report.threads).toBe(1);
  });
});
