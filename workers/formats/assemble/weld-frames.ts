/** Reads the frames of a raw sequence and finds the seams that stay closed in all of them. */
import { partLinks, seamLinks, WELD_TOLERANCE, type Weld, weldPoints } from "../../mesh/weld";
import type { Task } from "../../model/task";
import type { RawSequence } from "../source/source";
import { partByWeights } from "./assemble-rig";
import { checkFinite } from "./check-raw";
import { partByShapes } from "./weld-shapes";

export type Positions = Float32Array | Float64Array;

/** Positions of the welded vertices, minus the origin. */
export function gatherInto(
  out: Float32Array,
  positions: Positions,
  points: Uint32Array,
  origin: number[],
): void {
  const [ox, oy, oz] = origin;
  for (let i = 0; i < points.length; i++) {
    const p = 3 * points[i];
    out[3 * i] = positions[p] - ox;
    out[3 * i + 1] = positions[p + 1] - oy;
    out[3 * i + 2] = positions[p + 2] - oz;
  }
}

/**
 * Whether the writer may have split points for display. A single surface without UVs, normals and colours needs no
 * splits, so its coincident points are meant to be separate, unless no two faces share a point, as in STL.
 */
function hasSeams(raw: RawSequence, used: Uint8Array): boolean {
  if (raw.uvs || raw.normals || raw.colours || raw.parts.length > 1) return true;
  return used.reduce((sum, flag) => sum + flag, 0) === raw.polygonCorners.length;
}

/** Receives frame k, in the file's points. It is valid until the next one. */
type TakeFrame = (k: number, positions: Positions) => void;

/**
 * Reads all frames, and welds along the seams that stay closed in all of them. It first assumes that every seam of the
 * rest pose stays closed, and reads the frames again only if one opens.
 * @param rest positions of the rest pose, and the diagonal of their box.
 * @param begin is told how vertices are welded in a pass, and returns the function that receives its frames.
 * @throws SinewError with the frame and vertex of a position that cannot be used.
 */
export async function weldFrames(
  raw: RawSequence,
  { rest, diagonal }: { rest: Positions; diagonal: number },
  task: Task,
  begin: (weld: Weld) => TakeFrame,
): Promise<Weld> {
  task.progress({ phase: "Finding seams", done: null, detail: "" });
  await task.checkpoint();
  const cornerPoints = raw.polygonCorners.map((d) => raw.displayPoint[d]);
  const used = new Uint8Array(raw.pointCount);
  for (const p of cornerPoints) used[p] = 1;
  for (const p of raw.tets ?? []) used[p] = 1;
  const tolerance = WELD_TOLERANCE * diagonal;
  const links = hasSeams(raw, used)
    ? seamLinks(rest, raw.polygonOffsets, cornerPoints, tolerance)
    : { pairs: new Uint32Array(0) };
  const apart = new Uint8Array(links.pairs.length / 2);
  if (raw.rig) {
    partByWeights(links, raw.rig.weights, apart);
    partLinks(links, raw.rig.rest, tolerance, apart);
  }
  partByShapes(links, raw, diagonal, apart);
  for (let pass = 0; ; pass++) {
    const weld = weldPoints(raw.pointCount, used, links, apart);
    const take = begin(weld);
    let parted = 0;
    for (let k = 0; k < raw.frameCount; k++) {
      task.progress({
        phase: pass === 0 ? "Reading frames" : "Opening seams",
        done: k / raw.frameCount,
        detail: `frame ${k + 1} of ${raw.frameCount}`,
      });
      await task.checkpoint();
      const positions = await raw.frame(k);
      checkFinite(raw, positions, used, k);
      parted += partLinks(links, positions, tolerance, apart);
      if (parted === 0) take(k, positions);
    }
    if (parted === 0) return weld;
  }
}
