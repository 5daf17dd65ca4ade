import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { ensureEngine } from "../../../tools/build/engine.mjs";
import { Arena } from "../../kernels/arena";
import { kernels } from "../../kernels/kernels.generated";
import { type Parallel, Serial } from "../../kernels/parallel";
import { DEFORM_DEFAULTS, type DeformSettings, deformSourceOf } from "../../model/deform";
import { CancelledError, MemoryError } from "../../model/errors";
import { UNWATCHED } from "../../model/task";
import { bendingBar } from "../../testing/sequences";
import { createEngine, type Engine } from "../engine";
import { makeHandle } from "../handles";
import { IDLE_MS, KeptThreads } from "./kept-threads";
import { nodeParallel, spawnNodeWorker } from "./node-parallel";
import { type PoolPort, ThreadPool } from "./thread-pool";

/** Counts the threads that are made, and those that have ended, by their memory. */
function counted(make: (bytes: number) => Promise<Parallel>) {
  const made: Parallel[] = [];
  const ended: Parallel[] = [];
  const kept = new KeptThreads(async (bytes) => {
    const parallel = await make(bytes);
    const dispose = parallel.dispose.bind(parallel);
    parallel.dispose = () => {
      ended.push(parallel);
      dispose();
    };
    made.push(parallel);
    return parallel;
  });
  open.push(kept);
  return { kept, made, ended };
}

const open: KeptThreads[] = [];
afterEach(() => {
  for (const kept of open.splice(0)) kept.dispose();
  vi.useRealTimers();
});

const serial = async (bytes: number) => new Serial(new Arena(bytes, false));

/** Gathers the doubled coordinates of numbered points in blocks of one, and checks each. */
async function expectWork(parallel: Parallel): Promise<void> {
  const items = 50;
  const staged = parallel.arena.f32(3 * items);
  staged.set(staged.map((_, n) => n));
  const [out, norms] = [parallel.arena.f64(4 * items), parallel.arena.f64(items)];
  await parallel.run(UNWATCHED, kernels.gatherTrajectories, items, 1, {
    ...{ staged, count: items, frames: 1, cx: 0, cy: 0, cz: 0, scale: 2 },
    ...{ out, stride: 4, norms },
  });
  for (let i = 0; i < items; i++)
    expect([...out.subarray(4 * i, 4 * i + 4)]).toEqual([6 * i, 6 * i + 2, 6 * i + 4, 0]);
}

/** A run in which a kernel fails: it reads far beyond the memory. */
const failing = (parallel: Parallel) => {
  const far = 0x7ff00000;
  return parallel.run(UNWATCHED, kernels.gatherTrajectories, 8, 1, {
    ...{ staged: far, count: 8, frames: 1, cx: 0, cy: 0, cz: 0, scale: 1, out: far, stride: 4, norms: far },
  });
};

beforeAll(async () => {
  await ensureEngine();
});

