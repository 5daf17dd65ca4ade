import type { Complaint } from "../errors";

/**
 * The one rule that decides where the frames of a sequence are kept. Frames stay in memory if they take at most this
 * share of what Sinew may use, because a solve needs about as much again. Larger ones stay in their files.
 */
const SHARE_OF_FRAMES = 0.5;

/** The most bytes that Sinew uses by default, in a page as in a process. */
export const DEFAULT_MEMORY = 3e9;

/** The most bytes that the positions of a sequence may take in memory. */
export const MOST_SEQUENCE_BYTES = SHARE_OF_FRAMES * DEFAULT_MEMORY;

/**
 * Whether positions of so many bytes are too large for memory, so that they are read from their files.
 * @param memory the most bytes that Sinew may use. With more than the default, MOST_SEQUENCE_BYTES still holds.
 */
export const isTooLarge = (bytes: number, memory = DEFAULT_MEMORY): boolean =>
  bytes > SHARE_OF_FRAMES * Math.min(memory, DEFAULT_MEMORY);

/** Bytes that a solve needs on top of its frames and its arena: for the program, the mesh and copies of rigs. */
export const bytesBesideArena = (vertexCount: number): number => 180e6 + 350 * vertexCount;

/** Bytes a vertex in the arena of a solve, for weights, errors and the like. */
const BYTES_OF_WEIGHTS = 150;

/**
 * Whether a solve may take more than `memory` bytes if its frames are in memory. The solver's own copy of the motion
 * takes about as much as the frames. Without an allowance from the artist, only the frames count.
 */
export const isTooLargeToSolve = (bytes: number, vertexCount: number, memory = DEFAULT_MEMORY): boolean =>
  isTooLarge(bytes, memory) ||
  (memory < DEFAULT_MEMORY &&
    bytes / SHARE_OF_FRAMES + bytesBesideArena(vertexCount) + BYTES_OF_WEIGHTS * vertexCount > memory);

/** What to do about work that needs all frames of a sequence that is read from its files. */
export const OPEN_FEWER = "Export a shorter range of the cache, or every second frame, and open that.";

/** The message about such work. */
export const needsAllFrames = (name: string): Complaint => ({
  title: `${name} is read from its files`,
  body: `This needs all frames in memory at once, and they do not fit. ${OPEN_FEWER}`,
});
