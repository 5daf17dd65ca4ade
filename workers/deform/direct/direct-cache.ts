/**
 * Data that are kept between two preparations of Direct Delta Mush: an artist drags one slider, so one part of the last
 * result is out of date and the rest is still valid. Parts are found by their content, because the page sends a new
 * copy each time.
 */
import type { DeformSettings, DirectData } from "../../model/deform";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Csc } from "../../sparse/csc";
import type { SmoothingSettings } from "../delta-mush/smoothing";
import type { BoundMesh } from "./bone-columns";
import type { KeptEntries, RotationPart } from "./keep-entries";

/** The input of binding a mesh. Equal content gives an equal `BoundMesh` and Laplacian. */
export interface BoundFrom {
  rest: Float32Array;
  triangles: Uint32Array;
  weights: SparseWeights;
  boneCount: number;
  laplacian: DeformSettings["laplacian"];
  joinReach: number;
}

/** A part of the result and its smoothing settings. */
interface Part<T> {
  settings: SmoothingSettings;
  result: T;
}

export type DirectRows = Pick<DirectData, "centres" | "offsets" | "bones" | "moments" | "psi" | "smooth">;

/** The last mesh with its results. */
export interface KeptMesh {
  from: BoundFrom;
  mesh: BoundMesh;
  laplacian: Csc;
  rotation: Part<RotationPart> | null;
  translation: Part<KeptEntries[]> | null;
  /** The merged rows of both parts; null if one of them has changed since. */
  rows: DirectRows | null;
}

/** Results with more bytes are not kept. */
const MOST_BYTES = 512e6;

/** Holds at most one mesh. Another one replaces it. */
export class DirectCache {
  private kept: KeptMesh | null = null;
  private last: Promise<unknown> = Promise.resolve();

  /** Runs one preparation after the other. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => {});
    return result;
  }

  /** The data for this mesh, or null. Data for any other mesh are dropped. */
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
