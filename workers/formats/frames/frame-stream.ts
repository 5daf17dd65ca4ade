/** Writes deformed frames one by one, with the memory of only one frame. */
import type { FrameFormatId } from "../../model/files/export/frame-formats";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { AlembicFrames } from "../alembic/write/frames";
import { mddFrame, mddHeader } from "../point-cache/mdd";
import { pc2Header, pc2Sample } from "../point-cache/pc2";

export interface FrameStream {
  /** @param positions 3V of the next frame. */
  add(positions: Float32Array): void;
  /**
   * Writes the rest of the file. Call it after all frames.
   * @returns the first bytes of the file, which replace the bytes written first; empty if those stay.
   */
  finish(): Uint8Array;
}

export interface FramesToWrite {
  sequence: MeshSequence;
  /** The number of frames to write. */
  frames: number;
  /** Whether each frame has its normals, in formats that hold them; true by default. */
  normals?: boolean;
}

/** Receives the next bytes of a file, and may keep the array. */
export type Put = (bytes: Uint8Array<ArrayBuffer>) => void;

const NOTHING = new Uint8Array(0);

const pointCache =
  (header: (written: FramesToWrite) => Uint8Array<ArrayBuffer>, frame: typeof mddFrame) =>
  (written: FramesToWrite, put: Put): FrameStream => {
    put(header(written));
    return { add: (positions) => put(frame(positions, written.sequence.origin)), finish: () => NOTHING };
  };

function alembic({ sequence, normals }: FramesToWrite, put: Put): FrameStream {
  const archive = new AlembicFrames(sequence, (bytes) => put(bytes.slice()), { normals });
  return { add: (positions) => archive.add(positions), finish: () => archive.finish() };
}

const STREAMS: Readonly<Record<FrameFormatId, (written: FramesToWrite, put: Put) => FrameStream>> = {
  abc: alembic,
  pc2: pointCache(({ sequence, frames }) => pc2Header(sequence.vertexCount, frames), pc2Sample),
  mdd: pointCache(({ sequence, frames }) => mddHeader(sequence.vertexCount, frames, sequence.fps), mddFrame),
};

/** Begins a file. `put` immediately gets its first bytes. */
export const frameStream = (format: FrameFormatId, written: FramesToWrite, put: Put): FrameStream =>
  STREAMS[format](written, put);
