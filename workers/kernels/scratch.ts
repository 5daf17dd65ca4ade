import { Arena } from "./arena";
import type { PlainKernel } from "./kernel";
import { Serial } from "./parallel";

/** Kernels with almost no memory, because sizes are needed before there is an arena. */
let asked: Serial | null = null;

/**
 * How many numbers (f64) of scratch memory a kernel needs on each thread. The kernel's own `…Scratch` function returns
 * it; its formula is nowhere else.
 */
export function scratchNumbers<Arguments>(kernel: PlainKernel<Arguments>, args: NoInfer<Arguments>): number {
  asked ??= new Serial(new Arena(0, false));
  return asked.call(kernel, args);
}
