import { afterEach, describe, expect, it } from "vitest";
import { Arena } from "../kernels/arena";
import { Serial } from "../kernels/parallel";
import { DEFORM_DEFAULTS, deformSourceOf } from "../model/deform";
import { UNWATCHED } from "../model/task";
import { bendingBar } from "../testing/sequences";
import type { SolverClient } from "./client/client-types";
import { createSolverClient } from "./client/solver-client";
import { createEngine } from "./engine";
import { makeHandle, NotHeldError } from "./handles";
import { fakeWorker } from "./testing/fake-worker";

const { sequence, rig } = bendingBar();
const source = deformSourceOf(sequence, rig);
const settings = DEFORM_DEFAULTS;
const sum = (numbers: Float32Array) => numbers.reduce((total, x) => total + x, 0);

const clients: SolverClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.dispose();
});

/** A client over workers that return the sum of the rest positions in their input. */
function adding() {
  const workers: ReturnType<typeof fakeWorker>[] = [];
  const spawn = () => {
    const worker = fakeWorker(
      async (_task, _emit, input) => sum((input as { source: typeof source }).source.rest),
      null,
    );
    workers.push(worker);
    return worker as unknown as Worker;
  };
  const client = createSolverClient({ threads: 1, locks: null, spawn });
  clients.push(client);
  return { client, workers };
}

/** The number of messages to a worker that contained the mesh. */
function timesSent({ messages }: { messages: unknown[] }): number {
  const holds = (value: unknown): boolean =>
    value === source || (typeof value === "object" && value !== null && Object.values(value).some(holds));
  return messages.filter(holds).length;
}

describe("A mesh that was uploaded", () => {
  it("is sent only with the first job", async () => {
    const { client, workers } = adding();
    const handle = client.upload(source);
    for (let n = 0; n < 3; n++) {
      expect(await client.prepareStrengths({ source: handle, settings }).result).toBe(sum(source.rest));
    }
    expect(timesSent(workers[0])).toBe(1);
    await client.prepareStrengths({ source, settings }).result;
    expect(timesSent(workers[0])).toBe(2);
  });

  it("is sent to an engine that restarts", async () => {
    const { client, workers } = adding();
    const handle = client.upload(source);
    await client.prepareStrengths({ source: handle, settings }).result;
    workers[0].crash("out of memory");
    expect(await client.prepareStrengths({ source: handle, settings }).result).toBe(sum(source.rest));
    expect(workers).toHaveLength(2);
    expect(timesSent(workers[1])).toBe(1);
  });

  it("is sent again if the engine does not know it, and the job runs again", async () => {
    const { client, workers } = adding();
    const handle = client.upload(source);
    await client.prepareStrengths({ source: handle, settings }).result;
    workers[0].forget();
    expect(await client.prepareStrengths({ source: handle, settings }).result).toBe(sum(source.rest));
    expect(timesSent(workers[0])).toBe(2);
  });

  it("serves jobs that started before it is freed, and none after", async () => {
    const { client } = adding();
    const handle = client.upload(source);
    const before = client.prepareStrengths({ source: handle, settings });
    client.free(handle);
    const after = client.prepareStrengths({ source: handle, settings });
    await expect(after.result).rejects.toThrow("was freed: upload it again");
    expect(await before.result).toBe(sum(source.rest));
  });

  it("fails the job if it cannot be sent", async () => {
    const { client } = adding();
    const handle = client.upload({ ...source, bones: [() => {}] as never });
    await expect(client.prepareStrengths({ source: handle, settings }).result).rejects.toThrow(
      /could not be cloned/,
    );
  });
});

describe("An engine", () => {
  const engine = () => createEngine(async (bytes) => new Serial(new Arena(bytes, false)), 1);

  it("treats a handle like the mesh itself", async () => {
    const here = engine();
    const handle = makeHandle<typeof source>(7);
    here.hold(handle, source);
    const byHandle = await here.run("prepareDirect", { source: handle, settings }, UNWATCHED);
    const byValue = await engine().run("prepareDirect", { source, settings }, UNWATCHED);
    expect({ ...byHandle, seconds: 0 }).toEqual({ ...byValue, seconds: 0 });
    here.free(handle);
    await expect(here.run("prepareStrengths", { source: handle, settings }, UNWATCHED)).rejects.toThrow(
      NotHeldError,
    );
  });

  it("refuses the handle of another engine's mesh, and says what to do", async () => {
    engine().hold(makeHandle(7), source);
    const asked = engine().run("prepareStrengths", { source: makeHandle(7), settings }, UNWATCHED);
    await expect(asked).rejects.toThrow(
      "does not hold the mesh 7. It started after the mesh was uploaded; upload it again",
    );
  });
});
