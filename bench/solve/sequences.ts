import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { nodeFiles } from "../../workers/formats/source/node-file";
import type { Engine } from "../../workers/jobs/engine";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import { wholeSequence } from "../../workers/model/mesh/streamed-sequence";
import { UNWATCHED } from "../../workers/model/task";

/** Folder of the measured sequences, beside the project; most machines do not have it. */
const DATA = resolve(process.cwd(), "../shared/data");

/** Reads a sequence of the shared data; null if it is missing. */
export async function sharedSequence(engine: Engine, files: string[]): Promise<MeshSequence | null> {
  const paths = files.map((file) => resolve(DATA, file));
  if (!paths.every((path) => existsSync(path))) return null;
  await engine.run("inspect", { files: await nodeFiles(paths) }, UNWATCHED);
  const choice = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };
  return wholeSequence((await engine.run("read", { source: 0, choice }, UNWATCHED)).sequence);
}

/** Splits every triangle in four. V grows about fourfold; the motion is interpolated. */
export function subdivide(sequence: MeshSequence): MeshSequence {
  const { vertexCount: V, frameCount: F, solverIndex } = sequence;
  const middles = new Map<number, number>();
  const ends: number[] = [];
  const middle = (a: number, b: number) => {
    const key = Math.min(a, b) * V + Math.max(a, b);
    let found = middles.get(key);
    if (found === undefined) {
      found = V + middles.size;
      middles.set(key, found);
      ends.push(a, b);
    }
    return found;
  };
  const triangles: number[] = [];
  for (let t = 0; t < sequence.triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => solverIndex[sequence.triangles[t + corner]]);
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    triangles.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
  }
  const count = V + middles.size;
  const refine = (positions: Float32Array, out: Float32Array) => {
    out.set(positions);
    for (let m = 0; m < middles.size; m++) {
      for (let x = 0; x < 3; x++) {
        const sum = positions[3 * ends[2 * m] + x] + positions[3 * ends[2 * m + 1] + x];
        out[3 * (V + m) + x] = sum / 2;
      }
    }
  };
  const rest = new Float32Array(3 * count);
  refine(sequence.rest, rest);
  const frames = new Float32Array(3 * count * F);
  for (let k = 0; k < F; k++) {
    const source = sequence.frames.subarray(3 * V * k, 3 * V * (k + 1));
    refine(source, frames.subarray(3 * count * k, 3 * count * (k + 1)));
  }
  const faces = triangles.length / 3;
  return {
    ...sequence,
    name: `${sequence.name}-subdivided`,
    vertexCount: count,
    rest,
    frames,
    solverIndex: Uint32Array.from({ length: count }, (_, i) => i),
    uvs: null,
    normals: null,
    triangles: Uint32Array.from(triangles),
    polygonOffsets: Uint32Array.from({ length: faces + 1 }, (_, p) => 3 * p),
    polygonCorners: Uint32Array.from(triangles),
    parts: [
      {
        name: sequence.name,
        material: 0,
        firstPolygon: 0,
        polygonCount: faces,
        firstTriangle: 0,
        triangleCount: faces,
      },
    ],
  };
}
