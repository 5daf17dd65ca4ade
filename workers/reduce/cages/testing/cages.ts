import type { CageShape } from "../../../model/reduce/reduce-report";

/** The outside of some cells of a grid as a closed mesh of quads, cut into triangles. Faces point outwards. */
export function cageOfCells(
  cells: readonly (readonly number[])[],
  scale: number,
  origin: readonly number[],
): CageShape {
  const filled = new Set(cells.map((cell) => cell.join(" ")));
  const index = new Map<string, number>();
  const positions: number[] = [];
  const triangles: number[] = [];
  const vertex = (p: number[]) => {
    const key = p.join(" ");
    if (!index.has(key)) {
      index.set(key, index.size);
      positions.push(...p.map((x, c) => scale * x + origin[c]));
    }
    return index.get(key)!;
  };
  for (const cell of cells) {
    for (let axis = 0; axis < 3; axis++) {
      for (const side of [0, 1]) {
        const beyond = [...cell];
        beyond[axis] += side === 1 ? 1 : -1;
        if (filled.has(beyond.join(" "))) continue;
        const at = (u: number, v: number) => {
          const p = [...cell];
          p[axis] += side;
          p[(axis + 1) % 3] += u;
          p[(axis + 2) % 3] += v;
          return vertex(p);
        };
        const [a, b, c, d] = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
        triangles.push(...(side === 1 ? [a, b, c, a, c, d] : [a, c, b, a, d, c]));
      }
    }
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** A box with n cells along each side, from −size to size. */
export function boxCage(n: number, size: number): CageShape {
  const cells: number[][] = [];
  for (let x = 0; x < n; x++) for (let y = 0; y < n; y++) for (let z = 0; z < n; z++) cells.push([x, y, z]);
  return cageOfCells(cells, (2 * size) / n, [-size, -size, -size]);
}

/** Two legs beside each other, joined at the bottom: hollow between them. */
export const horseshoe = (): CageShape =>
  cageOfCells(
    [
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
      [0, 1, 0],
      [0, 2, 0],
      [2, 1, 0],
      [2, 2, 0],
    ],
    1,
    [0, 0, 0],
  );
