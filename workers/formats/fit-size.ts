/**
 * A file of at most so many bytes: the options change one at a time, by what costs the least error for each byte that it
 * saves, until the file is small enough. Every candidate is written and measured.
 */
import type { MakeParallel } from "../kernels/parallel";
import { COMPRESSIONS, PRECISIONS } from "../model/files/compression";
import { EXPORT_FORMATS } from "../model/files/export-formats";
import type { ExportOptions, ExportResult, SizedExport } from "../model/files/export-options";
import { type MeshSequence, restDiagonal } from "../model/mesh/mesh-sequence";
import type { Rig } from "../model/rig/rig";
import type { Task } from "../model/task";
import { skeletonLevels } from "../skeleton/levels/levels";
import { exportFile } from "./export-file";

/** Shares of the diagonal by which a vertex may be off because keys are left out. */
const TOLERANCES = [2e-5, 1e-4, 5e-4, 2e-3, 5e-3, 1e-2];
/** Bones that stay in one step. */
const FEWER = 0.8;
/** E_RMS that nobody sees: changes below it do not count as worse than others. */
const UNSEEN = 1e-3;

interface Candidate {
  rig: Rig;
  options: ExportOptions;
  /** What was changed last, in words. */
  change: string;
}

interface Measured extends Candidate {
  result: ExportResult;
}

/** The next value in a list; undefined at its end. */
const after = <T>(list: readonly T[], value: T): T | undefined => list[list.indexOf(value) + 1];

/** Changes of the options alone, each by one step. */
function optionSteps({ rig, options }: Candidate, diagonal: number, isMoving: boolean): Candidate[] {
  const { compression = "none", precision = "fine", keyTolerance = 0, format = "glb" } = options;
  const steps: Candidate[] = [];
  const add = (change: string, next: Partial<ExportOptions>) =>
    steps.push({ rig, options: { ...options, ...next }, change });
  const packed = after(COMPRESSIONS, compression);
  const isHeld = (EXPORT_FORMATS[format].holds.compression as readonly string[]).includes(packed ?? "");
  if (packed && isHeld) add(`compression ${packed}`, { compression: packed });
  const coarser = after(PRECISIONS, precision);
  if (coarser && compression !== "none") add(`precision ${coarser}`, { precision: coarser });
  const tolerance = TOLERANCES.find((share) => share * diagonal > 1.01 * keyTolerance);
  if (tolerance && isMoving) {
    add(`keys within ${100 * tolerance} % of the diagonal`, { keyTolerance: tolerance * diagonal });
  }
  const influences = options.influences - 1;
  if (influences > 0) add(`${influences} influences`, { influences });
  return steps;
}

/** The rig with fewer bones, where they have parents to merge into. */
async function boneStep(
  sequence: MeshSequence,
  { rig, options }: Candidate,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Candidate[]> {
  const roots = rig.bones.filter(({ parent }) => parent < 0).length;
  const count = Math.max(roots, Math.floor(FEWER * rig.bones.length));
  if (count >= rig.bones.length) return [];
  const [level] = await skeletonLevels(sequence, rig, [count], makeParallel, task);
  return [{ rig: level.rig, options, change: `${count} bones` }];
}

/** What a step costs in error for each byte that it saves; infinite if it saves none. */
function priceOf(from: Measured, { result }: Measured): number {
  const saved = from.result.bytes.length - result.bytes.length;
  const worse = Math.max(UNSEEN, result.eRmsInFile - from.result.eRmsInFile);
  return saved > 0 ? worse / saved : Number.POSITIVE_INFINITY;
}

/**
 * @param most the most bytes
 * @returns the first file that is small enough; the smallest, where none is
 */
export async function exportWithin(
  sequence: MeshSequence,
  rig: Rig,
  options: ExportOptions,
  most: number,
  makeParallel: MakeParallel,
  task: Task,
): Promise<SizedExport> {
  const diagonal = restDiagonal(sequence);
  const measured = async (candidate: Candidate): Promise<Measured> => ({
    ...candidate,
    result: await exportFile(sequence, candidate.rig, candidate.options, task),
  });
  let best = await measured({ rig, options, change: "" });
  const steps: SizedExport["steps"] = [];
  while (best.result.bytes.length > most) {
    const detail = `${steps.length} changes, ${best.result.bytes.length} bytes`;
    task.progress({ phase: "Making it smaller", done: null, detail });
    await task.checkpoint();
    const tried: Measured[] = [];
    const candidates = optionSteps(best, diagonal, sequence.frameCount > 1);
    candidates.push(...(await boneStep(sequence, best, makeParallel, task)));
    for (const candidate of candidates) tried.push(await measured(candidate));
    const from = best;
    tried.sort((a, b) => priceOf(from, a) - priceOf(from, b));
    if (tried.length === 0 || priceOf(from, tried[0]) === Number.POSITIVE_INFINITY) break;
    best = tried[0];
    const { bytes, eRmsInFile } = best.result;
    steps.push({ change: best.change, bytes: bytes.length, eRms: eRmsInFile });
  }
  return { ...best.result, options: best.options, steps, fits: best.result.bytes.length <= most };
}
