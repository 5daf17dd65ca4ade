import { expect, it } from "vitest";
import { oneThread } from "../../kernels/one-thread";
import { type Task, UNWATCHED } from "../../model/task";
import { strictCloth } from "../../testing/strict-rigs";
import { exportWithin } from "./fit-size";

const { sequence, rig } = strictCloth({ bones: 60, frames: 24, size: 40 });

/** The longest that a size target works, in milliseconds of processor time, before it looks whether it is cancelled. */
async function longestSilence(most: number): Promise<{ silence: number; phases: Set<string> }> {
  let silence = 0;
  const phases = new Set<string>();
  let since = process.cpuUsage();
  const task: Task = {
    ...UNWATCHED,
    progress: ({ phase }) => phases.add(phase),
    checkpoint: async () => {
      silence = Math.max(silence, process.cpuUsage(since).user / 1000);
      since = process.cpuUsage();
    },
  };
  await exportWithin(sequence, rig, { influences: 4, clips: [], upAxis: "y" }, most, oneThread, task);
  return { silence, phases };
}

it("a size target answers a cancel within half a second, and says what it does", async () => {
  const { silence, phases } = await longestSilence(60e3);
  expect(silence).toBeLessThan(500);
  expect([...phases]).toEqual(expect.arrayContaining(["Making it smaller", "Merging bones"]));
});
