/** Finds the plane in which a mesh is most symmetric, across an axis or in any direction. */

import { createRandom } from "../../math/random";
import { symmetricEigen } from "../../math/symmetric-eigen";
import { dot } from "../../math/vectors";
import { boundsOf, diagonalOfBox } from "../../model/mesh/mesh-sequence";
import type { Point } from "../../model/skeleton/skeleton";
import { axisPlane, type Plane } from "../body/body-plane";
import { ClosestPoint } from "../surface/closest-point";
import type { TriangleTree } from "../surface/triangle-tree";

/**
 * A plane is judged by this share of the samples: those nearest to their matches. The others may lie on parts that only
 * one side has.
 */
const KEPT = 0.8;
/** The number of vertices that judge a plane, and a smaller number for the first choice among many planes. */
const SAMPLES = 600;
const FEW = 80;
/** At most this many rounds refine each plane at first, and the best planes later. */
const FIRST_ROUNDS = 3;
const ROUNDS = 30;
/** This many of the best planes are refined further. */
const FINALISTS = 3;
/** The number of directions to try besides the axes and the principal directions. */
const DIRECTIONS = 12;
/** A plane replaces an earlier one only if its miss is below this share of the other's. Earlier planes are simpler. */
const BETTER = 0.95;
/** A mesh whose miss is below this share of the diagonal is symmetric up to rounding. */
const EXACT = 1e-6;

/** A plane, and how far the surface is from its mirror image. */
interface Judged {
  plane: Plane;
  /** The RMS distance of mirrored places from the surface, in the mesh's unit. */
  miss: number;
}

/** Measures planes by how far some vertices, mirrored, lie from the surface. */
class Symmetry {
  readonly diagonal: number;
  private readonly closest: ClosestPoint;
  private readonly places: Float64Array;
  private readonly images: Float64Array;
  private readonly squares: Float64Array;

  constructor(tree: TriangleTree, rest: ArrayLike<number>, samples: number) {
    const count = Math.min(samples, rest.length / 3);
    const random = createRandom(1);
    this.diagonal = diagonalOfBox(boundsOf(rest)) || 1;
    this.closest = new ClosestPoint(tree);
    this.places = new Float64Array(3 * count);
    this.images = new Float64Array(3 * count);
    this.squares = new Float64Array(count);
    for (let n = 0; n < count; n++) {
      const i = count < rest.length / 3 ? Math.floor((random.next() * rest.length) / 3) : n;
      for (let c = 0; c < 3; c++) this.places[3 * n + c] = rest[3 * i + c];
    }
  }

  judge(plane: Plane): Judged {
    const most = this.measure(plane);
    let [sum, count] = [0, 0];
    for (const square of this.squares) if (square <= most) [sum, count] = [sum + square, count + 1];
    return { plane, miss: Math.sqrt(sum / Math.max(1, count)) };
  }

  /**
   * Finds the point of the surface closest to each mirrored place. Returns the largest squared distance that counts.
   */
  private measure({ normal, offset }: Plane): number {
    const { places, images, squares, closest } = this;
    const { positions, triangles } = closest.surface;
    for (let n = 0; n < squares.length; n++) {
      const [x, y, z] = [places[3 * n], places[3 * n + 1], places[3 * n + 2]];
      const by = 2 * (offset - normal[0] * x - normal[1] * y - normal[2] * z);
      closest.find(x + by * normal[0], y + by * normal[1], z + by * normal[2]);
      squares[n] = closest.square;
      for (let c = 0; c < 3; c++) {
        images[3 * n + c] = 0;
        for (let k = 0; k < 3; k++) {
          images[3 * n + c] += closest.shares[k] * positions[3 * triangles[3 * closest.triangle + k] + c];
        }
      }
    }
    return squares.slice().sort()[Math.min(squares.length - 1, Math.ceil(KEPT * squares.length))];
  }

  /**
   * Alternates between matches and planes, like iterated closest points. For places p and their matches q, the next
   * plane minimises Σ |p − 2 (n·p − d) n − q|²: n is the eigenvector of the least eigenvalue of Σ (p qᵀ + q pᵀ) about
   * the means, and d = n · (mean p + mean q) / 2.
   * @param turns whether the normal may change, or only the offset.
   */
  refine(start: Plane, rounds: number, turns: boolean): Judged {
    let best = this.judge(start);
    let { plane } = best;
    for (let round = 0; round < rounds; round++) {
      plane = this.nextPlane(plane, this.measure(plane), turns);
      const judged = this.judge(plane);
      const gain = best.miss - judged.miss;
      if (gain > 0) best = judged;
      if (gain < 1e-4 * best.miss) break;
    }
    return best;
  }

