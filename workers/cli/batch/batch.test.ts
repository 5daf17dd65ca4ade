// Batches as a farm runs them: real processes, interrupted and resumed.
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { writeProject } from "../../formats/project/write";
import { bendingBar } from "../../testing/sequences";
import { start } from "../testing/built";

let folder = "";
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-batch-"));
  await mkdir(at("shots/two"), { recursive: true });
  const { sequence, rig } = bendingBar({ bones: 3, frames: 8, length: 12, width: 3 });
  await writeFile(at("shots/a.sinew"), writeProject({ sequence, rig, report: null }));
  await copyFile(at("shots/a.sinew"), at("shots/two/b.sinew"));
  await writeFile(at("shots/broken.sinew"), "not a project");
});
afterAll(() => rm(folder, { recursive: true }));

const PATTERN = "shots/**/*.sinew";
const FLAGS = ["--bones", "3", "--iterations", "2", "--threads", "1"];

/** Runs a batch to its end. Returns its lines and, separately, the summary. */
async function run(...args: string[]) {
  const ending = await start(folder, ["batch", ...args]).ended;
  const lines = ending.out
    .trim()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const summary = lines.at(-1)?.summary;
  const states = Object.fromEntries(
    lines.filter(({ job }) => job).map(({ job, state }) => [job, state] as const),
  );
  return { ...ending, lines, summary, states };
}

it("runs what it can, says why the rest failed, and skips finished jobs the next time", async () => {
  const out = ["--out", "rigs/{folder}/{name}.glb", "--report", "rigs/{name}.json"];
  const first = await run(PATTERN, ...FLAGS, ...out);
  expect(first.states).toEqual({ a: "done", b: "done", broken: "failed" });
  expect(first.status).toBe(3);
  expect(first.summary).toMatchObject({ jobs: 3, done: 2, failed: 1, skipped: 0 });
  expect(first.summary.failures).toEqual([
    { job: "broken", state: "failed", exit: 3, reason: expect.stringContaining("broken.sinew") },
  ]);
  const report = JSON.parse(await readFile(at("rigs/b.json"), "utf8"));
  const line = first.lines.find(({ job }) => job === "b");
  expect(line.eRms).toBe(report.eRms);
  expect(report.sinew).toMatch(/^\d+\.\d+/);
  expect(report.flags).toEqual({ bones: "3", iterations: "2" });
  expect(report.input.files).toMatchObject([{ name: "b.sinew", sha256: expect.stringMatching(/^\w{64}$/) }]);
  const written = await stat(at("rigs/shots/a.glb"));

  // Copied to another place at another time, the input is still the same: only its content matters.
  await utimes(at("shots/a.sinew"), 1, 1);
  const second = await run(PATTERN, ...FLAGS, ...out);
  expect(second.states).toEqual({ a: "skipped", b: "skipped", broken: "failed" });
  expect((await stat(at("rigs/shots/a.glb"))).mtimeMs).toBe(written.mtimeMs);

  // A changed output, other flags, or --again: the job runs.
  await writeFile(at("rigs/shots/a.glb"), "changed");
  expect((await run("shots/a.sinew", ...FLAGS, ...out)).states).toEqual({ a: "done" });
  const others = ["--bones", "2", "--iterations", "2", ...out];
  expect((await run("shots/two/b.sinew", ...others)).states).toEqual({ b: "done" });
  expect((await run("shots/two/b.sinew", ...others, "--again")).states).toEqual({ b: "done" });
});

it("does not take what it wrote for more jobs, if its pattern matches that too", async () => {
  await mkdir(at("same"), { recursive: true });
  await copyFile(at("shots/a.sinew"), at("same/a.sinew"));
  await copyFile(at("shots/a.sinew"), at("same/b.sinew"));
  const again = () => run("same/*.sinew", ...FLAGS, "--out", "same/rig-{name}.sinew");
  expect((await again()).states).toEqual({ a: "done", b: "done" });
  const second = await again();
  expect(second.states).toEqual({ a: "skipped", b: "skipped" });
  expect(second.error).toContain("same/rig-a.sinew is no job: it is written for same/a.sinew.");
});

