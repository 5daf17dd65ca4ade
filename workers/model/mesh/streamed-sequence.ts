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
