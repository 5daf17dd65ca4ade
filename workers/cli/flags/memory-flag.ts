import { type Flags, number } from "./arguments";

/** The most bytes that a solve may take by default. */
export const DEFAULT_MEMORY = 3e9;

/** Frames stay in memory if they take at most this share: the solve needs about as much again. */
const SHARE_OF_FRAMES = 0.5;

/** The most bytes that a solve may take. */
export const memoryOf = (flags: Flags): number =>
  1e9 * (number(flags, "memory", 0.5, 1000, false) ?? DEFAULT_MEMORY / 1e9);

/** Whether frames of so many bytes are read in passes. They are if they do not fit into Sinew's own limit, too. */
export const isTooLarge = (bytes: number, memory: number): boolean =>
  bytes > SHARE_OF_FRAMES * Math.min(memory, DEFAULT_MEMORY);
