import { vertexNormals } from "../../geometry/vertex-normals";
import { Checksum } from "../../math/checksum";
import { carryNormals } from "../../mesh/carry-normals";
import { triangulate } from "../../mesh/triangles/triangulate";
import { WELD_TOLERANCE, type Weld } from "../../mesh/weld";
import { SinewError } from "../../model/errors";
import { boundsOf, type MeshPart, type MeshSequence } from "../../model/mesh/mesh-sequence";
import type { FrameSource, SequenceMesh, StreamedSequence } from "../../model/mesh/streamed-sequence";
import { howMany } from "../../model/reports/figures";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import type { RawSequence, ReadOptions } from "../source/source";
import { assembleRig } from "./assemble-rig";
import { checkFinite, checkRaw, checkRoom, checkSpread } from "./check-raw";
import { plainMaterial } from "./polygon-mesh";
import { repairNormals, repairTangents } from "./repair-vectors";
import { shareBytes, sharedFloats, shareFloats, shareImages, shareIndices } from "./shared-arrays";
import { streamedFrames } from "./streamed-frames";
import { gatherInto, type Positions, weldFrames } from "./weld-frames";
import { weldShapes } from "./weld-shapes";
import { wireLinks } from "./wire-links";

/** Allocates `count` floats with any content for positions. */
export type Allocate = (count: number) => Float32Array;

/** If its centre is farther than this many diagonals from the origin, the input moves there. */
const FAR = 10;

/** The centre of the rest pose if it is far away, so that f32 positions keep their precision; otherwise the origin. */
function originOf(rest: Positions): { origin: [number, number, number]; diagonal: number } {
  const [x0, y0, z0, x1, y1, z1] = boundsOf(rest);
  const centre: [number, number, number] = [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2];
  const diagonal = Math.hypot(x1 - x0, y1 - y0, z1 - z0);
  return { origin: Math.hypot(...centre) > FAR * diagonal ? centre : [0, 0, 0], diagonal };
}

interface Display {
  solverIndex: Uint32Array;
  corners: Uint32Array;
  /** The raw display vertex of each kept one. */
  kept: Uint32Array;
}

/** Display vertices that a polygon uses, in their order. */
function keepUsed(raw: RawSequence, weld: Weld): Display {
  const number = new Uint32Array(raw.displayPoint.length);
  for (const d of raw.polygonCorners) number[d] = 1;
  const kept = Uint32Array.from(number.keys()).filter((d) => number[d] === 1);
  kept.forEach((d, i) => {
    number[d] = i;
  });
  return {
    kept,
    solverIndex: kept.map((d) => weld.vertex[raw.displayPoint[d]]),
    corners: raw.polygonCorners.map((d) => number[d]),
  };
}

function gatherRows(values: Float32Array, width: number, rows: Uint32Array): Float32Array {
  const out = sharedFloats(width * rows.length);
  for (let i = 0; i < rows.length; i++) {
    for (let c = 0; c < width; c++) {
      const value = values[width * rows[i] + c];
      out[width * i + c] = Number.isFinite(value) ? value : 0;
    }
  }
  return out;
}

/** The parts with their runs of triangles. A polygon of n corners has n − 2. */
function partsWithTriangles(raw: RawSequence): MeshPart[] {
  const polygons = raw.polygonOffsets.length - 1;
  const parts = raw.parts.length
    ? raw.parts
    : [{ name: raw.name, material: 0, firstPolygon: 0, polygonCount: polygons }];
  const trianglesBefore = (p: number) => raw.polygonOffsets[p] - 2 * p;
  return parts.map((part) => {
    const firstTriangle = trianglesBefore(part.firstPolygon);
    const triangleCount = trianglesBefore(part.firstPolygon + part.polygonCount) - firstTriangle;
    return { ...part, firstTriangle, triangleCount };
  });
}

/** Everything else in the file, or only the sentences about what exports leave out. */
function carriedOf({ carried, lost = [] }: RawSequence): Pick<MeshSequence, "carried"> {
  if (carried) return { carried: { ...carried, bytes: shareBytes(carried.bytes) } };
  return lost.length > 0 ? { carried: { text: "{}", bytes: new Uint8Array(0), contents: [], lost } } : {};
}

