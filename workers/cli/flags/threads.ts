import { availableParallelism } from "node:os";
import { type Flags, number } from "./arguments";

/** Threads that are asked for, or as many as there are, to 8. */
export const threadsOf = (flags: Flags): number =>
  number(flags, "threads", 1, 32) ?? Math.min(8, availableParallelism());
