/**
 * Bytes and error of a file for each choice of bones, influences, keys and packing, from parts that are measured once.
 *
 * The bytes of the mesh with its weights and the bytes of the animation add up, because they are packed separately. The
 * errors of weights, of left-out keys and of rounding are nearly independent, so their squares add up. With n bones, m
 * influences, a tolerance t and a packing p:
 *
 *   bytes = mesh(n, m, p) + animation(n, t, p), error² = weights²(n, m) + keys²(n, t) + rounding²(p).
 */
import { measureExport } from "../../export/export-error";
import { surfacesOf } from "../../export/meshes/packed-order";
import { storedWeights } from "../../export/meshes/stored-weights";
import { comparable, withFewerKeys } from "../../export/motion/prepare-clips";
import { type FileRig, prepareFileRig } from "../../export/prepare";
import { measureWritten } from "../../export/written-error";
import type { MakeParallel } from "../../kernels/parallel";
import type { ExportOptions } from "../../model/files/export/export-options";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { type Task, withoutProgress } from "../../model/task";
import { BoneLevels } from "../../skeleton/levels/bone-levels";
import { type LeftBones, withLeftBones } from "../../skeleton/levels/part-of-rig";
import { WRITERS } from "../writers";
import { sizeOf } from "../written-file";
import type { SizeAxes } from "./axes";
import type { Cell, CellCost } from "./lattice";
import type { FineAxis } from "./refine";

/** Caches the results of a function of some integers. */
function kept<T, A extends number[]>(make: (...at: A) => Promise<T>): (...at: A) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (...at) => {
    const key = at.join();
    const found = known.get(key) ?? make(...at);
    known.set(key, found);
    return found;
  };
}

/** The content with only the first triangle, so that nearly all bytes of the file are its animation. */
const withoutMesh = (content: FileRig): FileRig => ({
  ...content,
  surfaces: content.surfaces.slice(0, 1).map((part) => ({
    ...part,
    vertices: part.vertices.slice(0, 3),
    indices: Uint32Array.of(0, 1, 2),
  })),
});

/** What the file is made from. */
export interface SizeInput {
  sequence: MeshSequence;
  rig: Rig;
  options: ExportOptions;
}

/** A rig with fewer bones, and its bones by their numbers in the given rig; null if it is the given one. */
interface Level {
  rig: Rig;
  left: LeftBones | null;
}

/** The rig with the bones that are left for the target, which is merged once for all sizes. */
export const firstLevel = (rig: Rig, left: LeftBones | null): Level => ({
  rig: left ? withLeftBones(rig, left) : rig,
  left,
});

export class CellCosts {
  private readonly sequence: MeshSequence;
  private readonly rig: Rig;
  private readonly options: ExportOptions;
  readonly axes: SizeAxes;
  private readonly makeParallel: MakeParallel;
  private readonly watched: Task;
  private readonly task: Task;
  private readonly first: Level;
  private readonly levels: BoneLevels;

  /** @param first the rig with the most bones */
  constructor(
    { sequence, rig, options }: SizeInput,
    first: Level,
    axes: SizeAxes,
    makeParallel: MakeParallel,
    task: Task,
  ) {
    this.sequence = sequence;
    this.rig = rig;
    this.options = options;
    this.axes = { ...axes, bones: axes.bones.slice(), keys: axes.keys.slice() };
    this.makeParallel = makeParallel;
    this.watched = task;
    this.task = withoutProgress(task);
    this.first = first;
    this.levels = new BoneLevels(sequence, first.rig, makeParallel);
  }

  /** Gives back the memory for merging bones. */
  dispose(): void {
    this.levels.dispose();
  }

  /** The axes that may have more values than they were given. */
  fineAxes(): FineAxis[] {
    const { bones, keys } = this.axes;
    const fine = (axis: number, values: number[], between: FineAxis["between"]): FineAxis => ({
      ...{ axis, values, between },
      placeOf: (value) => (values.includes(value) ? values.indexOf(value) : values.push(value) - 1),
    });
    return [
      fine(0, bones, (a, b) => Math.round((a + b) / 2)),
      // Each tolerance is a multiple of the one before, except after 0.
      fine(2, keys, (a, b) => (a * b > 0 ? Math.sqrt(a * b) : (a + b) / 2)),
    ];
  }

