import type { Progress } from "../model/task";
import type { Handle, Sent } from "./handles";
import type { InputOf, JobKind, OutputOf, PartialOf } from "./jobs";

/** Something that the engine is doing. `result` always settles: value, SinewError, CancelledError or a bug. */
export interface Job<T, Partial = never> {
  readonly id: number;
  readonly result: Promise<T>;
  cancel(): void;
  pause(): void;
  resume(): void;
  /** Finish now, with the best result so far. */
  keep(): void;
  /** Both return a function that stops listening. */
  onProgress(listen: (progress: Progress) => void): () => void;
  onPartial(listen: (partial: Partial) => void): () => void;
}

/** The only door from the studio to the engine: a method for each job of the list. One instance, made by app/main.tsx. */
export type SolverClient = EngineAccess & {
  readonly [K in JobKind]: (input: Sent<InputOf<K>>) => Job<OutputOf<K>, PartialOf<K>>;
};

export interface EngineAccess {
  readonly threads: number;
  /** Whether threads share memory here. */
  readonly isolated: boolean;
  /**
   * Lets many questions about a mesh send it once: a handle goes wherever an input takes the value. The value has to
   * stay as it is; an engine that starts anew gets it again.
   */
  upload<T extends object>(value: T): Handle<T>;
  /** Frees what was uploaded. Jobs that were asked before keep it; later ones fail. */
  free(handle: Handle<object>): void;
  /** Calls when the engine died while it had nothing to do; the next job starts another. @returns what stops it. */
  onIdleDeath(listen: () => void): () => void;
  dispose(): void;
}
