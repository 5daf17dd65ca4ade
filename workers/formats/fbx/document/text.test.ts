import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numbersBetween } from "../../../testing/numbers-between";
import { childList } from "./node";
import { readText } from "./text";

const bytesOf = (text: string) => new TextEncoder().encode(`; FBX 7.4.0 project file\n${text}`);

/** The numbers of a list with this text. */
function listOf(words: readonly string[], separator = ","): number[] {
  const [node] = readText(
    bytesOf(`Mesh:  {\n\tPoints: *${words.length} {\n\t\ta: ${words.join(separator)}\n\t}\n}\n`),
  );
  return Array.from(childList(node, "Points")!);
}

/** Numbers as programs print them. */
const printed = fc.oneof(
  numbersBetween(-1e3, 1e3).chain((x) =>
    fc.constantFrom(
      String(x),
      x.toFixed(6),
      x.toFixed(0),
      x.toExponential(4),
      x.toPrecision(17),
      `${x.toFixed(2)}0`,
    ),
  ),
  fc.constantFrom(
    "0",
    "-0",
    "1.",
    ".5",
    "-.5",
    "00012",
    "9007199254740993",
    "0.1234567890123456789012345",
    "1e-320",
  ),
);

describe("lists in a text file", () => {
  it("have the same numbers as when JavaScript reads them, to the last bit", () => {
    fc.assert(
      fc.property(
        fc.array(printed, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(",", ", ", ",\n"),
        (words, by) => {
          expect(listOf(words, by)).toEqual(words.map(Number));
        },
      ),
    );
  });

  it("end at a word that is not a number, a text or a brace", () => {
    expect(listOf(["1", "two", "3"])).toEqual([1, Number.NaN, 3]);
    for (const sign of ['"', "{"]) {
      const text = `Mesh:  {\n\tPoints: *3 {\n\t\ta: 1,${sign},3\n\t}\n}\n`;
      const [node] = readText(bytesOf(text));
      expect(Array.from(childList(node, "Points")!)).toEqual([1, Number.NaN, 3]);
    }
  });
});