it("accepts a list whose jobs have their own flags, and checks their errors", async () => {
  const list = {
    version: 1,
    flags: { bones: 3, iterations: 2 },
    out: "listed/{name}.glb",
    jobs: [
      { name: "fine", files: "shots/a.sinew" },
      { name: "coarse", files: ["shots/two/b.sinew"], flags: { bones: 1 } },
      { name: "thin", files: "shots/a.sinew", flags: { "key-tolerance": "8%" } },
      {
        name: "tree",
        files: "shots/a.sinew",
        command: "skeleton",
        out: "listed/{index}.bvh",
        flags: { iterations: false },
      },
    ],
  };
  await writeFile(at("list.json"), JSON.stringify(list));
  const { states, status, lines } = await run("list.json", "--max-error", "0.5%", "--jobs", "2");
  expect(states).toEqual({ fine: "done", coarse: "missed", thin: "missed", tree: "done" });
  expect(status).toBe(5);
  const lineOf = (name: string) => lines.find(({ job }) => job === name);
  expect(lineOf("coarse").reason).toMatch(
    /^Its RMS error in the file is [\d.]{4} % of the diagonal, more than 0\.5 %\.$/,
  );
  // The solve is as good as that of `fine`. Only its file has too few keys.
  expect(lineOf("thin").rmsePercent).toBeLessThan(0.5);
  expect(lineOf("thin").judgedPercent).toBeGreaterThan(0.5);
  expect((await readdir(at("listed"))).filter((name) => !name.endsWith(".job.json")).sort()).toEqual([
    "4.bvh",
    "coarse.glb",
    "fine.glb",
    "thin.glb",
  ]);
  // --max-error also applies to jobs that were done before.
  expect((await run("list.json", "--max-error", "0.5%")).states).toEqual({
    fine: "skipped",
    coarse: "missed",
    thin: "missed",
    tree: "skipped",
  });
});

it("gives each job to exactly one shard", async () => {
  const names: string[] = [];
  for (const shard of ["1/2", "2/2"]) {
    const { lines } = await run(PATTERN, "--list", "--shard", shard, "--out", "{name}.glb");
    names.push(...lines.map(({ job }) => job));
  }
  expect(names.sort()).toEqual(["a", "b", "broken"]);
});

it.skipIf(process.platform === "win32")(
  "ends its jobs when it is interrupted, loses nothing, and continues from there",
  async () => {
    await writeFile(
      at("long.json"),
      JSON.stringify({
        version: 1,
        out: "long/{name}.glb",
        jobs: [
          { name: "quick", files: "shots/a.sinew", flags: { bones: 3, iterations: 2 } },
          { name: "slow", files: "shots/a.sinew", flags: { bones: 3, iterations: 100000, seconds: 600 } },
          { name: "later", files: "shots/a.sinew", flags: { bones: 2, iterations: 2 } },
        ],
      }),
    );
    const running = start(folder, ["batch", "long.json"]);
    const claimed = async () =>
      (await readdir(at("long")).catch((): string[] => [])).includes(".slow.glb.sinew-claim");
    await vi.waitFor(async () => expect(await claimed()).toBe(true), { timeout: 30_000, interval: 20 });
    running.child.kill("SIGTERM");
    const { status, out } = await running.ended;
    expect(status).toBe(143);
    const lines = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ job, state }) => [job, state])).toEqual([
      ["quick", "done"],
      ["slow", "interrupted"],
      [undefined, undefined],
    ]);
    expect(lines.at(-1).summary).toMatchObject({ done: 1, interrupted: 2 });
    expect((await readdir(at("long"))).sort()).toEqual(["quick.glb", "quick.glb.job.json"]);
    const shorter = await readFile(at("long.json"), "utf8");
    await writeFile(at("long.json"), shorter.replace("100000", "2"));
    expect((await run("long.json")).states).toEqual({ quick: "skipped", slow: "done", later: "done" });
  },
);

it.skipIf(process.platform === "win32")(
  "ends its jobs when it is killed, and continues from there",
  async () => {
    const list = (iterations: number) =>
      writeFile(
        at("killed.json"),
        JSON.stringify({
          version: 1,
          out: "killed/{name}.glb",
          jobs: [
            { name: "quick", files: "shots/a.sinew", flags: { bones: 3, iterations: 2 } },
            { name: "slow", files: "shots/a.sinew", flags: { bones: 3, iterations, seconds: 600 } },
          ],
        }),
      );
    await list(100000);
    const running = start(folder, ["batch", "killed.json"]);
    const claimed = async () =>
      (await readdir(at("killed")).catch((): string[] => [])).includes(".slow.glb.sinew-claim");
    await vi.waitFor(async () => expect(await claimed()).toBe(true), { timeout: 30_000, interval: 20 });
    running.child.kill("SIGKILL");
    await running.ended;
    // The job was not killed: it ends by itself, and cleans up.
    await vi.waitFor(async () => expect(await claimed()).toBe(false), { timeout: 30_000, interval: 20 });
    expect((await readdir(at("killed"))).sort()).toEqual(["quick.glb", "quick.glb.job.json"]);
    await list(2);
    expect((await run("killed.json")).states).toEqual({ quick: "skipped", slow: "done" });
  },
);

