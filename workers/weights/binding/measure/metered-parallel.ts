import type { MakeParallel } from "../../../kernels/parallel";

/** Allocates memory through another maker, and counts how much is in use at once. */
export interface Meter {
  makeParallel: MakeParallel;
  /** The most arena bytes at one time. */
  readonly peak: number;
}

export function meter(make: MakeParallel): Meter {
  let now = 0;
  let peak = 0;
  const makeParallel: MakeParallel = Object.assign(
    async (bytes: number) => {
      const parallel = await make(bytes);
      const dispose = parallel.dispose.bind(parallel);
      let there = true;
      now += bytes;
      peak = Math.max(peak, now);
      parallel.dispose = () => {
        if (there) now -= bytes;
        there = false;
        dispose();
      };
      return parallel;
    },
    { threads: make.threads },
  );
  return {
    makeParallel,
    get peak() {
      return peak;
    },
  };
}
