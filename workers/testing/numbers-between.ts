import fc from "fast-check";

/** How many steps a range has, at least. */
const STEPS = 1e6;

/**
 * Numbers spread evenly from `min` to `max`, in steps of a power of two. `fc.double` takes all doubles as equally
 * likely, so that nine of ten are nearly 0: a mistake in how they are added or multiplied then shows in hardly any
 * case.
 */
export function numbersBetween(min: number, max: number): fc.Arbitrary<number> {
  const scale = 2 ** Math.ceil(Math.log2(STEPS / (max - min)));
  return fc
    .integer({ min: Math.ceil(min * scale), max: Math.floor(max * scale) })
    .map((step) => step / scale);
}
