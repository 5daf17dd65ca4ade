/** FBX files that Blender writes or reads: compares every vertex in every frame between Sinew and Blender. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadFbx } from "../../workers/formats/fbx/load";
import { SceneEvaluator } from "../../workers/formats/gltf/read/scene/evaluate";
import type { UpAxis } from "../../workers/model/mesh/mesh-sequence";
import { boundsOf } from "../../workers/model/mesh/mesh-sequence";
import { UNWATCHED } from "../../workers/model/task";
import { PIVOT_FPS, PIVOT_FRAMES, pivotScene } from "./pivot-scene";

/** Blender's positions for a file: for each frame the vertices of each mesh in its coordinates, z up, in metres. */
interface Truth {
  fps: number;
  frames: Record<string, number[]>[];
}

export interface ReadFile {
  label: string;
  points: number;
  frames: number;
  /** Largest distance of a point, as a share of the diagonal. */
  largest: number;
}

/** Positions of a file in Blender's coordinates, in place. */
function toBlender(points: Float64Array, upAxis: UpAxis, metresPerUnit: number): void {
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = [points[i], points[i + 1], points[i + 2]].map((c) => c * metresPerUnit);
    points.set(upAxis === "y" ? [x, -z, y] : [x, y, z], i);
  }
}

async function compared(folder: string, label: string): Promise<ReadFile> {
  const truth: Truth = JSON.parse(readFileSync(join(folder, `${label}.json`), "utf8"));
  const bytes = readFileSync(join(folder, `${label}.fbx`));
  const { scene, format } = await loadFbx(new Uint8Array(bytes), `${label}.fbx`, UNWATCHED);
  const evaluator = new SceneEvaluator(scene);
  const points = new Float64Array(3 * scene.pointCount);
  const [x0, y0, z0, x1, y1, z1] = boundsOf(Object.values(truth.frames[0]).flat());
  const diagonal = Math.hypot(x1 - x0, y1 - y0, z1 - z0);
  let largest = 0;
  for (const [k, frame] of truth.frames.entries()) {
    const [clip] = scene.clips;
    evaluator.pose(clip, clip.start + k / truth.fps);
    evaluator.positions(points);
    toBlender(points, format.upAxis, format.metresPerUnit);
    const shown = scene.instances.reduce((sum, { geometry }) => sum + geometry.vertexCount, 0);
    const wanted = Object.values(frame).reduce((sum, list) => sum + list.length / 3, 0);
    if (shown !== wanted) largest = Number.POSITIVE_INFINITY;
    for (const { name, firstPoint, geometry } of scene.instances) {
      const list = frame[name] ?? [];
      for (let n = 0; n < 3 * geometry.vertexCount; n += 3) {
        const off = [0, 1, 2].map((c) => points[3 * firstPoint + n + c] - (list[n + c] ?? Number.NaN));
        const distance = Math.hypot(...off) / diagonal;
        if (!(distance <= largest)) largest = distance;
      }
    }
  }
  return { label, points: scene.pointCount, frames: truth.frames.length, largest };
}

/**
 * Lets Blender write its files into a new folder, and read ours; then reads the files whose names contain a word.
 * @returns Blender's message if it failed.
 */
export async function fbxAndBlender(folder: string, word: string): Promise<ReadFile[] | string> {
  mkdirSync(folder);
  writeFileSync(join(folder, "pivots, y up.fbx"), pivotScene("y", 100 + 1e-9));
  writeFileSync(join(folder, "pivots, z up, inches.fbx"), pivotScene("z", 2.54));
  const script = fileURLToPath(new URL("../../tools/clients/fbx.py", import.meta.url));
  const run = spawnSync(
    "blender",
    [
      ...["--background", "--factory-startup", "--python-exit-code", "1", "--python", script],
      ...["--", folder, String(PIVOT_FRAMES), String(PIVOT_FPS)],
    ],
    { encoding: "utf8", maxBuffer: 1 << 28 },
  );
  if (run.status !== 0) return `${run.stdout}\n${run.stderr}`.trim().split("\n").slice(-12).join("\n");
  const labels = readdirSync(folder).flatMap((file) => (file.endsWith(".fbx") ? [file.slice(0, -4)] : []));
  const read: ReadFile[] = [];
  for (const label of labels.sort()) {
    if (`FBX, read: ${label}`.includes(word)) read.push(await compared(folder, label));
  }
  return read;
}
