import type { Handle, Sent } from "../handles";
import { type InputOf, JOB_KINDS, JOBS, type JobKind, type OutputOf, type PartialOf } from "../jobs";
import { JobCommand } from "../task-control";
import { ClientJob } from "./client-job";
import type { Job, SolverClient } from "./client-types";
import { type Connection, type ConnectionOptions, connectEngine } from "./engine-connection";
import { Uploads } from "./uploads";

export type ClientOptions = Partial<Omit<ConnectionOptions, "gone" | "spare">>;

/** What the client uses of any job. */
type Running = Pick<ClientJob, "kind" | "tell" | "tellAgain">;

const sharedWord = () => new Int32Array(new SharedArrayBuffer(4));

/**
 * The engine in a Web Worker. If the worker dies, its jobs fail with an error message; the next job starts another
 * worker.
 */
export function createSolverClient(options: ClientOptions = {}): SolverClient {
  const isolated = globalThis.crossOriginIsolated === true;
  const threads = isolated ? (options.threads ?? Math.min(8, navigator.hardwareConcurrency || 1)) : 1;
  // An engine that does not use all cores has none to leave.
  const canLeave = isolated && threads >= (navigator.hardwareConcurrency || 1);
  const spare = canLeave ? sharedWord() : null;
  const running = new Set<Running>();
  const bereaved = new Set<() => void>();
  const uploads = new Uploads();
  let connection: Connection | null = null;
  let nextId = 1;

  function connect(): Connection {
    connection ??= connectEngine({
      ...options,
      threads,
      spare,
      gone(wasIdle) {
        connection = null;
        if (wasIdle) for (const listen of bereaved) listen();
      },
    });
    return connection;
  }

  /** Whether a job runs that others give way to. */
  const mustWait = () => [...running].some(({ kind }) => !JOBS[kind].givesWay);

  /** Pauses or resumes the jobs that give way to others. */
  function makeWay(): void {
    for (const job of running) if (JOBS[job.kind].givesWay) job.tellAgain();
  }

  /** Cancels running jobs of the same kind, if the list says that a newer job supersedes them. */
  function supersede(kind: JobKind): void {
    if (!JOBS[kind].supersedes) return;
    for (const job of running) if (job.kind === kind) job.tell(JobCommand.cancel);
  }

  function ask<K extends JobKind>(kind: K, input: Sent<InputOf<K>>): Job<OutputOf<K>, PartialOf<K>> {
    supersede(kind);
    const word = isolated ? sharedWord() : null;
    const job = new ClientJob({
      ...{ id: nextId++, kind, input, connection: connect(), uploads, word, mustWait },
    });
    running.add(job);
    const started = job.start(() => {
      running.delete(job);
      makeWay();
    });
    makeWay();
    return started;
  }

  const methods = Object.fromEntries(
    JOB_KINDS.map((kind) => [kind, (input: Sent<InputOf<typeof kind>>) => ask(kind, input)]),
  ) as Pick<SolverClient, JobKind>;

  return {
    ...methods,
    threads,
    isolated,
    leaveCore(leaves) {
      if (spare) Atomics.store(spare, 0, leaves ? 1 : 0);
    },
    upload: (value) => uploads.add(value),
    free(handle: Handle<object>) {
      uploads.remove(handle);
      if (connection?.held.delete(handle.number)) connection.door.free(handle);
    },
    onIdleDeath(listen) {
      bereaved.add(listen);
      return () => void bereaved.delete(listen);
    },
    dispose() {
      bereaved.clear();
      connection?.kill("It was closed.");
    },
  };
}
