import { describe, expect, it } from "vitest";
import { fbxBinary, fbxText, record } from "../testing/fixtures";
import { readDocument } from "./document";
import { type FbxNode, isArray } from "./node";

const text = (words: string) => readDocument(new TextEncoder().encode(words));

/** A tree with its lists unpacked. */
const plain = ({ name, values, children }: FbxNode): unknown => ({
  name,
  values: values.map((value) => (isArray(value) ? Array.from(value.numbers()) : value)),
  children: children.map(plain),
});

const TREE = [
  record(
    "Objects",
    [],
    [
      record(
        "Model",
        [{ long: 5_000_000_000 }, "arm\0\x01Model", "LimbNode"],
        [
          record("Version", [232]),
          record("Properties70", [], [record("P", ["Size", "double", "", "A", 0.25, -3])]),
          record("Empty", [], [record("Inner", ["a: b; {c}, d"])]),
        ],
      ),
      record(
        "Geometry",
        [{ long: 6 }, "g\0\x01Geometry", "Mesh"],
        [
          record("Vertices", [{ doubles: [1, -2.5, 3e-7, 1e300] }]),
          record("Indexes", [{ ints: [0, -3, 7] }]),
          record("Times", [{ longs: [0, 46186158000, -1] }]),
          record("None", [{ ints: [] }]),
        ],
      ),
    ],
  ),
];

describe("a document", () => {
  it("is the same tree from a binary file and from a text", () => {
    const [binary, words] = [readDocument(fbxBinary(TREE)), readDocument(fbxText(TREE))];
    const [object, ...others] = words[0].children;
    // Text files write "Model::arm" instead of "arm", a mark, and "Model".
    expect(object.values).toEqual([5_000_000_000, "Model::arm", "LimbNode"]);
    object.values[1] = "arm\0\x01Model";
    others[0].values[1] = "g\0\x01Geometry";
    expect(words.map(plain)).toEqual(binary.map(plain));
    expect(binary[0].children[1].children.map(({ values }) => values.length)).toEqual([1, 1, 1, 1]);
  });

  it("keeps identities of 64 bits exact", () => {
    const [{ children }] = text('Objects: {\n\tModel: 9223372036854775807, "Model::a", "Null" {\n\t}\n}\n');
    expect(children[0].values[0]).toBe(9223372036854775807n);
  });
});

describe("a text", () => {
  it("may be laid out in any way with the same braces", () => {
    const wanted = text(
      'Objects: {\n\tA: 1,2 {\n\t\tB: *3 {\n\t\t\ta: 1,2,3\n\t\t}\n\t}\n\tC: T, "x"\n}\n',
    ).map(plain);
    for (const words of [
      'Objects:{A:1,2{B:*3{a:1,2,3}}C:T,"x"}',
      '; a comment: {\r\nObjects: {\r\nA: 1,2 {\r\nB: *3 {\r\na: 1,\r\n2\r\n,3\r\n}\r\n}\r\nC: T, "x" ; }\r\n}',
      'Objects: \n{\n A: 1,\n  2\n {\n B: *3\n {\n a: 1,2,3 } }\n C: T\n , "x" }',
    ]) {
      expect(text(words).map(plain), words).toEqual(wanted);
    }
  });

  it("has numbers of every form, texts with quotes, and words", () => {
    const [, { values }] = text(
      'Objects: {\n}\nA: -1, .5, 1e-3, +7, 0.12345678901234568, nan, -1.#IND, T, "&quot;a&amp;b&quot;"',
    );
    expect(values).toEqual([-1, 0.5, 0.001, 7, 0.12345678901234568, Number.NaN, Number.NaN, "T", '"a&b"']);
    const list = text("Objects: {\n}\nB: *5 { a: 0.1,1.7976931348623157e308,-0,123456789012345678,x\n}");
    const [array] = list[1].values;
    expect(isArray(array) && Array.from(array.numbers())).toEqual([
      0.1,
      1.7976931348623157e308,
      -0,
      123456789012345680,
      Number.NaN,
    ]);
  });

  it("is damaged if its braces do not match, or a list has a wrong length", () => {
    expect(() => text("Objects: {\n")).toThrow("It ends in the middle.");
    expect(() => text("Objects: {\n}\n}\n")).toThrow("It closes a brace that was not opened.");
    expect(() => text('Objects: {\nA: "x\n}')).toThrow("ends in the middle of a text");
    expect(() => text("Objects: {\nA: *2 {\na: 1,2")).toThrow("It ends in the middle.");
    expect(() => text("Objects {\n}")).toThrow('After "Objects" a colon is missing.');
    expect(() => text("A: 1\n")).toThrow("It has no list of objects.");
    expect(() => text(`Objects: {\n${"A: {\n".repeat(80)}${"}\n".repeat(81)}`)).toThrow(
      "nest more than 64 deep",
    );
    const [{ values }] = text("Objects: *3 {\na: 1,2\n}");
    expect(() => isArray(values[0]) && values[0].numbers()).toThrow(
      'A list "Objects" has 2 numbers and says that it has 3.',
    );
  });

  it("is read in time proportional to its size, with any content", () => {
    const blank = `Objects: {\n${" ".repeat(500_000)}\n}\n${"\n".repeat(500_000)};${"x".repeat(500_000)}`;
    expect(text(blank)).toHaveLength(1);
    expect(text(`Objects: {\n}\nA: ${"1,".repeat(300_000)}1`)[1].values).toHaveLength(300_001);
  });
});
