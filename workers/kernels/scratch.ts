import { Arena } from "./arena";
import type { PlainKernel } from "./kernel";
import { Serial } from "./parallel";

/** Kernels with almost no memory. Sizes are needed before an arena exists. */
let asked: Serial | null = null;

/**
 * The numbers (f64) of scratch memory that a kernel needs on each thread. The kernel's own `…Scratch` function has the
 * only formula for it.
 */
export function scratchNumbers<Arguments>(kernel: PlainKernel<Arguments>, args: NoInfer<Arguments>): number {
  asked ??= new Serial(new Arena(0, false));
  return asked.call(kernel, args);
}
