import fc from "fast-check";
import { Matrix4, Quaternion, Vector3 } from "three";
import { expect, test } from "vitest";
import { numbersBetween } from "../../testing/numbers-between";
import { composeOperations } from "./xform";

const number = numbersBetween(-3, 3);
const degrees = numbersBetween(-400, 400);
const axis = fc.tuple(number, number, number).filter((a) => Math.hypot(...a) > 0.01);

/** Each operation as its code, its numbers, and its matrix by three. */
const operation = fc.oneof(
  fc.tuple(number, number, number).map((c) => ({ code: 0, c, matrix: new Matrix4().makeScale(...c) })),
  fc.tuple(number, number, number).map((c) => ({ code: 1, c, matrix: new Matrix4().makeTranslation(...c) })),
  fc
    .tuple(axis, degrees)
    .map(([a, angle]) => ({ code: 2, c: [...a, angle], matrix: turn(new Vector3(...a), angle) })),
  // The column-major elements of three's matrix for column vectors are the row-major numbers of a matrix for row
  // vectors.
  fc.tuple(axis, degrees, axis).map(([a, angle, t]) => {
    const matrix = turn(new Vector3(...a), angle).setPosition(...t);
    return { code: 3, c: matrix.toArray() as number[], matrix };
  }),
  degrees.map((c) => ({ code: 4, c: [c], matrix: turn(new Vector3(1, 0, 0), c) })),
  degrees.map((c) => ({ code: 5, c: [c], matrix: turn(new Vector3(0, 1, 0), c) })),
  degrees.map((c) => ({ code: 6, c: [c], matrix: turn(new Vector3(0, 0, 1), c) })),
);

function turn(around: Vector3, angle: number): Matrix4 {
  const quaternion = new Quaternion().setFromAxisAngle(around.normalize(), (angle * Math.PI) / 180);
  return new Matrix4().makeRotationFromQuaternion(quaternion);
}

test("operations compose like three's matrices, the last applied first", () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 6 }), (operations) => {
      const ours = composeOperations(
        operations.map(({ code }) => code),
        operations.flatMap(({ c }) => c),
      );
      const theirs = operations.reduce((product, { matrix }) => product.multiply(matrix), new Matrix4());
      const rows = theirs.clone().transpose().toArray().slice(0, 12);
      const size = Math.max(1, ...rows.map(Math.abs));
      rows.forEach((x, i) => {
        expect(Math.abs(ours[i] - x) / size).toBeLessThan(1e-12);
      });
    }),
    { seed: 3 },
  );
});

test("a rotation about a zero axis does nothing", () => {
  expect([...composeOperations([2], [0, 0, 0, 90])]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
});
