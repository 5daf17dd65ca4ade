import { Arena } from "./arena";
import { type MakeParallel, Serial } from "./parallel";

/** Kernels on this thread alone, for whoever was given no others. */
export const oneThread: MakeParallel = Object.assign(
  async (bytes: number) => new Serial(new Arena(bytes, false)),
  { threads: 1 },
);
