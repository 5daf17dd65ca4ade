/** Files of gltfpack, and their error. It sorts and merges vertices, so we find them again by their places at rest. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openGltf } from "../../workers/formats/gltf/read/read";
import { bytesFile } from "../../workers/formats/source/source-file";
import { frameOf, type MeshSequence, restDiagonal } from "../../workers/model/mesh/mesh-sequence";
import { UNWATCHED } from "../../workers/model/task";

/** @param script gltfpack's cli.js */
export function packedBy(script: string, bytes: Uint8Array): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "sinew-gltfpack-"));
  const [from, to] = [join(folder, "from.glb"), join(folder, "to.glb")];
  try {
    writeFileSync(from, bytes);
    const { status, stderr } = spawnSync(process.execPath, [script, "-c", "-i", from, "-o", to], {
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`gltfpack failed: ${stderr}`);
    return new Uint8Array(readFileSync(to));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The solver's vertex that is nearest at rest to each point, in y-up metres. */
function nearestVertices(placed: Float64Array, points: ArrayLike<number>): Uint32Array {
  const found = new Uint32Array(points.length / 3);
  for (let n = 0; n < found.length; n++) {
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < placed.length; i += 3) {
      const square =
        (placed[i] - points[3 * n]) ** 2 +
        (placed[i + 1] - points[3 * n + 1]) ** 2 +
        (placed[i + 2] - points[3 * n + 2]) ** 2;
      if (square < least) {
        least = square;
        found[n] = i / 3;
      }
    }
  }
  return found;
}

/** Positions of the sequence in y-up metres. */
function inMetres(
  { upAxis, metresPerUnit, origin }: MeshSequence,
  positions: ArrayLike<number>,
): Float64Array {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [0, 1, 2].map((c) => (positions[i + c] + origin[c]) * metresPerUnit);
    out.set(upAxis === "z" ? [x, z, -y] : upAxis === "x" ? [-y, x, z] : [x, y, z], i);
  }
  return out;
}

/** E_RMS of a GLB against the sequence that it was made from, over the vertices of the file. */
export async function errorOfFile(sequence: MeshSequence, bytes: Uint8Array): Promise<number> {
  const file = bytesFile("packed.glb", bytes);
  const source = await openGltf([file], file, UNWATCHED);
  const options = { clips: [], fps: sequence.fps, upAxis: null, metresPerUnit: null, restFrame: null };
  const raw = await source.read(options, UNWATCHED);
  const vertices = nearestVertices(inMetres(sequence, sequence.rest), raw.rest);
  let sum = 0;
  for (let k = 0; k < sequence.frameCount; k++) {
    const truth = inMetres(sequence, frameOf(sequence, k));
    const shown = await raw.frame(k);
    for (const [n, i] of vertices.entries()) {
      for (let c = 0; c < 3; c++) sum += (shown[3 * n + c] - truth[3 * i + c]) ** 2;
    }
  }
  const count = 3 * vertices.length * sequence.frameCount;
  return (2000 * Math.sqrt(sum / count)) / (restDiagonal(sequence) * sequence.metresPerUnit);
}
