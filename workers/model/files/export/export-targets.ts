/**
 * The programs and engines that a rig can be exported for, with the options that suit each. `docs/reference/targets.md`
 * says what was tried in which version.
 */
import { restDiagonal } from "../../mesh/mesh-sequence";
import type { SequenceMesh } from "../../mesh/streamed-sequence";
import type { Rig } from "../../rig/rig";
import { maxInfluences } from "../../rig/sparse-weights";
import type { Compression, Precision } from "./compression";
import { EXPORT_FORMATS, type ExportFormatId } from "./export-formats";
import {
  type ExportOptions,
  HELPER_COUNTS,
  type NameRule,
  type RootMotion,
  type ShearPolicy,
} from "./export-options";
import type { FileUnit } from "./skeleton-export";

export interface ExportTarget {
  title: string;
  /** What its file contains, in a few words. */
  about: string;
  /** Formats, the best first. Those that Sinew does not write are ignored. */
  formats: readonly string[];
  /** The most influences of a vertex. */
  influences: number;
  /** The most bones of a mesh; null for any number. */
  bones: number | null;
  /** How bones that shear are written. */
  shear: ShearPolicy;
  root: RootMotion;
  /** Whether the target needs bones that all hang in one hierarchy. */
  needsHierarchy: boolean;
  names: NameRule;
  /** Whether axes and unit are applied to the data. */
  bakeSpace: boolean;
  /** The unit of a format that has several; null for the format's usual one. */
  unit: FileUnit | null;
  /**
   * Whether meshes have the bounding box of all frames, because the engine would otherwise cull by the box of the rest
   * pose.
   */
  bounds: boolean;
  /** Whether the correction is exported as morph targets. */
  morphs: boolean;
  /** How far left-out keys may move a vertex, as a share of the diagonal; 0 keeps all keys. */
  keyTolerance: number;
  /** The most keys a second; null for one on every frame. */
  keyRate: number | null;
  compression: Compression;
  precision: Precision;
}

const ANY = Number.POSITIVE_INFINITY;

const PLAIN: Omit<ExportTarget, "title" | "about"> = {
  formats: ["glb"],
  influences: 4,
  bones: null,
  shear: "pairs",
  root: "keep",
  needsHierarchy: false,
  names: "keep",
  bakeSpace: true,
  unit: null,
  bounds: false,
  morphs: true,
  keyTolerance: 0,
  keyRate: null,
  compression: "none",
  precision: "fine",
};

export const EXPORT_TARGETS = {
  gltf: { ...PLAIN, title: "glTF", about: "GLB, any viewer", bakeSpace: false, bounds: true },
  blender: {
    ...PLAIN,
    title: "Blender",
    about: "GLB, every influence",
    influences: ANY,
    names: "short",
    // Its bones of a hundredth of a unit, the upper ones of pairs, would have inexact axes in centimetres.
    unit: "m",
  },
  unity: {
    ...PLAIN,
    title: "Unity",
    about: "4 influences, still root",
    bounds: true,
    formats: ["fbx", "glb"],
    root: "still",
    keyTolerance: 2e-5,
  },
  unreal: {
    ...PLAIN,
    title: "Unreal",
    about: "8 influences, no shear",
    formats: ["fbx", "glb"],
    influences: 8,
    shear: "helpers",
    root: "still",
    names: "plain",
    keyTolerance: 2e-5,
  },
  godot: { ...PLAIN, title: "Godot", about: "GLB, 8 influences", influences: 8, names: "plain" },
  three: {
    ...PLAIN,
    title: "three.js",
    about: "GLB, 4 influences",
    names: "plain",
    bounds: true,
    compression: "quantised",
  },
  babylon: {
    ...PLAIN,
    title: "Babylon.js",
    about: "GLB, 8 influences",
    influences: 8,
    bounds: true,
    compression: "quantised",
  },
  playcanvas: { ...PLAIN, title: "PlayCanvas", about: "GLB, 4 influences", compression: "quantised" },
  humanoid: {
    ...PLAIN,
    title: "Humanoid",
    about: "GLB like a VRM",
    needsHierarchy: true,
    shear: "nearest",
    root: "still",
    names: "plain",
  },
  mobile: {
    ...PLAIN,
    title: "Mobile",
    about: "GLB, packed, 256 bones",
    bones: 256,
    names: "plain",
    // No tolerance: packed tracks with their own key times are larger than tracks with a key on every frame.
    keyRate: 30,
    compression: "meshopt",
    precision: "medium",
  },
} as const satisfies Record<string, ExportTarget>;

