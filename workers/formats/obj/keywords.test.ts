import { describe, expect, it } from "vitest";
import { ObjReader } from "./obj-reader";

function read(text: string) {
  const reader = new ObjReader("a.obj");
  reader.push(new TextEncoder().encode(text));
  return reader.finish();
}

const FACE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0.25 0.5\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1\n";

describe("the word at the start of a line", () => {
  it("is a whole word: words that only begin like a keyword are skipped", () => {
    const plain = read(FACE);
    const others = ["vnx 9 9 9", "vtx 9 9", "vp 9 9 9", "v_ 9 9 9", "fo 1 2 3", "lx 1 2", "vn1 2 3"];
    for (const other of others) expect(read(`${other}\n${FACE}${other}\n`), other).toEqual(plain);
  });

  it("ends at a blank, a tab or the end of the line", () => {
    expect(read(FACE.replaceAll(" ", "\t"))).toEqual(read(FACE));
    expect(() => read(`${FACE}vn\n`)).toThrow(/line 7.*It has 0 numbers where 3 belong/s);
    expect(() => read(`${FACE}vt\n`)).toThrow(/line 7.*It has 0 numbers where 1 belong/s);
    expect(() => read(`${FACE}v\r\n`)).toThrow(/line 7.*It has 0 numbers where 3 belong/s);
  });
});
