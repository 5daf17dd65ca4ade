import fc from "fast-check";
import { expect, it } from "vitest";
import { type FineAxis, refine } from "./refine";

/** An axis of whole numbers: each costs 10 bytes, and the error falls with it. */
function wholeNumbers(values: number[]): FineAxis {
  return {
    ...{ axis: 1, values },
    between: (a, b) => Math.round((a + b) / 2),
    placeOf: (value) => (values.includes(value) ? values.indexOf(value) : values.push(value) - 1),
  };
}

async function refined(values: number[], at: number, most: number) {
  const axis = wholeNumbers(values);
  const costOf = async ([, n]: readonly number[]) => ({ bytes: 10 * values[n], error: 1 / values[n] });
  return values[(await refine([0, at], axis, most, costOf))[1]];
}

it("finds the largest number that is small enough, within a sixteenth of the step", () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 1, max: 400 }),
      fc.nat(400),
      async (low, step, room) => {
        const most = 10 * Math.min(low + room, low + step - 1);
        const found = await refined([low + step, low], 1, most);
        expect(10 * found).toBeLessThanOrEqual(most);
        expect(most / 10 - found).toBeLessThanOrEqual(1 + step / 16);
      },
    ),
  ));

it("stays at the first value of an axis", async () => {
  expect(await refined([8, 6], 0, 1e9)).toBe(8);
});

it("keeps the cell if values between have more error", async () => {
  const axis = wholeNumbers([8, 2]);
  const costOf = async ([, n]: readonly number[]) => ({ bytes: 1, error: n === 1 ? 1 : 2 });
  expect(await refine([0, 1], axis, 5, costOf)).toEqual([0, 1]);
});
