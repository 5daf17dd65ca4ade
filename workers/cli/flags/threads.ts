import { availableParallelism } from "node:os";
import { type Flags, number } from "./arguments";

/** The requested number of threads, or the number of the machine's cores, at most 8. */
export const threadsOf = (flags: Flags): number =>
  number(flags, "threads", 1, 32) ?? Math.min(8, availableParallelism());
