// Figures of a rig in some frames of a sequence: distances, angles between normals, and changes of edges.
import { f64At, loadF32, loadU32, Optional } from "../memory";
import { placePosed, placeTargets, sumAngles, vertexNormals } from "./normal-angles";
import { StagedRig } from "./staged-rig";

/** Numbers that a frame has in `FiguresJob.sums`. */
const OF_FRAME: i32 = 6;
/** A bin has the changes whose f32 agree in the exponent and in the first 8 bits of the mantissa. */
const BIN_SHIFT: u32 = 23 - 8;
/** The first bin begins at 2⁻³⁰, and the last one ends at 2³⁴. */
const FIRST_BIN: u32 = (127 - 30) << 8;
const BINS: u32 = 64 << 8;

/** The rig's frames that are on the stage, with all vertices, and the results. */
@unmanaged
export class FiguresJob {
  /** The first frame on the stage, and their number. */
  firstFrame!: i32;
  frames!: i32;
  /** Vertices, u32. */
  triangles!: usize;
  triangleCount!: i32;
  /** Pairs of vertices, u32. */
  edges!: usize;
  edgeCount!: i32;
  /** One over the length of each edge at rest, in the unit of scaled positions; 0 leaves an edge out. */
  inverses!: usize;
  /** Positions are measured as (position − centre)·scale. */
  cx!: f64;
  cy!: f64;
  cz!: f64;
  scale!: f64;
  /** Receives the rig's scaled positions: positions[(frame·count + i)·4], f32. */
  positions!: usize;
  /** Scaled positions of another rig to compare with, in the same layout, or 0. */
  other!: Optional;
  /**
   * f64, six for each frame of the rig: the sum of squared distances from the source, the largest of them, the sum of
   * angles between normals (radians) and their number, the largest change of an edge, and the sum of squared distances
   * from the other rig.
   */
  sums!: usize;
  /** u32, `changeBins()` for each thread: how many edges change by how much. */
  histogram!: usize;
}

/** The number of bins of changes. */
export function changeBins(): i32 {
  return <i32>BINS;
}

/** The upper end of a bin of changes. */
export function changeOfBin(bin: i32): f64 {
  return <f64>reinterpret<f32>((FIRST_BIN + <u32>bin + 1) << BIN_SHIFT);
}

/** The scratch numbers that `frameFigures` needs on each thread. */
export function frameFiguresScratch(vertices: i32): i32 {
  return 6 * vertices + 12;
}

/** Measures the rig in the frames [begin, end) of the stage. `rig` begins at the first vertex. */
export function frameFigures(
  begin: i32,
  end: i32,
  slot: i32,
  rig: StagedRig,
  job: FiguresJob,
  scratch: usize,
): void {
  const vertices = rig.count;
  const row = (<usize>vertices) << 4;
  const matrix = f64At(scratch, slot * frameFiguresScratch(vertices));
  const targets = matrix + 96;
  const source = targets + row;
  const deformed = source + row;
  const histogram = job.histogram + ((<usize>slot * BINS) << 2);
  for (let item = begin; item < end; item++) {
    const positions = job.positions + <usize>item * row;
    const sums = f64At(job.sums, OF_FRAME * (job.firstFrame + item));
    placeTargets(rig, item, job.cx, job.cy, job.cz, job.scale, targets);
    placePosed(rig, job.firstFrame + item, job.cx, job.cy, job.cz, job.scale, positions, matrix);
    vertexNormals(targets, source, vertices, job.triangles, job.triangleCount);
    vertexNormals(positions, deformed, vertices, job.triangles, job.triangleCount);
    sumAngles(source, deformed, vertices, sums + 16, sums + 24);
    if (job.other !== 0)
      store<f64>(sums, squaresBetween(positions, job.other + <usize>item * row, vertices), 40);
    subtractTargets(positions, targets, vertices, sums);
    store<f64>(sums, <f64>changesOfEdges(job, targets, histogram), 32);
  }
}

/** Σ|a_i − b_i|² over the vertices. */
function squaresBetween(a: usize, b: usize, vertices: i32): f64 {
  let sum: f64 = 0;
  const bytes = (<usize>vertices) << 4;
  for (let at: usize = 0; at < bytes; at += 16)
    sum += squareOf(f32x4.sub(v128.load(a + at), v128.load(b + at)));
  return sum;
}

/** Replaces targets by the differences from them. Writes the sum of squares and the largest square. */
function subtractTargets(positions: usize, targets: usize, vertices: i32, sums: usize): void {
  let sum: f64 = 0,
    most: f64 = 0;
  const bytes = (<usize>vertices) << 4;
  for (let at: usize = 0; at < bytes; at += 16) {
    const d = f32x4.sub(v128.load(positions + at), v128.load(targets + at));
    v128.store(targets + at, d);
    const square = squareOf(d);
    sum += square;
    most = max(most, square);
  }
  store<f64>(sums, sum);
  store<f64>(sums, most, 8);
}

/** Counts the changes |d_a − d_b| / length of all edges, and returns the largest. */
function changesOfEdges(job: FiguresJob, differences: usize, histogram: usize): f32 {
  let largest: f32 = 0;
  for (let e = 0; e < job.edgeCount; e++) {
    const inverse = loadF32(job.inverses, e);
    if (inverse === 0) continue;
    const a = v128.load(differences + ((<usize>loadU32(job.edges, 2 * e)) << 4));
    const b = v128.load(differences + ((<usize>loadU32(job.edges, 2 * e + 1)) << 4));
    const change = <f32>(Math.sqrt(squareOf(f32x4.sub(a, b))) * <f64>inverse);
    largest = max(largest, change);
    const place = <i32>(reinterpret<u32>(change) >> BIN_SHIFT) - <i32>FIRST_BIN;
    const bin = histogram + ((<usize>max(0, min(<i32>BINS - 1, place))) << 2);
    store<u32>(bin, load<u32>(bin) + 1);
  }
  return largest;
}

/**
 * Adds squared distances of the vertices [begin, end) from the source, over the frames of the stage, to `vertexSums`.
 */
export function vertexSquares(
  begin: i32,
  end: i32,
  _slot: i32,
  rig: StagedRig,
  job: FiguresJob,
  vertexSums: usize,
): void {
  for (let i = begin; i < end; i++) {
    let sum: f64 = 0;
    for (let item = 0; item < job.frames; item++) {
      const n = <usize>item * rig.count + i;
      const target = rig.staged + n * 12;
      const place = job.positions + (n << 4);
      const x = <f64>load<f32>(place) - (<f64>load<f32>(target) - job.cx) * job.scale;
      const y = <f64>load<f32>(place, 4) - (<f64>load<f32>(target, 4) - job.cy) * job.scale;
      const z = <f64>load<f32>(place, 8) - (<f64>load<f32>(target, 8) - job.cz) * job.scale;
      sum += x * x + y * y + z * z;
    }
    const total = f64At(vertexSums, i);
    store<f64>(total, load<f64>(total) + sum);
  }
}

/** |v|² of (x, y, z, 0). @inline */
function squareOf(v: v128): f64 {
  const s = f32x4.mul(v, v);
  return <f64>(f32x4.extract_lane(s, 0) + f32x4.extract_lane(s, 1) + f32x4.extract_lane(s, 2));
}
