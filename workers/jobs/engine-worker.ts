// The coordinating worker: takes jobs from the client, one at a time or several, and forks kernels over the pool.
import "../model/no-code-from-words";
import * as Comlink from "comlink";
import type { Progress } from "../model/task";
import type { JobKind, Jobs } from "./api";
import { browserParallel } from "./browser-parallel";
import { createEngine } from "./engine";
import { holdLife } from "./life/life-lock";
import { type Outcome, outcomeOf } from "./outcome";
import { Command, type CommandCode, TaskControl } from "./task-control";
import { transferablesOf } from "./transferables";

export type JobEvent = { type: "progress"; progress: Progress } | { type: "partial"; partial: unknown };

export interface EngineOptions {
  threads: number;
  /** The lock to hold as long as this worker lives, or null. */
  life: string | null;
  /** Where to beat as long as this worker lives, or null. */
  pulse: MessagePort | null;
}

/** A browser without workers of workers has no pulse: it is asked instead (`pings.ts`). */
function startPulse(pulse: MessagePort): void {
  if (typeof Worker === "undefined") return;
  const worker = new Worker(new URL("./life/pulse-worker.ts", import.meta.url), { type: "module" });
  worker.postMessage(null, [pulse]);
}

let engine = createEngine(browserParallel, 1);
const commands = new Map<number, Int32Array>();

const door = {
  /** @returns whether it holds the lock, where there is one to hold. */
  async configure({ threads, life, pulse }: EngineOptions): Promise<boolean> {
    engine = createEngine(browserParallel, threads);
    if (pulse) startPulse(pulse);
    return life !== null && holdLife(life);
  },

  /** @param command shared with the client where possible; else `tell` sets it. */
  async run<K extends JobKind>(
    id: number,
    kind: K,
    input: Jobs[K]["input"],
    command: Int32Array | null,
    emit: Comlink.Remote<(event: JobEvent) => void>,
  ): Promise<Outcome<Jobs[K]["output"]>> {
    const word = command ?? new Int32Array(1);
    commands.set(id, word);
    const task = new TaskControl(word, (progress) => emit({ type: "progress", progress }));
    // The rig of a running solve is made for whoever watches: its arrays move there.
    const show = (partial: unknown) => {
      const event = { type: "partial", partial } as const;
      emit(kind === "decompose" ? Comlink.transfer(event, transferablesOf(partial)) : event);
    };
    const outcome = await outcomeOf(() => engine.run(kind, input, task, show));
    commands.delete(id);
    emit[Comlink.releaseProxy]();
    return Comlink.transfer(outcome, transferablesOf(outcome));
  },

  tell(id: number, command: CommandCode): void {
    const word = commands.get(id);
    if (word && Atomics.load(word, 0) !== Command.cancel) Atomics.store(word, 0, command);
  },

  /** Answers when the worker is alive and not stuck. */
  ping(): boolean {
    return true;
  },
};

export type EngineDoor = typeof door;
Comlink.expose(door);
