import type { Task } from "../model/task";
import type { Parallel } from "./parallel";

/** Bytes of positions in one stage. */
const STAGE_BYTES = 16e6;
/** Vertices in a block of a kernel, and the granularity of stages. */
export const VERTEX_BLOCK = 64;

export interface SequenceSize {
  vertexCount: number;
  frameCount: number;
}

/** Frames of a sequence, F·3V, frame-major f32. */
export interface Frames extends SequenceSize {
  frames: Float32Array;
}

/** Vertices in one stage, a multiple of the block. The number depends only on the sequence, never on threads. */
export function stageSize({ vertexCount, frameCount }: SequenceSize): number {
  const fit = Math.floor(STAGE_BYTES / (12 * frameCount) / VERTEX_BLOCK) * VERTEX_BLOCK;
  return Math.min(Math.max(fit, VERTEX_BLOCK), vertexCount);
}

/**
 * Copies the positions of all vertices into the arena, one range of vertices with all its frames at a time. Kernels can
 * thus read a sequence that is outside the arena. `visit` receives the pointer of staged[(k·count + i)·3 + axis], the
 * first vertex and the count.
 */
export async function forEachStage(
  parallel: Parallel,
  source: Frames,
  task: Task,
  visit: (staged: number, first: number, count: number) => Promise<void>,
): Promise<void> {
  const { vertexCount, frameCount, frames } = source;
  const size = stageSize(source);
  const mark = parallel.arena.mark();
  const staged = parallel.arena.f32(3 * size * frameCount);
  for (let first = 0; first < vertexCount; first += size) {
    const count = Math.min(size, vertexCount - first);
    for (let k = 0; k < frameCount; k++) {
      const at = 3 * (k * vertexCount + first);
      staged.set(frames.subarray(at, at + 3 * count), 3 * k * count);
    }
    await task.checkpoint();
    await visit(staged.byteOffset, first, count);
  }
  parallel.arena.release(mark);
}
