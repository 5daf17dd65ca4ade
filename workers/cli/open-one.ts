// The one animation or rig that a command works on.
import type { SourceFile } from "../formats/source";
import type { OpenResult, ProjectExtras } from "../jobs/api";
import type { Engine } from "../jobs/engine";
import type { MeshSequence } from "../model/mesh-sequence";
import type { Rig } from "../model/rig";
import type { Task } from "../model/task";
import { clipIndices, DEFAULT_FPS, type Flags, number, refuse } from "./arguments";

/** @throws SinewError where the files hold several animations, or not the clips that are named. */
export async function openOne(
  engine: Engine,
  files: SourceFile[],
  flags: Flags,
  task: Task,
  keepRig = false,
): Promise<OpenResult> {
  const sources = await engine.run("inspect", { files }, task);
  if (sources.length > 1) {
    const names = sources.map((source) => source.name).join(", ");
    refuse("These files hold several animations", `Give one of them at a time: ${names}.`);
  }
  const rest = number(flags, "rest", 1, 1_000_000);
  const choice = {
    clips: clipIndices(sources[0], flags.clip),
    fps: number(flags, "fps", 0.1, 1000, false) ?? (sources[0].rateIsFree ? DEFAULT_FPS : null),
    upAxis: null,
    metresPerUnit: null,
    restFrame: rest === null ? null : rest - 1,
    keepRig,
  };
  return engine.run("read", { source: 0, choice }, task);
}

/** A rig with what a project keeps besides it. */
export interface OpenedRig extends ProjectExtras {
  sequence: MeshSequence;
  rig: Rig;
  /** Those that were named, by index; empty for all. */
  clips: number[];
}

/** A rig, and the clips of it that were named: a project is opened whole. */
export async function openRig(
  engine: Engine,
  files: SourceFile[],
  flags: Flags,
  task: Task,
): Promise<OpenedRig> {
  const { sequence, rig, deform, poses } = await openOne(engine, files, flags, task, true);
  if (!rig) {
    return refuse(
      `${sequence.name} has no skeleton`,
      "Give a skinned .glb or .gltf, or a .sinew project that was solved.",
    );
  }
  return { sequence, rig, deform, poses, clips: clipIndices(sequence, flags.clip) };
}
