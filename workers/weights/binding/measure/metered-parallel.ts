import type { MakeParallel } from "../../../kernels/parallel";

/** Hands out memory as another does, and counts what is out at once. */
export interface Meter {
  makeParallel: MakeParallel;
  /** Most bytes of arenas that were there at one time. */
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
