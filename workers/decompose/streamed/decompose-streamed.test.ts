import { expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { exactParallel } from "../../kernels/testing/exact-arena";
import { CancelledError } from "../../model/errors";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { StreamedSequence } from "../../model/mesh/streamed-sequence";
import { SOLVE_DEFAULTS, type SolveIntent, type SolveSettings } from "../../model/solve/solve-settings";
import { bendingBar, clothPatch, movingShells } from "../../testing/sequences";
import { streamed } from "../../testing/streamed";
import { solve, UNSEEN } from "../testing/solved";
import { decomposeStreamed } from "./decompose-streamed";

const SEQUENCES: Record<string, MeshSequence> = {
  bar: bendingBar({ bones: 4, frames: 90, length: 16, width: 3 }).sequence,
  "short bar": bendingBar({ bones: 3, frames: 20, length: 12, width: 3 }).sequence,
  cloth: clothPatch({ size: 12, frames: 120 }),
  shells: movingShells({ shells: 4, frames: 80, detail: 4 }).sequence,
};
const BAR = SEQUENCES["short bar"];
const QUICK: Partial<SolveSettings> = { bones: 5, iterations: 20, restarts: 2 };

const input = (sequence: StreamedSequence, settings: Partial<SolveSettings> = {}, memory = 2e9) => ({
  sequence,
  settings: { ...SOLVE_DEFAULTS, ...QUICK, ...settings },
  from: null,
  locks: null,
  memory,
});
const serial = async (bytes: number) => new Serial(new Arena(bytes, false));

it.each(Object.keys(SEQUENCES))("reaches the error of a solve in memory: %s", async (name) => {
  const sequence = SEQUENCES[name];
  const inMemory = await solve(sequence, QUICK);
  const inPasses = await decomposeStreamed(input(streamed(sequence)), serial, UNSEEN);
  // The two bases differ by far less than the error. Starts are drawn by errors, so the solves may end elsewhere.
  expect(inPasses.report.eRms).toBeLessThan(1.05 * inMemory.report.eRms + 1e-3);
  expect(inPasses.report.basisTailERms).toBeLessThan(Math.max(0.1 * inPasses.report.eRms, 2e-3));
  expect(inPasses.report.notes?.join()).toContain("read in passes");
});

it("gives the same bits on any number of threads, in exactly the predicted memory", async () => {
  const rigs = [];
  for (const threads of [1, 16]) {
    const given = input(streamed(SEQUENCES["cloth"]), { bones: 4, iterations: 6 });
    rigs.push((await decomposeStreamed(given, exactParallel(threads), UNSEEN)).rig);
  }
  expect(rigs[0]).toEqual(rigs[1]);
});

it.each(["ssdr", "his", "fsd", "sma", "lssp", "ep-lbs"] as const)(
  "fits into its memory: %s",
  async (method) => {
    const given = input(streamed(BAR), { method, bones: 3, iterations: 4, restarts: null });
    const { report } = await decomposeStreamed(given, exactParallel(2), UNSEEN);
    expect(report.eRms).toBeLessThan(60);
  },
);

it("weights of frames count as in memory", async () => {
  const frames = new Float32Array(90).fill(1).fill(9, 60);
  const intent = { frames } as SolveIntent;
  const given = { ...input(streamed(SEQUENCES["bar"]), { bones: 2 }), intent };
  const late = (report: { errorPerFrame: number[] }) => Math.hypot(...report.errorPerFrame.slice(60));
  const weighted = await decomposeStreamed(given, serial, UNSEEN);
  const even = await decomposeStreamed(input(streamed(SEQUENCES["bar"]), { bones: 2 }), serial, UNSEEN);
  expect(late(weighted.report)).toBeLessThan(late(even.report));
});

it("reads the frames forwards, in five passes at most", async () => {
  const asked: number[] = [];
  const settings = { initialiser: "kmeans", method: "ssdr" } as const;
  await decomposeStreamed(input(streamed(SEQUENCES["cloth"], asked), settings), serial, UNSEEN);
  const passes = asked.length / 120;
  expect(passes).toBeLessThanOrEqual(5);
  expect(asked).toEqual(Array.from({ length: asked.length }, (_, n) => n % 120));
});

it.each([
  [{ holdOut: 3 }, "frames held out"],
  [{ mirrored: true }, "a mirrored solve"],
  [{ correction: 2 }, "a correction"],
  [{ method: "ep-lbs", parameters: { "ep-lbs": { gradient: "finite" } } }, "finite differences"],
] as const)("refuses settings that need all frames: %j", async (settings, what) => {
  const given = input(streamed(BAR), settings as Partial<SolveSettings>);
  await expect(decomposeStreamed(given, serial, UNSEEN)).rejects.toThrow(what);
});

it("says how much memory it needs", async () => {
  await expect(decomposeStreamed(input(streamed(BAR), {}, 1e8), serial, UNSEEN)).rejects.toThrow(
    /at least .* GB .* 0.1(00)? GB are allowed/,
  );
});

it("a frame that cannot be read ends the solve, and so does a cancel", async () => {
  const broken = streamed(BAR);
  const { frame } = broken.frames;
  let reads = 0;
  broken.frames = {
    ...broken.frames,
    frame: (k) => (reads++ > 30 ? Promise.reject(new Error("gone")) : frame(k)),
  };
  await expect(decomposeStreamed(input(broken), serial, UNSEEN)).rejects.toThrow("gone");
  let checks = 0;
  const task = {
    ...UNSEEN,
    checkpoint: async () => {
      if (checks++ > 10) throw new CancelledError();
    },
  };
  await expect(decomposeStreamed(input(streamed(BAR)), serial, task)).rejects.toThrow(CancelledError);
});
