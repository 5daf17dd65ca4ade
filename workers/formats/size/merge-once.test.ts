import { describe, expect, it } from "vitest";
import { oneThread } from "../../kernels/one-thread";
import type { ExportOptions, SizedExport } from "../../model/files/export/export-options";
import { restPose } from "../../model/rig/pose";
import { type Progress, type Task, UNWATCHED } from "../../model/task";
import { bendingBar } from "../../testing/sequences";
import { exportFile } from "../export-file";
import { exportWithin } from "./fit-size";

const { sequence, rig } = bendingBar({ bones: 8, frames: 10, length: 32, width: 3 });
const options: ExportOptions = {
  influences: 4,
  clips: [],
  upAxis: "y",
  mostBones: 6,
  rootMotion: "still",
  bakeSpace: true,
  poses: [restPose(rig.bones)],
};
/** The still root is one of the six. */
const ALLOWED = 5;
const plain = await exportFile(sequence, rig, options, UNWATCHED);

/** A file of a share of the plain one's size, and how often bones were merged from the whole rig. */
async function within(share: number): Promise<{ made: SizedExport; merges: number }> {
  let merges = 0;
  const progress = ({ phase, detail }: Progress) => {
    if (phase === "Merging bones" && detail === "8 bones") merges++;
  };
  const task = { ...UNWATCHED, progress };
  const made = await exportWithin(sequence, rig, options, share * plain.bytes.length, oneThread, task);
  return { made, merges };
}

describe("a size target of a rig with too many bones for the target", () => {
  it("merges them once, and has the bytes that its options give again", async () => {
    const { made, merges } = await within(0.85);
    expect(made).toMatchObject({ fits: true, merged: 3, bones: ALLOWED + 1 });
    expect(made.steps.length).toBeGreaterThan(0);
    expect(merges).toBe(1);
    const again = await exportFile(sequence, rig, made.options, UNWATCHED);
    expect(Buffer.compare(made.bytes, again.bytes)).toBe(0);
    expect(made.eRmsInFile).toBe(again.eRmsInFile);
  });

  it("merges more from these, with the poses of the whole rig", async () => {
    const { made, merges } = await within(0.01);
    expect(made).toMatchObject({ fits: false, bones: 2 });
    expect(made.steps.at(-1)?.change).toBe("1 bone");
    expect(made.eRmsNow).toBeCloseTo(plain.eRmsNow, 9);
    expect(merges).toBe(1);
  });

  it("shows the merges, and can be cancelled in them", async () => {
    const seen: string[] = [];
    let cancelled = false;
    const task: Task = {
      ...UNWATCHED,
      progress: ({ phase, detail }) => {
        seen.push(`${phase}: ${detail}`);
        if (seen.some((one) => one.startsWith("Making it smaller")) && phase === "Merging bones")
          cancelled = true;
      },
      checkpoint: async () => {
        if (cancelled) throw new Error("cancelled");
      },
    };
    await expect(exportWithin(sequence, rig, options, 100, oneThread, task)).rejects.toThrow("cancelled");
    expect(seen.at(-1)).toBe("Merging bones: 5 bones");
  });
});
