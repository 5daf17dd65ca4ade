import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { SinewError } from "../../model/errors";
import { validateSequence } from "../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../model/task";
import { assembleSequence } from "../assemble/assemble-sequence";
import { inspect } from "../open";
import { AS_IT_IS, textFile } from "../testing/formats";
import { tetSurface } from "./tet-surface";

const read = async (text: string) => {
  const [source] = await inspect([textFile("solid.mesh", text)], UNWATCHED);
  const raw = await source.read(AS_IT_IS, UNWATCHED);
  return { info: source.info, sequence: await assembleSequence(raw, AS_IT_IS, UNWATCHED) };
};
const complaint = (text: string) =>
  read(text).then(
    () => "no complaint",
    (error) => (error instanceof SinewError ? error.message : `not a SinewError: ${error.stack}`),
  );

/** A grid of cubes of five tetrahedra each, with corners in random order. */
function solidGrid(size: number, seed: number) {
  const random = createRandom(seed);
  const side = size + 1;
  const at = (x: number, y: number, z: number) => x + side * (y + side * z);
  const positions: number[] = [];
  for (let p = 0; p < side ** 3; p++)
    positions.push(p % side, Math.floor(p / side) % side, Math.floor(p / side / side));
  const tets: number[] = [];
  for (let cube = 0; cube < size ** 3; cube++) {
    const [x, y, z] = [cube % size, Math.floor(cube / size) % size, Math.floor(cube / size / size)];
    // Neighbouring cubes are mirror images, so that their diagonals match.
    const odd = (x + y + z) % 2;
    const corner = (bits: number) => at(x + ((bits & 1) ^ odd), y + ((bits >> 1) & 1), z + (bits >> 2));
    for (const tet of [
      [0, 3, 5, 6],
      [1, 0, 3, 5],
      [2, 0, 3, 6],
      [4, 0, 5, 6],
      [7, 3, 5, 6],
    ]) {
      const corners = tet.map(corner);
      for (let c = 3; c > 0; c--) {
        const other = random.integer(c + 1);
        [corners[c], corners[other]] = [corners[other], corners[c]];
      }
      tets.push(...corners);
    }
  }
  return { positions, tets };
}

function write({ positions, tets }: ReturnType<typeof solidGrid>, triangles: number[] = []): string {
  const rows = (numbers: number[], width: number, add: number) =>
    Array.from({ length: numbers.length / width }, (_, r) =>
      [...numbers.slice(width * r, width * (r + 1)).map((n) => n + add), 0].join(" "),
    ).join("\n");
  const section = (name: string, width: number, numbers: number[], add: number) =>
    `${name}\n${numbers.length / width}\n${rows(numbers, width, add)}\n`;
  return `# a comment\nMeshVersionFormatted 1\nDimension\n3\n${section("Vertices", 3, positions, 0)}${
    triangles.length > 0 ? section("Triangles", 3, triangles, 1) : ""
  }${section("Edges", 2, [0, 1], 1)}${section("Tetrahedra", 4, tets, 1)}End\n`;
}

/** Six times the volume enclosed by triangles. */
function enclosed(triangles: ArrayLike<number>, positions: ArrayLike<number>): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((n) =>
      Array.from({ length: 3 }, (_, x) => positions[3 * triangles[t + n] + x]),
    );
    sum +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum;
}

describe("MEDIT meshes", () => {
  it("have the surface of their tetrahedra, facing outwards, and keep inner vertices", async () => {
    const grid = solidGrid(3, 5);
    const { info, sequence } = await read(write(grid));
    expect(info).toMatchObject({
      format: "MEDIT",
      points: 64,
      polygons: 108,
      notes: ["It is a solid of 135 tetrahedra.", expect.stringContaining("1 wire edge")],
    });
    validateSequence(sequence);
    expect([sequence.vertexCount, sequence.solverIndex.length, sequence.frameCount]).toEqual([64, 56, 1]);
    const corners = sequence.triangles.map((d) => sequence.solverIndex[d]);
    expect(enclosed(corners, sequence.rest)).toBeCloseTo(6 * 27, 4);
    // Welding and leaving out points change their numbers, but not which points a tetrahedron joins.
    const at = (p: number, from: ArrayLike<number>) => [from[3 * p], from[3 * p + 1], from[3 * p + 2]];
    expect(Array.from(sequence.tets!, (p) => at(p, sequence.rest))).toEqual(
      grid.tets.map((p) => at(p, grid.positions)),
    );
  });

  it("keep their listed triangles, turned outward", async () => {
    const grid = solidGrid(2, 6);
    const surface = tetSurface(Uint32Array.from(grid.tets), grid.positions);
    const inward = Array.from(surface, (_, c) => surface[c - (c % 3) + [0, 2, 1][c % 3]]);
    expect(enclosed(inward, grid.positions)).toBeCloseTo(-6 * 8, 6);
    const { sequence } = await read(write(grid, inward));
    const corners = sequence.triangles.map((d) => sequence.solverIndex[d]);
    expect(enclosed(corners, sequence.rest)).toBeCloseTo(6 * 8, 4);
  });

  it("may be flat, with quadrilaterals, and drop unused points", async () => {
    const flat = "meshversionformatted 2 dimension 2 vertices 6 0 0 7 1 0 7 1 1 7 0 1 7 5 5 7 2 0 7\n";
    const { info, sequence } = await read(`${flat}triangles 1 2 6 3 0 quadrilaterals 1 1 2 3 4 0`);
    expect(sequence.vertexCount).toBe(5);
    expect([...sequence.polygonOffsets]).toEqual([0, 3, 7]);
    expect(info.notes).toEqual(["1 point of solid.mesh belongs to no face and is left out."]);
    expect(sequence.tets).toBeUndefined();
  });

  it("are refused with error messages", async () => {
    const head = "MeshVersionFormatted 1\nDimension 3\n";
    expect(await complaint(`${head}Vertices\n2\n0 0 0 0\n0.125 0.125 0\n`)).toContain(
      "It ends where a number belongs",
    );
    expect(await complaint(`${head}Vertices\n4000000000\n0 0 0 0\n`)).toContain(
      "It says that it has 4000000000 vertices",
    );
    expect(await complaint(`${head}Vertices\n1\n0 0 0 0\nTriangles 1\n1 2 3 0\n`)).toContain(
      "Row 1 of its triangles names vertex 2, but there are 1",
    );
    expect(await complaint(`${head}Vertices\n1\n0 0 0 0\nEnd`)).toContain("solid.mesh has no faces");
    expect(await complaint("MeshVersionFormatted 1\nDimension 4\n")).toContain("It says 4 dimensions");
    expect(await complaint("<mesh/>")).toContain("solid.mesh is not a MEDIT mesh");
    expect(await complaint(`${head}Vertices\nmany`)).toContain("solid.mesh is damaged in line 4");
  });

  it("have the same surface for any order of the tetrahedra", () => {
    const { positions, tets } = solidGrid(2, 7);
    const sorted = (corners: Int32Array) =>
      Array.from({ length: corners.length / 3 }, (_, t) =>
        [...corners.slice(3 * t, 3 * t + 3)].sort().join(),
      ).sort();
    const truth = sorted(tetSurface(Uint32Array.from(tets), positions));
    const rows = Array.from({ length: tets.length / 4 }, (_, t) => tets.slice(4 * t, 4 * t + 4));
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
        expect(sorted(tetSurface(Uint32Array.from(shuffled.flat()), positions))).toEqual(truth);
      }),
      { seed: 8, numRuns: 20 },
    );
  });
});
