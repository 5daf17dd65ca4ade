/**
 * Selects the entries to keep. Smoothing leaves a trace of every bone everywhere. A vertex keeps Ψ of a bone if its
 * share of the vertex's weight, or of its patch's first or second moment, is not negligible, and w' of a bone if its
 * share is not.
 */
import type { BoneColumn, SmoothGroups } from "./bone-columns";
import { momentGroup, WIDTH, weightGroup } from "./bone-columns";

/** The whole patch of each vertex: its centre p_i, and trace(P − p pᵀ), its size squared. */
export interface WholePatches {
  centres: Float64Array;
  sizes: Float64Array;
}

/** The part of the data that depends on λ: p_i, 3V, and Ψ about them. */
export interface RotationPart {
  centres: Float64Array;
  entries: KeptEntries[];
}

/** The entries of one bone, `stride` numbers for each vertex. */
export interface KeptEntries {
  bone: number;
  vertices: Uint32Array;
  values: Float64Array;
}

/** Patches smaller than this get the size 0. Vertices that are not smoothed have no patch, only rounding errors. */
const LEAST_SIZE = 1e-20;

/** @param positions 3V, of local coordinates. */
export async function smoothPatches(positions: Float64Array, smooth: SmoothGroups): Promise<WholePatches> {
  const count = positions.length / 3;
  const patches = { centres: new Float64Array(3 * count), sizes: new Float64Array(count) };
  const vertices = Uint32Array.from({ length: count }, (_, i) => i);
  const whole = momentGroup(positions, { vertices, values: new Float64Array(count).fill(1) });
  await smooth([whole], (_, rows, values) => {
    for (let n = 0; n < rows.length; n++) {
      const at = WIDTH * n;
      const [x, y, z] = [values[at + 6], values[at + 7], values[at + 8]];
      const i = rows[n];
      patches.centres[3 * i] = x;
      patches.centres[3 * i + 1] = y;
      patches.centres[3 * i + 2] = z;
      const square = values[at] + values[at + 3] + values[at + 5];
      patches.sizes[i] = Math.max(0, square - x * x - y * y - z * z);
    }
  });
  return patches;
}

/**
 * Ψ about the patches' centres, 10 numbers per entry: A (6), b (3), ψ. One result for each of the columns.
 * @param least share above which an entry is kept.
 */
export async function smoothMoments(
  positions: Float64Array,
  columns: BoneColumn[],
  patches: WholePatches,
  least: number,
  smooth: SmoothGroups,
  done: (bones: number) => void,
): Promise<KeptEntries[]> {
  const found: KeptEntries[] = [];
  const groups = columns.map((column) => momentGroup(positions, column));
  await smooth(groups, (n, rows, values) => {
    found[n] = { bone: columns[n].bone, ...keepMoments(rows, values, patches, least) };
    done(n + 1);
  });
  return found;
}

/** w', one number per entry. */
export async function smoothShares(
  vertexCount: number,
  columns: BoneColumn[],
  least: number,
  smooth: SmoothGroups,
): Promise<KeptEntries[]> {
  const found: KeptEntries[] = [];
  const groups = [];
  for (let from = 0; from < columns.length; from += WIDTH) {
    groups.push(weightGroup(columns.slice(from, from + WIDTH), vertexCount));
  }
  await smooth(groups, (group, rows, values) => {
    const first = WIDTH * group;
    columns.slice(first, first + WIDTH).forEach(({ bone }, c) => {
      found[first + c] = { bone, ...keepShares(rows, values, c, least) };
    });
  });
  return found;
}

function keepShares(rows: Uint32Array, values: Float64Array, c: number, least: number) {
  const vertices = new Uint32Array(rows.length);
  const kept = new Float64Array(rows.length);
  let size = 0;
  for (let n = 0; n < rows.length; n++) {
    const share = values[WIDTH * n + c];
    if (Math.abs(share) <= least) continue;
    vertices[size] = rows[n];
    kept[size++] = share;
  }
  return { vertices: vertices.slice(0, size), values: kept.slice(0, size) };
}

function keepMoments(rows: Uint32Array, values: Float64Array, patches: WholePatches, least: number) {
  const vertices = new Uint32Array(rows.length);
  const kept = new Float64Array(WIDTH * rows.length);
  let size = 0;
  for (let n = 0; n < rows.length; n++) {
    if (values[WIDTH * n + 9] === 0) continue;
    aboutCentre(values, WIDTH * n, patches.centres, 3 * rows[n], kept, WIDTH * size);
    if (importance(kept, WIDTH * size, patches.sizes[rows[n]]) > least) vertices[size++] = rows[n];
  }
  return { vertices: vertices.slice(0, size), values: kept.slice(0, WIDTH * size) };
}

/** Moves moments about the origin to a centre: e = u − p. */
function aboutCentre(
  from: Float64Array,
  at: number,
  centres: Float64Array,
  c: number,
  out: Float64Array,
  to: number,
): void {
  const [px, py, pz] = [centres[c], centres[c + 1], centres[c + 2]];
  const [x, y, z, one] = [from[at + 6], from[at + 7], from[at + 8], from[at + 9]];
  const [ex, ey, ez] = [x - one * px, y - one * py, z - one * pz];
  out[to] = from[at] - px * x - px * ex;
  out[to + 1] = from[at + 1] - px * y - py * ex;
  out[to + 2] = from[at + 2] - px * z - pz * ex;
  out[to + 3] = from[at + 3] - py * y - py * ey;
  out[to + 4] = from[at + 4] - py * z - pz * ey;
  out[to + 5] = from[at + 5] - pz * z - pz * ez;
  out[to + 6] = ex;
  out[to + 7] = ey;
  out[to + 8] = ez;
  out[to + 9] = one;
}

/** The largest share of a vertex's weight and of its patch's first and second moments. */
function importance(entry: Float64Array, at: number, size: number): number {
  const weight = Math.abs(entry[at + 9]);
  if (size <= LEAST_SIZE) return weight;
  const [x, y, z] = [entry[at + 6], entry[at + 7], entry[at + 8]];
  const first = Math.sqrt((x * x + y * y + z * z) / size);
  const second = (Math.abs(entry[at]) + Math.abs(entry[at + 3]) + Math.abs(entry[at + 5])) / size;
  return Math.max(weight, first, second);
}
