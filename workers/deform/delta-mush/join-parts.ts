/**
 * Bridges between the parts of a mesh: Le & Lewis 2019, Fig. 6. A jacket on a body shares no edge with it, so each is
 * smoothed on its own and they separate. Bridges join a vertex to the nearest vertex of every other part on the same
 * bone within reach.
 */
import type { Components } from "../../mesh/components";
import type { Task } from "../../model/task";
import { type Csc, cscFromTriplets } from "../../sparse/csc";

export interface JoinOptions {
  /** The longest bridge, in the mesh's units. */
  reach: number;
  /** Weight of a bridge, as an edge of the Laplacian: default 1, as in the uniform Laplacian. */
  weight?: number;
}

/**
 * The Laplacian with bridges.
 * @param rest 3V.
 * @param owner bone of each vertex, V.
 * @throws CancelledError if the task is cancelled.
 */
export async function linkParts(
  laplacian: Csc,
  rest: ArrayLike<number>,
  owner: ArrayLike<number>,
  parts: Components,
  { reach, weight = 1 }: JoinOptions,
  task: Task,
): Promise<Csc> {
  const bridges = await findBridges(rest, owner, parts, reach, task);
  if (bridges.length === 0) return laplacian;
  const { columns, offsets, indices, values } = laplacian;
  const size = values.length;
  const row = new Uint32Array(size + 2 * bridges.length);
  const column = new Uint32Array(row.length);
  const value = new Float64Array(row.length);
  row.set(indices);
  value.set(values);
  for (let c = 0; c < columns; c++) column.fill(c, offsets[c], offsets[c + 1]);
  for (let e = 0; e < bridges.length; e += 2) {
    for (let n = 0; n < 4; n++) {
      const to = size + 2 * e + n;
      row[to] = bridges[e + (n & 1)];
      column[to] = bridges[e + ((n & 1) ^ (n >> 1))];
      value[to] = n < 2 ? weight : -weight;
    }
  }
  return cscFromTriplets(laplacian.rows, columns, { row, column, value });
}

/** Distances between two checkpoints. */
const AT_ONCE = 2e6;

/** Pairs i < k in ascending order, each once, as two numbers. */
async function findBridges(
  rest: ArrayLike<number>,
  owner: ArrayLike<number>,
  { label, count }: Components,
  reach: number,
  task: Task,
): Promise<Uint32Array> {
  if (count < 2 || !(reach > 0)) return new Uint32Array(0);
  const cells = cellsOf(rest, owner, reach);
  const nearest = { vertex: new Int32Array(count), square: new Float64Array(count).fill(Infinity) };
  const met: number[] = [];
  const keys: number[] = [];
  let near: Uint32Array = new Uint32Array(64);
  let work = 0;
  for (let c = 0; c < cells.count; c++) {
    if (work > AT_ONCE) {
      await task.checkpoint();
      work = 0;
    }
    const size = cells.sizeAround(c);
    if (size > near.length) near = new Uint32Array(2 * size);
    cells.around(near);
    work += 32 + size;
    if (allOfOnePart(near, size, label)) continue;
    work += size * (cells.starts[c + 1] - cells.starts[c]);
    for (let at = cells.starts[c]; at < cells.starts[c + 1]; at++) {
      const i = cells.vertices[at];
      findNearest(rest, label, i, near, size, reach * reach, nearest, met);
      for (const part of met) {
        const k = nearest.vertex[part];
        keys.push(Math.min(i, k) * owner.length + Math.max(i, k));
        nearest.square[part] = Infinity;
      }
      met.length = 0;
    }
  }
  const sorted = Float64Array.from(keys).sort();
  const once = sorted.filter((key, n) => n === 0 || key !== sorted[n - 1]);
  const bridges = new Uint32Array(2 * once.length);
  for (let n = 0; n < once.length; n++) {
    bridges[2 * n] = Math.floor(once[n] / owner.length);
    bridges[2 * n + 1] = once[n] % owner.length;
  }
  return bridges;
}

function allOfOnePart(near: Uint32Array, size: number, label: Uint32Array): boolean {
  for (let n = 1; n < size; n++) if (label[near[n]] !== label[near[0]]) return false;
  return true;
}

