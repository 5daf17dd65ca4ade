/**
 * Finds how bones move the surface from the rest pose of a rig to another pose, such as from a bind pose to the pose
 * that a file shows at rest. Only the vertices of that pose are known, so the bones' matrices are found from them.
 */
import { bestRotation } from "../../math/best-rotation";
import { rotationMatrix } from "../../math/quaternion";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";

/** The iteration ends when no residual changes by more than this share of the diagonal, or after `MOST_STEPS`. */
const SETTLED = 1e-7;
const MOST_STEPS = 300;
/**
 * How strongly maps are pulled to the rigid motions, relative to the pull of the vertices. Without this, two bones that
 * share a few vertices could cancel each other with huge maps.
 */
const STAY = 1e-5;
const STEPS_PER_YIELD = 20;

function eachWeight({ weights }: Rig, visit: (vertex: number, bone: number, weight: number) => void): void {
  const { offsets, bones, values } = weights;
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) visit(i, bones[e], values[e]);
  }
}

/** Coordinates about the weighted centre of each bone, in units of its radius. They scale the least squares well. */
class LocalBones {
  readonly count: number;
  readonly centres: Float64Array;
  readonly radii: Float64Array;
  /** The best rigid motion of each bone on its own, as affine maps of its coordinates: 4 rows of 3 numbers. */
  readonly start: Float64Array;

  constructor(rig: Rig, pose: ArrayLike<number>) {
    this.count = rig.bones.length;
    this.centres = new Float64Array(3 * this.count);
    this.radii = new Float64Array(this.count);
    this.start = new Float64Array(12 * this.count);
    const { sums, places } = this.findCentres(rig, pose);
    const products = this.findProducts(rig, pose, sums, places);
    const [turn, matrix] = [new Float64Array(4), new Float64Array(9)];
    for (let j = 0; j < this.count; j++) {
      this.radii[j] = Math.sqrt(this.radii[j]) || 1;
      bestRotation(products, 9 * j, turn, 0);
      rotationMatrix(turn, 0, matrix, 0);
      for (let c = 0; c < 3; c++) {
        for (let r = 0; r < 3; r++) this.start[12 * j + 3 * c + r] = this.radii[j] * matrix[3 * r + c];
        this.start[12 * j + 9 + c] = places[3 * j + c];
      }
    }
  }

  /** Sets the centres at rest. Returns them in the pose too, and the sum of each bone's weights. */
  private findCentres(rig: Rig, pose: ArrayLike<number>) {
    const sums = new Float64Array(this.count);
    const places = new Float64Array(3 * this.count);
    eachWeight(rig, (i, j, w) => {
      sums[j] += w;
      for (let c = 0; c < 3; c++) {
        this.centres[3 * j + c] += w * rig.rest[3 * i + c];
        places[3 * j + c] += w * pose[3 * i + c];
      }
    });
    for (let n = 0; n < 3 * this.count; n++) {
      const sum = sums[Math.floor(n / 3)] || 1;
      this.centres[n] /= sum;
      places[n] /= sum;
    }
    return { sums, places };
  }

  /** Sets the squared radii. Returns row-major products of places in the pose (rows) and at rest (columns), 9B. */
  private findProducts(rig: Rig, pose: ArrayLike<number>, sums: Float64Array, places: Float64Array) {
    const products = new Float64Array(9 * this.count);
    eachWeight(rig, (i, j, w) => {
      for (let c = 0; c < 3; c++) {
        const from = rig.rest[3 * i + c] - this.centres[3 * j + c];
        this.radii[j] += (w * from * from) / sums[j];
        for (let r = 0; r < 3; r++)
          products[9 * j + 3 * r + c] += w * (pose[3 * i + r] - places[3 * j + r]) * from;
      }
    });
    return products;
  }

  /** The four coordinates of a place at rest, times a weight. */
  coordinates(rest: ArrayLike<number>, i: number, j: number, w: number, out: Float64Array): void {
    for (let c = 0; c < 3; c++) out[c] = (w * (rest[3 * i + c] - this.centres[3 * j + c])) / this.radii[j];
    out[3] = w;
  }
}

/** The linear least squares Σ w A_j p = q, with A_j the affine map of each bone. */
class PoseFit {
  private readonly rig: Rig;
  private readonly local: LocalBones;
  private readonly at = new Float64Array(4);

  constructor(rig: Rig, local: LocalBones) {
    this.rig = rig;
    this.local = local;
  }

  private each(visit: (i: number, j: number, at: Float64Array) => void): void {
    eachWeight(this.rig, (i, j, w) => {
      this.local.coordinates(this.rig.rest, i, j, w, this.at);
      visit(i, j, this.at);
    });
  }

  /** Where the maps put all vertices, 3V. */
  places(maps: Float64Array): Float64Array {
    const out = new Float64Array(this.rig.rest.length);
    this.each((i, j, at) => {
      for (let n = 0; n < 4; n++) {
        for (let r = 0; r < 3; r++) out[3 * i + r] += at[n] * maps[12 * j + 3 * n + r];
      }
    });
    return out;
  }

