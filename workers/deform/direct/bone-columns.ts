/** The functions on the vertices that Direct Delta Mush smooths, ten side by side. */
import { boundsOf, diagonalOfBox } from "../../model/mesh/mesh-sequence";
import type { BlendRows } from "../deformer";
import type { LocalPositions } from "./moments";

/** Functions that are zero except on some vertices. */
export interface ColumnGroup {
  vertices: Uint32Array;
  /** Ten numbers for each of the vertices. */
  values: Float64Array;
}

export const WIDTH = 10;

/**
 * Smooths groups and passes each to `take`: the vertices where it is not zero, with ten values for each of them. Both
 * arrays are valid until `take` returns.
 * @throws CancelledError if the task is cancelled.
 */
export type SmoothGroups = (
  groups: ColumnGroup[],
  take: (group: number, vertices: Uint32Array, values: Float64Array) => void,
) => Promise<void>;

/** The vertices that a bone moves, with their weights. */
export interface BoneColumn {
  bone: number;
  vertices: Uint32Array;
  values: Float64Array;
}

/** The smoothed input: the mesh about its middle, and the bones' weights. */
export interface BoundMesh {
  /** 3V. */
  rest: ArrayLike<number>;
  local: LocalPositions;
  columns: BoneColumn[];
}

/** @param boneCount B; every bone that `weights` names is below it. */
export function bindMesh(rest: ArrayLike<number>, weights: BlendRows, boneCount: number): BoundMesh {
  return { rest, local: centred(rest), columns: columnsOf(weights, boneCount) };
}

function centred(rest: ArrayLike<number>): LocalPositions {
  const box = boundsOf(rest);
  const origin = [0, 1, 2].map((c) => (box[c] + box[c + 3]) / 2);
  const unit = diagonalOfBox(box) || 1;
  const positions = new Float64Array(rest.length);
  for (let n = 0; n < positions.length; n++) positions[n] = (rest[n] - origin[n % 3]) / unit;
  return { positions, origin, unit };
}

/** Bones with any weight, each with its column. Rows are scaled to the sum 1 in f64. */
function columnsOf({ offsets, bones, values }: BlendRows, boneCount: number): BoneColumn[] {
  const sizes = new Uint32Array(boneCount);
  for (let e = 0; e < offsets[offsets.length - 1]; e++) if (values[e] !== 0) sizes[bones[e]]++;
  const columns = Array.from(sizes, (size, bone): BoneColumn => {
    return { bone, vertices: new Uint32Array(size), values: new Float64Array(size) };
  });
  sizes.fill(0);
  for (let i = 0; i + 1 < offsets.length; i++) {
    let sum = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) sum += values[e];
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (values[e] === 0) continue;
      const j = bones[e];
      columns[j].vertices[sizes[j]] = i;
      columns[j].values[sizes[j]++] = values[e] / sum;
    }
  }
  return columns.filter((column) => column.vertices.length > 0);
}

/** w u uᵀ: xx xy xz yy yz zz x y z 1, each times the weight. */
export function momentGroup(
  positions: Float64Array,
  { vertices, values }: Omit<BoneColumn, "bone">,
): ColumnGroup {
  const out = new Float64Array(WIDTH * vertices.length);
  for (let n = 0; n < vertices.length; n++) {
    const at = 3 * vertices[n];
    const [x, y, z] = [positions[at], positions[at + 1], positions[at + 2]];
    const w = values[n];
    const to = WIDTH * n;
    out[to] = w * x * x;
    out[to + 1] = w * x * y;
    out[to + 2] = w * x * z;
    out[to + 3] = w * y * y;
    out[to + 4] = w * y * z;
    out[to + 5] = w * z * z;
    out[to + 6] = w * x;
    out[to + 7] = w * y;
    out[to + 8] = w * z;
    out[to + 9] = w;
  }
  return { vertices, values: out };
}

/** The weights of up to ten bones, one beside the other. */
export function weightGroup(columns: BoneColumn[], vertexCount: number): ColumnGroup {
  const place = new Uint32Array(vertexCount);
  const found: number[] = [];
  for (const { vertices } of columns) {
    for (const i of vertices) if (place[i] === 0) place[i] = found.push(i);
  }
  const values = new Float64Array(WIDTH * found.length);
  columns.forEach((column, c) => {
    for (let n = 0; n < column.vertices.length; n++) {
      values[WIDTH * (place[column.vertices[n]] - 1) + c] = column.values[n];
    }
  });
  return { vertices: Uint32Array.from(found), values };
}
