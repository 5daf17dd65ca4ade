import { SinewError } from "../../model/errors";
import { frameOf, type MeshSequence } from "../../model/mesh/mesh-sequence";
import type { SourceFile } from "../source/source";
import type { PointCache } from "./point-cache";
import { blockReader, checkLength } from "./point-cache";

const HEADER = 8;

/** The frames and points of an MDD header; zeros if it is not an MDD. */
function headerOf(head: Uint8Array): { frames: number; points: number } | null {
  if (head.length < HEADER) return null;
  const view = new DataView(head.buffer, head.byteOffset, HEADER);
  const [frames, points] = [view.getInt32(0), view.getInt32(4)];
  return frames > 0 && points > 0 ? { frames, points } : null;
}

const lengthOf = (frames: number, points: number) => HEADER + 4 * frames + 12 * points * frames;

/** Whether a file is an MDD. It has no magic number, so its length must be exactly what its header says. */
export function isMdd(head: Uint8Array, size: number): boolean {
  const header = headerOf(head);
  return header !== null && lengthOf(header.frames, header.points) === size;
}

/** Frames a second of evenly spaced times, or null. */
function rateOf(times: Float32Array): number | null {
  const span = times[times.length - 1] - times[0];
  const fps = (times.length - 1) / span;
  if (!(fps > 0 && fps <= 1000)) return null;
  const even = times.every((t, k) => Math.abs(t - times[0] - k / fps) < 0.1 / fps);
  // Times are f32 seconds, so a rate of 23.9999 means 24.
  const whole = Math.round(fps);
  return even ? (Math.abs(fps - whole) < 0.01 ? whole : fps) : null;
}

/**
 * Opens a LightWave motion designer cache: int32 frames, int32 points, float32 times in seconds, then float32
 * positions; big-endian. The rate comes from the times.
 * @throws SinewError if header and length disagree.
 */
export async function openMdd(file: SourceFile): Promise<PointCache> {
  const header = headerOf(await file.read(0, HEADER));
  if (!header) {
    throw new SinewError({
      title: `${file.name} is not an MDD cache`,
      body: `An MDD begins with its numbers of frames and points; this file has ${file.size} bytes and does not. Was it renamed or cut short? Export it again.`,
    });
  }
  const { frames, points } = header;
  checkLength(file, points, frames, lengthOf(frames, points));
  const start = HEADER + 4 * frames;
  const head = await file.read(HEADER, start);
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const times = Float32Array.from({ length: frames }, (_, k) => view.getFloat32(4 * k));
  const read = blockReader(file, points, frames, start, false);
  return { file, format: "MDD", points, frames, fps: rateOf(times), frame: read };
}

/** The header of an MDD, and the times of its frames from 0 s. */
export function mddHeader(points: number, frames: number, fps: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER + 4 * frames);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, frames);
  view.setInt32(4, points);
  for (let k = 0; k < frames; k++) view.setFloat32(HEADER + 4 * k, k / fps);
  return bytes;
}

/** One frame: positions, 3 · points, with `origin` added again. */
export function mddFrame(positions: Float32Array, origin: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4 * positions.length);
  const view = new DataView(bytes.buffer);
  for (let n = 0; n < positions.length; n++) view.setFloat32(4 * n, positions[n] + origin[n % 3]);
  return bytes;
}

/** The sequence's positions with `origin` added again, V points per frame. */
export function writeMdd(sequence: MeshSequence): Uint8Array<ArrayBuffer> {
  const { vertexCount, frameCount, fps, origin } = sequence;
  const bytes = new Uint8Array(lengthOf(frameCount, vertexCount));
  const header = mddHeader(vertexCount, frameCount, fps);
  bytes.set(header);
  for (let k = 0; k < frameCount; k++) {
    bytes.set(mddFrame(frameOf(sequence, k), origin), header.length + 12 * vertexCount * k);
  }
  return bytes;
}
