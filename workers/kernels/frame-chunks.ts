import type { FrameSource } from "../model/mesh/streamed-sequence";
import type { Task } from "../model/task";
import type { Parallel } from "./parallel";
import type { SequenceSize } from "./staged-frames";

/** Bytes of positions in one chunk. */
const CHUNK_BYTES = 32e6;

/** Frames in one chunk. The number depends only on the sequence, never on threads. */
export const chunkSize = ({ vertexCount, frameCount }: SequenceSize): number =>
  Math.min(frameCount, Math.max(1, Math.floor(CHUNK_BYTES / (12 * vertexCount))));

/** Arena bytes of a chunk. */
export const chunkBytes = (size: SequenceSize): number => 12 * size.vertexCount * chunkSize(size) + 64;

/**
 * Reads a sequence once, in order, and copies some frames at a time into the arena, with all their vertices. The whole
 * sequence is never in memory.
 * @param phase its name in the progress.
 * @param visit receives positions of the chunk, staged[(n·V + i)·3 + axis], the first frame and the count.
 */
export async function forEachChunk(
  parallel: Parallel,
  source: FrameSource,
  phase: string,
  task: Task,
  visit: (staged: Float32Array, first: number, count: number) => Promise<void>,
): Promise<void> {
  const { vertexCount, frameCount } = source;
  const n = 3 * vertexCount;
  const size = chunkSize(source);
  const mark = parallel.arena.mark();
  const staged = parallel.arena.f32(n * size);
  for (let first = 0; first < frameCount; first += size) {
    const count = Math.min(size, frameCount - first);
    for (let k = first; k < first + count; k++) {
      task.progress({ phase, done: k / frameCount, detail: `frame ${k + 1} of ${frameCount}` });
      await task.checkpoint();
      staged.set(await source.frame(k), (k - first) * n);
    }
    await visit(staged, first, count);
  }
  parallel.arena.release(mark);
}
