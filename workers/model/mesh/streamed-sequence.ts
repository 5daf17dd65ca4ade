import { SinewError } from "../errors";
import { needsAllFrames } from "../files/frames-in-memory";
import type { OpenChoice } from "../files/open-choice";
import type { MeshSequence } from "./mesh-sequence";

/** Frames that are read when they are needed, from files or from anything else that can be read again. */
export interface FrameSource {
  /** V. */
  readonly vertexCount: number;
  /** F. */
  readonly frameCount: number;
  /**
   * Positions of frame k, 3V, all finite. Read-only, and valid until the next call. Passes go forward; any frame may be
   * asked for.
   * @throws SinewError if it can no longer be read, or is damaged.
   */
  frame(k: number): Promise<Float32Array>;
}

/** A sequence without its frames. */
export type SequenceMesh = Omit<MeshSequence, "frames">;

/** A sequence that is larger than memory: its frames stay in their files. */
export interface StreamedSequence extends SequenceMesh {
  frames: FrameSource;
}

/**
 * Frames that stay in their files. They take the place of the array of frames: plain data that say where the frames
 * are. The engine reads them while it has the files open.
 */
export interface FramesInFiles {
  /** The engine opens the files under this name. It is unique, and stays the same when they are opened again. */
  readonly id: string;
  /** Names of the files, to ask for them again. */
  readonly files: readonly string[];
  /** How they were opened, to open them again in the same way. */
  readonly choice: OpenChoice;
  /** Box of all frames: [minX, minY, minZ, maxX, maxY, maxZ]. */
  readonly box: readonly number[];
  /** Checksum of all positions, frame after frame. Older projects have none. */
  readonly checksum?: string;
}

/** A sequence whose frames stay in their files, as it is sent, shown and saved. */
export interface FiledSequence extends SequenceMesh {
  frames: FramesInFiles;
}

/** A sequence with its frames in memory, or with the place where they are. */
export type OpenedSequence = MeshSequence | FiledSequence;

/** The frames of an opened sequence, or their place. The object identifies the file that was opened. */
export type OpenedFrames = OpenedSequence["frames"];

/** Whether the frames of an opened sequence stay in their files. */
export const isFiled = (sequence: object): sequence is FiledSequence =>
  "frames" in sequence && isInFiles(sequence.frames);

const isInFiles = (frames: unknown): frames is FramesInFiles =>
  typeof frames === "object" && frames !== null && "files" in frames;

/**
 * The sequence with its frames in memory.
 * @throws SinewError if they stay in their files.
 */
export function wholeSequence(sequence: OpenedSequence): MeshSequence {
  if (isFiled(sequence)) throw new SinewError(needsAllFrames(sequence.name));
  return sequence;
}

/** Bytes that the frames of a sequence take in memory. */
export const bytesOfFrames = ({ vertexCount, frameCount }: SequenceMesh): number =>
  12 * vertexCount * frameCount;

/** A sequence with its frames in memory or in files. */
export type AnySequence = MeshSequence | StreamedSequence;

type Framed = { readonly vertexCount: number; readonly frames: Float32Array | FrameSource };

export const isStreamed = (sequence: AnySequence): sequence is StreamedSequence =>
  !(sequence.frames instanceof Float32Array);

/** Positions of frame k, 3V, read-only, which stay valid: a view of a sequence in memory, or a copy. */
export async function keptFrameAt(sequence: Framed, k: number): Promise<Float32Array> {
  const frame = await frameAt(sequence, k);
  return sequence.frames instanceof Float32Array ? frame : frame.slice();
}

/** Positions of frame k, 3V, read-only and valid until the next call. */
export async function frameAt({ vertexCount, frames }: Framed, k: number): Promise<Float32Array> {
  const n = 3 * vertexCount;
  return frames instanceof Float32Array ? frames.subarray(k * n, (k + 1) * n) : frames.frame(k);
}
