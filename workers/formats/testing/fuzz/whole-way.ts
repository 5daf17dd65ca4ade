import { wholeSequence } from "../../../../workers/model/mesh/streamed-sequence";
/** The steps of an artist: open, solve or bind, export, save, and open the saved file. */
import { givenAsFound, readGivenWeights } from "../../../cli/given-weights";
import type { Bound } from "../../../cli/open-bound";
import { placeSkeleton, skeletonClipsOf } from "../../../geometry/place-skeleton";
import type { OpenResult } from "../../../jobs/api";
import { createEngine, type Engine } from "../../../jobs/engine";
import { nodeParallel } from "../../../jobs/pool/node-parallel";
import type { MakeParallel } from "../../../kernels/parallel";
import { SinewError } from "../../../model/errors";
import type { SkeletonSource } from "../../../model/files/skeleton-source";
import type { SourceInfo } from "../../../model/files/source-info";
import { type MeshSequence, validateSequence } from "../../../model/mesh/mesh-sequence";
import type { Rig } from "../../../model/rig/rig";
import { SOLVE_DEFAULTS, type SolveSettings } from "../../../model/solve/solve-settings";
import { UNWATCHED } from "../../../model/task";
import { bindableOf } from "../../../model/weights/bindable";
import { NO_WEIGHT_EDITS } from "../../../model/weights/weight-edits";
import { WEIGHT_DEFAULTS } from "../../../model/weights/weight-settings";
import type { SourceFile } from "../../source/source";
import { bytesFile, extensionOf } from "../../source/source-file";
import { AS_IT_IS } from "../formats";

/** How far a file gets, and all messages on the way. */
export interface FuzzOutcome {
  opened: number;
  /** The frames of everything that was opened. A damaged key time can make a clip of hours. */
  frames: number;
  skeletons: number;
  /** Number of weight files that were read. */
  weights: number;
  solved: number;
  exported: number;
  saved: number;
  refusals: SinewError[];
  /** Messages beside an opened file: notes, names of clips and meshes. */
  notes: string[];
}

/** Settings that are enough to run every step once. */
const QUICK: SolveSettings = {
  ...SOLVE_DEFAULTS,
  bones: 2,
  iterations: 1,
  restarts: 1,
  seconds: 0.5,
  correctRestPose: false,
};

/** Data that a skeleton without a project does not have. */
const NO_MORE = { edits: NO_WEIGHT_EDITS, kept: null, layers: null, clips: null, settings: undefined };

const oneThread: MakeParallel = (bytes) => nodeParallel(bytes, 1);

/**
 * A damaged key time can make a clip last for hours or months. Such a clip is opened at a lower frame rate, which runs
 * the same code. If even the lowest rate gives too many frames, the file is refused.
 */
const MOST_FRAMES = 300;
const LEAST_RATE = 1e-4;

/** This many of a file's sources go through all steps. */
const MOST_SOURCES = 2;

class Journey {
  readonly outcome: FuzzOutcome = {
    opened: 0,
    frames: 0,
    skeletons: 0,
    weights: 0,
    solved: 0,
    exported: 0,
    saved: 0,
    refusals: [],
    notes: [],
  };
  private readonly engine: Engine = createEngine(nodeParallel, 1);
  private readonly files: SourceFile[];

  constructor(files: SourceFile[]) {
    this.files = files;
  }