export type ExportTargetId = keyof typeof EXPORT_TARGETS;
export const EXPORT_TARGET_IDS = Object.keys(EXPORT_TARGETS) as ExportTargetId[];

/** Sentences about what a rig lacks for a target. */
export function targetNotes(id: ExportTargetId, { bones }: Pick<Rig, "bones">): string[] {
  const { title, needsHierarchy }: ExportTarget = EXPORT_TARGETS[id];
  const roots = bones.filter(({ parent }) => parent < 0).length;
  if (!needsHierarchy || roots === 1) return [];
  const without =
    roots === bones.length
      ? `none of the ${roots} bones has a`
      : `${roots} of the ${bones.length} bones have no`;
  return [`${title} needs one skeleton, but ${without} parent.`];
}

/** Sentences about what a target would do for other rigs, and does not do for this one. */
export function idleNotes(id: ExportTargetId, rig: Rig, { shear }: Pick<ExportOptions, "shear">): string[] {
  const { title, influences }: ExportTarget = EXPORT_TARGETS[id];
  const most = mostInFile(rig, shear);
  const notes: string[] = [];
  if (Number.isFinite(influences) && most < influences) {
    const own = most === 1 ? "one" : `at most ${most}`;
    notes.push(`${title} reads ${influences} influences of a vertex. This rig has ${own}, so it loses none.`);
  }
  if (shear === "helpers" && rig.boneKind === "rigid") {
    notes.push("No bone of this rig shears, so there are no rigid helpers.");
  }
  return notes;
}

/** The target's best format that Sinew can write. */
export function formatFor(id: ExportTargetId): ExportFormatId {
  const { formats }: ExportTarget = EXPORT_TARGETS[id];
  return (formats.find((format) => format in EXPORT_FORMATS) as ExportFormatId | undefined) ?? "glb";
}

/** The most influences of a vertex in a file without a limit: helpers multiply those of the rig. At least 1. */
export function mostInFile({ weights, boneKind }: Rig, shear: ShearPolicy | undefined): number {
  const own = Math.max(1, maxInfluences(weights));
  return shear === "helpers" && boneKind === "affine" ? own * Math.max(...HELPER_COUNTS) : own;
}

/** A target's options for a rig, with all clips. */
export function targetOptions(id: ExportTargetId, sequence: SequenceMesh, rig: Rig): ExportOptions {
  const target: ExportTarget = EXPORT_TARGETS[id];
  const { keyTolerance, keyRate, bones, unit } = target;
  return {
    format: formatFor(id),
    influences: Math.min(target.influences, mostInFile(rig, target.shear)),
    clips: [...sequence.clips.keys()],
    upAxis: "y",
    correction: target.morphs,
    keyTolerance: keyTolerance > 0 ? Number((keyTolerance * restDiagonal(sequence)).toPrecision(1)) : 0,
    rootMotion: target.root,
    shear: target.shear,
    names: target.names,
    bakeSpace: target.bakeSpace,
    bounds: target.bounds,
    compression: target.compression,
    precision: target.precision,
    ...(unit !== null && { unit }),
    ...(keyRate !== null && { keyRate }),
    ...(bones !== null && { mostBones: bones }),
  };
}
