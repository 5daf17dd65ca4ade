import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { fakeWorker } from "../testing/fake-worker";
import { createSolverClient } from "./solver-client";

setFlagsFromString("--expose_gc");
const collectGarbage = runInNewContext("gc") as () => void;

describe("outcomes", () => {
  it("are not kept alive by their worker", async () => {
    const spawn = () =>
      fakeWorker(async () => ({ frames: new Float32Array(1000) }), null) as unknown as Worker;
    const client = createSolverClient({ threads: 1, locks: null, spawn });
    onTestFinished(() => client.dispose());
    const refs: WeakRef<object>[] = [];
    for (let n = 0; n < 4; n++) refs.push(new WeakRef(Object(await client.inspect({ files: [] }).result)));
    const alive = () => refs.filter((ref) => ref.deref()).length;
    await vi.waitFor(() => {
      collectGarbage();
      expect(alive()).toBe(0);
    });
  });
});
