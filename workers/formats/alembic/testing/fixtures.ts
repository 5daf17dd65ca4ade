import type { RawSequence, ReadOptions, SourceFile } from "../../source/source";
import type { Operation, WrittenMesh, WrittenNode, WrittenScene, WrittenTransform } from "./write";

/** Bytes as a file that counts the bytes that are read, for tests. */
export function memoryFile(bytes: Uint8Array, name = "cache.abc"): SourceFile & { bytesRead: number } {
  return {
    name,
    size: bytes.length,
    bytesRead: 0,
    async read(begin, end) {
      const part = bytes.slice(begin, Math.min(end, bytes.length));
      this.bytesRead += part.length;
      return part;
    },
  };
}

export const READ_ALL: ReadOptions = {
  clips: [],
  fps: null,
  upAxis: null,
  metresPerUnit: null,
  restFrame: null,
};

/** A unit cube of quads around the origin, its faces anticlockwise seen from outside. */
export function cube(
  name: string,
  points: (k: number) => Float32Array | Float64Array = () => CUBE_POINTS,
): WrittenMesh {
  return {
    kind: "mesh",
    name,
    points,
    polygonOffsets: Uint32Array.from({ length: 7 }, (_, p) => 4 * p),
    polygonCorners: CUBE_CORNERS,
  };
}

/** Point i is at (bit 0, bit 1, bit 2) - 1/2. */
export const CUBE_POINTS = Float32Array.from(
  { length: 24 },
  (_, i) => ((Math.floor(i / 3) >> (i % 3)) & 1) - 0.5,
);

const CUBE_CORNERS = Uint32Array.of(0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6);

/** The cube's points, moved along x by `step` in each frame and squashed, so that every frame differs. */
export function movingCube(step: number): (k: number) => Float32Array {
  return (k) => CUBE_POINTS.map((x, i) => (i % 3 === 0 ? x * (1 + 0.1 * k) + step * k : x));
}

export function scene(nodes: WrittenNode[], frameCount: number, fps = 24, start = 0): WrittenScene {
  return { nodes, frameCount, sampling: { kind: "uniform", period: 1 / fps, times: Float64Array.of(start) } };
}

/** Volume inside the polygons, positive if they face outwards. Uses the divergence theorem on fans of triangles. */
export function polygonVolume(
  positions: ArrayLike<number>,
  offsets: ArrayLike<number>,
  cornerPoints: ArrayLike<number>,
): number {
  let six = 0;
  const at = (c: number, axis: number) => positions[3 * cornerPoints[c] + axis];
  for (let q = 0; q + 1 < offsets.length; q++) {
    for (let c = offsets[q] + 1; c + 1 < offsets[q + 1]; c++) {
      const [a, b, d] = [offsets[q], c, c + 1];
      six += at(a, 0) * (at(b, 1) * at(d, 2) - at(b, 2) * at(d, 1));
      six += at(a, 1) * (at(b, 2) * at(d, 0) - at(b, 0) * at(d, 2));
      six += at(a, 2) * (at(b, 0) * at(d, 1) - at(b, 1) * at(d, 0));
    }
  }
  return six / 6;
}

/** A transform that does not move. */
export function still(
  name: string,
  operations: Operation[],
  channels: number[],
  children: WrittenNode[],
): WrittenTransform {
  return { kind: "transform", name, operations, channels: () => channels, children };
}

/** The point of each corner. */
export function cornerPoints(sequence: RawSequence): Uint32Array {
  return sequence.polygonCorners.map((d) => sequence.displayPoint[d]);
}
