/**
 * Bridges between the parts of a mesh: Le & Lewis 2019, Fig. 6. A jacket that lies on a body shares no edge with it, so
 * each smooths alone and they come apart. A vertex is joined to the nearest vertex of every other part that is on the
 * same bone and within reach.
 */
import type { Components } from "../mesh/components";
import { type Csc, cscFromTriplets } from "../sparse/csc";

export interface JoinOptions {
  /** How far bridges reach, in the mesh's units. */
  reach: number;
  /** Weight of a bridge, as an edge of the Laplacian: default 1, as in the uniform one. */
  weight?: number;
}

/**
 * The Laplacian with bridges.
 * @param rest 3V.
 * @param owner bone of each vertex, V.
 */
export function joinParts(
  laplacian: Csc,
  rest: ArrayLike<number>,
  owner: ArrayLike<number>,
  parts: Components,
  { reach, weight = 1 }: JoinOptions,
): Csc {
  const bridges = findBridges(rest, owner, parts, reach);
  if (bridges.length === 0) return laplacian;
  const row = Array.from(laplacian.indices);
  const value = Array.from(laplacian.values);
  const column: number[] = [];
  for (let c = 0; c < laplacian.columns; c++) {
    for (let e = laplacian.offsets[c]; e < laplacian.offsets[c + 1]; e++) column.push(c);
  }
  for (const [i, k] of bridges) {
    row.push(i, k, i, k);
    column.push(i, k, k, i);
    value.push(weight, weight, -weight, -weight);
  }
  return cscFromTriplets(laplacian.rows, laplacian.columns, { row, column, value });
}

/** Pairs i < k, each once. */
function findBridges(rest: ArrayLike<number>, owner: ArrayLike<number>, parts: Components, reach: number) {
  if (parts.count < 2 || !(reach > 0)) return [];
  const cells = new Map<string, number[]>();
  const cellOf = (i: number) => [0, 1, 2].map((c) => Math.floor(rest[3 * i + c] / reach));
  for (let i = 0; i < owner.length; i++) {
    const key = `${owner[i]} ${cellOf(i).join(" ")}`;
    const inside = cells.get(key);
    if (inside) inside.push(i);
    else cells.set(key, [i]);
  }
  const found = new Map<number, [number, number]>();
  for (let i = 0; i < owner.length; i++) {
    const nearest = new Map<number, { distance: number; vertex: number }>();
    const [x, y, z] = cellOf(i);
    for (let n = 0; n < 27; n++) {
      const key = `${owner[i]} ${x + (n % 3) - 1} ${y + (Math.floor(n / 3) % 3) - 1} ${z + Math.floor(n / 9) - 1}`;
      for (const k of cells.get(key) ?? []) {
        const part = parts.label[k];
        if (part === parts.label[i]) continue;
        const distance = Math.hypot(...[0, 1, 2].map((c) => rest[3 * i + c] - rest[3 * k + c]));
        if (distance <= reach && distance < (nearest.get(part)?.distance ?? Infinity)) {
          nearest.set(part, { distance, vertex: k });
        }
      }
    }
    for (const { vertex } of nearest.values()) {
      const [a, b] = [Math.min(i, vertex), Math.max(i, vertex)];
      found.set(a * owner.length + b, [a, b]);
    }
  }
  return [...found.values()];
}
