import fc from "fast-check";
import { expect, test } from "vitest";
import { murmurDigest } from "./murmur";

/** The published algorithm with big integers, as an independent reference. */
function murmurInBigIntegers(bytes: Uint8Array): string {
  const mask = (1n << 64n) - 1n;
  const rotate = (x: bigint, by: bigint) => ((x << by) | (x >> (64n - by))) & mask;
  const [c1, c2] = [0x87c37b91114253d5n, 0x4cf5ad432745937fn];
  let [h1, h2] = [0n, 0n];
  const word = (at: number) => {
    let value = 0n;
    for (let i = 7; i >= 0; i--) value = (value << 8n) | BigInt(bytes[at + i] ?? 0);
    return value;
  };
  const first = (k: bigint) => (rotate((k * c1) & mask, 31n) * c2) & mask;
  const second = (k: bigint) => (rotate((k * c2) & mask, 33n) * c1) & mask;
  let at = 0;
  for (; at + 16 <= bytes.length; at += 16) {
    h1 = ((rotate(h1 ^ first(word(at)), 27n) + h2) * 5n + 0x52dce729n) & mask;
    h2 = ((rotate(h2 ^ second(word(at + 8)), 31n) + h1) * 5n + 0x38495ab5n) & mask;
  }
  h2 ^= second(word(at + 8));
  h1 ^= first(word(at));
  const length = BigInt(bytes.length);
  const finish = (h: bigint) => {
    h = ((h ^ (h >> 33n)) * 0xff51afd7ed558ccdn) & mask;
    h = ((h ^ (h >> 33n)) * 0xc4ceb9fe1a85ec53n) & mask;
    return h ^ (h >> 33n);
  };
  h1 = (h1 ^ length) + (h2 ^ length);
  h2 = ((h2 ^ length) + h1) & mask;
  h1 = finish(h1 & mask);
  h2 = finish(h2);
  h1 = (h1 + h2) & mask;
  h2 = (h2 + h1) & mask;
  return hex(new Uint8Array(BigUint64Array.of(h1, h2).buffer));
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

test("the digest of nothing is zeros", () => {
  expect(hex(murmurDigest(new Uint8Array(0)))).toBe("0".repeat(32));
});

test("the digest of the test sentence is the published one", () => {
  const sentence = new TextEncoder().encode("The quick brown fox jumps over the lazy dog");
  const words = new BigUint64Array(murmurDigest(sentence).buffer);
  expect([...words].map((word) => word.toString(16))).toEqual(["e34bbc7bbc071b6c", "7a433ca9c49a9347"]);
});

test("the digest of any bytes is the same as with big integers", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
      expect(hex(murmurDigest(bytes))).toBe(murmurInBigIntegers(bytes));
    }),
    { seed: 11, numRuns: 400 },
  );
});
