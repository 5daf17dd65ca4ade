import { inBindPose } from "../../deform/shapes/in-bind-pose";
import { playsShapes, withShapes } from "../../deform/shapes/rest-shapes";
import type { MakeParallel } from "../../kernels/parallel";
import type { ExportOptions } from "../../model/files/export/export-options";
import type { MeshShape } from "../../model/mesh/shapes";
import type { AnySequence } from "../../model/mesh/streamed-sequence";
import { type Rig, withoutCorrection } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import { extractRootMotion } from "../../skeleton/curves/root-motion";
import { type LeftBones, withLeftBones } from "../../skeleton/levels/part-of-rig";
import { bakeSpace } from "./bake-space";
import { withStillRoot } from "./still-root";
import { withTargetNames } from "./target-names";
import { withinTarget } from "./within-target";

/** The bones of a file: in its space, within the target's limit, below its root, with its names. */
export interface FileBones {
  /** Its normals, tangents and shapes are in the rig's rest pose, but its positions stay in its own pose. */
  sequence: AnySequence;
  rig: Rig;
  /** The given rig as the studio shows it: with all its bones and its correction, without shapes of the source. */
  shown: Rig;
  /** The given rig as the options ask for it, with all its bones; `shown` itself if they ask for no change. */
  full: Rig;
  /** The source's own shapes on the rig's rest pose. If clips play them, they are also the last shapes of the rigs. */
  shapes: MeshShape[];
  play: boolean;
  /** How many units of `sequence` one unit of the given sequence has. */
  perUnit: number;
  /** For each bone except an added root, the bone of the given rig that it is or helps. */
  origins: Int32Array;
  /** The number of bones of the given rig that helpers replace, and of bones that were merged into others. */
  helped: number;
  merged: number;
  /** The bones of the given rig that are left; null if none were merged, or if helpers replace some. */
  left: LeftBones | null;
  /** The number of bones whose names changed, and the old names of all bones. */
  renamed: number;
  givenNames: string[];
}

/** Sequence and rig in their own space, or in the file's space. */
export function inSpace(
  sequence: AnySequence,
  rig: Rig,
  { bakeSpace: baked, upAxis }: ExportOptions,
): { sequence: AnySequence; whole: Rig; perUnit: number } {
  if (!baked) return { sequence, whole: rig, perUnit: 1 };
  const inFile = bakeSpace(sequence, rig, upAxis);
  return { sequence: inFile.sequence, whole: inFile.rig, perUnit: sequence.metresPerUnit };
}

/** The rig with one more bone above it, if the options ask for one. */
function withRoot(rig: Rig, sequence: AnySequence, { rootMotion }: ExportOptions, task: Task) {
  if (rootMotion === "still") return withStillRoot(rig);
  return rootMotion === "extract" ? extractRootMotion(rig, sequence, task) : rig;
}

/**
 * @param frames of the sequence that the file shows
 * @param known the bones that are left of the given rig, if they are known; the target may allow fewer
 */
export async function fileBones(
  source: AnySequence,
  given: Rig,
  frames: Uint32Array,
  options: ExportOptions,
  makeParallel: MakeParallel,
  task: Task,
  known: LeftBones | null = null,
): Promise<FileBones> {
  const { sequence: placed, whole: shown, perUnit } = inSpace(source, given, options);
  const bare = options.correction || !shown.correction ? shown : withoutCorrection(shown);
  const { shapes: policy = "auto" } = options;
  const sequence = await inBindPose(placed, bare, task);
  const shapes = policy === "none" ? [] : (sequence.shapes ?? []);
  const play = await playsShapes(sequence, bare, shapes, frames, policy);
  const full = play ? withShapes(bare, shapes) : bare;
  const fewer = known && withLeftBones(bare, known);
  const start = fewer && play ? withShapes(fewer, shapes) : (fewer ?? full);
  const within = await withinTarget(sequence, start, frames, options, makeParallel, task);
  const { whole, helped } = within;
  const origins = known ? within.origins.map((j) => known.kept[j]) : within.origins;
  const merged = within.merged + full.bones.length - start.bones.length;
  const rooted = await withRoot(whole, sequence, options, task);
  const { rig, renamed } = withTargetNames(rooted, options.names ?? "keep");
  const givenNames = rooted.bones.map(({ name }) => name);
  return {
    ...{ sequence, rig, shown, full, shapes, play, perUnit, origins },
    ...{ helped, merged, renamed, givenNames },
    left: merged > 0 && helped === 0 ? { kept: origins, weights: whole.weights } : null,
  };
}
