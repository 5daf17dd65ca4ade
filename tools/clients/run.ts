// Writes rigs as GLB, BVH and Alembic, plays them in programs that are installed, and compares every vertex, or every
// joint, in every frame with the rig. Reads FBX files that Blender
// writes, and reads too, and compares them with what Blender shows.
//   npm run clients [-- horse]      cases whose name has this word
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generatedCases } from "./cases";
import { fbxAndBlender } from "./fbx-and-blender";
import { alembicJob, bvhJob, type ClientJob, glbJob } from "./jobs";
import { realCases } from "./real-cases";

const ROOT = new URL("../../", import.meta.url);
/** How far a point of a file that is read may be off, as a share of the diagonal. */
const RIGHT = 1e-5;

/** Largest distance of a point to its truth, as a share of the diagonal; and E_RMS to the source, or null. */
function compared({ truth, source, diagonal, out }: ClientJob) {
  const bytes = readFileSync(out);
  const played = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const width = truth[0].length;
  if (played.length !== width * truth.length) return { largest: Number.POSITIVE_INFINITY, eRms: null };
  let [largest, sum] = [0, 0];
  truth.forEach((points, k) => {
    for (let at = 0; at < width; at += 3) {
      const off = [0, 1, 2].map((c) => played[k * width + at + c] - points[at + c]);
      largest = Math.max(largest, Math.hypot(...off));
      for (let c = 0; source[k] && c < 3; c++) sum += (played[k * width + at + c] - source[k][at + c]) ** 2;
    }
  });
  const eRms = source.length > 0 ? (2000 * Math.sqrt(sum / played.length)) / diagonal : null;
  return { largest: largest / diagonal, eRms };
}

/** Plays all jobs in one Blender. @returns what it said if it failed. */
function playInBlender(jobs: readonly ClientJob[], folder: string): string | null {
  const list = join(folder, "jobs.json");
  const told = jobs.map(({ file, out, fps, frames, names }) => ({ file, out, fps, frames, names }));
  writeFileSync(list, JSON.stringify(told));
  const script = fileURLToPath(new URL("tools/clients/play.py", ROOT));
  const run = spawnSync(
    "blender",
    ["--background", "--factory-startup", "--python-exit-code", "1", "--python", script, "--", list],
    { encoding: "utf8", maxBuffer: 1 << 28 },
  );
  return run.status === 0 ? null : `${run.stdout}\n${run.stderr}`.trim().split("\n").slice(-12).join("\n");
}

const blender = spawnSync("blender", ["--version"], { encoding: "utf8" });
if (blender.status !== 0) {
  console.log("Blender is not installed, so nothing was played. On Debian: blender, python3-numpy.");
  process.exit(0);
}
const word = process.argv[2] ?? "";
const folder = mkdtempSync(join(tmpdir(), "sinew-clients-"));
const jobs: ClientJob[] = [];
for (const one of [...generatedCases(), ...(await realCases())]) {
  if (!one.name.includes(word)) continue;
  jobs.push(await glbJob(one, folder, jobs.length));
  if (one.bvh) jobs.push(await bvhJob(one, folder, jobs.length));
  if (one.bvh || one.sequence.parts.length > 1) jobs.push(alembicJob(one, folder, jobs.length));
}
const failure = playInBlender(jobs, folder);
if (failure) console.log(failure);
console.log(blender.stdout.split("\n")[0]);
console.log(`${"case".padEnd(36)}  points  frames  off by, % of diagonal   E_RMS to the source`);
let wrong = 0;
for (const job of failure ? [] : jobs) {
  if (!existsSync(job.out)) {
    console.log(`${job.label.padEnd(36)}  this Blender is built without the format`);
    continue;
  }
  const { largest, eRms } = compared(job);
  const isRight = largest <= job.within;
  if (!isRight) wrong++;
  console.log(
    `${job.label.padEnd(36)}${String(job.truth[0].length / 3).padStart(8)}${String(job.truth.length).padStart(8)}` +
      `${(100 * largest).toFixed(5).padStart(14)}${isRight ? "" : " !"}` +
      `${eRms === null ? "" : eRms.toFixed(3).padStart(18)}`,
  );
}
const written = await fbxAndBlender(join(folder, "fbx"), word);
if (typeof written === "string") console.log(written);
for (const { label, points, frames, largest } of typeof written === "string" ? [] : written) {
  const isRight = largest <= RIGHT;
  if (!isRight) wrong++;
  console.log(
    `${`FBX, read: ${label}`.padEnd(46)}${String(points).padStart(6)}${String(frames).padStart(8)}` +
      `${(100 * largest).toFixed(5).padStart(14)}${isRight ? "" : " !"}`,
  );
}
rmSync(folder, { recursive: true });
process.exit(failure || typeof written === "string" || wrong > 0 ? 1 : 0);
