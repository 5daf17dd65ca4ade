// Seconds and memory of a solve whose frames do not fit into memory. It writes a cache to a temporary folder and solves
// it by the command line in a process of its own, whose peak memory the command prints.
//   npm run bench -- larger-than-memory [--vertices 40000] [--frames 3000] [--bones 20] [--memory 2] [--threads 2]
//   --vertices 200000 --frames 5000 is a cache of 12 GB
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { vertexCount, writeLargeCache } from "./large-cache";

const { values: flags } = parseArgs({
  options: {
    vertices: { type: "string", default: "40000" },
    frames: { type: "string", default: "3000" },
    bones: { type: "string", default: "20" },
    memory: { type: "string", default: "2" },
    threads: { type: "string", default: "2" },
  },
});
const size = { vertices: Number(flags.vertices), frames: Number(flags.frames) };
const bytes = 12 * vertexCount(size) * size.frames;
const gigabytes = (count: number) => `${(count / 1e9).toFixed(2)} GB`;
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

const folder = await mkdtemp(join(tmpdir(), "sinew-large-"));
try {
  const { bavail, bsize } = await statfs(folder);
  if (2 * bytes > bavail * bsize)
    throw new Error(`The disk has ${gigabytes(bavail * bsize)}, too few for ${gigabytes(bytes)}.`);
  let began = performance.now();
  const files = await writeLargeCache(folder, size);
  console.log(
    `${vertexCount(size)} vertices, ${size.frames} frames, ${gigabytes(bytes)}: written in ${seconds(began)}`,
  );
  began = performance.now();
  const asked = ["--bones", flags.bones, "--memory", flags.memory, "--threads", flags.threads];
  const outputs = ["--out", join(folder, "tube.glb"), "--report", join(folder, "report.json")];
  const { status } = spawnSync(
    process.execPath,
    [join(dirname(process.argv[1]), "cli.js"), "decompose", ...files, ...asked, ...outputs],
    { stdio: "inherit" },
  );
  console.log(`Opened, solved, measured and written in ${seconds(began)}`);
  process.exitCode = status ?? 1;
} finally {
  await rm(folder, { recursive: true });
}
