import { linearBlend } from "../deform/classic/linear-blend";
import type { VertexInFrame } from "../model/files/export/export-options";
import { restDiagonal } from "../model/mesh/mesh-sequence";
import { frameAt } from "../model/mesh/streamed-sequence";
import type { Task } from "../model/task";
import type { ExportError } from "./export-error";
import { type FileSpace, pointInFile } from "./file-space";
import { ofSequence } from "./motion/prepare-clips";
import type { FileRig } from "./prepare";

/** A written file, read back. */
export interface PlayedFile {
  /** The solver vertex that each vertex of the file shows. */
  solver: ArrayLike<number>;
  /** From the sequence's axes, unit and origin to the file's. */
  space: FileSpace;
  /** A clip of the file: positions in the file's space, in the order of its vertices. */
  clip(c: number): Promise<{ frame(f: number): Promise<ArrayLike<number>> }>;
}

/**
 * For each shown vertex of the rig, a vertex of the file that shows it: pairs of a solver vertex and a file's vertex.
 */
function shownVertices({ solver }: PlayedFile): [solver: number, inFile: number][] {
  const found = new Map<number, number>();
  for (let at = 0; at < solver.length; at++) if (!found.has(solver[at])) found.set(solver[at], at);
  return [...found];
}

const squared = (a: readonly number[], b: readonly number[]) =>
  (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;

const pointAt = (space: FileSpace, all: ArrayLike<number>, i: number) =>
  pointInFile(space, [all[3 * i], all[3 * i + 1], all[3 * i + 2]]);

/**
 * The error of a file's bytes: its clips are read back and compared with the rig and its source, over the vertices that
 * the file shows.
 */
export async function measureWritten(
  { sequence, shown: own, full, clips }: FileRig,
  file: PlayedFile,
  task: Task,
): Promise<ExportError> {
  const { space } = file;
  const pairs = shownVertices(file);
  const now = new Float64Array(3 * sequence.vertexCount);
  const asked = own === full ? now : new Float64Array(3 * sequence.vertexCount);
  let [sumNow, sumAsked, sumInFile, largest, count] = [0, 0, 0, 0, 0];
  let largestAt: VertexInFrame | null = null;
  for (const [c, { frames }] of clips.map(ofSequence).entries()) {
    const played = await file.clip(c);
    for (const [f, k] of frames.entries()) {
      task.progress({ phase: "Measuring", done: f / frames.length, detail: `clip ${c + 1} read back` });
      await task.checkpoint();
      const shown = await played.frame(f);
      linearBlend(own, k, now);
      if (asked !== now) linearBlend(full, k, asked);
      const source = await frameAt(sequence, k);
      for (const [solver, at] of pairs) {
        const inFile = [shown[3 * at], shown[3 * at + 1], shown[3 * at + 2]];
        const [truth, posed] = [pointAt(space, source, solver), pointAt(space, asked, solver)];
        const ofAsked = squared(posed, truth);
        sumAsked += ofAsked;
        sumNow += asked === now ? ofAsked : squared(pointAt(space, now, solver), truth);
        sumInFile += squared(inFile, truth);
        const added = squared(inFile, posed);
        if (added > largest) [largest, largestAt] = [added, { vertex: solver, frame: k }];
      }
      count += 3 * pairs.length;
    }
  }
  const diagonal = restDiagonal(sequence) * space.scale;
  const eRms = (sum: number) => (diagonal > 0 && count > 0 ? (2000 * Math.sqrt(sum / count)) / diagonal : 0);
  return {
    eRmsNow: eRms(sumNow),
    eRmsAsked: eRms(sumAsked),
    eRmsInFile: eRms(sumInFile),
    largestAdded: Math.sqrt(largest) / space.scale,
    largestAt,
  };
}
