import type { Progress } from "../../model/task";
import type { Handle, Sent } from "../handles";
import type { InputOf, JobKind, OutputOf, PartialOf } from "../jobs";

/** A running job of the engine. `result` always settles: with a value, SinewError, CancelledError or a bug. */
export interface Job<T, Partial = never> {
  readonly id: number;
  readonly result: Promise<T>;
  cancel(): void;
  pause(): void;
  resume(): void;
  /** Finishes now, with the best result so far. */
  keep(): void;
  /** These return a function that stops listening. */
  onProgress(listen: (progress: Progress) => void): () => void;
  onPartial(listen: (partial: Partial) => void): () => void;
}

/**
 * The studio's only access to the engine: a method for each job in the list. There is one instance, made by
 * app/main.tsx.
 */
export type SolverClient = EngineAccess & {
  readonly [K in JobKind]: (input: Sent<InputOf<K>>) => Job<OutputOf<K>, PartialOf<K>>;
};

export interface EngineAccess {
  readonly threads: number;
  /** Whether threads share memory here. */
  readonly isolated: boolean;
  /**
   * Whether the engine leaves a core to the page now, if it would use all of them. Results stay the same bits. Without
   * shared memory it uses one thread anyway.
   */
  leaveCore(leaves: boolean): void;
  /**
   * Uploads a mesh once for many jobs: its handle can replace the value in any input. The value must not change. If the
   * engine restarts, the client sends the value again.
   */
  upload<T extends object>(value: T): Handle<T>;
  /** Frees an uploaded value. Jobs that were started before keep it; later ones fail. */
  free(handle: Handle<object>): void;
  /**
   * Calls `listen` when the engine dies without a running job; the next job starts another engine. @returns a function
   * that stops listening.
   */
  onIdleDeath(listen: () => void): () => void;
  dispose(): void;
}
