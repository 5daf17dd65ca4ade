/** The sizes of as-rigid-as-possible weights, all known before memory is allocated. */
import { atOnce, type Steps } from "../../math/steps";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Segment } from "../../model/skeleton/skeleton";
import type { Bindable } from "../../model/weights/bindable";
import { type Csc, cscFromTriplets } from "../../sparse/csc";
import { analyseSteps, type Symbolic } from "../../sparse/symbolic";
import { type BonePieces, bonePieces } from "../joints/bone-pieces";
import type { KeptRows } from "../kept/kept-rows";
import { ARAP_DEFAULTS, type ArapSettings } from "./arap-settings";
import { type CoarsePlan, planCoarse } from "./coarse/coarse-plan";
import { type SkeletonParts, skeletonParts } from "./constraints/components";
import { type UnitPlacement, unitPlacement } from "./pose-motions";
import { type RingWeights, ringWeights } from "./system/ring-weights";
import { pieceMotions, type WideSupports, wideSupports } from "./system/wide-supports";

/** The number of vertices between two steps, which take some milliseconds. */
const VERTICES_AT_ONCE = 512;

export interface ArapInput {
  mesh: Bindable;
  /** Heat weights on the bones that may move each vertex (its support), zeros included. Rows sum to 1. */
  heat: SparseWeights;
  /** B. Motions and supports use these numbers. */
  bones: number;
  /**
   * Exemplars, F·B·12, row-major 3x4 from rest to posed, as in `Exemplars`. A bending segment has the motion of its
   * head.
   */
  motions: ArrayLike<number>;
  /** F·B·5, as in `Exemplars`, and the segments that bend. Default: all bones are rigid. */
  bends?: ArrayLike<number>;
  segments?: readonly Segment[];
  /** Whether vertex i sees bone j. Vertices are attached only to bones that they see. Default: all are visible. */
  visible?: (i: number, j: number) => boolean;
  /** Fixed weights over the bones. Supports contain their bones. */
  kept?: KeptRows;
}

/** Sizes and tables that do not change with the weights. */
export interface ArapPlan {
  settings: ArapSettings;
  input: ArapInput;
  vertexCount: number;
  bones: number;
  exemplars: number;
  placement: UnitPlacement;
  components: SkeletonParts;
  /**
   * Rigid bones that represent the segments: one for a rigid segment, several for a bending one. All motions are
   * theirs.
   */
  pieces: BonePieces;
  wide: WideSupports;
  motions: Float64Array;
  ring: RingWeights;
  /**
   * The number of unknowns: the supports without the first bone of each vertex. Those of vertex i begin at offsets[i] −
   * i.
   */
  unknowns: number;
  /** Pieces of each vertex and its neighbours (CSR), ascending. */
  near: { offsets: Uint32Array; bones: Uint32Array };
  /** Where block rows and diagonal blocks begin. */
  rowOffsets: Uint32Array;
  blockOffsets: Uint32Array;
  /** The most numbers that a thread needs for one block row, one pair of supports or one diagonal block. */
  widest: number;
  clusters: number;
  clusterings: number;
  /** For the exact solver. */
  symbolic: Symbolic | null;
  /** For the iterative solver. */
  coarse: CoarsePlan | null;
}

/** @throws RangeError if supports are empty or not ascending, or arrays do not fit. */
export const planArap = (input: ArapInput, settings: Partial<ArapSettings> = {}): ArapPlan =>
  atOnce(planArapSteps(input, settings));

/** `planArap` in steps. */
export function* planArapSteps(input: ArapInput, settings: Partial<ArapSettings> = {}): Steps<ArapPlan> {
  const given = { ...ARAP_DEFAULTS, ...settings };
  const { mesh, heat, bones } = input;
  const vertexCount = mesh.positions.length / 3;
  const exemplars = input.motions.length / (12 * bones);
  if (heat.offsets.length !== vertexCount + 1 || !(Number.isInteger(exemplars) && exemplars > 0)) {
    throw new RangeError(
      `${heat.offsets.length - 1} supports and ${exemplars} poses for ${vertexCount} vertices`,
    );
  }
  assertSupports(heat, bones);
  const ring = ringWeights(mesh);
  yield;
  const placement = unitPlacement(mesh.positions);
  const pieces = bonePieces(input.segments ?? rigid(bones), Float64Array.from(input.bends ?? []));
  const wide = yield* wideSupports(mesh.positions, heat, input.segments ?? [], pieces);
  const near = yield* nearPieces(wide, ring, pieces.count);
  yield;
  const whole = given.clusters >= vertexCount;
  const plan: ArapPlan = {
    settings: given,
    input,
    vertexCount,
    bones,
    exemplars,
    placement,
    components: skeletonParts(input.segments, bones),
    pieces,
    wide,
    motions: pieceMotions(input, pieces, placement, input),
    ring,
    unknowns: heat.bones.length - vertexCount,
    near,
    ...blockSizes(heat, ring, near.offsets),
    clusters: whole ? vertexCount : Math.max(1, given.clusters),
    clusterings: whole ? 1 : Math.min(exemplars, Math.max(1, given.clusterings)),
    symbolic: null,
    coarse: given.solver === "exact" ? null : yield* planCoarse(mesh.positions, heat, ring, given.partSize),
  };
  if (given.solver === "exact") plan.symbolic = yield* analyseSteps(yield* scalarMatrix(plan, null));
  return plan;
}

