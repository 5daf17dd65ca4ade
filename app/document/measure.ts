import { restDiagonal } from "../../workers/model/mesh/mesh-sequence";
import type { SequenceMesh } from "../../workers/model/mesh/streamed-sequence";
import { correctedVertex } from "../../workers/model/rig/corrected-rest";
import { boneMatrix, type Rig } from "../../workers/model/rig/rig";
import type { SparseWeights } from "../../workers/model/rig/sparse-weights";

const diagonals = new WeakMap<Float32Array, number>();

/** Diagonal of the rest pose's bounding box, cached for each sequence. */
export function diagonalOf(sequence: SequenceMesh): number {
  const known = diagonals.get(sequence.rest);
  if (known !== undefined) return known;
  const diagonal = restDiagonal(sequence);
  diagonals.set(sequence.rest, diagonal);
  return diagonal;
}

/** RMS vertex distance, in the sequence's unit, of an E_RMS (1000 · sqrt(sum / 3VF) · 2 / d). */
export function distanceOfERms(eRms: number, diagonal: number): number {
  return (eRms / 1000) * (diagonal / 2) * Math.sqrt(3);
}

/** E_RMS of an RMS vertex distance in the sequence's unit. */
export function eRmsOfDistance(distance: number, diagonal: number): number {
  return (1000 * distance * 2) / (diagonal * Math.sqrt(3));
}

/** The end of the error ramp, in the sequence's unit: five times the RMS distance, but at most the largest error. */
export function errorRampEnd(
  { eRms, maxErrorPercent }: { eRms: number; maxErrorPercent: number },
  diagonal: number,
): number {
  const end = Math.min((maxErrorPercent / 100) * diagonal, 5 * distanceOfERms(eRms, diagonal));
  return Math.max(end, 1e-6 * diagonal);
}

export interface BoneFigures {
  /** The number of vertices that this bone moves more than any other does, B. */
  vertices: Uint32Array;
  /** The number of vertices on which this bone has a weight above 0, B. */
  shared: Uint32Array;
  /** E_RMS of each bone, weighted by its weights; NaN for bones that move nothing. Null without errors per vertex. */
  eRms: Float32Array | null;
}

/** How much each bone moves, and how well. O(influences). */
export function boneFigures(
  weights: SparseWeights,
  boneCount: number,
  errorPerVertex: ArrayLike<number> | null,
  diagonal: number,
): BoneFigures {
  const vertices = new Uint32Array(boneCount);
  const shared = new Uint32Array(boneCount);
  const squares = new Float64Array(boneCount);
  const share = new Float64Array(boneCount);
  const { offsets, bones, values } = weights;
  for (let i = 0; i + 1 < offsets.length; i++) {
    const square = errorPerVertex ? errorPerVertex[i] * errorPerVertex[i] : 0;
    let strongest = -1;
    let most = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const j = bones[e];
      const w = values[e];
      if (w > most) {
        most = w;
        strongest = j;
      }
      if (w > 0) shared[j]++;
      squares[j] += w * square;
      share[j] += w;
    }
    if (strongest >= 0) vertices[strongest]++;
  }
  if (!errorPerVertex) return { vertices, shared, eRms: null };
  const eRms = new Float32Array(boneCount);
  for (let j = 0; j < boneCount; j++) {
    eRms[j] = share[j] > 0 ? eRmsOfDistance(Math.sqrt(squares[j] / share[j]), diagonal) : Number.NaN;
  }
  return { vertices, shared, eRms };
}

/**
 * Distance between source and rig, its correction included, at vertex `i` in frame `k`, in the sequence's unit.
 * @param source the positions of the source in this frame, 3V.
 */
export function vertexError(source: Float32Array, rig: Rig, k: number, i: number): number {
  const { weights } = rig;
  const at = 3 * i;
  const posed = [0, 0, 0];
  const [x, y, z] = correctedVertex(rig, i, [k]);
  for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
    const m = boneMatrix(rig, k, weights.bones[e]);
    const w = weights.values[e];
    for (let row = 0; row < 3; row++) {
      posed[row] += w * (m[4 * row] * x + m[4 * row + 1] * y + m[4 * row + 2] * z + m[4 * row + 3]);
    }
  }
  return Math.hypot(posed[0] - source[at], posed[1] - source[at + 1], posed[2] - source[at + 2]);
}

export interface Influence {
  bone: number;
  weight: number;
}

/** Influences of vertex `i`, strongest first. */
export function influencesOf(weights: SparseWeights, i: number): Influence[] {
  const found: Influence[] = [];
  for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
    if (weights.values[e] > 0) found.push({ bone: weights.bones[e], weight: weights.values[e] });
  }
  return found.sort((a, b) => b.weight - a.weight);
}

/** Vertices that bone `j` moves more than any other does. */
export function verticesOf(weights: SparseWeights, j: number): number[] {
  const found: number[] = [];
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    if (influencesOf(weights, i)[0]?.bone === j) found.push(i);
  }
  return found;
}

/** The number of vertices of each part, from the corners of its polygons. */
export function verticesPerPart(sequence: SequenceMesh): number[] {
  const seen = new Int32Array(sequence.vertexCount).fill(-1);
  return sequence.parts.map((part, index) => {
    let count = 0;
    const begin = sequence.polygonOffsets[part.firstPolygon];
    const end = sequence.polygonOffsets[part.firstPolygon + part.polygonCount];
    for (let c = begin; c < end; c++) {
      const i = sequence.solverIndex[sequence.polygonCorners[c]];
      if (seen[i] !== index) {
        seen[i] = index;
        count++;
      }
    }
    return count;
  });
}

/** The frame with the largest error. */
export function worstFrame(errorPerFrame: ArrayLike<number>): number {
  let worst = 0;
  for (let k = 1; k < errorPerFrame.length; k++) if (errorPerFrame[k] > errorPerFrame[worst]) worst = k;
  return worst;
}