/** The nearest vertex in each other part; `met` receives the numbers of these parts. */
function findNearest(
  rest: ArrayLike<number>,
  label: Uint32Array,
  i: number,
  near: Uint32Array,
  size: number,
  most: number,
  { vertex, square }: { vertex: Int32Array; square: Float64Array },
  met: number[],
): void {
  const x = rest[3 * i];
  const y = rest[3 * i + 1];
  const z = rest[3 * i + 2];
  const own = label[i];
  for (let n = 0; n < size; n++) {
    const k = near[n];
    const part = label[k];
    if (part === own) continue;
    const dx = x - rest[3 * k];
    const dy = y - rest[3 * k + 1];
    const dz = z - rest[3 * k + 2];
    const distance = dx * dx + dy * dy + dz * dz;
    if (distance > most || !(distance < square[part])) continue;
    if (square[part] === Infinity) met.push(part);
    square[part] = distance;
    vertex[part] = k;
  }
}

/** The vertices of each bone, grouped by cubes of space. */
interface Cells {
  count: number;
  /** count + 1: cell c has the vertices starts[c] .. starts[c + 1]. */
  starts: Uint32Array;
  vertices: Uint32Array;
  /** The number of vertices that `around` writes. */
  sizeAround(cell: number): number;
  /** Writes the vertices of the last requested cell and of the 26 around it. */
  around(out: Uint32Array): void;
}

function cellsOf(rest: ArrayLike<number>, owner: ArrayLike<number>, size: number): Cells {
  const vertexCount = owner.length;
  const table = new Int32Array(2 ** Math.ceil(Math.log2(2 * vertexCount + 2))).fill(-1);
  // The bone and the cube of each cell; there is room for one cell per vertex.
  const cubes = new Float64Array(4 * vertexCount);
  /** Place of a cell in the table, or the empty place where it belongs: linear probing. */
  const placeOf = (bone: number, x: number, y: number, z: number) => {
    const mixed =
      Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791) ^ Math.imul(bone, 50331653);
    const spread = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
    for (let at = spread ^ (spread >>> 15); ; at++) {
      const cell = table[at & (table.length - 1)];
      const c = 4 * cell;
      const same = cubes[c] === bone && cubes[c + 1] === x && cubes[c + 2] === y && cubes[c + 3] === z;
      if (cell < 0 || same) return at & (table.length - 1);
    }
  };
  let count = 0;
  const cellOf = new Uint32Array(vertexCount);
  const sizes = new Uint32Array(vertexCount + 1);
  for (let i = 0; i < vertexCount; i++) {
    const x = Math.floor(rest[3 * i] / size);
    const y = Math.floor(rest[3 * i + 1] / size);
    const z = Math.floor(rest[3 * i + 2] / size);
    const place = placeOf(owner[i], x, y, z);
    if (table[place] < 0) {
      cubes.set([owner[i], x, y, z], 4 * count);
      table[place] = count++;
    }
    cellOf[i] = table[place];
    sizes[cellOf[i] + 1]++;
  }
  const starts = sizes.subarray(0, count + 1);
  for (let c = 0; c < count; c++) starts[c + 1] += starts[c];
  const next = starts.slice();
  const vertices = new Uint32Array(vertexCount);
  for (let i = 0; i < vertexCount; i++) vertices[next[cellOf[i]]++] = i;
  const found = new Int32Array(27);
  const findAround = (cell: number) => {
    const c = 4 * cell;
    for (let n = 0; n < 27; n++) {
      const x = cubes[c + 1] + (n % 3) - 1;
      const y = cubes[c + 2] + (((n / 3) | 0) % 3) - 1;
      const z = cubes[c + 3] + ((n / 9) | 0) - 1;
      found[n] = table[placeOf(cubes[c], x, y, z)];
    }
  };
  return {
    count,
    starts,
    vertices,
    sizeAround(cell) {
      findAround(cell);
      let sum = 0;
      for (const c of found) if (c >= 0) sum += starts[c + 1] - starts[c];
      return sum;
    },
    around(out) {
      let at = 0;
      for (const c of found) {
        if (c >= 0) for (let n = starts[c]; n < starts[c + 1]; n++) out[at++] = vertices[n];
      }
    },
  };
}