/**
 * Prepares a raw sequence for solving and display. It checks the sequence, welds seams (mesh/weld.ts says which), drops
 * points without faces, triangulates polygons, moves far-away input to the origin, and uses the chosen rest pose. Up
 * axis and unit are recorded; positions are neither turned nor scaled. The result includes the file's rig if it has
 * one. Points that follow bones differently are then not welded.
 * @param allocate allocates rest and frames, by default in shared memory.
 * @throws SinewError with the frame, vertex and numbers that are wrong.
 */
export async function assemble(
  raw: RawSequence,
  options: ReadOptions,
  task: Task,
  allocate: Allocate = sharedFloats,
): Promise<{ sequence: MeshSequence; rig: Rig | null }> {
  const pose = await restPoseOf(raw, options);
  let frames: Float32Array = new Float32Array(0);
  const weld = await weldFrames(raw, pose, task, ({ count, point }) => {
    checkRoom(raw, count);
    frames = allocate(3 * count * raw.frameCount);
    const n = 3 * count;
    return (k, positions) => gatherInto(frames.subarray(k * n, (k + 1) * n), positions, point, pose.origin);
  });
  const sequence = { ...(await meshOf(raw, options, pose, weld, task, allocate)), frames };
  return { sequence, rig: raw.rig ? await assembleRig(raw.rig, sequence, weld, task) : null };
}

/** A sequence whose frames were left in its files. */
export interface AssembledStream {
  sequence: StreamedSequence;
  /** Box of all frames: [minX, minY, minZ, maxX, maxY, maxZ]. */
  box: number[];
  /** Checksum of all positions, frame after frame. */
  checksum: string;
  /** The same frames by another reader of the same files. Two readers may read at the same time. */
  framesOf(raw: RawSequence): FrameSource;
}

/**
 * The same sequence with its frames left in the file, whatever their size. Each frame is read once: that
 * checks it, finds seams, and gives the box and the checksum. It has no rig.
 * @throws SinewError as `assemble` does, but not for its size.
 */
export async function assembleStreamed(
  raw: RawSequence,
  options: ReadOptions,
  task: Task,
): Promise<AssembledStream> {
  const pose = await restPoseOf(raw, options);
  let box = EMPTY_BOX;
  let checksum = new Checksum();
  const weld = await weldFrames(raw, pose, task, ({ count, point }) => {
    const welded = new Float32Array(3 * count);
    box = EMPTY_BOX;
    checksum = new Checksum();
    return (_, positions) => {
      gatherInto(welded, positions, point, pose.origin);
      box = joinedBox(box, boundsOf(welded));
      checksum.add(welded);
    };
  });
  const mesh = await meshOf(raw, options, pose, weld, task, sharedFloats);
  const framesOf = (reader: RawSequence) => streamedFrames(reader, weld, pose.origin);
  return { sequence: { ...mesh, frames: framesOf(raw) }, box, checksum: checksum.text, framesOf };
}

const EMPTY_BOX = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];

const joinedBox = (a: number[], b: number[]): number[] =>
  a.map((x, n) => (n < 3 ? Math.min(x, b[n]) : Math.max(x, b[n])));

/** A checked rest pose, and the origin that is subtracted from all positions. */
interface RestPose {
  rest: Positions;
  origin: [number, number, number];
  diagonal: number;
}

async function restPoseOf(raw: RawSequence, options: ReadOptions): Promise<RestPose> {
  checkRaw(raw);
  const rest = await restOf(raw, options);
  const { origin, diagonal } = originOf(rest);
  if (diagonal > 0) return { rest, origin, diagonal };
  throw new SinewError({
    title: `${raw.name} has no size`,
    body: `All ${raw.pointCount} points of its rest pose are at one place. Choose another rest frame, or check the file's scale.`,
  });
}

