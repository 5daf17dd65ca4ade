import { vi } from "vitest";

/** Runs `work` with a clock on which a second passes at each reading, so that a test can expect exact times. */
export async function aSecondPerReading<Result>(work: () => Promise<Result>): Promise<Result> {
  let milliseconds = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => {
    milliseconds += 1000;
    return milliseconds;
  });
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}
