/** Reads glTF files from bytes in tests, and compares meshes independent of the order of vertices. */

import { UNWATCHED } from "../../../../model/task";
import type { RawSequence, ReadOptions } from "../../../source/source";
import { bytesFile } from "../../../source/source-file";
import { AS_IT_IS } from "../../../testing/formats";
import { openGltf } from "../read";

export async function openBytes(bytes: Uint8Array, name = "test.glb") {
  const file = bytesFile(name, bytes);
  return openGltf([file], file, UNWATCHED);
}

export async function readBytes(bytes: Uint8Array, options: Partial<ReadOptions> = {}): Promise<RawSequence> {
  return (await openBytes(bytes)).read({ ...AS_IT_IS, ...options }, UNWATCHED);
}

export async function allFrames(raw: RawSequence): Promise<number[][]> {
  const frames: number[][] = [];
  for (let k = 0; k < raw.frameCount; k++) frames.push([...(await raw.frame(k))]);
  return frames;
}

/** Centroids of the triangles, because files may order vertices and triangles differently. */
export function centroids(raw: RawSequence, positions: ArrayLike<number>): number[][] {
  return Array.from({ length: raw.polygonCorners.length / 3 }, (_, t) => {
    const points = [0, 1, 2].map((c) => 3 * raw.displayPoint[raw.polygonCorners[3 * t + c]]);
    return [0, 1, 2].map((c) => points.reduce((sum, i) => sum + positions[i + c] / 3, 0));
  });
}

/** Six times the signed volume below the triangles. Its sign is the side that they face. */
export function facing(raw: RawSequence): number {
  const p = (corner: number) => {
    const i = 3 * raw.displayPoint[raw.polygonCorners[corner]];
    return raw.rest.slice(i, i + 3);
  };
  let sum = 0;
  for (let c = 0; c < raw.polygonCorners.length; c += 3) {
    const [a, b, d] = [p(c), p(c + 1), p(c + 2)];
    sum += (b[0] - a[0]) * (d[1] - a[1]) - (b[1] - a[1]) * (d[0] - a[0]);
  }
  return sum;
}
