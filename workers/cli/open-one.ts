// Opens the one animation or rig that a command works on.
import type { SourceFile } from "../formats/source/source";
import type { OpenChoice, OpenResult, ProjectExtras } from "../jobs/api";
import type { Engine } from "../jobs/engine";
import { isTooLargeToSolve } from "../model/files/frames-in-memory";
import type { SourceInfo } from "../model/files/source-info";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import { isFiled, type OpenedSequence, type SequenceMesh } from "../model/mesh/streamed-sequence";
import type { Rig } from "../model/rig/rig";
import type { Task } from "../model/task";
import { clipIndices, type Flags, number } from "./flags/arguments";
import { printNote } from "./output/terminal";
import { refuseInput } from "./status";

/** An opened file with its notes. */
export type OpenedOne = OpenResult & { sequence: MeshSequence; notes: string[] };

/** Prints notes about omissions and guesses to standard error. */
export function sayNotes(notes: string[], { quiet }: Flags): void {
  if (!quiet) for (const note of notes) printNote(note);
}

/** The one source of the files, and how to read it. */
interface Chosen {
  info: SourceInfo;
  choice: OpenChoice;
}

/** @throws SinewError if the files have several animations, or lack the named clips. */
async function chooseOne(
  engine: Engine,
  files: SourceFile[],
  flags: Flags,
  task: Task,
  keepRig = false,
): Promise<Chosen> {
  const rest = number(flags, "rest", 1, 1_000_000);
  const fps = number(flags, "fps", 0.1, 1000, false);
  const sources = await engine.run("inspect", { files }, task);
  if (sources.length > 1) {
    const names = sources.map((source) => source.name).join(", ");
    refuseInput("These files have several animations", `Give only one of them: ${names}.`);
  }
  const choice = {
    clips: clipIndices(sources[0], flags.clip),
    fps,
    upAxis: null,
    metresPerUnit: null,
    restFrame: rest === null ? null : rest - 1,
    keepRig,
  };
  return { info: sources[0], choice };
}

/** @throws SinewError if the files have several animations, or lack the named clips. */
export async function openOne(
  engine: Engine,
  files: SourceFile[],
  flags: Flags,
  task: Task,
  keepRig = false,
): Promise<OpenedOne> {
  const { info, choice } = await chooseOne(engine, files, flags, task, keepRig);
  const opened = await engine.run("read", { source: 0, choice }, task);
  return { ...opened, sequence: withFrames(opened.sequence), notes: info.notes };
}

/**
 * A sequence to solve. If a solve with its frames in memory takes more than is allowed, they stay in their files, which
 * the engine keeps open.
 * @param memory the most bytes that the solve may take.
 * @throws SinewError if nothing moves.
 */
export async function openToSolve(
  engine: Engine,
  files: SourceFile[],
  flags: Flags,
  task: Task,
  memory: number,
): Promise<OpenedSequence> {
  const { info, choice } = await chooseOne(engine, files, flags, task);
  sayNotes(info.notes, flags);
  const chosen = choice.clips.length > 0 ? choice.clips.map((c) => info.clips[c]) : info.clips;
  const frames = (clips: typeof info.clips) => clips.reduce((sum, clip) => sum + clip.frames, 0);
  const bytes = (info.sequenceBytes * frames(chosen)) / Math.max(1, frames(info.clips));
  const vertices = bytes / (12 * Math.max(1, frames(chosen)));
  const sequence = isTooLargeToSolve(bytes, vertices, memory)
    ? await engine.run("openStream", { source: 0, choice, id: info.name }, task)
    : (await engine.run("read", { source: 0, choice }, task)).sequence;
  return moving(sequence);
}

/** @throws SinewError if a project was saved without its frames. */
function withFrames(sequence: OpenedSequence): MeshSequence {
  if (!isFiled(sequence)) return sequence;
  return refuseInput(
    `The project ${sequence.name} has no frames`,
    `It is larger than memory, so its frames stayed in ${sequence.frames.files.join(", ")}. Give those files.`,
  );
}

/** @throws SinewError if nothing moves, so that there is nothing to decompose. */
function moving<S extends SequenceMesh>(sequence: S): S {
  if (sequence.frameCount > 1) return sequence;
  return refuseInput(
    `${sequence.name} does not move`,
    "Finding bones needs at least two frames. To bind a still mesh to a skeleton: rig weights <mesh> <skeleton>.",
  );
}

/** @throws SinewError if nothing moves, so that there is nothing to decompose. */
export async function openMoving(
  engine: Engine,
  files: SourceFile[],
  flags: Flags,
  task: Task,
  keepRig = false,
): Promise<OpenedOne> {
  const opened = await openOne(engine, files, flags, task, keepRig);
  moving(opened.sequence);
  return opened;
}

/** A rig with a project's other data. */
export interface OpenedRig extends ProjectExtras {
  sequence: MeshSequence;
  rig: Rig;
  /** The named clips, by index; empty for all. */
  clips: number[];
}

/** A rig and its named clips. A project is opened as a whole. */
export async function openRig(
  engine: Engine,
  files: SourceFile[],
  flags: Flags,
  task: Task,
): Promise<OpenedRig> {
  const { sequence, rig, deform, poses, notes } = await openOne(engine, files, flags, task, true);
  if (!rig) {
    return refuseInput(
      `${sequence.name} has no skeleton`,
      "Give a skinned .glb or .gltf, or a .sinew project that was solved.",
    );
  }
  const clips = clipIndices(sequence, flags.clip);
  sayNotes(notes, flags);
  return { sequence, rig, deform, poses, clips };
}
