/** One run of tests over a source that is broken, or not. */
export interface Trial {
  /** The source that is replaced, and its text while the tests run; null tries the project as it is. */
  file: string | null;
  source: string;
  /** Paths of test files, in the order in which they run; the first test that fails ends the run. */
  tests: string[];
  /** Seconds of the processor after which the run counts as endless. */
  seconds: number;
}

export interface Outcome {
  /** What caught the mutant: the name of a test, or how the run ended; null where it survived. */
  caughtBy: string | null;
  /** Of the processor. */
  seconds: number;
}
