import fc from "fast-check";
import { expect, test } from "vitest";
import { wellFormed, wellFormedJson } from "./well-formed";

/** Strings of any code units, with many surrogates, backslashes and quotes. */
const words = fc
  .array(
    fc.oneof(fc.integer({ min: 0xd800, max: 0xdfff }), fc.constantFrom(0x5c, 0x22, 0x75, 0x64, 0x38, 0x30)),
  )
  .map((units) => String.fromCharCode(...units));

/** What UTF-8 makes of a text: it has no lone surrogates. */
const throughBytes = (text: string) => new TextDecoder().decode(new TextEncoder().encode(text));

test("lone surrogates are replaced as UTF-8 replaces them, and nothing else changes", () => {
  fc.assert(
    fc.property(words, (text) => {
      expect(wellFormed(text)).toBe(throughBytes(text));
    }),
  );
});

test("JSON is well-formed in keys and strings, and says the same", () => {
  fc.assert(
    fc.property(words, words, (name, text) => {
      const json = wellFormedJson({ [`k${name}`]: [text, 1.5, null] }, 2);
      expect(json).not.toMatch(/(?<!\\)(\\\\)*\\ud/);
      expect(JSON.parse(json)).toEqual({ [`k${throughBytes(name)}`]: [throughBytes(text), 1.5, null] });
    }),
  );
});
