// The coordinating worker: runs the client's jobs, one or several at a time, and distributes kernels to the pool.
import "../model/no-code-from-words";
import * as Comlink from "comlink";
import type { Progress } from "../model/task";
import { createEngine } from "./engine";
import type { Handle, Sent } from "./handles";
import { type InputOf, JOBS, type JobKind, type OutputOf } from "./jobs";
import { holdLife } from "./life/life-lock";
import { type Outcome, outcomeOf } from "./outcome";
import { browserParallel } from "./pool/browser-parallel";
import { type CommandCode, JobCommand, TaskControl } from "./task-control";
import { transferablesOf } from "./transferables";

export type JobEvent = { type: "progress"; progress: Progress } | { type: "partial"; partial: unknown };

export interface EngineOptions {
  threads: number;
  /** Shared: 1 while one thread must rest, so that the page has its core. Null if nothing is shared. */
  spare: Int32Array | null;
  /** The lock that this worker holds during its life, or null. */
  life: string | null;
  /** The port for this worker's pulse, or null. */
  pulse: MessagePort | null;
}

/** A browser without nested workers has no pulse; the client pings the worker instead (`pings.ts`). */
function startPulse(pulse: MessagePort): void {
  if (typeof Worker === "undefined") return;
  const worker = new Worker(new URL("./life/pulse-worker.ts", import.meta.url), { type: "module" });
  worker.postMessage(null, [pulse]);
}

let engine = createEngine(browserParallel, 1);
const commands = new Map<number, Int32Array>();

const door = {
  /** @returns whether it holds the lock, if there is one. */
  async configure({ threads, spare, life, pulse }: EngineOptions): Promise<boolean> {
    const spares = () => spare !== null && Atomics.load(spare, 0) === 1;
    engine = createEngine((bytes, count) => browserParallel(bytes, count, spares), threads);
    if (pulse) startPulse(pulse);
    return life !== null && holdLife(life);
  },

  /** @param command shared with the client if possible; otherwise `tell` sets it. */
  async run<K extends JobKind>(
    id: number,
    kind: K,
    input: Sent<InputOf<K>>,
    command: Int32Array | null,
    emit: Comlink.Remote<(event: JobEvent) => void>,
  ): Promise<Outcome<OutputOf<K>>> {
    const word = command ?? new Int32Array(1);
    commands.set(id, word);
    const task = new TaskControl(word, (progress) => emit({ type: "progress", progress }));
    const show = (partial: unknown) => {
      const event = { type: "partial", partial } as const;
      return emit(JOBS[kind].movesPartials ? Comlink.transfer(event, transferablesOf(partial)) : event);
    };
    const outcome = await outcomeOf(() => engine.run(kind, input, task, show));
    commands.delete(id);
    emit[Comlink.releaseProxy]();
    return Comlink.transfer(outcome, transferablesOf(outcome));
  },

  /** Keeps a value for later jobs that send its handle. */
  hold(handle: Handle<unknown>, value: unknown): void {
    engine.hold(handle, value);
  },

  free(handle: Handle<unknown>): void {
    engine.free(handle);
  },

  tell(id: number, command: CommandCode): void {
    const word = commands.get(id);
    if (word && Atomics.load(word, 0) !== JobCommand.cancel) Atomics.store(word, 0, command);
  },

  /** Answers when the worker is alive and not stuck. */
  ping(): boolean {
    return true;
  },
};

export type EngineDoor = typeof door;
Comlink.expose(door);
