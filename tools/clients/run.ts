// Writes rigs as GLB, FBX, BVH, Alembic, PC2 and MDD, plays them in programs that are installed (Blender, assimp,
// Godot, the Alembic library), and compares every vertex, or every joint, in every frame with the rig. Also reads FBX
// files that Blender writes or reads, and compares them with Blender's positions.
//   npm run clients [-- horse]      cases whose name has this word
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { materialsFromAlembic } from "./alembic/materials";
import { generatedCases, texturedCases } from "./cases";
import { CLIENTS } from "./client";
import { fbxAndBlender, type ReadFile } from "./fbx-and-blender";
import { alembicJobs } from "./jobs/alembic-jobs";
import { bvhJobs } from "./jobs/bvh-jobs";
import { fbxJobs } from "./jobs/fbx-jobs";
import { glbJobs } from "./jobs/glb-jobs";
import { type ClientJob, compared, missingLooks } from "./jobs/job";
import { pointCacheJobs } from "./jobs/point-cache-jobs";
import { realCases } from "./real-cases";

/** The largest distance of a point of a file that Sinew reads, as a share of the diagonal. */
const READ_RIGHT = 1e-5;

const installed = CLIENTS.filter((client) => {
  const version = client.version();
  const { name, packages } = client;
  console.log(version ?? `${name} is not installed, so its cases are skipped. On Debian: ${packages}.`);
  return version !== null;
});
if (installed.length === 0) process.exit(0);

const word = process.argv[2] ?? "";
const folder = mkdtempSync(join(tmpdir(), "sinew-clients-"));
const jobs: ClientJob[] = [];
for (const [n, one] of [...generatedCases(), ...texturedCases(), ...(await realCases(word))].entries()) {
  if (!one.name.includes(word)) continue;
  jobs.push(...(await glbJobs(one, folder, n)), ...(await fbxJobs(one, folder, n)));
  if (one.bvh) jobs.push(...(await bvhJobs(one, folder, n)), ...pointCacheJobs(one, folder, n));
  if (!one.options.keyTolerance) jobs.push(...alembicJobs(one, folder, n));
}

/** @returns whether all is in its place */
function printRow(job: ClientJob): boolean {
  if (!existsSync(job.out)) {
    console.log(`${job.label.padEnd(40)}${job.client.padEnd(9)}is built without the format`);
    return true;
  }
  const { largest, eRms } = compared(job);
  const missing = missingLooks(job);
  const isRight = largest <= job.within && missing.length === 0;
  console.log(
    `${job.label.padEnd(40)}${job.client.padEnd(9)}${String(job.truth[0].length / 3).padStart(7)}` +
      `${String(job.truth.length).padStart(8)}${(100 * largest).toFixed(5).padStart(14)}${isRight ? "  " : " !"}` +
      `${eRms === null ? "" : eRms.toFixed(3).padStart(16)}`,
  );
  for (const look of missing) console.log(`    misses ${look}`);
  return isRight;
}

/** @returns whether all is in its place */
function printRead({ label, points, frames, largest }: ReadFile): boolean {
  const isRight = largest <= READ_RIGHT;
  console.log(
    `${`FBX, read: ${label}`.padEnd(49)}${String(points).padStart(7)}${String(frames).padStart(8)}` +
      `${(100 * largest).toFixed(5).padStart(14)}${isRight ? "" : " !"}`,
  );
  return isRight;
}

let wrong = 0;
for (const client of installed) {
  const own = jobs.filter((job) => job.client === client.name);
  const failure = own.length > 0 ? await client.play(own, folder) : null;
  if (failure === null) continue;
  console.log(`${client.name} failed:\n${failure}`);
  wrong++;
}
console.log(`${"case".padEnd(40)}client    points  frames  off by, % of diagonal   E_RMS to the source`);
if (wrong === 0) {
  for (const job of jobs) {
    if (installed.some(({ name }) => name === job.client) && !printRow(job)) wrong++;
  }
}
if (installed.some(({ name }) => name === "Blender")) {
  const written = await fbxAndBlender(join(folder, "fbx"), word);
  if (typeof written === "string") {
    console.log(written);
    wrong++;
  } else for (const read of written) if (!printRead(read)) wrong++;
}
if (installed.some(({ name }) => name === "Alembic") && "materials from Alembic".includes(word)) {
  const differences = await materialsFromAlembic(folder);
  console.log(`Alembic, read: materials from the library: ${differences.length === 0 ? "as written" : "!"}`);
  for (const line of differences) console.log(`    ${line}`);
  wrong += differences.length;
}
rmSync(folder, { recursive: true });
process.exit(wrong > 0 ? 1 : 0);
