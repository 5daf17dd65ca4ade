/** Tests the progress that is shown while files of every format are opened, read and written. */
import { expect, it } from "vitest";
import type { Progress, Task } from "../model/task";
import { assemble } from "./assemble/assemble-sequence";
import { inspect } from "./open";
import { readSkeletons } from "./skeletons/read";
import { bytesFile } from "./source/source-file";
import { AS_IT_IS } from "./testing/formats";
import { makeSpecimens } from "./testing/fuzz/specimens";

/** A task that checks progress: shares from 0 to 1 that never fall within a phase, and counts that fit them. */
function strictTask(where: string): Task & { phases: Set<string> } {
  let last: Progress | null = null;
  const phases = new Set<string>();
  return {
    finishNow: false,
    phases,
    async checkpoint() {},
    progress(now) {
      phases.add(now.phase);
      const { done, detail } = now;
      const said = `${where}: ${JSON.stringify(now)} after ${JSON.stringify(last)}`;
      if (done !== null) {
        expect(done >= 0 && done <= 1, said).toBe(true);
        const before = last?.phase === now.phase ? last.done : null;
        if (before !== null) expect(done >= before || done === 0, said).toBe(true);
      }
      const [, at, of] = /^frame (\d+)(?: of (\d+))?$/.exec(detail) ?? [];
      if (at) expect(Number(at) >= 1 && Number(at) <= Number(of ?? at), said).toBe(true);
      if (at && last?.phase !== now.phase) expect(Number(at), said).toBe(1);
      if (of && done !== null) expect(done, said).toBeCloseTo((Number(at) - 1) / Number(of), 12);
      last = now;
    },
  };
}

it("progress of every format goes from 0 to 1, and counts frames from the first to the last", async () => {
  const seen = new Set<string>();
  for (const [name, { files }] of Object.entries(await makeSpecimens())) {
    if (name === "sinew") continue;
    const own = files.map(([file, bytes]) => bytesFile(file, bytes));
    const task = strictTask(name);
    if (/tgf|bvh|dmat/.test(name)) await readSkeletons(own, task);
    else {
      for (const source of await inspect(own, task)) {
        const options = { ...AS_IT_IS, keepRig: true };
        await assemble(await source.read(options, task), options, task);
      }
    }
    expect(task.phases.size, name).toBeGreaterThan(0);
    for (const phase of task.phases) seen.add(phase);
  }
  for (const phase of [
    "Reading frames",
    "Reading bones",
    "Finding seams",
    "Cutting polygons",
    "Reading faces",
  ]) {
    expect([...seen]).toContain(phase);
  }
});
