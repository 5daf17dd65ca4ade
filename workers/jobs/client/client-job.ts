import * as Comlink from "comlink";
import type { Progress } from "../../model/task";
import type { JobEvent } from "../engine-worker";
import { handlesIn, type Sent } from "../handles";
import { type InputOf, JOBS, type JobKind, type OutputOf, type PartialOf } from "../jobs";
import { type Outcome, unwrap } from "../outcome";
import { type CommandCode, JobCommand } from "../task-control";
import type { Job } from "./client-types";
import type { Connection } from "./engine-connection";
import type { Uploads } from "./uploads";

/** What a job gets from its client. */
export interface ClientJobParts<K extends JobKind> {
  id: number;
  kind: K;
  input: Sent<InputOf<K>>;
  connection: Connection;
  uploads: Uploads;
  /** The shared word that tells the job what to do; null without shared memory. */
  word: Int32Array | null;
  /** Whether the job must wait now, because it gives way to another one. */
  mustWait(): boolean;
}

type Listeners<V> = Set<(value: V) => void>;

const listenIn = <V>(set: Listeners<V>) => {
  return (listen: (value: V) => void) => {
    set.add(listen);
    return () => void set.delete(listen);
  };
};

/** A job of the engine, as its client sees it. */
export class ClientJob<K extends JobKind = JobKind> {
  readonly kind: K;
  readonly #parts: ClientJobParts<K>;
  readonly #onProgress: Listeners<Progress> = new Set();
  readonly #onPartial: Listeners<PartialOf<K>> = new Set();
  #told: CommandCode = JobCommand.run;
  #isOver = false;

  constructor(parts: ClientJobParts<K>) {
    this.#parts = parts;
    this.kind = parts.kind;
  }

  /** Sends the job. @param over is called when it has ended. */
  start(over: () => void): Job<OutputOf<K>, PartialOf<K>> {
    const { id, connection } = this.#parts;
    let end: (error: Error) => void = () => {};
    const outcome = new Promise<Outcome<OutputOf<K>>>((resolve, reject) => {
      end = reject;
      connection.ends.add(end);
      this.#ask()
        .then((answer) => this.#askAgain(answer))
        .then(resolve, reject);
    });
    const result = outcome.then(unwrap).finally(() => {
      connection.ends.delete(end);
      this.#isOver = true;
      over();
    });
    return {
      ...{ id, result },
      cancel: () => this.tell(JobCommand.cancel),
      pause: () => this.tell(JobCommand.pause),
      resume: () => this.tell(JobCommand.run),
      keep: () => this.tell(JobCommand.keep),
      onProgress: listenIn(this.#onProgress),
      onPartial: listenIn(this.#onPartial),
    };
  }

  tell(command: CommandCode): void {
    const { id, kind, connection, word, mustWait } = this.#parts;
    this.#told = command;
    const waits = command === JobCommand.run && JOBS[kind].givesWay && mustWait();
    const code = waits ? JobCommand.pause : command;
    if (word && Atomics.load(word, 0) !== JobCommand.cancel) Atomics.store(word, 0, code);
    else if (!word) connection.door.tell(id, code);
  }

  /** Repeats the last command. A job that gives way is paused while others run, and resumed after them. */
  tellAgain(): void {
    this.tell(this.#told);
  }

  async #ask(): Promise<Outcome<OutputOf<K>>> {
    const { id, kind, input, connection, uploads, word } = this.#parts;
    // Both messages are posted now, in this order; a newer job comes after them.
    const sent = uploads.send(connection, input);
    // Comlink gives the worker a remote of the listener; its types ask for one here too.
    const hear = Comlink.proxy((event: JobEvent) => this.#hear(event));
    const remote = hear as unknown as Comlink.Remote<typeof hear>;
    const answer = connection.door.run(id, kind, input, word, remote) as Promise<Outcome<OutputOf<K>>>;
    return (await Promise.all([answer, sent]))[0];
  }

  /** Asks once more if the worker did not hold what the input refers to. */
  async #askAgain(outcome: Outcome<OutputOf<K>>): Promise<Outcome<OutputOf<K>>> {
    const { input, connection } = this.#parts;
    if (outcome.kind !== "not held") return outcome;
    if (this.#told === JobCommand.cancel) return { kind: "cancelled" };
    for (const { number } of handlesIn(input)) connection.held.delete(number);
    return this.#ask();
  }

  #hear(event: JobEvent): void {
    if (this.#isOver) return;
    if (event.type === "progress") for (const listen of this.#onProgress) listen(event.progress);
    else for (const listen of this.#onPartial) listen(event.partial as PartialOf<K>);
  }
}