/** The sequence without its frames. */
async function meshOf(
  raw: RawSequence,
  options: ReadOptions,
  { rest: rawRest, origin, diagonal }: RestPose,
  weld: Weld,
  task: Task,
  allocate: Allocate,
): Promise<SequenceMesh> {
  const rest = allocate(3 * weld.count);
  gatherInto(rest, rawRest, weld.point, origin);
  if (raw.frameCount === 1) checkSpread(raw.name, rest);
  task.progress({ phase: "Cutting polygons", done: null, detail: "" });
  await task.checkpoint();
  const { kept, solverIndex, corners } = keepUsed(raw, weld);
  const polygons = raw.polygonOffsets.length - 1;
  const triangles = new Uint32Array(3 * (corners.length - 2 * polygons));
  triangulate(raw.polygonOffsets, corners, solverIndex, rest, triangles);
  const solverTriangles = triangles.map((d) => solverIndex[d]);
  const toRest = (vectors: Float32Array): Float32Array => {
    if (options.restFrame === null) return vectors;
    const own = new Float32Array(rest.length);
    gatherInto(own, raw.rest, weld.point, origin);
    return shareFloats(carryNormals(vectors, solverIndex, solverTriangles, own, rest));
  };
  const normals = raw.normals && toRest(gatherRows(raw.normals, 3, kept));
  if (normals) repairNormals(normals, solverIndex, vertexNormals(rest, solverTriangles));
  const tangents = raw.tangents && repairTangents(gatherRows(raw.tangents, 4, kept), toRest);
  const shapes = weldShapes(raw.shapes ?? [], { weld, kept });
  const surface = {
    raw,
    rest: rawRest,
    weld,
    triangles: solverTriangles,
    tolerance: WELD_TOLERANCE * diagonal,
  };
  const wires = wireLinks(surface);
  return {
    version: 1,
    name: raw.name,
    vertexCount: weld.count,
    frameCount: raw.frameCount,
    fps: raw.fps,
    rest,
    origin,
    solverIndex: shareIndices(solverIndex),
    uvs: raw.uvs && gatherRows(raw.uvs, 2, kept),
    ...(raw.moreUvs && { moreUvs: raw.moreUvs.map((set) => gatherRows(set, 2, kept)) }),
    ...(raw.colours && { colours: raw.colours.map((set) => gatherRows(set, 4, kept)) }),
    ...(raw.setNames && { setNames: raw.setNames }),
    ...(tangents && { tangents }),
    ...(shapes.length > 0 && { shapes }),
    ...(raw.attributes && {
      attributes: raw.attributes.map(({ name, width, values }) => ({
        ...{ name, width },
        values: gatherRows(values, width, kept),
      })),
    }),
    normals,
    polygonOffsets: shareIndices(raw.polygonOffsets),
    polygonCorners: shareIndices(corners),
    triangles: shareIndices(triangles),
    ...(raw.tets && { tets: shareIndices(raw.tets.map((p) => weld.vertex[p])) }),
    ...(wires && { wires: shareIndices(wires) }),
    parts: partsWithTriangles(raw),
    materials: raw.materials.length ? raw.materials : [plainMaterial("default")],
    ...(raw.images && { images: shareImages(raw.images) }),
    ...carriedOf(raw),
    clips: raw.clips.length ? raw.clips : [{ name: raw.name, first: 0, last: raw.frameCount - 1 }],
    upAxis: options.upAxis ?? raw.upAxis,
    metresPerUnit: options.metresPerUnit ?? raw.metresPerUnit,
  };
}

/** Only the sequence of `assemble`. */
export async function assembleSequence(
  ...input: [raw: RawSequence, options: ReadOptions, task: Task, allocate?: Allocate]
): Promise<MeshSequence> {
  return (await assemble(...input)).sequence;
}

/** The source's rest pose, or a copy of the frame that the artist chose. */
async function restOf(raw: RawSequence, { restFrame }: ReadOptions): Promise<Positions> {
  if (restFrame === null) {
    checkFinite(raw, raw.rest, null, null);
    return raw.rest;
  }
  if (!(Number.isInteger(restFrame) && restFrame >= 0 && restFrame < raw.frameCount)) {
    throw new SinewError({
      title: `${raw.name} has no frame ${restFrame + 1}`,
      body: `It has ${howMany(raw.frameCount, "frame")}. Choose one of them as the rest pose.`,
    });
  }
  const positions = (await raw.frame(restFrame)).slice();
  checkFinite(raw, positions, null, restFrame);
  return positions;
}
