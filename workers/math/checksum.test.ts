import fc from "fast-check";
import { expect, it } from "vitest";
import { Checksum } from "./checksum";

const SEED = 11;

function checksumOf(...pieces: Float32Array[]): string {
  const checksum = new Checksum();
  for (const piece of pieces) checksum.add(piece);
  return checksum.text;
}

const anyNumbers = fc.float32Array({ minLength: 2, maxLength: 60, noNaN: true });

it(`does not depend on how numbers are cut into pieces, and changes with any bit and any swap (seed ${SEED})`, () => {
  fc.assert(
    fc.property(anyNumbers, fc.nat(), fc.nat(31), (numbers, n, bit) => {
      const whole = checksumOf(numbers);
      const at = n % numbers.length;
      expect(whole).toMatch(/^[0-9a-f]{16}$/);
      expect(checksumOf(numbers.subarray(0, at), numbers.subarray(at))).toBe(whole);
      const changed = new Uint32Array(numbers.slice().buffer);
      changed[at] ^= 1 << bit;
      expect(checksumOf(new Float32Array(changed.buffer))).not.toBe(whole);
      const swapped = new Uint32Array(numbers.slice().buffer);
      const other = (at + 1) % numbers.length;
      const isSame = swapped[at] === swapped[other];
      [swapped[at], swapped[other]] = [swapped[other], swapped[at]];
      expect(checksumOf(new Float32Array(swapped.buffer)) === whole).toBe(isSame);
      expect(checksumOf(numbers, Float32Array.of(0))).not.toBe(whole);
    }),
    { seed: SEED, numRuns: 300 },
  );
});
