import { describe, expect, it } from "vitest";
import { type LoopMesh, PolygonsAtEdges } from "./edge-loop";

/** A mesh of polygons whose display vertices are its solver vertices. */
function meshOf(polygons: number[][], rest: number[]): LoopMesh {
  const vertexCount = rest.length / 3;
  const polygonOffsets = new Uint32Array(polygons.length + 1);
  polygons.forEach((corners, p) => {
    polygonOffsets[p + 1] = polygonOffsets[p] + corners.length;
  });
  return {
    ...{ vertexCount, polygonOffsets, rest },
    polygonCorners: Uint32Array.from(polygons.flat()),
    solverIndex: Uint32Array.from({ length: vertexCount }, (_, i) => i),
  };
}

/** A flat grid of quads, or of quads cut into triangles. */
function grid(columns: number, rows: number, halves: boolean): LoopMesh {
  const polygons: number[][] = [];
  const rest: number[] = [];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      rest.push(x, y, 0);
      if (x + 1 === columns || y + 1 === rows) continue;
      const a = y * columns + x;
      const quad = [a, a + 1, a + columns + 1, a + columns];
      // Diagonals alternate, as in many files.
      if (!halves) polygons.push(quad);
      else if ((x + y) % 2) polygons.push([quad[0], quad[1], quad[2]], [quad[0], quad[2], quad[3]]);
      else polygons.push([quad[0], quad[1], quad[3]], [quad[1], quad[2], quad[3]]);
    }
  }
  return meshOf(polygons, rest);
}

/** A tube that is open at both ends, of quads or of quads cut into triangles. */
function tube(around: number, rings: number, halves: boolean): LoopMesh {
  const rest: number[] = [];
  const polygons: number[][] = [];
  for (let r = 0; r < rings; r++) {
    for (let n = 0; n < around; n++) {
      const angle = (2 * Math.PI * n) / around;
      rest.push(Math.cos(angle), r, Math.sin(angle));
      if (r + 1 === rings) continue;
      const [a, b] = [r * around + n, r * around + ((n + 1) % around)];
      const quad = [a, b, b + around, a + around];
      if (halves) polygons.push([quad[0], quad[1], quad[2]], [quad[0], quad[2], quad[3]]);
      else polygons.push(quad);
    }
  }
  return meshOf(polygons, rest);
}

const loop = (mesh: LoopMesh, a: number, b: number) =>
  new PolygonsAtEdges(mesh).loop(a, b).sort((x, y) => x - y);

describe("an edge loop", () => {
  it.each([false, true])("runs straight through a grid, from border to border (triangles: %s)", (halves) => {
    const [columns, rows] = [7, 5];
    const mesh = grid(columns, rows, halves);
    const row = Array.from({ length: columns }, (_, x) => 2 * columns + x);
    const column = Array.from({ length: rows }, (_, y) => y * columns + 3);
    expect(loop(mesh, row[2], row[3])).toEqual(row);
    expect(loop(mesh, row[3], row[2])).toEqual(row);
    expect(loop(mesh, column[1], column[2])).toEqual(column);
  });

  it("follows a border all the way around", () => {
    const [columns, rows] = [5, 4];
    const border = [...Array(columns * rows).keys()].filter((i) => {
      const [x, y] = [i % columns, Math.floor(i / columns)];
      return x === 0 || y === 0 || x === columns - 1 || y === rows - 1;
    });
    expect(loop(grid(columns, rows, false), 1, 2)).toEqual(border);
    expect(loop(grid(columns, rows, true), 1, 2)).toEqual(border);
  });

  it.each([false, true])(
    "closes around a tube, and runs along it from end to end (triangles: %s)",
    (halves) => {
      // With five sides, a ring turns by 72° in space, but not in the tangent plane.
      for (const around of [5, 8, 24]) {
        const mesh = tube(around, 6, halves);
        const ring = Array.from({ length: around }, (_, n) => 3 * around + n);
        expect(loop(mesh, ring[0], ring[1])).toEqual(ring);
        const along = Array.from({ length: 6 }, (_, r) => r * around + 2);
        expect(loop(mesh, along[1], along[2])).toEqual(along);
      }
    },
  );

  it("ends at the corners of a cube, which have three edges", () => {
    const rest = [0, 1].flatMap((z) => [0, 1].flatMap((y) => [0, 1].flatMap((x) => [x, y, z])));
    const cube = meshOf(
      [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
      ],
      rest,
    );
    expect(loop(cube, 0, 1)).toEqual([0, 1]);
  });

  it("is empty for two vertices without an edge", () => {
    expect(loop(grid(4, 4, false), 0, 5)).toEqual([]);
  });
});