  private nextPlane(plane: Plane, most: number, turns: boolean): Plane {
    const { places, images, squares } = this;
    const [p, q] = [new Float64Array(3), new Float64Array(3)];
    let count = 0;
    const counted = (visit: (n: number) => void) => {
      for (let n = 0; n < squares.length; n++) if (squares[n] <= most) visit(n);
    };
    counted((n) => {
      count++;
      for (let c = 0; c < 3; c++) {
        p[c] += places[3 * n + c];
        q[c] += images[3 * n + c];
      }
    });
    for (let c = 0; c < 3; c++) [p[c], q[c]] = [p[c] / count, q[c] / count];
    let { normal } = plane;
    if (turns) {
      const products = new Float64Array(9);
      counted((n) => {
        for (let r = 0; r < 3; r++) {
          for (let c = 0; c < 3; c++) {
            const product = (places[3 * n + r] - p[r]) * (images[3 * n + c] - q[c]);
            products[3 * r + c] += product;
            products[3 * c + r] += product;
          }
        }
      });
      const { vectors } = symmetricEigen(products, 3);
      normal = upwards([vectors[6], vectors[7], vectors[8]]);
    }
    return { normal, offset: normal.reduce((sum, x, c) => sum + (x * (p[c] + q[c])) / 2, 0) };
  }
}

/** The vector or its opposite: the one whose largest coordinate is positive. */
function upwards(v: Point): Point {
  const largest = v.reduce((most, x) => (Math.abs(x) > Math.abs(most) + 1e-9 ? x : most), 0);
  return (largest < 0 ? v.map((x) => -x) : v) as Point;
}

function meanOf(rest: ArrayLike<number>): Point {
  const mean: Point = [0, 0, 0];
  for (let at = 0; at < rest.length; at++) mean[at % 3] += (3 * rest[at]) / rest.length;
  return mean;
}

const through = (normal: Point, p: Point): Plane => ({ normal, offset: dot(normal, p) });

/**
 * The plane across an axis in which the surface is most symmetric. It goes through the given position, the middle of
 * the box or the mean of the vertices, or is refined from the best of these.
 * @param rest 3V. @param given a likely position, such as the origin of the file.
 */
export function planeAcross(tree: TriangleTree, rest: ArrayLike<number>, axis: number, given: number): Plane {
  const symmetry = new Symmetry(tree, rest, SAMPLES);
  const box = boundsOf(rest);
  const offsets = [given, (box[axis] + box[axis + 3]) / 2, meanOf(rest)[axis]];
  const first = bestOf(offsets.map((offset) => symmetry.judge(axisPlane(axis, offset))));
  if (first.miss <= EXACT * symmetry.diagonal) return first.plane;
  return bestOf([first, symmetry.refine(first.plane, ROUNDS, false)]).plane;
}

/** The best of some planes; an earlier one stays unless a later one is clearly better. */
const bestOf = (judged: readonly Judged[]): Judged =>
  judged.reduce((best, one) => (one.miss < BETTER * best.miss ? one : best));

/**
 * The plane in which the surface is most symmetric. Refines planes through the mean of the vertices: across the axes,
 * across the principal directions, and across directions spread over a hemisphere.
 * @param rest 3V.
 */
export function fittedPlane(tree: TriangleTree, rest: ArrayLike<number>): Plane {
  const mean = meanOf(rest);
  const few = new Symmetry(tree, rest, FEW);
  const axes = [0, 1, 2].map((axis) => axisPlane(axis, 0).normal);
  const normals = [...axes, ...principal(rest, mean), ...hemisphere(DIRECTIONS)];
  const first = normals
    .map((normal) => few.refine(through(normal, mean), FIRST_ROUNDS, true))
    .sort((a, b) => a.miss - b.miss)
    .slice(0, FINALISTS);
  const symmetry = new Symmetry(tree, rest, SAMPLES);
  return bestOf(first.map(({ plane }) => symmetry.refine(plane, ROUNDS, true))).plane;
}

function principal(rest: ArrayLike<number>, mean: Point): Point[] {
  const covariance = new Float64Array(9);
  for (let i = 0; i < rest.length; i += 3) {
    for (let at = 0; at < 9; at++) {
      const [r, c] = [Math.floor(at / 3), at % 3];
      covariance[at] += (rest[i + r] - mean[r]) * (rest[i + c] - mean[c]);
    }
  }
  const { vectors } = symmetricEigen(covariance, 3);
  return [0, 3, 6].map((at): Point => [vectors[at], vectors[at + 1], vectors[at + 2]]);
}

/** Directions spread evenly over a hemisphere, on a Fibonacci spiral. */
function hemisphere(count: number): Point[] {
  const golden = Math.PI * (3 - Math.sqrt(5));
  return Array.from({ length: count }, (_, n): Point => {
    const z = (n + 0.5) / count;
    const r = Math.sqrt(1 - z * z);
    return [r * Math.cos(n * golden), r * Math.sin(n * golden), z];
  });
}
