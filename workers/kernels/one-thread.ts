import { Arena } from "./arena";
import { type MakeParallel, Serial } from "./parallel";

/** Kernels on this thread alone, for callers without a pool. */
export const oneThread: MakeParallel = Object.assign(
  async (bytes: number) => new Serial(new Arena(bytes, false)),
  { threads: 1 },
);
