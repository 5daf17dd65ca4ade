import { DEFAULT_MEMORY } from "../../model/files/frames-in-memory";
import { type Flags, number } from "./arguments";

/** The most bytes that a solve may take. */
export const memoryOf = (flags: Flags): number =>
  1e9 * (number(flags, "memory", 0.5, 1000, false) ?? DEFAULT_MEMORY / 1e9);
