// Writes rigs as GLB and BVH, plays them in programs that are installed, and compares every vertex, or every joint, in
// every frame with the rig.
//   npm run clients [-- horse]      cases whose name has this word
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type FileSpace, fileSpace } from "../../workers/export/file-space";
import { shown, skinned } from "../../workers/formats/gltf/testing/exported-rigs";
import { fileNames } from "../../workers/formats/skeletons/write/bvh-content";
import { bvhExportDefaults, unitScale } from "../../workers/model/files/skeleton-export";
import { frameOf, restDiagonal } from "../../workers/model/mesh/mesh-sequence";
import { boneMatrix } from "../../workers/model/rig/rig";
import { UNWATCHED } from "../../workers/model/task";
import { type ClientCase, generatedCases } from "./cases";
import { engine, realCases } from "./real-cases";

const ROOT = new URL("../../", import.meta.url);
/** A point is in its place within this share of the diagonal; where keys are left out, within their tolerance more. */
const RIGHT = 1e-4;

/** A file for a client, and what it must show: for each frame, packed positions in the file's axes. */
interface ClientJob {
  label: string;
  file: string;
  out: string;
  fps: number;
  frames: number[];
  /** Of nodes with their meshes, or of joints. */
  names: string[] | [node: string, mesh: string][];
  truth: number[][];
  /** How far points may be off, as a share of the diagonal. */
  within: number;
  /** The same of the source, for the error; empty for joints. */
  source: number[][];
  diagonal: number;
}

const framesOf = ({ sequence }: ClientCase) => Array.from({ length: sequence.frameCount }, (_, k) => k);

/** The names of the nodes with a mesh, and of their meshes, in the order of the file. */
function meshNames(bytes: Uint8Array): [node: string, mesh: string][] {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
  const nodes: { name: string; mesh?: number }[] = json.nodes;
  return nodes.flatMap(({ name, mesh }) => (mesh === undefined ? [] : [[name, json.meshes[mesh].name]]));
}

async function glbJob(one: ClientCase, folder: string, n: number): Promise<ClientJob> {
  const { sequence, rig, options, name } = one;
  const { bytes } = await engine.run("exportFile", { sequence, rig, options }, UNWATCHED);
  const file = join(folder, `${n}.glb`);
  writeFileSync(file, bytes);
  return {
    ...{ label: name, file, out: `${file}.f32`, fps: sequence.fps, frames: framesOf(one) },
    names: meshNames(bytes),
    within: RIGHT + (options.keyTolerance ?? 0) / restDiagonal(sequence),
    truth: framesOf(one).map((k) => shown(sequence, skinned(rig, k))),
    source: framesOf(one).map((k) => shown(sequence, frameOf(sequence, k))),
    diagonal: restDiagonal(sequence) * sequence.metresPerUnit,
  };
}

/** A point of the sequence in a file's space. */
function inSpace({ rotation, scale, translation }: FileSpace, p: readonly number[]): number[] {
  const [x, y, z, w] = rotation;
  const [tx, ty, tz] = [2 * (y * p[2] - z * p[1]), 2 * (z * p[0] - x * p[2]), 2 * (x * p[1] - y * p[0])];
  const turned = [
    p[0] + w * tx + y * tz - z * ty,
    p[1] + w * ty + z * tx - x * tz,
    p[2] + w * tz + x * ty - y * tx,
  ];
  return turned.map((v, c) => scale * v + translation[c]);
}

async function bvhJob(one: ClientCase, folder: string, n: number): Promise<ClientJob> {
  const { sequence, rig, name } = one;
  const options = bvhExportDefaults(sequence);
  const { bytes } = await engine.run("exportBvh", { sequence, rig, options }, UNWATCHED);
  const file = join(folder, `${n}.bvh`);
  writeFileSync(file, bytes);
  const scale = unitScale(options.unit, sequence);
  const space = fileSpace(sequence, options.upAxis, scale);
  const heads = (k: number) =>
    rig.bones.flatMap(({ head: [x, y, z] }, j) => {
      const m = boneMatrix(rig, k, j);
      const place = [0, 4, 8].map((r) => m[r] * x + m[r + 1] * y + m[r + 2] * z + m[r + 3]);
      return inSpace(space, place);
    });
  return {
    ...{ label: `${name}, BVH`, file, out: `${file}.f32`, fps: sequence.fps, frames: framesOf(one) },
    names: fileNames(rig),
    within: RIGHT,
    truth: framesOf(one).map(heads),
    source: [],
    diagonal: restDiagonal(sequence) * scale,
  };
}

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
}
const failure = playInBlender(jobs, folder);
if (failure) console.log(failure);
console.log(blender.stdout.split("\n")[0]);
console.log(`${"case".padEnd(36)}  points  frames  off by, % of diagonal   E_RMS to the source`);
let wrong = 0;
for (const job of failure ? [] : jobs) {
  const { largest, eRms } = compared(job);
  const isRight = largest <= job.within;
  if (!isRight) wrong++;
  console.log(
    `${job.label.padEnd(36)}${String(job.truth[0].length / 3).padStart(8)}${String(job.truth.length).padStart(8)}` +
      `${(100 * largest).toFixed(5).padStart(14)}${isRight ? "" : " !"}` +
      `${eRms === null ? "" : eRms.toFixed(3).padStart(18)}`,
  );
}
rmSync(folder, { recursive: true });
process.exit(failure || wrong > 0 ? 1 : 0);
