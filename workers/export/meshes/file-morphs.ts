import { denseRows } from "../../deform/shapes/rest-shapes";
import type { MeshShape, VertexRows } from "../../model/mesh/shapes";
import type { Rig, RigCorrection } from "../../model/rig/rig";

/** Morph targets of a file: the shapes of a correction, then those of the source. */
export interface FileMorphs {
  rank: number;
  names: string[];
  /** The number of the first target that is a shape of the source. Meshes that a shape does not move lack it. */
  firstShape: number;
  /** 3V: the mesh to which targets are added. */
  base: Float32Array;
  /** r·3V. */
  shapes: Float32Array;
  /** For each, the offsets of normals of display vertices; undefined if the source has none. */
  turned: (VertexRows | undefined)[];
  /** The weights at which the mesh is the rig's rest pose, r. */
  restWeights: number[];
  /** F·r of the frames. Those of a correction are in 0..1. */
  weights: Float32Array;
  /** Whether weights change over time. Otherwise clips have no tracks of them, and the engine may set them. */
  moves: boolean;
}

/** A set of targets under construction. */
class Targets {
  readonly restWeights: number[] = [];
  readonly weights: Float32Array;
  readonly shapes: Float32Array;
  readonly base: Float64Array;
  private readonly rank: number;

  constructor(rest: Float32Array, rank: number, frames: number) {
    this.rank = rank;
    this.base = Float64Array.from(rest);
    this.shapes = new Float32Array(rank * rest.length);
    this.weights = new Float32Array(rank * frames);
  }

  /** @param atRest this share of the shape is added to the base */
  add(shape: ArrayLike<number>, atRest: number, restWeight: number, weights: ArrayLike<number>): void {
    const n = this.restWeights.push(restWeight) - 1;
    this.shapes.set(shape, n * this.base.length);
    for (let c = 0; c < this.base.length; c++) this.base[c] += atRest * shape[c];
    for (let f = 0; f < weights.length; f++) this.weights[f * this.rank + n] = weights[f];
  }
}

/**
 * Adds a correction with weights in 0..1, because Blender and others clamp them to that. If a and b are the least and
 * the largest of a shape's weights and 0, the base gets a times the shape, and the target is b − a times the shape.
 */
function addCorrection(
  targets: Targets,
  { rank, shapes, weights }: RigCorrection,
  count: number,
  frames: ArrayLike<number>,
): void {
  const size = targets.base.length;
  for (let n = 0; n < count; n++) {
    const own = Float64Array.from(frames, (k) => weights[k * rank + n]);
    const [least, most] = own.reduce(([a, b], w) => [Math.min(a, w), Math.max(b, w)], [0, 0]);
    const range = most - least || 1;
    const scaled = Float64Array.from(shapes.subarray(n * size, (n + 1) * size), (x) => range * x);
    targets.add(
      scaled,
      least / range,
      -least / range || 0,
      own.map((w) => Math.min(1, (w - least) / range)),
    );
  }
}

/**
 * @param rig with or without a correction; if clips play the source's shapes, these are its last shapes
 * @param frames of the rig that the file has
 * @param shapes of the source, on the rest pose of the rig
 * @returns null if there is neither a correction nor a shape
 */
export function fileMorphs(
  { rest, correction }: Rig,
  frames: ArrayLike<number>,
  shapes: readonly MeshShape[] = [],
  plays = false,
): FileMorphs | null {
  const corrections = (correction?.rank ?? 0) - (plays ? shapes.length : 0);
  const rank = corrections + shapes.length;
  if (rank === 0) return null;
  const targets = new Targets(rest, rank, frames.length);
  if (correction) addCorrection(targets, correction, corrections, frames);
  for (const { moved, rest: atRest, weights } of shapes) {
    const inFrames = Float64Array.from(frames, (k) => (plays ? weights[k] : atRest));
    targets.add(denseRows(moved, rest.length), -atRest, atRest, inFrames);
  }
  const own = Array.from({ length: corrections }, (_, n) => `correction_${n + 1}`);
  return {
    rank,
    names: [...own, ...shapes.map(({ name }) => name)],
    firstShape: corrections,
    base: Float32Array.from(targets.base),
    shapes: targets.shapes,
    turned: [...own.map(() => undefined), ...shapes.map(({ turned }) => turned)],
    restWeights: targets.restWeights,
    weights: targets.weights,
    moves: corrections > 0 || plays,
  };
}

/** The targets of a mesh with these solver vertices: all corrections, and the source's shapes that move some of it. */
export function morphsOf({ rank, firstShape, shapes }: FileMorphs, vertices: ArrayLike<number>): number[] {
  const size = shapes.length / rank;
  const moves = (n: number) => {
    for (let v = 0; v < vertices.length; v++) {
      const at = n * size + 3 * vertices[v];
      if (shapes[at] !== 0 || shapes[at + 1] !== 0 || shapes[at + 2] !== 0) return true;
    }
    return false;
  };
  return [...Array(rank).keys()].filter((n) => n < firstShape || moves(n));
}
