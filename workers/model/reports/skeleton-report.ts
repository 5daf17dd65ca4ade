import type { MeshSequence } from "../mesh/mesh-sequence";
import type { Rig } from "../rig/rig";
import type { ExtractSettings, SkeletonMethod } from "../skeleton/extract/extract-settings";
import type { HierarchyEdit } from "../skeleton/hierarchy-edit";
import type { SolveLocks } from "../solve/solve-settings";

/** A joint: where a bone turns about its parent. */
export interface SkeletonJoint {
  /** Name of the bone below the joint. */
  name: string;
  /** Name of its parent, or null for a root. */
  parent: string | null;
  /** At rest, in the sequence's coordinates. */
  position: [number, number, number];
  /**
   * What the motion determines: the point, only an axis (a hinge may sit anywhere on it), or nothing (the two bones
   * never move against each other). A root has no joint: "none".
   */
  determined: "point" | "axis" | "none";
  /** Unit direction of a hinge's axis at rest. */
  axis?: [number, number, number];
  /** Distance to where the weights of the two bones meet, in percent of the diagonal; 0 where they do not meet. */
  distancePercent: number;
  /** RMS distance over the frames between the two ends of the soft joint, in percent of the diagonal. */
  gapPercent: number;
  /** How much rmsePercent would fall if only this joint were free to open. */
  cost: number;
  /**
   * The error that closing the joint adds at the vertices of its bone and of those below: RMS over vertices and frames,
   * in percent of the diagonal. Its square adds to the square of the other error there. 0 for roots.
   */
  addedPercent: number;
  /** µ with which the joint is pulled, if that is more than the settings say. */
  pull?: number;
  /**
   * Other bones that meet this one and its parent at the joint. It could hang on each of them as well: the motion does
   * not say which.
   */
  couldHangOn?: string[];
}

/** A place where the mesh may have a joint that never moves. */
export interface StillPlace {
  /** The name of the bone that bends there. */
  bone: string;
  /** At rest, in the sequence's coordinates. */
  position: [number, number, number];
}

/** A place as text for notes: "(1.2, 0.4, 3)". */
export const placeWords = (position: readonly number[]): string =>
  `(${position.map((x) => Number(x.toPrecision(3))).join(", ")})`;

/** What the extraction of a skeleton reports. Errors are measured vertex by vertex on the sequence's own frames. */
export interface SkeletonReport {
  version: 1;
  method: SkeletonMethod;
  /** RMS distance in percent of the diagonal, while joints may open. */
  rmsePercent: number;
  /** The same for the strict skeleton, whose bones keep their lengths. */
  rmsePercentStrict: number;
  eRms: number;
  eRmsStrict: number;
  bones: number;
  /** The joints, in the order of the rig's bones. */
  joints: SkeletonJoint[];
  roots: number;
  seconds: number;
  secondsPerPhase: Record<string, number>;
  /** The frames that were left out, the strict error on them, and its ratio to the error on the fitted frames. */
  heldOut?: { frames: number[]; rmsePercent: number; ratio: number };
  /** The trees that were tried, with the strict error that each reached. */
  trees?: { name: string; rmsePercent: number }[];
  /** The skeleton was edited by hand since. The error with the other kind of joints is from before the edit. */
  edited?: true;
  /**
   * Places where a bone's surface bends but never moves. The mesh may have a joint there that this motion does not use.
   */
  still?: StillPlace[];
  /** Sentences for the artist, about several trees, joints that never move, or work that was cut short. */
  notes: string[];
}

export interface ExtractInput {
  sequence: MeshSequence;
  settings: ExtractSettings;
  /** Bones to start from, or null. `connect` needs them. */
  from: Rig | null;
}

export interface ExtractResult {
  /** The rig with the kind of joints that the settings ask for. */
  rig: Rig;
  /** The same skeleton with the other kind of joints. */
  other: Rig;
  report: SkeletonReport;
}

/** The best rig so far. */
export interface ExtractPartial {
  rig: Rig;
  rmsePercent: number;
  /** Seconds since the start. */
  seconds: number;
}

export interface ResolveInput {
  sequence: MeshSequence;
  /** Rigid bones with parents; its heads are the joints. */
  rig: Rig;
  edit: HierarchyEdit;
  /** With soft joints, the bones are not posed again to close the joints that the edit touches. */
  settings: Pick<ExtractSettings, "influences" | "pull" | "joints">;
  /** Locked vertices keep their weights, and locked bones keep their rotations. Null for no locks. */
  locks: SolveLocks | null;
}

export interface ResolveResult {
  /** The rig after the edit. */
  rig: Rig;
  /** B: each bone's number before the edit, or −1 for a new bone. */
  origin: Int32Array;
  joints: SkeletonJoint[];
  /** RMS distance in percent of the diagonal, before and after. */
  before: number;
  rmsePercent: number;
}

export interface PullInput {
  sequence: MeshSequence;
  /** Rigid bones with parents; its heads are the joints. */
  rig: Rig;
  /** The same bones with joints that may open, for their gaps; null if they are not known. */
  soft: Rig | null;
  /** µ, 0 or more. */
  pull: number;
}

export interface PullResult {
  /** The strict rig. */
  rig: Rig;
  /** The given soft rig, or without one the given rig, with its joints at the new places. */
  soft: Rig;
  joints: SkeletonJoint[];
  /** RMS distance of the strict rig in percent of the diagonal, and its E_RMS. */
  rmsePercent: number;
  eRms: number;
}
