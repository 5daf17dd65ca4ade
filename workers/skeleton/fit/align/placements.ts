/** Placements of a skeleton file in a mesh: the turns and units by which files differ. */

/** The 24 rotations that map axes to axes, the identity first. */
export function axisTurns(): number[][] {
  const turns: number[][] = [];
  const orders = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [2, 1, 0],
    [1, 0, 2],
  ];
  orders.forEach((order, n) => {
    const parity = n < 3 ? 1 : -1;
    for (const x of [1, -1]) {
      for (const y of [1, -1]) {
        const turn = new Array<number>(9).fill(0);
        const signs = [x, y, parity * x * y];
        order.forEach((axis, row) => {
          turn[3 * row + axis] = signs[row];
        });
        turns.push(turn);
      }
    }
  });
  return turns;
}

/** Common units, in metres: metre, centimetre, millimetre, inch and foot. */
const UNITS = [1, 0.01, 0.001, 0.0254, 0.3048];
/** A scale is snapped to a ratio of units if it is this close to it. */
const SAME_UNIT = 0.01;
/** Angles below this, in radians, count as zero. */
const SAME_TURN = 0.01;

/** The ratio of two common units if the scale is close to one, otherwise the scale itself. */
export function snappedScale(scale: number): number {
  for (const a of UNITS) {
    for (const b of UNITS) if (Math.abs(scale / (a / b) - 1) < SAME_UNIT) return a / b;
  }
  return scale;
}

/** The turn between axes that is near a rotation, or the rotation itself. */
export function snappedTurn(turn: readonly number[]): readonly number[] {
  const near = axisTurns().find((other) => matrixAngle(turn, other) < SAME_TURN);
  return near ?? turn;
}

/** The angle between two rotations, from the distance of their matrices. */
export function matrixAngle(a: readonly number[], b: readonly number[]): number {
  const square = a.reduce((sum, x, n) => sum + (x - b[n]) ** 2, 0);
  return 2 * Math.asin(Math.min(1, Math.sqrt(square / 8)));
}
