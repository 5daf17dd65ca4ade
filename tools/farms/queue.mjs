// A batch over BullMQ and Redis: one process adds the jobs of a list, any number of others run them.
//   node tools/farms/queue.mjs add jobs.json
//   node tools/farms/queue.mjs work
// SINEW is the command (default "sinew"), REDIS_URL the server. If a worker is lost, another one takes its job, unless
// it is already done.
import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { Queue, UnrecoverableError, Worker } from "bullmq";
import { Redis } from "ioredis";

const QUEUE = "sinew";
const [program, ...first] = (process.env.SINEW ?? "sinew").split(" ");
/** Milliseconds without a sign of life after which a worker is considered lost. */
const LOST_AFTER = Number(process.env.SINEW_LOST_AFTER ?? 30_000);
/** Another try does not help if the list or an input is wrong, or the error is too large. */
const NOT_AGAIN = [2, 3, 5];

const connect = () =>
  new Redis(process.env.REDIS_URL ?? "redis://127.0.0.1:6379", { maxRetriesPerRequest: null });

/** Adds every job of a list, with absolute paths, because workers may run in other folders. */
async function add(args) {
  const { stdout } = await promisify(execFile)(program, [...first, "batch", ...args, "--list"], {
    maxBuffer: 1 << 28,
  });
  const connection = connect();
  const queue = new Queue(QUEUE, { connection });
  for (const line of stdout.trim().split("\n")) {
    const { job, command, files, flags, out, report } = JSON.parse(line);
    const whole = { files: files.map((path) => resolve(path)), out: out.map((path) => resolve(path)) };
    const listed = { name: job, command, flags, ...whole, ...(report && { report: resolve(report) }) };
    // One entry for each output, however often the list is added.
    const jobId = Buffer.from(whole.out[0] ?? report).toString("base64url");
    const retries = { attempts: 5, backoff: { type: "exponential", delay: 1000 } };
    await queue.add(job, listed, { jobId, removeOnComplete: true, ...retries });
  }
  await queue.close();
  await connection.quit();
}

/** Runs a list of one job; its record beside the output tells whether it is done. */
async function perform({ data }) {
  const folder = await mkdtemp(join(tmpdir(), "sinew-queue-"));
  try {
    const list = join(folder, "job.json");
    await writeFile(list, JSON.stringify({ version: 1, jobs: [data] }));
    const child = spawn(program, [...first, "batch", list, "--quiet"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let out = "";
    child.stdout.on("data", (part) => (out += part));
    const exit = await new Promise((done, fail) => {
      child.once("error", fail);
      child.once("close", done);
    });
    const [line] = out.trim().split("\n");
    if (exit === 0) return JSON.parse(line);
    const reason = (line && JSON.parse(line).reason) ?? `It ended with status ${exit}.`;
    throw NOT_AGAIN.includes(exit) ? new UnrecoverableError(reason) : new Error(reason);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function work() {
  const worker = new Worker(QUEUE, perform, {
    connection: connect(),
    lockDuration: LOST_AFTER,
    stalledInterval: LOST_AFTER,
    maxStalledCount: 5,
  });
  worker.on("completed", (job) => process.stdout.write(`${job.name} done\n`));
  worker.on("failed", (job, reason) => process.stdout.write(`${job?.name} failed: ${reason.message}\n`));
  // Ends after the current job.
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => worker.close().then(() => process.exit(0)));
  }
}

const [command, ...args] = process.argv.slice(2);
if (command === "add") await add(args);
else if (command === "work") await work();
else {
  process.stderr.write("Use add <list.json or patterns…>, or work.\n");
  process.exit(2);
}
