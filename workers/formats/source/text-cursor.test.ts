import { describe, expect, it } from "vitest";
import { TextCursor } from "./text-cursor";

const over = (text: string) => new TextCursor("a.obj", new TextEncoder().encode(text));

/** All remaining words, with their lines. */
function words(cursor: TextCursor): [string, number][] {
  const found: [string, number][] = [];
  while (cursor.nextWordAnywhere()) {
    const { line } = cursor;
    found.push([cursor.word(), line]);
  }
  return found;
}

describe("TextCursor", () => {
  it("reads numbers like JavaScript, and has an error message if there is none", () => {
    for (const text of [
      "0",
      "-0",
      "+7",
      "12.5",
      ".5",
      "-.25",
      "1e3",
      "-2.5E-7",
      "123456789012345678",
      "0.1",
      "1.7976931348623157e308",
    ]) {
      for (const end of ["", " ", "\n", "\t2"]) {
        const cursor = over(text + end);
        expect(Object.is(cursor.number(), Number(text))).toBe(true);
        expect(cursor.at).toBe(text.length);
      }
    }
    // A dot may end a number.
    expect(over("3.").number()).toBe(3);
    for (const text of ["-", "+", ".", "-.", "1x", "--1", "1.2.3", "e5", "/"]) {
      for (const end of ["", " 5"])
        expect(() => over(text + end).number()).toThrow(`It has "${text}" where a number`);
    }
    expect(() => over("").number()).toThrow("A number is missing");
  });

  it("finds words on this line and on later ones, and counts lines", () => {
    expect(words(over("v 1\t2\r\n\n  f\n"))).toEqual([
      ["v", 1],
      ["1", 1],
      ["2", 1],
      ["f", 3],
    ]);
    for (const text of ["a", "a\n", "a \n\n"]) {
      const cursor = over(text);
      expect(words(cursor)).toEqual([["a", 1]]);
      expect(cursor.at).toBe(text.length);
      expect(cursor.line).toBe(text.split("\n").length);
    }
    expect(over("").nextWordAnywhere()).toBe(false);
  });

  it("stays at the end of a line, before the next line's words", () => {
    const cursor = over("a\nb");
    expect([cursor.nextWord(), cursor.word(), cursor.nextWord()]).toEqual([true, "a", false]);
    cursor.skipLine();
    expect([cursor.line, cursor.nextWord(), cursor.word()]).toEqual([2, true, "b"]);
  });

  it("joins lines at a backslash", () => {
    const cursor = over("a \\\n b\nc");
    expect([cursor.nextWord(), cursor.word(), cursor.nextWord(), cursor.word()]).toEqual([
      true,
      "a",
      true,
      "b",
    ]);
    expect([cursor.line, cursor.nextWord()]).toEqual([2, false]);
    const line = over("# a \\\n b\nc");
    line.skipLine();
    expect([line.line, line.nextWord(), line.word()]).toEqual([3, true, "c"]);
  });

  it("ends a comment with its line, for any line end, with or without another line", () => {
    const cursor = over("C:\\\nb");
    cursor.skipComment();
    expect([cursor.line, cursor.nextWord(), cursor.word()]).toEqual([2, true, "b"]);
    cursor.skipComment();
    expect([cursor.at, cursor.line]).toEqual([5, 2]);
    const first = over("\nb");
    first.skipComment();
    expect([first.at, first.line]).toEqual([1, 2]);
  });
});
