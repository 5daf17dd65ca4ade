// Opens the mesh and the skeleton for `weights`.
import { SkeletonAlone } from "../formats/refusals";
import { sniff } from "../formats/sniff";
import type { SourceFile } from "../formats/source/source";
import { placeSkeleton, skeletonClipsOf } from "../geometry/place-skeleton";
import type { OpenResult } from "../jobs/api";
import type { Engine } from "../jobs/engine";
import type { SkeletonClips, SkeletonSource } from "../model/files/skeleton-source";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import { exemplarsOfClips } from "../model/skeleton/clip-exemplars";
import type { Skeleton } from "../model/skeleton/skeleton";
import type { Task } from "../model/task";
import { keptOfRig } from "../model/weights/kept-weights";
import { NO_WEIGHT_EDITS, type WeightEdits } from "../model/weights/weight-edits";
import type { WeightSettings } from "../model/weights/weight-settings";
import type { KeptWeights } from "../model/weights/weights-input";
import { type Flags, number } from "./flags/arguments";
import { editsAsAsked, keptNotes, refuseReplacing } from "./kept-in-project";
import type { ProjectLayers } from "./layers-in-project";
import { openOne, sayNotes } from "./open-one";
import { refuseInput } from "./status";

export interface Bound {
  /** One frame, at rest. */
  sequence: MeshSequence;
  skeleton: Skeleton;
  /** Number of each segment in its file. */
  fileOrder: ArrayLike<number>;
  edits: WeightEdits;
  /** A project's weights if some of them are painted or locked. */
  kept: KeptWeights | null;
  /** A project's layers of weights, which stay above the weights that are found. */
  layers: ProjectLayers | null;
  /** The skeleton's clips. */
  clips: SkeletonClips | null;
  /** The project's settings for weights. */
  settings: WeightSettings | undefined;
}

/** Separates the named files from the files that belong to them: materials, buffers, textures. */
async function sorted(files: SourceFile[]) {
  const kinds = await Promise.all(files.map(sniff));
  const companions = files.filter((_, n) => kinds[n] === "companion");
  const named = files.filter((_, n) => kinds[n] !== "companion");
  const [first] = kinds.filter((kind) => kind !== "companion");
  if (named.length === 0 || named.length > 2) {
    refuseInput(
      named.length === 0 ? "There is no mesh in these files" : "Two files are enough",
      "Give a mesh and a skeleton, or one file that holds both.",
    );
  }
  if (first === "tgf" || first === "bvh") refuseSwapped(named);
  return { named, companions, isProject: (file: SourceFile) => kinds[files.indexOf(file)] === "project" };
}

function refuseSwapped([first, second]: SourceFile[]): never {
  const swapped = second === undefined ? "Give its mesh before it" : "Give the mesh first, then the skeleton";
  return refuseInput(`${first.name} is a skeleton`, `${swapped}: rig weights <mesh> <skeleton>.`);
}

/** The mesh at rest, and the skeleton placed in it. One file may hold both. */
export async function openBound(
  engine: Engine,
  files: SourceFile[],
  flags: Flags,
  task: Task,
): Promise<Bound> {
  const { named, companions, isProject } = await sorted(files);
  const [mesh, own = mesh] = named;
  const parts = isProject(mesh) ? [mesh] : [mesh, ...companions];
  const opened = await openOne(engine, parts, flags, task).catch((reason) => {
    if (reason instanceof SkeletonAlone) refuseSwapped(named);
    throw reason;
  });
  const { name, frameCount } = opened.sequence;
  const sequence = still(opened.sequence);
  const notes = [...opened.notes];
  if (frameCount > 1) notes.push(`${name} is bound and written in its rest pose, without its animation.`);
  if (!isProject(mesh) || own !== mesh) refuseReplacing(flags);
  const project = isProject(own) ? (own === mesh ? opened : await openOne(engine, [own], {}, task)) : null;
  if (project) {
    const bound = boundByProject(sequence, own, project, mesh, flags);
    const before = project.weightEdits ?? NO_WEIGHT_EDITS;
    sayNotes([...notes, ...(own === mesh ? keptNotes(bound, before, flags) : [])], flags);
    return bound;
  }
  const sources = await engine.run("readSkeletons", { files: [own, ...companions] }, task);
  if (sources.length === 0) {
    refuseInput(
      `${own.name} has no skeleton`,
      "Give one as well: .tgf, BVH, FBX, glTF, or a .sinew project.",
    );
  }
  const placed = placeSkeleton(sources[0], sequence);
  const { skeleton, note } = placed;
  const clips = skeletonClipsOf(placed);
  const edits = withClips(NO_WEIGHT_EDITS, flags, own.name, skeleton, clips);
  sayNotes([...notes, ...notesOf(sources, note)], flags);
  const fileOrder = orderOf(skeleton, sources[0]);
  return { sequence, skeleton, edits, kept: null, layers: null, clips, fileOrder, settings: undefined };
}

const orderOf = ({ segments }: Skeleton, source?: SkeletonSource): ArrayLike<number> =>
  source?.fileOrder ?? Uint32Array.from(segments.keys());

function notesOf([first, ...others]: SkeletonSource[], note: string | null): string[] {
  const left = others.map(({ name }) => `“${name}” of ${first.file} is left out: “${first.name}” is bound.`);
  return [...(note ? [note] : []), ...first.notes, ...left];
}

/** A moving mesh is bound in its rest pose. Its motion is not part of the rig. */
function still(sequence: MeshSequence): MeshSequence {
  if (sequence.frameCount === 1) return sequence;
  const { name, rest } = sequence;
  return { ...sequence, frameCount: 1, frames: rest, clips: [{ name, first: 0, last: 0 }] };
}

/** The skeleton of a project, with its painted weights and settings if the mesh is its own. */
function boundByProject(
  sequence: MeshSequence,
  file: SourceFile,
  { skeleton, skeletonClips, weighting, weightEdits, weightLayers, rig }: OpenResult,
  mesh: SourceFile,
  flags: Flags,
): Bound {
  if (!skeleton?.segments.length) {
    return refuseInput(
      `${file.name} has no skeleton`,
      "Draw or open one in the studio, and save the project.",
    );
  }
  const clips = skeletonClips ?? null;
  const own = (file === mesh && weightEdits) || NO_WEIGHT_EDITS;
  const edits = withClips(editsAsAsked(own, flags), flags, file.name, skeleton, clips);
  const fileOrder = orderOf(skeleton);
  const over = file === mesh && !flags["replace-painted"] && rig && weightLayers;
  const layers = over ? { stack: over, before: rig } : null;
  const kept = keptOfRig(rig, edits);
  return { sequence, skeleton, edits, kept, layers, clips, fileOrder, settings: weighting };
}

/** Frames of clips as exemplars, if requested. */
function withClips(
  edits: WeightEdits,
  flags: Flags,
  file: string,
  skeleton: Skeleton,
  from: SkeletonClips | null,
): WeightEdits {
  const count = number(flags, "clips", 1, 400);
  if (count === null) return edits;
  if (!from?.clips.length) {
    return refuseInput(
      `${file} has no clips`,
      "--clips uses frames of the animation in the skeleton's file: leave it out.",
    );
  }
  const named = from.clips.map((clip) => ({ ...clip, bones: from.bones }));
  const added = exemplarsOfClips(skeleton, named, count);
  return { ...edits, addedExemplars: [...edits.addedExemplars, ...added] };
}
