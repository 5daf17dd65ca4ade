import * as Comlink from "comlink";
import { SinewError } from "../model/errors";
import type { Progress } from "../model/task";
import type { Job, JobKind, Jobs, SolverClient } from "./api";
import type { EngineDoor, JobEvent } from "./engine-worker";
import { watchEngine } from "./life/watch-engine";
import { type Outcome, unwrap } from "./outcome";
import { Command, type CommandCode } from "./task-control";

export interface ClientOptions {
  /** Threads of the pool; the machine's, at most 8, where not given. */
  threads?: number;
  /** Makes the coordinating worker; replaced in tests. */
  spawn?: () => Worker;
  /** The browser's locks; replaced in tests. */
  locks?: LockManager | null;
}

interface Connection {
  worker: Worker;
  door: Comlink.Remote<EngineDoor>;
  /**
   * What ends each job that goes on when the worker dies. No race against one long promise of its death: that would
   * keep the outcome of every job alive as long as the worker.
   */
  ends: Set<(error: SinewError) => void>;
  kill(why: string): void;
}

interface Running {
  id: number;
  kind: JobKind;
  tell(command: CommandCode): void;
}

const spawnEngine = () =>
  new Worker(new URL("./engine-worker.ts", import.meta.url), { type: "module", name: "sinew-engine" });

/** The engine in a Web Worker. A worker that dies takes its jobs with it, each with a sentence; the next job starts another. */
export function createSolverClient(options: ClientOptions = {}): SolverClient {
  const isolated = globalThis.crossOriginIsolated === true;
  const threads = isolated ? (options.threads ?? Math.min(8, navigator.hardwareConcurrency || 1)) : 1;
  const running = new Map<number, Running>();
  const bereaved = new Set<() => void>();
  let connection: Connection | null = null;
  let nextId = 1;

  function connect(): Connection {
    if (connection) return connection;
    const worker = (options.spawn ?? spawnEngine)();
    const ends: Connection["ends"] = new Set();
    const door = Comlink.wrap<EngineDoor>(worker);
    let stopWatch = () => {};
    const mine: Connection = {
      worker,
      door,
      ends,
      kill(why) {
        if (connection !== mine) return;
        connection = null;
        stopWatch();
        worker.terminate();
        if (ends.size === 0) for (const listen of bereaved) listen();
        for (const end of ends) {
          end(
            new SinewError({
              title: "The engine stopped",
              body: `${why} Try again, with fewer bones or frames if memory is short.`,
            }),
          );
        }
      },
    };
    worker.addEventListener("error", (event) =>
      mine.kill(`${event.message?.replace(/^Uncaught /, "") || "Its worker crashed"}.`),
    );
    worker.addEventListener("messageerror", () => mine.kill("A message could not be read."));
    connection = mine;
    const watched = { door, threads, isWaiting: () => ends.size > 0, locks: options.locks };
    stopWatch = watchEngine(watched, mine.kill);
    return mine;
  }

  function start<K extends JobKind>(
    kind: K,
    input: Jobs[K]["input"],
  ): Job<Jobs[K]["output"], Jobs[K]["partial"]> {
    const id = nextId++;
    const onProgress = new Set<(progress: Progress) => void>();
    const onPartial = new Set<(partial: Jobs[K]["partial"]) => void>();
    const { door, ends } = connect();
    const word = isolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
    const tell = (command: CommandCode) => {
      if (word && Atomics.load(word, 0) !== Command.cancel) Atomics.store(word, 0, command);
      else if (!word) door.tell(id, command);
    };
    const emit = Comlink.proxy((event: JobEvent) => {
      if (!running.has(id)) return;
      if (event.type === "progress") for (const listen of onProgress) listen(event.progress);
      else for (const listen of onPartial) listen(event.partial as Jobs[K]["partial"]);
    });
    running.set(id, { id, kind, tell });
    // Comlink hands the worker a remote of `emit`; its types ask for one here too.
    const remote = emit as unknown as Comlink.Remote<typeof emit>;
    const answer = door.run(id, kind, input, word, remote) as Promise<Outcome<Jobs[K]["output"]>>;
    let end: (error: SinewError) => void = () => {};
    const outcome = new Promise<Outcome<Jobs[K]["output"]>>((resolve, reject) => {
      end = reject;
      ends.add(end);
      answer.then(resolve, reject);
    });
    const result = outcome.then(unwrap).finally(() => {
      ends.delete(end);
      running.delete(id);
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
      cancel: () => tell(Command.cancel),
      pause: () => tell(Command.pause),
      resume: () => tell(Command.run),
      keep: () => tell(Command.keep),
      onProgress: listenIn(onProgress),
      onPartial: listenIn(onPartial),
    };
  }

  /** A newer job of this kind makes the running ones pointless. */
  function supersede(kind: JobKind): void {
    for (const job of running.values()) if (job.kind === kind) job.tell(Command.cancel);
  }

  return {
    threads,
    isolated,
    inspect: (files) => start("inspect", { files }),
    read: (source, choice) => start("read", { source, choice }),
    decompose(sequence, settings, from, intent) {
      supersede("decompose");
      const { rig, locks } = from ?? { rig: null, locks: null };
      return start("decompose", { sequence, settings, from: rig, locks, intent });
    },
    editBones: (input) => start("editBones", input),
    trial: (sequence, settings, intent) =>
      start("trial", { sequence, settings, from: null, locks: null, intent }),
    fitCorrection(sequence, rig, rank) {
      supersede("fitCorrection");
      return start("fitCorrection", { sequence, rig, rank });
    },
    prepareDirect(source, settings) {
      supersede("prepareDirect");
      return start("prepareDirect", { source, settings });
    },
    prepareStrengths(source, settings) {
      supersede("prepareStrengths");
      return start("prepareStrengths", { source, settings });
    },
    prepareCentres(source) {
      supersede("prepareCentres");
      return start("prepareCentres", { source });
    },
    deformFrames(input) {
      supersede("deformFrames");
      return start("deformFrames", input);
    },
    bakeDeformer(input) {
      supersede("bakeDeformer");
      return start("bakeDeformer", input);
    },
    exportDirect: (input) => start("exportDirect", input),
    exportGlb(sequence, rig, options) {
      supersede("exportGlb");
      return start("exportGlb", { sequence, rig, options });
    },
    glbSize(sequence, rig, options) {
      supersede("glbSize");
      return start("glbSize", { sequence, rig, options });
    },
    exportRigJson: (sequence, rig, report) => start("exportRigJson", { sequence, rig, report }),
    saveProject: (sequence, rig, report, extras) =>
      start("saveProject", { sequence, rig, report, ...extras }),
    inferSkeleton: (sequence, rig) => start("inferSkeleton", { sequence, rig }),
    readSkeletons: (files) => start("readSkeletons", { files }),
    weights(input) {
      supersede("weights");
      return start("weights", input);
    },
    adjustWeights: (edits) => start("adjustWeights", { edits }),
    optimiseJoints(input) {
      supersede("optimiseJoints");
      return start("optimiseJoints", input);
    },
    measureWeights(input) {
      supersede("measureWeights");
      return start("measureWeights", input);
    },
    strainOfPoses: (input) => start("strainOfPoses", input),
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
