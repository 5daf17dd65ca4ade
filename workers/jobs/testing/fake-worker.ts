import * as Comlink from "comlink";
import type { EngineOptions, JobEvent } from "../engine-worker";
import { type Handle, HeldValues } from "../handles";
import { holdLife } from "../life/life-lock";
import { outcomeOf } from "../outcome";
import { type CommandCode, TaskControl } from "../task-control";

/** The work that a fake worker does for every job. Handles in the input are replaced by their values. */
export type Work = (task: TaskControl, emit: (event: JobEvent) => void, input?: object) => Promise<unknown>;

/** A worker in this thread whose jobs all do `work`. It receives messages like a real one. */
export function fakeWorker(work: Work, locks: LockManager | null) {
  const { port1, port2 } = new MessageChannel();
  const words = new Map<number, Int32Array>();
  const pulses: MessagePort[] = [];
  let held = new HeldValues();
  const messages: unknown[] = [];
  const door = {
    async configure({ life, pulse }: EngineOptions) {
      if (pulse) {
        pulses.push(pulse);
        worker.beat();
      }
      return life !== null && holdLife(life, locks);
    },
    hold: (handle: Handle<unknown>, value: unknown) => held.hold(handle, value),
    free: (handle: Handle<unknown>) => held.free(handle),
    async run(
      id: number,
      _kind: string,
      input: object,
      word: Int32Array | null,
      emit: (event: JobEvent) => void,
    ) {
      const command = word ?? new Int32Array(1);
      words.set(id, command);
      const task = new TaskControl(command, (progress) => emit({ type: "progress", progress }));
      return outcomeOf(async () => work(task, emit, held.resolve(input)));
    },
    tell(id: number, command: CommandCode) {
      const word = words.get(id);
      if (word) Atomics.store(word, 0, command);
    },
    ping: () => true,
  };
  Comlink.expose(door, port2 as unknown as Comlink.Endpoint);
  const listeners = new Map<string, (event: unknown) => void>();
  let isMute = false;
  const worker = {
    terminated: false,
    /** The messages posted to it. */
    messages,
    /** Makes it forget all held values. */
    forget() {
      held = new HeldValues();
    },
    /** Sends a beat, as the small worker of a real one does on its own. */
    beat: () => {
      for (const pulse of pulses) pulse.postMessage(null);
    },
    /** Stops its messages, as a long loop does. */
    mute(on = true) {
      isMute = on;
    },
    postMessage: (message: unknown, transfer: Transferable[]) => {
      messages.push(message);
      if (!isMute) port1.postMessage(message, transfer);
    },
    addEventListener(type: string, listen: (event: unknown) => void) {
      if (type === "message") port1.addEventListener("message", listen as EventListener);
      else listeners.set(type, listen);
    },
    removeEventListener: (type: string, listen: EventListener) => port1.removeEventListener(type, listen),
    start: () => port1.start(),
    terminate() {
      this.terminated = true;
      for (const port of [port1, port2, ...pulses]) port.close();
    },
    crash: (message: string) => listeners.get("error")?.({ message }),
  };
  port1.start();
  return worker;
}
