import { gridQuads } from "../../../tools/samples/grid";
import { fillFrames, makeSequence } from "../../../tools/samples/make-sequence";
import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";

/** Grids of quads, and motions of them, for generated sequences. */

export type Point = [number, number, number];
/** Moves a point of the rest pose at a time from 0 to 1. */
export type Motion = (p: Point, t: number) => Point;

export interface Grid {
  rest: Point[];
  quads: number[][];
}

export const TURN = 2 * Math.PI;

export function animate(name: string, { rest, quads }: Grid, frames: number, motion: Motion): MeshSequence {
  return makeSequence({
    name,
    fps: 24,
    rest: Float32Array.from(rest.flat()),
    frames: fillFrames(rest.length, frames, (frame, k) => {
      rest.forEach((p, i) => {
        frame.set(motion(p, (k + 1) / frames), 3 * i);
      });
    }),
    parts: [{ name, material: 0, polygons: quads }],
    materials: [{ name: "clay", baseColour: [0.5, 0.5, 0.5, 1], doubleSided: true }],
  });
}

/** A sheet of size x size vertices, 1 wide, in the xy plane. */
export function sheet(size: number): Grid {
  const rest = Array.from(
    { length: size * size },
    (_, i): Point => [(i % size) / (size - 1), -Math.floor(i / size) / (size - 1), 0],
  );
  return { rest, quads: gridQuads(0, size, size) };
}

/** A tube along x, 4 long, whose radius is a function of the place along it from 0 to 1. */
export function tube(rings: number, sectors: number, radius: (u: number) => number): Grid {
  const rest: Point[] = [];
  for (let r = 0; r < rings; r++) {
    const u = r / (rings - 1);
    for (let s = 0; s < sectors; s++) {
      const angle = (TURN * s) / sectors;
      rest.push([4 * u, radius(u) * Math.cos(angle), radius(u) * Math.sin(angle)]);
    }
  }
  return { rest, quads: gridQuads(0, rings, sectors, { columns: true }) };
}

export const ball = (rings: number, sectors: number): Grid =>
  tube(rings, sectors, (u) => Math.max(0.02, Math.sin(Math.PI * u)));

export const turnX = ([x, y, z]: Point, a: number): Point => [
  x,
  y * Math.cos(a) - z * Math.sin(a),
  y * Math.sin(a) + z * Math.cos(a),
];

/** Two sequences as one mesh. */
export function together(name: string, one: MeshSequence, other: MeshSequence): MeshSequence {
  const counts = [one, other].map(({ vertexCount }) => vertexCount);
  const both = counts[0] + counts[1];
  const frames = Math.min(one.frameCount, other.frameCount);
  const polygons = [one, other].flatMap((sequence, n) => trianglesOf(sequence, n * counts[0]));
  return makeSequence({
    name,
    fps: 24,
    rest: Float32Array.from([...one.rest, ...other.rest]),
    frames: fillFrames(both, frames, (frame, k) => {
      frame.set(one.frames.subarray(3 * k * counts[0], 3 * (k + 1) * counts[0]));
      frame.set(other.frames.subarray(3 * k * counts[1], 3 * (k + 1) * counts[1]), 3 * counts[0]);
    }),
    parts: [{ name, material: 0, polygons }],
    materials: [{ name: "clay", baseColour: [0.5, 0.5, 0.5, 1], doubleSided: true }],
  });
}

const trianglesOf = ({ triangles, solverIndex }: MeshSequence, first: number): number[][] =>
  Array.from({ length: triangles.length / 3 }, (_, t) =>
    [0, 1, 2].map((c) => solverIndex[triangles[3 * t + c]] + first),
  );