function assertSupports({ offsets, bones: of }: SparseWeights, bones: number): void {
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (of[e] >= bones || (e > offsets[i] && of[e] <= of[e - 1])) {
        throw new RangeError(`The support of vertex ${i} has bone ${of[e]} of ${bones} out of order`);
      }
    }
    if (offsets[i] >= offsets[i + 1]) throw new RangeError(`Vertex ${i} has no bone`);
  }
}

/** Bones without ends, for pieces. They only have to be rigid. */
const rigid = (bones: number): Segment[] =>
  Array.from({ length: bones }, () => ({ kind: "rigid" }) as Segment);

function* nearPieces(
  { offsets, pieces: of }: WideSupports,
  ring: RingWeights,
  pieces: number,
): Steps<ArapPlan["near"]> {
  const seen = new Int32Array(pieces).fill(-1);
  const out: number[] = [];
  const starts = new Uint32Array(offsets.length);
  for (let i = 0; i + 1 < offsets.length; i++) {
    if (i % VERTICES_AT_ONCE === 0) yield;
    const mine: number[] = [];
    const add = (v: number) => {
      for (let e = offsets[v]; e < offsets[v + 1]; e++) {
        if (seen[of[e]] === i) continue;
        seen[of[e]] = i;
        mine.push(of[e]);
      }
    };
    add(i);
    for (let e = ring.offsets[i]; e < ring.offsets[i + 1]; e++) add(ring.neighbours[e]);
    for (const bone of mine.sort((a, b) => a - b)) out.push(bone);
    starts[i + 1] = out.length;
  }
  return { offsets: starts, bones: Uint32Array.from(out) };
}

function blockSizes({ offsets }: SparseWeights, ring: RingWeights, near: Uint32Array) {
  const vertexCount = offsets.length - 1;
  const rowOffsets = new Uint32Array(vertexCount + 1);
  const blockOffsets = new Uint32Array(vertexCount + 1);
  const size = (i: number) => offsets[i + 1] - offsets[i];
  let widest = 0;
  for (let i = 0; i < vertexCount; i++) {
    let width = size(i) - 1;
    const forms = 4 * size(i) * (near[i + 1] - near[i]);
    widest = Math.max(widest, forms + size(i) ** 2);
    for (let e = ring.offsets[i]; e < ring.offsets[i + 1]; e++) {
      const other = size(ring.neighbours[e]);
      width += other - 1;
      widest = Math.max(widest, forms + size(i) * other);
    }
    const padded = 2 * Math.ceil(width / 2);
    widest = Math.max(widest, padded);
    rowOffsets[i + 1] = rowOffsets[i] + (size(i) - 1) * padded;
    blockOffsets[i + 1] = blockOffsets[i] + (size(i) - 1) ** 2;
  }
  return { rowOffsets, blockOffsets, widest };
}

/** The upper triangle of A by columns. Without rows, the pattern with zeros. */
export function* scalarMatrix(plan: ArapPlan, rows: Float64Array | null): Steps<Csc> {
  const { ring, unknowns, rowOffsets, vertexCount } = plan;
  const { offsets } = plan.input.heat;
  const [row, column, value]: number[][] = [[], [], []];
  for (let i = 0; i < vertexCount; i++) {
    if (i % VERTICES_AT_ONCE === 0) yield;
    const own = offsets[i] - i;
    const m = offsets[i + 1] - i - 1 - own;
    if (m === 0) continue;
    const width = (rowOffsets[i + 1] - rowOffsets[i]) / m;
    let at = 0;
    for (let e = ring.offsets[i] - 1; e < ring.offsets[i + 1]; e++) {
      const k = e < ring.offsets[i] ? i : ring.neighbours[e];
      const first = offsets[k] - k;
      const count = offsets[k + 1] - k - 1 - first;
      for (let a = 0; a < m; a++) {
        for (let b = k === i ? a : 0; b < count && k >= i; b++) {
          row.push(own + a);
          column.push(first + b);
          value.push(rows ? rows[rowOffsets[i] + a * width + at + b] : 0);
        }
      }
      at += count;
    }
  }
  yield;
  return cscFromTriplets(unknowns, unknowns, { row, column, value });
}
