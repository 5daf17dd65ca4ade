// The examples for farms, as the farms run them: environment variables of Slurm and Kubernetes, and a real Redis.
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { writeProject } from "../../workers/formats/project/write";
import { bendingBar } from "../../workers/testing/sequences";
import { ensureEngine } from "../build/engine.mjs";

const run = promisify(execFile);
const FARMS = join(process.cwd(), "tools/farms");
const SINEW = `${process.execPath} ${join(process.cwd(), "build/engine/cli.js")}`;
const onUnix = it.skipIf(process.platform === "win32");

let folder = "";
beforeAll(async () => {
  await ensureEngine();
  folder = await mkdtemp(join(tmpdir(), "sinew-farms-"));
  const { sequence, rig } = bendingBar({ bones: 3, frames: 8, length: 12, width: 3 });
  await writeFile(join(folder, "bar.sinew"), writeProject({ sequence, rig, report: null }));
}, 120_000);
afterAll(() => rm(folder, { recursive: true }));

/** Writes a list of jobs, each with a number of iterations. */
async function list(name: string, iterations: number[]): Promise<string> {
  const jobs = iterations.map((count, n) => ({
    name: `${name}${n + 1}`,
    files: "bar.sinew",
    flags: { bones: 3, iterations: count, ...(count > 100 && { seconds: 4 }) },
  }));
  const path = join(folder, `${name}.json`);
  await writeFile(path, JSON.stringify({ version: 1, out: `${name}/{name}.glb`, jobs }));
  return path;
}

const written = async (name: string) =>
  (await readdir(join(folder, name))).filter((file) => file.endsWith(".glb")).sort();

onUnix("the tasks of a Slurm array share a list", async () => {
  const path = await list("slurm", [2, 2, 2]);
  for (const task of ["5", "6"]) {
    const slurm = { SLURM_ARRAY_TASK_ID: task, SLURM_ARRAY_TASK_MIN: "5", SLURM_ARRAY_TASK_COUNT: "2" };
    const { stdout } = await run("bash", [join(FARMS, "slurm.sh"), path], {
      cwd: folder,
      env: { ...process.env, ...slurm, SINEW },
    });
    expect(JSON.parse(stdout.trim().split("\n").at(-1)!).summary.done).toBe(task === "5" ? 2 : 1);
  }
  expect(await written("slurm")).toEqual(["slurm1.glb", "slurm2.glb", "slurm3.glb"]);
});

onUnix("the pods of a Kubernetes job share a list", async () => {
  const text = await readFile(join(FARMS, "kubernetes.yaml"), "utf8");
  const [, command] = /- exec (sinew batch .*)/.exec(text)!;
  const [, completions] = /completions: (\d+)/.exec(text)!;
  expect(command).toContain(`/${completions}"`);
  await list("jobs", [2, 2]);
  for (const index of ["0", "1"]) {
    const shell = `sinew() { ${SINEW} "$@"; }; ${command}`;
    await run("sh", ["-c", shell], { cwd: folder, env: { ...process.env, JOB_COMPLETION_INDEX: index } });
  }
  expect(await written("jobs")).toEqual(["jobs1.glb", "jobs2.glb"]);
});

/** A free port. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

function hasRedis(): boolean {
  try {
    execFileSync("redis-server", ["--version"]);
    return true;
  } catch {
    process.stderr.write("The queue is not tested: redis-server is not installed.\n");
    return false;
  }
}

it.skipIf(process.platform === "win32" || !hasRedis())(
  "a queue in Redis loses nothing when a worker is killed in the middle of a job",
  async () => {
    const path = await list("queue", [2, 100000, 2]);
    const port = await freePort();
    const redis = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", ""]);
    const env = { ...process.env, SINEW, REDIS_URL: `redis://127.0.0.1:${port}`, SINEW_LOST_AFTER: "1500" };
    const script = join(FARMS, "queue.mjs");
    const workers: ChildProcess[] = [];
    const work = () => {
      const worker = spawn(process.execPath, [script, "work"], { env, detached: true, stdio: "ignore" });
      workers.push(worker);
      return worker;
    };
    try {
      await new Promise<void>((ready) =>
        redis.stdout.on("data", (text) => String(text).includes("Ready to accept") && ready()),
      );
      await run(process.execPath, [script, "add", path], { cwd: folder, env });
      const first = work();
      const claim = join(folder, "queue/.queue2.glb.sinew-claim");
      await vi.waitFor(() => expect(existsSync(claim)).toBe(true), { timeout: 30_000, interval: 20 });
      // Kills everything on this machine: the worker, its batch and the batch's job.
      process.kill(-first.pid!, "SIGKILL");
      expect(existsSync(join(folder, "queue/queue2.glb"))).toBe(false);
      work();
      const records = async () =>
        (await readdir(join(folder, "queue"))).filter((f) => f.endsWith(".job.json"));
      await vi.waitFor(async () => expect(await records()).toHaveLength(3), {
        timeout: 60_000,
        interval: 100,
      });
      expect(await written("queue")).toEqual(["queue1.glb", "queue2.glb", "queue3.glb"]);
    } finally {
      for (const { pid } of workers) {
        try {
          process.kill(-pid!, "SIGKILL");
        } catch {
          // It has already ended.
        }
      }
      redis.kill();
    }
  },
);
