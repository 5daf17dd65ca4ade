import { createRandom } from "../../math/random";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { RawSequence, ReadOptions, SourceFile } from "../source/source";
import { bytesFile } from "../source/source-file";

/** Default choices: all clips, everything as in the source. */
export const AS_IT_IS: ReadOptions = {
  clips: [],
  fps: null,
  upAxis: null,
  metresPerUnit: null,
  restFrame: null,
};

export function textFile(name: string, text: string): SourceFile {
  return bytesFile(name, new TextEncoder().encode(text));
}

export interface TubeOptions {
  rings?: number;
  sides?: number;
  frames?: number;
  seed?: number;
  /** Whether it is split along a seam, with uvs. */
  uvs?: boolean;
  centre?: [number, number, number];
}

/**
 * A tube of quads with an n-gon at each end that bends and trembles. It has a seam along its length, two parts and two
 * materials. All numbers are f32 and depend only on the seed.
 */
export function tubeSequence(options: TubeOptions = {}): RawSequence {
  const { rings = 6, sides = 5, frames = 4, seed = 1, uvs: withUvs = true, centre = [0, 0, 0] } = options;
  const random = createRandom(seed);
  const columns = withUvs ? sides + 1 : sides;
  const tremble = Float64Array.from({ length: frames * rings * sides }, () => 0.05 * random.normal());
  const pose = (k: number) => {
    const positions = new Float64Array(3 * rings * sides);
    for (let r = 0; r < rings; r++) {
      for (let s = 0; s < sides; s++) {
        const [angle, bend] = [(2 * Math.PI * s) / sides, k * 0.1 * r];
        const radius = 1 + tremble[(k * rings + r) * sides + s];
        const at = 3 * (r * sides + s);
        positions[at] = Math.fround(radius * Math.cos(angle) + bend + centre[0]);
        positions[at + 1] = Math.fround(r + 0.1 * k + centre[1]);
        positions[at + 2] = Math.fround(radius * Math.sin(angle) + centre[2]);
      }
    }
    return positions;
  };
  const displayPoint: number[] = [];
  const uvs: number[] = [];
  for (let r = 0; r < rings; r++) {
    for (let c = 0; c < columns; c++) {
      displayPoint.push(r * sides + (c % sides));
      uvs.push(c / 8, r / 16);
    }
  }
  const polygons: number[][] = [];
  for (let r = 0; r + 1 < rings; r++) {
    for (let s = 0; s < sides; s++) {
      const next = withUvs ? s + 1 : (s + 1) % sides;
      polygons.push([r * columns + s, (r + 1) * columns + s, (r + 1) * columns + next, r * columns + next]);
    }
  }
  const ring = (r: number) => Array.from({ length: sides }, (_, s) => r * columns + s);
  polygons.push(ring(0), ring(rings - 1).reverse());
  const wall = (rings - 1) * sides;
  const offsets = [0];
  for (const polygon of polygons) offsets.push(offsets[offsets.length - 1] + polygon.length);
  return {
    name: "tube",
    fps: 24,
    frameCount: frames,
    pointCount: rings * sides,
    rest: pose(0),
    frame: async (k) => pose(k),
    displayPoint: Uint32Array.from(displayPoint),
    uvs: withUvs ? Float32Array.from(uvs) : null,
    normals: null,
    polygonOffsets: Uint32Array.from(offsets),
    polygonCorners: Uint32Array.from(polygons.flat()),
    parts: [
      { name: "wall", material: 0, firstPolygon: 0, polygonCount: wall },
      { name: "ends", material: 1, firstPolygon: wall, polygonCount: 2 },
    ],
    materials: [
      { name: "red", baseColour: [0.75, 0.125, 0.0625, 1], doubleSided: true },
      { name: "glass", baseColour: [0.5, 0.5, 1, 0.25], doubleSided: true, alpha: "blend" },
    ],
    clips: [{ name: "tube", first: 0, last: frames - 1 }],
    upAxis: "y",
    metresPerUnit: 1,
  };
}

/**
 * Positions of the corners of all polygons in a pose, with the origin added. This is the visible surface, independent
 * of indices.
 */
export function cornerPositions(sequence: MeshSequence, positions: Float32Array): number[] {
  const out: number[] = [];
  for (const d of sequence.polygonCorners) {
    const i = sequence.solverIndex[d];
    for (let c = 0; c < 3; c++) out.push(positions[3 * i + c] + sequence.origin[c]);
  }
  return out;
}
