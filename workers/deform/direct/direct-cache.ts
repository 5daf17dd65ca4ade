/**
 * What is kept between two preparations of Direct Delta Mush: an artist drags one slider, so one part of the last
 * result is missing and the rest fits. The parts are found again by their content, because what comes from the page
 * is a copy each time.
 */
import type { DeformSettings, DirectData } from "../../model/deform";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Csc } from "../../sparse/csc";
import type { SmoothingSettings } from "../delta-mush/smoothing";
import type { BoundMesh } from "./bone-columns";
import type { BoneEntries, RotationPart } from "./keep-entries";

/** What a mesh is bound from: equal content gives an equal `BoundMesh` and Laplacian. */
export interface BoundFrom {
  rest: Float32Array;
  triangles: Uint32Array;
  weights: SparseWeights;
  boneCount: number;
  laplacian: DeformSettings["laplacian"];
  joinReach: number;
}

/** A part of the result and the smoothing that it was made with. */
interface Part<T> {
  settings: SmoothingSettings;
  result: T;
}

export type DirectRows = Pick<DirectData, "centres" | "offsets" | "bones" | "moments" | "psi" | "smooth">;

/** The last mesh with what was found for it. */
export interface KeptMesh {
  from: BoundFrom;
  mesh: BoundMesh;
  laplacian: Csc;
  rotation: Part<RotationPart> | null;
  translation: Part<BoneEntries[]> | null;
  /** Of both parts; null where one of them has changed since. */
  rows: DirectRows | null;
}

/** Above it nothing is kept: bytes of what was found. */
const MOST_BYTES = 512e6;

/** Holds one mesh at most; another one takes its place. */
export class DirectCache {
  private kept: KeptMesh | null = null;
  private last: Promise<unknown> = Promise.resolve();

  /** Lets one preparation after the other at what is kept. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => {});
    return result;
  }

  /** What is kept for this mesh, or null; anything else is let go. */
  find(from: BoundFrom): KeptMesh | null {
    if (this.kept && !sameBinding(this.kept.from, from)) this.kept = null;
    return this.kept;
  }

  keep(mesh: KeptMesh): void {
    this.kept = bytesOf(mesh) <= MOST_BYTES ? mesh : null;
  }
}

function bytesOf({ rotation, translation, rows }: KeptMesh): number {
  const parts = [...(rotation?.result.entries ?? []), ...(translation?.result ?? [])];
  const entries = parts.reduce(
    (sum, { vertices, values }) => sum + vertices.byteLength + values.byteLength,
    0,
  );
  return entries + (rows ? rows.moments.byteLength : 0);
}

function sameBinding(a: BoundFrom, b: BoundFrom): boolean {
  return (
    a.laplacian === b.laplacian &&
    a.joinReach === b.joinReach &&
    a.boneCount === b.boneCount &&
    sameNumbers(a.rest, b.rest) &&
    sameNumbers(a.triangles, b.triangles) &&
    sameNumbers(a.weights.offsets, b.weights.offsets) &&
    sameNumbers(a.weights.bones, b.weights.bones) &&
    sameNumbers(a.weights.values, b.weights.values)
  );
}

export function sameSmoothing(a: SmoothingSettings, b: SmoothingSettings): boolean {
  if (a.scheme !== b.scheme || a.iterations !== b.iterations || a.step !== b.step) return false;
  if (!a.strengths || !b.strengths) return a.strengths === b.strengths;
  return sameNumbers(a.strengths, b.strengths);
}

function sameNumbers(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let n = 0; n < a.length; n++) if (a[n] !== b[n]) return false;
  return true;
}
