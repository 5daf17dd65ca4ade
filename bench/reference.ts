import { Arena } from "../workers/kernels/arena";
import { kernels } from "../workers/kernels/kernels.generated";
import { Serial } from "../workers/kernels/parallel";

/** The median; for an even count, the lower of the two middle numbers. */
export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1];
}

/**
 * The seconds that this machine needs now for a fixed piece of work: 2000 dot products of 16384 numbers on one thread.
 * Times divided by them can be compared between machines, and between busy and idle moments of one machine.
 */
export function referenceSeconds(): number {
  const count = 16384;
  const serial = new Serial(new Arena(16 * count + 4096, false));
  const a = serial.arena.f64(count).fill(1.5);
  const b = serial.arena.f64(count).fill(0.5);
  const times = Array.from({ length: 5 }, () => {
    const begin = performance.now();
    let sum = 0;
    for (let i = 0; i < 2000; i++) sum += serial.call(kernels.dot, { a, b, n: count });
    if (!(sum > 0)) throw new Error("The reference kernel is broken");
    return (performance.now() - begin) / 1000;
  });
  return median(times);
}
