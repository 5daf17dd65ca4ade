/** Declarations of jobs: the types of their input and output, and their rules. */

interface Rules {
  /** A newer job of this kind cancels the running ones. Default false. */
  supersedes?: boolean;
  /**
   * Partial results are transferred to the page, because the job makes each of them only for the page. By default they
   * are copied.
   */
  movesPartials?: boolean;
  /** It pauses while any other job runs, because nobody waits for its result. Default false. */
  givesWay?: boolean;
  /** It also works for a sequence whose frames stay in their files. Default false: the engine refuses it. */
  takesFiled?: boolean;
}

export interface Declared<Input, Output, Partial, Pool extends boolean> {
  readonly supersedes: boolean;
  readonly movesPartials: boolean;
  readonly givesWay: boolean;
  readonly takesFiled: boolean;
  /** Its handler gets `makeParallel`, which gives it the threads of the pool. */
  readonly pool: Pool;
  /** Types of input, output and partial results; only for the type checker, never present. */
  readonly types?: { input: Input; output: Output; partial: Partial };
}

/** A job that runs only on the coordinator's thread. */
export const plainJob = <Input, Output, Partial = never>(
  rules: Rules = {},
): Declared<Input, Output, Partial, false> => ({
  supersedes: false,
  movesPartials: false,
  givesWay: false,
  takesFiled: false,
  ...rules,
  pool: false,
});

/** A job that runs kernels on the pool. */
export const poolJob = <Input, Output, Partial = never>(
  rules: Rules = {},
): Declared<Input, Output, Partial, true> => ({ ...plainJob(rules), pool: true });