  /** The result, or null if the step refuses. Other errors are rethrown. */
  private async step<T>(run: () => Promise<T>): Promise<T | null> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof SinewError)) throw error;
      this.outcome.refusals.push(error);
      return null;
    }
  }

  async go(): Promise<FuzzOutcome> {
    const { engine, files, outcome } = this;
    const skeletons = (await this.step(() => engine.run("readSkeletons", { files }, UNWATCHED))) ?? [];
    outcome.skeletons = skeletons.length;
    const sources = (await this.step(() => engine.run("inspect", { files }, UNWATCHED))) ?? [];
    for (const [source, info] of sources.slice(0, MOST_SOURCES).entries()) {
      outcome.notes.push(...info.notes);
      const read = () => engine.run("read", { source, choice: this.choiceOf(info) }, UNWATCHED);
      const opened = await this.step(read);
      if (opened) await this.use(opened, skeletons[0]);
    }
    return outcome;
  }

  private choiceOf({ rateIsFree, clips }: SourceInfo) {
    const seconds = clips.reduce((sum, clip) => sum + clip.seconds, 0);
    const fps = rateIsFree ? Math.min(10, Math.max(LEAST_RATE, MOST_FRAMES / seconds)) : null;
    return { ...AS_IT_IS, fps, keepRig: true };
  }

  private async use(opened: OpenResult, skeleton: SkeletonSource | undefined): Promise<void> {
    const sequence = wholeSequence(opened.sequence);
    validateSequence(sequence);
    this.outcome.opened++;
    this.outcome.frames += sequence.frameCount;
    const solved = await this.solve(sequence);
    const bound = skeleton ? await this.bind(sequence, skeleton) : null;
    for (const rig of [opened.rig, solved, bound]) if (rig) await this.write(sequence, rig);
    if (!opened.rig) await this.save(sequence, null);
  }

  private async solve(sequence: MeshSequence): Promise<Rig | null> {
    if (sequence.frameCount < 2) return null;
    const input = { sequence, settings: QUICK, from: null, locks: null };
    const result = await this.step(() => this.engine.run("decompose", input, UNWATCHED));
    if (result) this.outcome.solved++;
    return result?.rig ?? null;
  }

  /** A still rig with weights. For a moving sequence it uses the first frame. */
  private async bind(sequence: MeshSequence, source: SkeletonSource): Promise<Rig | null> {
    if (sequence.frameCount > 1) return null;
    const placed = placeSkeleton(source, sequence);
    skeletonClipsOf(placed);
    const input = {
      mesh: bindableOf(sequence),
      skeleton: placed.skeleton,
      settings: { ...WEIGHT_DEFAULTS, method: "nearest" as const, exemplars: 2, iterations: 1 },
      edits: NO_WEIGHT_EDITS,
      from: null,
      stay: false,
    };
    const result = await this.step(() => this.engine.run("weights", input, UNWATCHED));
    if (result) this.outcome.solved++;
    const fileOrder = source.fileOrder ?? Uint32Array.from(placed.skeleton.segments.keys());
    const given = await this.readWeights({ ...NO_MORE, sequence, skeleton: placed.skeleton, fileOrder });
    return given ?? result?.bound.rig ?? null;
  }

  /** The rig of the weights beside the mesh and its skeleton, read as on the command line. */
  private async readWeights(bound: Bound): Promise<Rig | null> {
    const file = this.files.find(({ name }) => extensionOf(name) === "dmat");
    if (!file) return null;
    const found = await this.step(async () => {
      const weights = await readGivenWeights(file, bound);
      return givenAsFound(bound, weights, { ...WEIGHT_DEFAULTS, exemplars: 2 }, oneThread, UNWATCHED);
    });
    if (found) this.outcome.weights++;
    return found?.bound.rig ?? null;
  }

  private async write(sequence: MeshSequence, rig: Rig): Promise<void> {
    const options = { influences: 4, clips: [], upAxis: "y" as const };
    const glb = await this.step(() => this.engine.run("exportFile", { sequence, rig, options }, UNWATCHED));
    if (glb) {
      if (glb.validatorMessages?.length) {
        throw new Error(
          `The GLB is not valid: ${glb.validatorMessages
            .slice(0, 3)
            .map(({ sentence }) => sentence)
            .join("; ")}`,
        );
      }
      this.outcome.exported++;
    }
    await this.save(sequence, rig);
  }

  /** Every opened file can be saved, and every saved file can be opened. A refusal here would be a loss of data. */
  private async save(sequence: MeshSequence, rig: Rig | null): Promise<void> {
    const bytes = await this.engine.run("saveProject", { sequence, rig, report: null }, UNWATCHED);
    const again = createEngine(nodeParallel, 1);
    const files = [bytesFile("saved.sinew", bytes)];
    await again.run("inspect", { files }, UNWATCHED).catch(lost);
    const back = await again.run("read", { source: 0, choice: AS_IT_IS }, UNWATCHED).catch(lost);
    const { vertexCount, frameCount } = back.sequence;
    if (vertexCount !== sequence.vertexCount || frameCount !== sequence.frameCount) {
      throw new Error(`A project of ${sequence.vertexCount} vertices comes back with ${vertexCount}`);
    }
    if (back.rig?.bones.length !== rig?.bones.length)
      throw new Error("A project comes back with another rig");
    this.outcome.saved++;
  }
}

function lost(error: Error): never {
  throw new Error(`What was saved cannot be opened: ${error.message}`);
}

/** @throws any error that is not a refusal with a message. Every such error is a bug. */
export const goTheWholeWay = (files: SourceFile[]): Promise<FuzzOutcome> => new Journey(files).go();
