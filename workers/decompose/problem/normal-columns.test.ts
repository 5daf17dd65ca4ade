import { expect, it } from "vitest";
import { normalColumns } from "./normal-columns";

const [SIZE, FRAMES] = [6, 20];

/** A sheet that turns about a corner, within a basis of the trajectories of a point on it and a column for x alone. */
function turningSheet(thickness: number, withNormals: boolean) {
  const rest = new Float64Array(4 * SIZE * SIZE);
  const triangles: number[] = [];
  for (let i = 0; i < SIZE * SIZE; i++) {
    rest.set([i % SIZE, Math.floor(i / SIZE), thickness * (i % 2), 1], 4 * i);
    if (i % SIZE < SIZE - 1 && i < SIZE * (SIZE - 1)) triangles.push(i, i + 1, i + SIZE);
  }
  // Orthogonal columns: the images of the x, y and normal directions in all frames.
  const columns = [0, 1, ...(withNormals ? [2] : [])];
  const [rank, stride] = [columns.length, 4];
  const basis = new Float64Array(3 * FRAMES * stride);
  const length = 1 / Math.sqrt(FRAMES);
  for (let k = 0; k < FRAMES; k++) {
    for (const [q, axis] of columns.entries()) putImage(basis, k, q, axis, length);
  }
  const projected = new Float64Array(SIZE * SIZE * stride);
  for (let i = 0; i < SIZE * SIZE; i++) {
    for (let q = 0; q < rank; q++) projected[i * stride + q] = rest[4 * i + columns[q]] / length;
  }
  return { rest, triangles: Uint32Array.from(triangles), projected, basis, rank, stride };

  function putImage(out: Float64Array, k: number, q: number, axis: number, size: number) {
    const angle = k / 3;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const image = [
      [c, 0, s],
      [0, 1, 0],
      [-s, 0, c],
    ][axis];
    image.forEach((x, row) => {
      out[(3 * k + row) * stride + q] = size * x;
    });
  }
}

it("spans the normals of a flat rest pose that the basis leaves out", () => {
  const columns = normalColumns(turningSheet(0, false));
  expect(columns).toHaveLength(1);
  const [column] = columns;
  const size = Math.hypot(...column);
  const side = Math.sign(column[2]);
  for (let k = 0; k < FRAMES; k++) {
    const normal = [-Math.sin(k / 3), 0, Math.cos(k / 3)];
    normal.forEach((x, axis) => {
      expect((side * column[3 * k + axis] * Math.sqrt(FRAMES)) / size).toBeCloseTo(x, 10);
    });
  }
});

it("adds nothing if the basis has them, or if the rest pose is not flat", () => {
  expect(normalColumns(turningSheet(0, true))).toHaveLength(0);
  expect(normalColumns(turningSheet(0.1, false))).toHaveLength(0);
});
