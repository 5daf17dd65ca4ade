/** One run of tests over a source that is broken or unchanged. */
export interface Trial {
  /** The source to replace with `text` while the tests run; null tries the unchanged project. */
  file: string | null;
  source: string;
  /** Paths of test files, in the order in which they run; the first test that fails ends the run. */
  tests: string[];
  /** Processor seconds after which the run is considered endless. */
  seconds: number;
}

export interface Outcome {
  /** What caught the mutant: the name of a test, or how the run ended; null if it survived. */
  caughtBy: string | null;
  /** Processor seconds. */
  seconds: number;
  /** Numbers of the functions that the tests called, if they are recorded (see functions.ts). */
  reached?: number[];
}

/** The global in the tests' thread that has a flag for each function. */
export const REACHED = "sinewReached";