  /** The bones that are left of the `b`-th number of bones. */
  private readonly leftOf = kept(async (b) => {
    if (b === 0) return this.first.left;
    const { rig, kept } = await this.levels.at(this.axes.bones[b], this.watched);
    const own = this.first.left?.kept;
    return { kept: own ? kept.map((n) => own[n]) : kept, weights: rig.weights };
  });

  /** The given rig with the `b`-th number of bones, prepared for a file. */
  async prepare(b: number, options: ExportOptions): Promise<FileRig> {
    const left = await this.leftOf(b);
    return prepareFileRig(this.sequence, this.rig, options, this.task, this.makeParallel, left);
  }

  optionsOf([, m, t, p]: Cell): ExportOptions {
    const { influences, keys, packings } = this.axes;
    return { ...this.options, influences: influences[m], keyTolerance: keys[t], ...packings[p] };
  }

  async costOf(cell: Cell): Promise<CellCost> {
    const [b, m, t, p] = cell;
    const squares = [await this.weights(b, m), await this.keys(b, t), await this.rounding(p)];
    return {
      error: Math.sqrt(squares.reduce((sum, square) => sum + square, 0)),
      bytes: (await this.mesh(b, m, p)) + (await this.animation(b, t, p)),
    };
  }

  /** Prepared content with all keys, not packed. */
  private readonly prepared = kept(async (b, m) => {
    const options = { ...this.optionsOf([b, m, 0, 0]), keyTolerance: 0, compression: "none" as const };
    return this.prepare(b, options);
  });

  /** Prepared content with keys within a tolerance. */
  private readonly keyed = kept(async (b, t) => {
    const content = await this.prepared(b, 0);
    const { rig, clips, weights, perUnit } = content;
    const tolerance = perUnit * this.axes.keys[t];
    if (!(tolerance > 0)) return content;
    return { ...content, clips: await withFewerKeys(rig, clips, weights, tolerance, this.task) };
  });

  private readonly weights = kept(async (b, m) => this.squareOf(await this.prepared(b, m)));

  private readonly keys = kept(async (b, t) =>
    Math.max(0, (await this.squareOf(await this.keyed(b, t))) - (await this.weights(b, 0))),
  );

  private readonly rounding = kept(async (p) => {
    const options = this.optionsOf([0, 0, 0, p]);
    const { play, write } = WRITERS[options.format ?? "glb"];
    if (!play || options.compression === "none") return 0;
    const content = await this.packed(await this.prepared(0, 0), p);
    const { bytes } = await write(content, options, this.task);
    const file = await play(bytes, content, options, this.task);
    if (!file) return 0;
    const { eRmsInFile } = await measureWritten(content, file, this.task);
    return Math.max(0, eRmsInFile ** 2 - (await this.weights(0, 0)));
  });

  private readonly mesh = kept(async (b, m, p) => {
    const content = await this.packed(await this.prepared(b, m), p);
    return this.sizeOf({ ...content, isStill: true }, p);
  });

  /** The bytes of the animation: the difference from the file without clips. */
  private readonly animation = kept(async (b, t, p) => {
    const content = withoutMesh(await this.keyed(b, t));
    return (await this.sizeOf(content, p)) - (await this.sizeOf({ ...content, isStill: true }, p));
  });

  /** The content with the order of vertices and the weights of a packing. */
  private async packed(content: FileRig, p: number): Promise<FileRig> {
    const packing = this.axes.packings[p];
    return {
      ...content,
      surfaces: await surfacesOf(content.sequence, packing.compression),
      weights: await storedWeights(content, packing, this.task),
    };
  }

  private async sizeOf(content: FileRig, p: number): Promise<number> {
    const options = this.optionsOf([0, 0, 0, p]);
    await this.task.checkpoint();
    return sizeOf(await WRITERS[options.format ?? "glb"].write(content, options, this.task));
  }

  /** E_RMS² before packing. */
  private async squareOf(content: FileRig): Promise<number> {
    const { sequence, rig, clips, weights } = content;
    const { frames, motion } = comparable(clips);
    const error = await measureExport(sequence, rig, content, frames, motion, weights, this.task);
    return error.eRmsInFile ** 2;
  }
}
