import type { Material } from "../../workers/model/mesh/appearance";
import {
  type Clip,
  frameOf,
  type MeshPart,
  type MeshSequence,
  validateSequence,
} from "../../workers/model/mesh/mesh-sequence";

/** A named mesh of a generated scene. */
export interface GeneratedPart {
  name: string;
  /** Index into `materials`. */
  material: number;
  /** Display vertices around each polygon, counter-clockwise from outside. */
  polygons: number[][];
}

/** The output of a generator; the rest of a MeshSequence follows from it. */
export interface GeneratedScene {
  name: string;
  fps: number;
  /** 3V. */
  rest: Float32Array;
  /** F·3V. */
  frames: Float32Array;
  parts: GeneratedPart[];
  materials: Material[];
  /** Solver vertex of each display vertex; by default both are the same. */
  solverIndex?: ArrayLike<number>;
  /** 2D. */
  uvs?: Float32Array;
  /** Default: one clip with the scene's name. */
  clips?: Clip[];
}

/** Area-weighted normals of positions, 3V, with unit length (0 if a vertex has no face). */
export function smoothNormals(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    for (const i of [a, b, c]) {
      normals[i] += uy * vz - uz * vy;
      normals[i + 1] += uz * vx - ux * vz;
      normals[i + 2] += ux * vy - uy * vx;
    }
  }
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2]) || 1;
    for (let c = 0; c < 3; c++) normals[i + c] /= length;
  }
  return normals;
}

/** Polygons as offsets, corners and fans of triangles. */
function flatten(parts: GeneratedPart[]) {
  const offsets = [0];
  const corners: number[] = [];
  const triangles: number[] = [];
  const ranges = parts.map((part): MeshPart => {
    const firstPolygon = offsets.length - 1;
    const firstTriangle = triangles.length / 3;
    for (const polygon of part.polygons) {
      for (const corner of polygon) corners.push(corner);
      offsets.push(corners.length);
      for (let c = 2; c < polygon.length; c++) triangles.push(polygon[0], polygon[c - 1], polygon[c]);
    }
    const triangleCount = triangles.length / 3 - firstTriangle;
    const { name, material } = part;
    return { name, material, firstPolygon, polygonCount: part.polygons.length, firstTriangle, triangleCount };
  });
  return {
    polygonOffsets: Uint32Array.from(offsets),
    polygonCorners: Uint32Array.from(corners),
    triangles: Uint32Array.from(triangles),
    parts: ranges,
  };
}

/**
 * A generated scene as a sequence in metres, y up.
 * @throws SinewError if its arrays do not match.
 */
export function makeSequence(scene: GeneratedScene): MeshSequence {
  const vertexCount = scene.rest.length / 3;
  const frameCount = scene.frames.length / scene.rest.length;
  const mesh = flatten(scene.parts);
  const solverIndex = Uint32Array.from(scene.solverIndex ?? Array.from({ length: vertexCount }, (_, i) => i));
  const bySolver = smoothNormals(
    scene.rest,
    mesh.triangles.map((v) => solverIndex[v]),
  );
  const normals = new Float32Array(3 * solverIndex.length);
  solverIndex.forEach((i, d) => {
    normals.set(bySolver.subarray(3 * i, 3 * i + 3), 3 * d);
  });
  return validateSequence({
    version: 1,
    name: scene.name,
    vertexCount,
    frameCount,
    fps: scene.fps,
    rest: scene.rest,
    frames: scene.frames,
    origin: [0, 0, 0],
    solverIndex,
    uvs: scene.uvs ?? null,
    normals,
    ...mesh,
    materials: scene.materials,
    clips: scene.clips ?? [{ name: scene.name, first: 0, last: frameCount - 1 }],
    upAxis: "y",
    metresPerUnit: 1,
  });
}

/** An array for F frames of 3V numbers, filled frame by frame. */
export function fillFrames(
  vertexCount: number,
  frameCount: number,
  fill: (frame: Float32Array, k: number) => void,
): Float32Array {
  const frames = new Float32Array(3 * vertexCount * frameCount);
  for (let k = 0; k < frameCount; k++) fill(frameOf({ vertexCount, frames } as MeshSequence, k), k);
  return frames;
}