it("says what is wrong with each failed job, and runs the others", async () => {
  await writeFile(at("file"), "not a folder");
  await writeFile(
    at("mixed.json"),
    JSON.stringify({
      version: 1,
      flags: { bones: 3, iterations: 2 },
      jobs: [
        { name: "gone", files: "shots/gone.sinew", out: "mixed/gone.glb" },
        { name: "nowhere", files: "shots/a.sinew", out: "file/below.glb" },
        { name: "odd", files: "shots/a.sinew", out: "mixed/odd.xyz" },
        { name: "fine", files: "shots/a.sinew", out: "mixed/fine.glb" },
      ],
    }),
  );
  const { states, status, summary } = await run("mixed.json");
  expect(states).toEqual({ gone: "failed", nowhere: "failed", odd: "failed", fine: "done" });
  // An output that cannot be written is graver than an input that cannot be read.
  expect(status).toBe(4);
  expect(summary.failures).toMatchObject([
    { job: "gone", exit: 3, reason: expect.stringContaining("gone.sinew") },
    { job: "nowhere", exit: 4, reason: expect.stringContaining("The folder file cannot be made") },
    { job: "odd", exit: 2, reason: expect.stringContaining("odd.xyz") },
  ]);
});

it.each([
  [{ version: 2, jobs: [{ files: "a" }] }, "version"],
  [{ version: 1, jobs: [] }, "jobs"],
  [{ version: 1, jobs: [{ files: "a" }], paralel: 2 }, '"paralel" is not known.'],
  [{ version: 1, jobs: [{ files: "a", output: "b.glb" }] }, '"output" is not known in jobs[0].'],
  [{ version: 1, jobs: [{ files: [] }] }, "jobs[0].files"],
  [{ version: 1, jobs: [{ files: "a", flags: { bones: null } }] }, "jobs[0].flags.bones"],
  [{ version: 1, out: "same.glb", jobs: [{ files: "a.abc" }, { files: "b.abc" }] }, "would be written twice"],
  [{ version: 1, out: "a.glb", jobs: [{ files: "a", flags: { nonsense: 1 } }] }, "--nonsense is not a flag"],
  [
    { version: 1, out: "{name}.glb", jobs: [{ files: "a" }, { files: "b", flags: { helpers: 2 } }] },
    "It concerns jobs[1] of wrong.json.",
  ],
])("refuses the list %j", async (list, sentence) => {
  await writeFile(at("wrong.json"), JSON.stringify(list));
  const { error, status, out } = await run("wrong.json");
  expect(error).toContain(sentence);
  expect(status).toBe(2);
  expect(error.trim().split("\n")).toHaveLength(1);
  expect(out).toBe("");
});

it("refuses a list that is not JSON", async () => {
  await writeFile(at("wrong.json"), "{ version: 1");
  expect(await run("wrong.json")).toMatchObject({
    status: 2,
    error: expect.stringContaining("is not JSON"),
  });
});

it.each([
  [["shots/a.sinew"], "Nothing would be written for a"],
  [["shots/a.sinew", "--out", "{nam}.glb"], "{nam} in {nam}.glb is not known"],
  [[PATTERN, "--out", "x.glb"], "would be written twice"],
  [["nothing/*.abc", "--out", "{name}.glb"], "nothing/*.abc matches nothing"],
  [["shots/a.sinew", "--shard", "3/2", "--out", "{name}.glb"], "--shard 3/2 cannot be used"],
  [["shots/a.sinew", "--command", "info", "--out", "{name}.glb"], "A batch cannot run info"],
  [["shots/a.sinew", "--helpers", "2", "--out", "{name}.glb"], "--helpers is not a flag of decompose"],
  [["bad.json"], 'bad.json is not a list of jobs. "file" is not known in jobs[0]. It needs'],
])("refuses %j with a message, before any job starts", async (args, sentence) => {
  await writeFile(at("bad.json"), JSON.stringify({ version: 1, jobs: [{ file: "a" }] }));
  const { error, status, out } = await run(...args);
  expect(error).toContain(sentence);
  expect(status).toBeGreaterThan(1);
  expect(out).toBe("");
});
