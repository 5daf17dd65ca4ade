import { describe, expect, it } from "vitest";
import { product3 } from "../../math/matrix3";
import { createRandom } from "../../math/random";
import { type Axes, axesMatrix, axesOf3, axesOfPlace, mirroredAxes, restAxes, turnedAxes } from "./axes";

const random = createRandom(4);
function someAxes(): Axes {
  const q = [0, 1, 2, 3].map(() => random.normal());
  return q.map((x) => (x * Math.sign(q[3])) / Math.hypot(...q)) as Axes;
}

const expectSame = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  expect(Array.from(a)).toEqual(Array.from(b, (x) => expect.closeTo(x, 12)));

/** The rotation by an angle about a unit axis (Rodrigues), applied to a vector. */
function rotated(axis: number[], angle: number, v: number[]): number[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const dot = axis.reduce((sum, x, n) => sum + x * v[n], 0);
  const cross = [0, 1, 2].map((n) => axis[(n + 1) % 3] * v[(n + 2) % 3] - axis[(n + 2) % 3] * v[(n + 1) % 3]);
  return v.map((x, n) => c * x + s * cross[n] + (1 - c) * dot * axis[n]);
}

const column = (axes: Axes, c: number) => [0, 3, 6].map((row) => axesMatrix(axes)[row + c]);

describe("axes of a joint", () => {
  it("come from its place, whatever its scales are", () => {
    const axes = someAxes();
    const m = axesMatrix(axes);
    const place = [0, 1, 2].flatMap((r) => [0.01 * m[3 * r], 3 * m[3 * r + 1], 100 * m[3 * r + 2], 7]);
    expectSame(axesOfPlace(place), axes);
    expectSame(axesOf3(m.map((x) => -2 * x)), axes);
  });

  it("turn with the mesh", () => {
    const [axes, turn] = [someAxes(), axesMatrix(someAxes())];
    expectSame(axesMatrix(turnedAxes(axes, turn)), product3(turn, axesMatrix(axes)));
  });

  it("turn the other side like a mirror image, by equal angles", () => {
    const axes = someAxes();
    for (const across of [0, 1, 2]) {
      const image = (v: number[]) => v.map((x, n) => (n === across ? -x : x));
      const other = mirroredAxes(axes, across);
      const v = [0.3, -2, 1.1];
      for (const c of [0, 1, 2]) {
        const here = rotated(column(axes, c), 0.7, v);
        expectSame(rotated(column(other, c), 0.7, image(v)), image(here));
      }
    }
  });

  it("are those of the parent for a bone without its own", () => {
    const [a, b] = [someAxes(), someAxes()];
    const bones = [
      { parent: -1 },
      { parent: 0, axes: a },
      { parent: 1 },
      { parent: 2, axes: b },
      { parent: 0 },
      { parent: 2 },
    ];
    expect(restAxes(bones)).toEqual([null, a, a, b, null, a]);
  });
});