describe("Threads that are kept", () => {
  it("serve one job after another", async () => {
    const { kept, made, ended } = counted((bytes) => nodeParallel(bytes, 3));
    for (let n = 0; n < 5; n++) {
      const parallel = await kept.lend(1e6);
      await expectWork(parallel);
      parallel.dispose();
    }
    expect(made).toHaveLength(1);
    expect(ended).toHaveLength(0);
  });

  it("come with zeroed memory of exactly the requested size", async () => {
    const { kept } = counted(serial);
    const first = await kept.lend(1e6);
    first.arena.u8(1e6).fill(7);
    first.arena.release(0);
    first.dispose();
    const second = await kept.lend(2e6);
    expect(second.arena.memory).toBe(first.arena.memory);
    expect(second.arena.u8(2e6).every((byte) => byte === 0)).toBe(true);
    expect(() => second.arena.u8(1e6)).toThrow(/overflow/);
  });

  it("cannot be used by a job that gave them back", async () => {
    const { kept } = counted(serial);
    const parallel = await kept.lend(1e6);
    const [a, b] = [parallel.arena.f64(2), parallel.arena.f64(2)];
    parallel.dispose();
    expect(() => parallel.call(kernels.dot, { a, b, n: 2 })).toThrow(/given back/);
    expect(() => parallel.arena.f64(1)).toThrow(/closed/);
    await expect(expectWork(parallel)).rejects.toThrow();
  });

  it("are given back once, even if `dispose` is called several times", async () => {
    const { kept, made } = counted(serial);
    const first = await kept.lend(1e6);
    first.dispose();
    const second = await kept.lend(1e6);
    first.dispose();
    const third = await kept.lend(1e6);
    expect(third.arena.memory).not.toBe(second.arena.memory);
    expect(made).toHaveLength(2);
  });

  it("are two sets for two jobs at a time; the larger one is kept", async () => {
    const { kept, made, ended } = counted(serial);
    const small = await kept.lend(1e6);
    const large = await kept.lend(100e6);
    expect(large.arena.memory).not.toBe(small.arena.memory);
    large.dispose();
    small.dispose();
    expect(ended).toEqual([made[0]]);
    expect((await kept.lend(100e6)).arena.memory).toBe(made[1].arena.memory);
  });

  it("are replaced if a job needs a larger memory, and are not kept with a very large one", async () => {
    const { kept, made, ended } = counted(serial);
    (await kept.lend(1e6)).dispose();
    (await kept.lend(100e6)).dispose();
    expect(ended).toEqual([made[0]]);
    (await kept.lend(300e6)).dispose();
    expect(ended).toEqual(made);
  });

  it("have exactly the requested memory if there is no room for more", async () => {
    const asked: number[] = [];
    const { kept } = counted(async (bytes) => {
      asked.push(bytes);
      if (bytes > 50e6) throw new MemoryError({ title: "No", body: "memory" });
      return serial(bytes);
    });
    (await kept.lend(45e6)).dispose();
    await expect(kept.lend(60e6)).rejects.toThrow(MemoryError);
    expect(asked).toEqual([56.25e6, 45e6, 75e6, 60e6]);
  });

  it("end after a while without a job, and when everything is closed", async () => {
    vi.useFakeTimers();
    const { kept, made, ended } = counted(serial);
    (await kept.lend(1e6)).dispose();
    vi.advanceTimersByTime(IDLE_MS - 1);
    expect(ended).toHaveLength(0);
    const again = await kept.lend(1e6);
    vi.advanceTimersByTime(2 * IDLE_MS);
    expect(ended).toHaveLength(0);
    again.dispose();
    vi.advanceTimersByTime(IDLE_MS);
    expect(ended).toEqual(made);
    const [lent, idle] = [await kept.lend(1e6), await kept.lend(1e6)];
    idle.dispose();
    kept.dispose();
    expect(ended).toHaveLength(2);
    lent.dispose();
    expect(ended).toHaveLength(3);
  });

  it("do not keep the process alive between jobs", async () => {
    const { kept } = counted((bytes) => nodeParallel(bytes, 2));
    const parallel = await kept.lend(1e6);
    const before = process.getActiveResourcesInfo();
    parallel.dispose();
    expect(process.getActiveResourcesInfo()).toEqual(before);
  });

  it("stay after a cancel, and end after a kernel has failed", async () => {
    const { kept, made, ended } = counted((bytes) => nodeParallel(bytes, 2));
    const first = await kept.lend(1e6);
    const cancelled = { checkpoint: () => Promise.reject(new CancelledError()) };
    const { arena } = first;
    const [staged, out, norms] = [arena.f32(3), arena.f64(4), arena.f64(1)];
    const run = first.run(cancelled, kernels.gatherTrajectories, 1, 1, {
      ...{ staged, count: 1, frames: 1, cx: 0, cy: 0, cz: 0, scale: 1, out, stride: 4, norms },
    });
    await expect(run).rejects.toThrow(CancelledError);
    first.dispose();
    const second = await kept.lend(1e6);
    expect(made).toHaveLength(1);
    await expect(failing(second)).rejects.toThrow();
    second.dispose();
    expect(ended).toEqual(made);
    await expectWork(await kept.lend(1e6));
  });

  it("are made again if a worker died between jobs", async () => {
    const ports: PoolPort[] = [];
    const { kept, made } = counted((bytes) =>
      ThreadPool.create(new Arena(bytes, true), 2, () => {
        ports.push(spawnNodeWorker());
        return ports[ports.length - 1];
      }),
    );
    (await kept.lend(1e6)).dispose();
    ports[0].terminate();
    await vi.waitUntil(() => !made[0].isWhole);
    const next = await kept.lend(1e6);
    expect(made).toHaveLength(2);
    await expectWork(next);
  });
});

describe("An engine that keeps its threads", () => {
  const { sequence, rig } = bendingBar();
  const source = makeHandle<ReturnType<typeof deformSourceOf>>(1);
  const engineHere = () => {
    const engine = createEngine(nodeParallel, 2);
    engine.hold(source, deformSourceOf(sequence, rig));
    return engine;
  };
  const askAbout = (engine: Engine, change: Partial<DeformSettings>) =>
    engine.run("prepareDirect", { source, settings: { ...DEFORM_DEFAULTS, ...change } }, UNWATCHED);

  afterEach(() => vi.unstubAllGlobals());

  it("has the results of a new engine, even with cached parts", async () => {
    const kept = engineHere();
    for (const change of [{}, { lambda: 2 }, { lambda: 2, kappa: 0.4 }, { lambda: 3, kappa: 0.4 }]) {
      const answer = await askAbout(kept, change);
      await kept.run("prepareCentres", { source }, UNWATCHED);
      const fresh = engineHere();
      expect({ ...(await askAbout(fresh, change)), seconds: 0, solved: 0 }).toEqual({
        ...answer,
        ...{ seconds: 0, solved: 0 },
      });
      fresh.dispose();
    }
    kept.dispose();
  });

  it("uses no more memory, workers and compiled modules for a hundred jobs than for two", async () => {
    const counts = { bytes: 0, workers: 0, modules: 0 };
    const { Memory, Module } = WebAssembly;
    vi.stubGlobal("WebAssembly", {
      ...{ Instance: WebAssembly.Instance, CompileError: WebAssembly.CompileError },
      Memory: new Proxy(Memory, {
        construct(target, [descriptor]: [WebAssembly.MemoryDescriptor]) {
          counts.bytes += 65536 * descriptor.initial;
          return new target(descriptor);
        },
      }),
      Module: new Proxy(Module, {
        construct(target, given: [BufferSource]) {
          counts.modules++;
          return new target(...given);
        },
      }),
    });
    const count = () => void counts.workers++;
    process.on("worker", count);
    const engine = engineHere();
    const ask = (lambda: number) => askAbout(engine, { lambda });
    await ask(1.5);
    await ask(1.6);
    const after2 = { ...counts };
    expect(after2).toMatchObject({ workers: 1 });
    for (let n = 0; n < 98; n++) expect((await ask(2 + n)).solved).toBe(1);
    expect(counts).toEqual(after2);
    engine.dispose();
    process.off("worker", count);
  });
});
