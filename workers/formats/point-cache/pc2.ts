import { SinewError } from "../../model/errors";
import { frameOf, type MeshSequence } from "../../model/mesh/mesh-sequence";
import type { SourceFile } from "../source/source";
import type { PointCache } from "./point-cache";
import { blockReader, checkLength } from "./point-cache";

const MAGIC = "POINTCACHE2\0";
const HEADER = 32;

/** Whether a file begins like a PC2. */
export function isPc2(head: Uint8Array): boolean {
  return head.length >= MAGIC.length && [...MAGIC].every((c, i) => head[i] === c.charCodeAt(0));
}

/**
 * Opens a 3ds Max or Blender point cache: magic, int32 version, int32 points, float32 start, float32 rate (frames per
 * sample), int32 samples, then float32 positions; little-endian. It has no frame rate.
 * @throws SinewError if header and length disagree.
 */
export async function openPc2(file: SourceFile): Promise<PointCache> {
  const head = await file.read(0, HEADER);
  if (!isPc2(head) || head.length < HEADER) {
    throw new SinewError({
      title: `${file.name} is not a PC2 cache`,
      body: `A PC2 begins with "POINTCACHE2" and a header of ${HEADER} bytes; this file has ${file.size} bytes and does not. Was it renamed or cut short? Export it again.`,
    });
  }
  const view = new DataView(head.buffer, head.byteOffset, HEADER);
  const points = view.getInt32(16, true);
  const frames = view.getInt32(28, true);
  checkLength(file, points, frames, HEADER + 12 * points * frames);
  const read = blockReader(file, points, frames, HEADER, true);
  return { file, format: "PC2", points, frames, fps: null, frame: read };
}

/** The header of a PC2 from frame 0 with one sample per frame. */
export function pc2Header(points: number, samples: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < MAGIC.length; i++) bytes[i] = MAGIC.charCodeAt(i);
  view.setInt32(12, 1, true);
  view.setInt32(16, points, true);
  view.setFloat32(20, 0, true);
  view.setFloat32(24, 1, true);
  view.setInt32(28, samples, true);
  return bytes;
}

/** One sample: positions, 3 · points, with `origin` added again. */
export function pc2Sample(positions: Float32Array, origin: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4 * positions.length);
  const view = new DataView(bytes.buffer);
  for (let n = 0; n < positions.length; n++) view.setFloat32(4 * n, positions[n] + origin[n % 3], true);
  return bytes;
}

/** The sequence's positions with `origin` added again, V points per sample. */
export function writePc2(sequence: MeshSequence): Uint8Array<ArrayBuffer> {
  const { vertexCount, frameCount, origin } = sequence;
  const bytes = new Uint8Array(HEADER + 12 * vertexCount * frameCount);
  bytes.set(pc2Header(vertexCount, frameCount));
  for (let k = 0; k < frameCount; k++) {
    bytes.set(pc2Sample(frameOf(sequence, k), origin), HEADER + 12 * vertexCount * k);
  }
  return bytes;
}
