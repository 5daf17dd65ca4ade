import type { Progress } from "../model/task";

/** The options of every function of the package. */
export interface RunOptions {
  /** 1 to 32; default: the cores of the machine, at most 8. Results do not depend on it. */
  threads?: number;
  /** Ends the work within 100 ms; the promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
  /** Called at most every 30 ms. */
  onProgress?: (progress: Progress) => void;
}