  /** The damping of each number of the maps: a share of the squares of the coordinates of its bone. */
  damping(share: number): Float64Array {
    const squares = new Float64Array(this.local.count);
    this.each((_, j, at) => {
      for (let n = 0; n < 4; n++) squares[j] += 0.25 * at[n] * at[n];
    });
    return Float64Array.from(
      { length: 12 * this.local.count },
      (_, n) => share * squares[Math.floor(n / 12)],
    );
  }

  /** The transpose: from vectors of vertices to maps. */
  gathered(vectors: Float64Array): Float64Array {
    const out = new Float64Array(12 * this.local.count);
    this.each((i, j, at) => {
      for (let n = 0; n < 4; n++) {
        for (let r = 0; r < 3; r++) out[12 * j + 3 * n + r] += at[n] * vectors[3 * i + r];
      }
    });
    return out;
  }
}

/** The dot products of two lists of vectors, for x, y and z. */
function dots(a: Float64Array, b: Float64Array): [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0];
  for (let n = 0; n < a.length; n++) sums[n % 3] += a[n] * b[n];
  return sums;
}

const largest = (values: Float64Array): number => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

/**
 * The affine maps of all bones, from their coordinates to the pose: damped least squares by conjugate gradients (CGLS;
 * Björck 1996, section 7.4). The damping pulls to the rigid motions, so that maps keep them where the vertices
 * determine nothing, such as across a flat sheet.
 */
async function fittedMaps(
  rig: Rig,
  local: LocalBones,
  pose: ArrayLike<number>,
  task: Task,
): Promise<Float64Array> {
  const fit = new PoseFit(rig, local);
  const enough = SETTLED * restDiagonal(rig);
  const maps = local.start;
  const residual = fit.places(maps).map((x, n) => pose[n] - x);
  const damping = fit.damping(STAY);
  const change = new Float64Array(maps.length);
  const slope = () => fit.gathered(residual).map((x, n) => x - damping[n] * change[n]);
  let gradient = slope();
  let direction = gradient.slice();
  let square = dots(gradient, gradient);
  for (let step = 0; step < MOST_STEPS; step++) {
    if (step % STEPS_PER_YIELD === 0) await task.checkpoint();
    const moved = fit.places(direction);
    const damped = direction.map((x, n) => damping[n] * x);
    const [sizes, stays] = [dots(moved, moved), dots(direction, damped)];
    const along = square.map((x, c) => (sizes[c] + stays[c] > 0 ? x / (sizes[c] + stays[c]) : 0));
    let farthest = 0;
    for (let n = 0; n < maps.length; n++) change[n] += along[n % 3] * direction[n];
    for (let n = 0; n < residual.length; n++) {
      residual[n] -= along[n % 3] * moved[n];
      farthest = Math.max(farthest, Math.abs(along[n % 3] * moved[n]));
    }
    if (farthest < enough) break;
    gradient = slope();
    const next = dots(gradient, gradient);
    direction = gradient.map(
      (x, n) => x + (square[n % 3] > 0 ? next[n % 3] / square[n % 3] : 0) * direction[n],
    );
    square = next;
  }
  return maps.map((x, n) => x + change[n]);
}

/** Poses within this share of the diagonal count as the same, because solves refine the rest pose. */
const SAME_POSE = 0.02;
/** Bones that turn by less, as the sine of the angle, leave vectors unchanged. */
const SAME_TURN = 0.05;
/** Vertices this near, as a share of the diagonal, are at the same place. */
const SAME_PLACE = 1e-6;

/** Whether no bone turns, and no vertex moves far. Small corrections of the rest pose must not turn normals. */
function isSamePose(rig: Rig, local: LocalBones, pose: ArrayLike<number>): boolean {
  const sum = rig.rest.reduce((total, x, n) => total + (x - pose[n]) ** 2, 0);
  if (Math.sqrt((3 * sum) / rig.rest.length) > SAME_POSE * restDiagonal(rig)) return false;
  return local.radii.every((radius, j) => {
    const turn = local.start.subarray(12 * j, 12 * j + 9).map((x) => x / radius);
    return largest(turn.map((x, n) => x - (n % 4 === 0 ? 1 : 0))) < SAME_TURN;
  });
}

/**
 * The linear part of the map from the rig's rest pose to another pose at each vertex: Σ w A of its bones, 9V,
 * row-major. It is exact if bones can make the pose.
 * @param pose 3V
 * @returns null if both poses are the same
 */
export async function poseMaps(rig: Rig, pose: ArrayLike<number>, task: Task): Promise<Float64Array | null> {
  const near = SAME_PLACE * restDiagonal(rig);
  if (rig.rest.every((x, n) => Math.abs(x - pose[n]) <= near)) return null;
  const local = new LocalBones(rig, pose);
  if (isSamePose(rig, local, pose)) return null;
  const maps = await fittedMaps(rig, local, pose, task);
  const out = new Float64Array(3 * rig.rest.length);
  eachWeight(rig, (i, j, w) => {
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) out[9 * i + 3 * r + c] += (w / local.radii[j]) * maps[12 * j + 3 * c + r];
    }
  });
  return out;
}
