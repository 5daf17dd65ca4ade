import { Arena } from "./arena";
import type { PlainKernel } from "./kernel";
import { Serial } from "./parallel";

/** Kernels with next to no memory: sizes are asked for before there is an arena. */
let asked: Serial | null = null;

/**
 * How many numbers (f64) of scratch memory a kernel takes on each thread. The kernel's own `…Scratch` function says so:
 * nothing else repeats its formula.
 */
export function scratchNumbers<Arguments>(kernel: PlainKernel<Arguments>, args: NoInfer<Arguments>): number {
  asked ??= new Serial(new Arena(0, false));
  return asked.call(kernel, args);
}
