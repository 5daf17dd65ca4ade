import * as Comlink from "comlink";
import type { Progress } from "../../model/task";
import type { JobEvent } from "../engine-worker";
import { type Handle, handlesIn, makeHandle, type Sent } from "../handles";
import { type InputOf, JOB_KINDS, JOBS, type JobKind, type OutputOf, type PartialOf } from "../jobs";
import { type Outcome, unwrap } from "../outcome";
import { type CommandCode, JobCommand } from "../task-control";
import type { Job, SolverClient } from "./client-types";
import { type Connection, type ConnectionOptions, connectEngine } from "./engine-connection";

export type ClientOptions = Partial<Omit<ConnectionOptions, "gone" | "spare">>;

interface Running {
  kind: JobKind;
  tell(command: CommandCode): void;
  /** Repeats the last command. A job that gives way is paused while others run, and resumed after them. */
  tellAgain(): void;
}

/**
 * The engine in a Web Worker. If the worker dies, its jobs fail with an error message; the next job starts another
 * worker.
 */
export function createSolverClient(options: ClientOptions = {}): SolverClient {
  const isolated = globalThis.crossOriginIsolated === true;
  const threads = isolated ? (options.threads ?? Math.min(8, navigator.hardwareConcurrency || 1)) : 1;
  // An engine that does not use all cores has none to leave.
  const canLeave = isolated && threads >= (navigator.hardwareConcurrency || 1);
  const spare = canLeave ? new Int32Array(new SharedArrayBuffer(4)) : null;
  const running = new Map<number, Running>();
  const bereaved = new Set<() => void>();
  /** Uploaded values by the numbers of their handles. */
  const uploaded = new Map<number, object>();
  let connection: Connection | null = null;
  let nextId = 1;
  let nextHandle = 1;

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

  /** Sends the values that an input refers to, unless the worker already holds them. */
  async function send({ door, held }: Connection, input: object): Promise<void> {
    const missing = handlesIn(input).filter(({ number }) => !held.has(number));
    const sent = missing.map((handle) => {
      const value = uploaded.get(handle.number);
      if (!value) throw new Error(`The mesh ${handle.number} was freed: upload it again`);
      held.add(handle.number);
      return door.hold(handle, value);
    });
    await Promise.all(sent);
  }

  /** Whether a job runs that others give way to. */
  const othersRun = () => [...running.values()].some(({ kind }) => !JOBS[kind].givesWay);

  /** Pauses or resumes the jobs that give way to others. */
  function makeWay(): void {
    for (const job of running.values()) if (JOBS[job.kind].givesWay) job.tellAgain();
  }

  function start<K extends JobKind>(kind: K, input: Sent<InputOf<K>>): Job<OutputOf<K>, PartialOf<K>> {
    const id = nextId++;
    const onProgress = new Set<(progress: Progress) => void>();
    const onPartial = new Set<(partial: PartialOf<K>) => void>();
    const mine = connect();
    const { door, ends } = mine;
    const word = isolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
    let told: CommandCode = JobCommand.run;
    const tell = (command: CommandCode) => {
      told = command;
      const mustWait = command === JobCommand.run && JOBS[kind].givesWay && othersRun();
      const code = mustWait ? JobCommand.pause : command;
      if (word && Atomics.load(word, 0) !== JobCommand.cancel) Atomics.store(word, 0, code);
      else if (!word) door.tell(id, code);
    };
    const hear = (event: JobEvent) => {
      if (!running.has(id)) return;
      if (event.type === "progress") for (const listen of onProgress) listen(event.progress);
      else for (const listen of onPartial) listen(event.partial as PartialOf<K>);
    };
    const ask = async (): Promise<Outcome<OutputOf<K>>> => {
      // Both messages are posted now, in this order; a newer job comes after them.
      const sent = send(mine, input);
      // Comlink gives the worker a remote of `hear`; its types ask for one here too.
      const remote = Comlink.proxy(hear) as unknown as Comlink.Remote<typeof hear>;
      const answer = door.run(id, kind, input, word, remote) as Promise<Outcome<OutputOf<K>>>;
      return (await Promise.all([answer, sent]))[0];
    };
    const askAgain = async (outcome: Outcome<OutputOf<K>>) => {
      if (outcome.kind !== "not held") return outcome;
      if (told === JobCommand.cancel) return { kind: "cancelled" as const };
      for (const { number } of handlesIn(input)) mine.held.delete(number);
      return ask();
    };
    running.set(id, { kind, tell, tellAgain: () => tell(told) });
    let end: (error: Error) => void = () => {};
    const outcome = new Promise<Outcome<OutputOf<K>>>((resolve, reject) => {
      end = reject;
      ends.add(end);
      ask().then(askAgain).then(resolve, reject);
    });
    makeWay();
    const result = outcome.then(unwrap).finally(() => {
      ends.delete(end);
      running.delete(id);
      makeWay();
    });
    const listenIn = <L>(set: Set<L>) => {
      return (listen: L) => {
        set.add(listen);
        return () => void set.delete(listen);
      };
    };
    return {
      id,
      result,
      cancel: () => tell(JobCommand.cancel),
      pause: () => tell(JobCommand.pause),
      resume: () => tell(JobCommand.run),
      keep: () => tell(JobCommand.keep),
      onProgress: listenIn(onProgress),
      onPartial: listenIn(onPartial),
    };
  }

  /** Cancels running jobs of the same kind, if the list says that a newer job supersedes them. */
  function supersede(kind: JobKind): void {
    if (!JOBS[kind].supersedes) return;
    for (const job of running.values()) if (job.kind === kind) job.tell(JobCommand.cancel);
  }

  function ask<K extends JobKind>(kind: K, input: Sent<InputOf<K>>) {
    supersede(kind);
    return start(kind, input);
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
    upload<T extends object>(value: T): Handle<T> {
      const handle = makeHandle<T>(nextHandle++);
      uploaded.set(handle.number, value);
      return handle;
    },
    free(handle) {
      uploaded.delete(handle.number);
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
