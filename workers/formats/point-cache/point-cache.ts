import { SinewError } from "../../model/errors";
import { howMany } from "../../model/reports/figures";
import type { SourceFile } from "../source/source";

/** A file of positions without a mesh. */
export interface PointCache {
  file: SourceFile;
  format: "PC2" | "MDD";
  points: number;
  frames: number;
  /** Frames a second; null if the file has none. */
  fps: number | null;
  /** Positions of frame k, 3 · points; read-only. */
  frame(k: number): Promise<Float32Array>;
}

/** Frames are read together up to this many bytes. This needs few reads and little memory. */
const BLOCK = 4 << 20;

/**
 * Checks that counts are positive and the file is long enough.
 * @throws SinewError with both numbers.
 */
export function checkLength(file: SourceFile, points: number, frames: number, expected: number): void {
  const facts: [string, string][] = [
    [file.name, `${howMany(points, "point")}, ${howMany(frames, "frame")}, ${howMany(file.size, "byte")}`],
  ];
  if (points < 1 || frames < 1) {
    throw new SinewError({
      title: `${file.name} is empty or damaged`,
      body: `Its header says ${howMany(points, "point")} and ${howMany(frames, "frame")}. Export the cache again.`,
      facts,
    });
  }
  if (file.size < expected) {
    const whole = Math.max(0, Math.floor((file.size - (expected - 12 * points * frames)) / (12 * points)));
    throw new SinewError({
      title: `${file.name} is cut short`,
      body: `Its header says ${howMany(points, "point")} in ${howMany(frames, "frame")}, which takes ${howMany(expected, "byte")}; it has ${file.size}, enough for ${howMany(whole, "frame")}. Copy or export it again.`,
      facts,
    });
  }
}

/** Reads frames of packed float32 positions from `start` on, several at once. */
export function blockReader(
  file: SourceFile,
  points: number,
  frames: number,
  start: number,
  littleEndian: boolean,
): (k: number) => Promise<Float32Array> {
  const frameBytes = 12 * points;
  const perBlock = Math.max(1, Math.floor(BLOCK / frameBytes));
  let last = { first: 0, floats: new Float32Array(0) };
  return async (k) => {
    let block = last;
    if (k < block.first || (k - block.first + 1) * 3 * points > block.floats.length) {
      const count = Math.min(perBlock, frames - k);
      const begin = start + k * frameBytes;
      const bytes = await file.read(begin, begin + count * frameBytes);
      if (bytes.length < count * frameBytes) {
        throw new SinewError({
          title: `${file.name} is cut short`,
          body: `Frame ${k + 1} of ${frames} ends early. Copy or export it again.`,
        });
      }
      block = { first: k, floats: floatsOf(bytes, littleEndian) };
      last = block;
    }
    const at = (k - block.first) * 3 * points;
    return block.floats.subarray(at, at + 3 * points);
  };
}

/** The floats are copied, because the bytes may be unaligned or in the other byte order. */
function floatsOf(bytes: Uint8Array, littleEndian: boolean): Float32Array<ArrayBuffer> {
  const own = bytes.slice();
  const view = new DataView(own.buffer);
  const floats = new Float32Array(own.buffer);
  for (let i = 0; !littleEndian && i < floats.length; i++) floats[i] = view.getFloat32(4 * i);
  return floats;
}
