/**
 * Converts normals, tangents and shapes of a sequence to the rest pose of a rig. This may differ from the sequence's,
 * as a bind pose does.
 */
import { displayNormals } from "../../geometry/display-normals";
import { nearestQuaternion } from "../../math/best-rotation";
import { inverse3 } from "../../math/matrix3";
import { rotationMatrix } from "../../math/quaternion";
import type { MeshShape, VertexRows } from "../../model/mesh/shapes";
import type { AnySequence } from "../../model/mesh/streamed-sequence";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import { poseMaps } from "./pose-maps";

type Vector = [number, number, number];

/** Converts vectors at vertices from the sequence's pose to the rig's. */
class ToBindPose {
  private readonly maps: Float64Array;
  private readonly inverses = new Map<number, number[]>();

  /** @param maps from the rig's pose to the sequence's, 9V. */
  constructor(maps: Float64Array) {
    this.maps = maps;
  }

  /** The inverse of the map at a vertex; if bones fold a sheet flat and it has none, the inverse of its rotation. */
  private inverse(i: number): number[] {
    const known = this.inverses.get(i);
    if (known) return known;
    const map = this.maps.subarray(9 * i, 9 * i + 9);
    let found = inverse3(map);
    if (!found) {
      const turn = new Float64Array(9);
      rotationMatrix(nearestQuaternion(map), 0, turn, 0);
      found = [0, 3, 6, 1, 4, 7, 2, 5, 8].map((n) => turn[n]);
    }
    this.inverses.set(i, found);
    return found;
  }

  /** Converts the difference of two positions. */
  offset(i: number, v: ArrayLike<number>, at: number): Vector {
    const m = this.inverse(i);
    const to = (r: number) => m[r] * v[at] + m[r + 1] * v[at + 1] + m[r + 2] * v[at + 2];
    return [to(0), to(3), to(6)];
  }

  /** Converts a unit normal. Normals are covectors, so they go with the transpose of the map. */
  normal(i: number, x: number, y: number, z: number): Vector {
    const m = this.maps;
    const to = (c: number) => m[9 * i + c] * x + m[9 * i + 3 + c] * y + m[9 * i + 6 + c] * z;
    return unit([to(0), to(1), to(2)]) ?? [x, y, z];
  }

  /** Converts a unit tangent. */
  tangent(i: number, v: ArrayLike<number>, at: number): Vector {
    return unit(this.offset(i, v, at)) ?? [v[at], v[at + 1], v[at + 2]];
  }
}

function unit([x, y, z]: Vector): Vector | null {
  const length = Math.hypot(x, y, z);
  return length > 0 && Number.isFinite(length) ? [x / length, y / length, z / length] : null;
}

/** Replaces the values of rows. */
function withValues({ vertices, values }: VertexRows, to: (row: number, at: number) => Vector): VertexRows {
  const out = new Float32Array(values.length);
  vertices.forEach((row, n) => {
    out.set(to(row, 3 * n), 3 * n);
  });
  return { vertices, values: out };
}

/** A shape in the rest pose of the rig. */
function shapeIn(
  shape: MeshShape,
  to: ToBindPose,
  { solverIndex }: AnySequence,
  before: Float32Array,
  after: Float32Array,
): MeshShape {
  const { moved, turned } = shape;
  const turn = (d: number, values: Float32Array, at: number): Vector => {
    const [x, y, z] = [0, 1, 2].map((c) => before[3 * d + c] + values[at + c]);
    return to.normal(solverIndex[d], x, y, z).map((n, c) => n - after[3 * d + c]) as Vector;
  };
  return {
    ...shape,
    moved: withValues(moved, (i, at) => to.offset(i, moved.values, at)),
    ...(turned && { turned: withValues(turned, (d, at) => turn(d, turned.values, at)) }),
  };
}

/**
 * The unit normals n₀ before shapes change them, 3D. The shapes' weights at rest add the differences T to them, which
 * gives the directions of the sequence's normals n: n₀ + T = s·n, and s makes n₀ a unit vector. Null if no shape
 * changes the normals at rest.
 */
function normalsWithoutShapes(sequence: AnySequence): Float32Array | null {
  const added = (sequence.shapes ?? []).flatMap(({ rest, turned }) =>
    rest !== 0 && turned ? [{ rest, turned }] : [],
  );
  if (added.length === 0) return null;
  const normals = displayNormals(sequence);
  const sums = new Float64Array(normals.length);
  for (const { rest, turned } of added) {
    turned.vertices.forEach((d, n) => {
      for (let c = 0; c < 3; c++) sums[3 * d + c] += rest * turned.values[3 * n + c];
    });
  }
  for (let d = 0; d < normals.length; d += 3) {
    let [along, square] = [0, 0];
    for (let c = d; c < d + 3; c++) {
      along += normals[c] * sums[c];
      square += sums[c] * sums[c];
    }
    const s = along + Math.sqrt(Math.max(0, 1 - square + along * along));
    const base = unit([0, 1, 2].map((c) => s * normals[d + c] - sums[d + c]) as Vector);
    if (base) normals.set(base, d);
  }
  return normals;
}

/**
 * The sequence with normals, tangents and shapes as files need them: in the rest pose of the rig, and the normals as
 * they are before shapes change them. Its positions stay the same.
 * @returns the sequence itself if nothing changes
 */
export async function inBindPose(sequence: AnySequence, rig: Rig, task: Task): Promise<AnySequence> {
  const maps = await poseMaps(rig, sequence.rest, task);
  const base = normalsWithoutShapes(sequence);
  if (!maps) return base ? { ...sequence, normals: base } : sequence;
  const { solverIndex, tangents, shapes } = sequence;
  const to = new ToBindPose(maps);
  const before = base ?? displayNormals(sequence);
  const normals = new Float32Array(before.length);
  for (let d = 0; d < solverIndex.length; d++) {
    normals.set(to.normal(solverIndex[d], before[3 * d], before[3 * d + 1], before[3 * d + 2]), 3 * d);
  }
  const turnedTangents = tangents?.slice();
  for (let d = 0; turnedTangents && d < solverIndex.length; d++) {
    turnedTangents.set(to.tangent(solverIndex[d], turnedTangents, 4 * d), 4 * d);
  }
  return {
    ...sequence,
    normals,
    ...(turnedTangents && { tangents: turnedTangents }),
    ...(shapes && { shapes: shapes.map((shape) => shapeIn(shape, to, sequence, before, normals)) }),
  };
}
