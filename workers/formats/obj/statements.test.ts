import { describe, expect, it } from "vitest";
import { UNWATCHED } from "../../model/task";
import { textFile } from "../testing/formats";
import { readObj } from "./obj";

const read = (text: string) => readObj(textFile("mesh.obj", text), UNWATCHED);
const TRIANGLE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n";

describe("statements of an OBJ", () => {
  it("are recognised by their whole word: lines that only begin like one are skipped", async () => {
    const plain = await read(TRIANGLE);
    for (const word of ["vp", "vx", "fo", "lod", "level"]) {
      // In a face or a line, a number without a point would be refused.
      const mesh = await read(`${word} 7 8 9\n${TRIANGLE}  ${word} 7 8 9\n`);
      expect([word, ...mesh.positions]).toEqual([word, ...plain.positions]);
      expect([...mesh.displayPoint]).toEqual([...plain.displayPoint]);
    }
  });

  it("without a place in other files are listed for the export", async () => {
    const groups = `o body\ng default\n${TRIANGLE}g legs\nf 1 2 3\ng body\nf 1 2 3\n`;
    expect((await read(groups)).lost).toEqual(["Groups of faces inside objects: legs. Objects stay whole."]);
    expect((await read(`g legs\n${TRIANGLE}g arms\nf 1 2 3\n`)).lost).toBeUndefined();
    const smooth = "Smoothing groups: without normals in the file, the whole surface is smooth.";
    expect((await read(`s 1\n${TRIANGLE}`)).lost).toBeUndefined();
    expect((await read(`s 1\n${TRIANGLE}s 2\nf 1 2 3\n`)).lost).toEqual([smooth]);
    expect((await read(`s off\n${TRIANGLE}`)).lost).toEqual([smooth]);
    expect((await read(`s off\n${TRIANGLE}vn 0 0 1\nf 1//1 2//1 3//1\n`)).lost).toBeUndefined();
    expect((await read(`${TRIANGLE}p 1 2\ncurv 0 1 1 2\nend\n`)).lost).toEqual([
      "Points that are drawn by themselves.",
      "Curves and surfaces without polygons.",
    ]);
  });

  it("may be indented, and have tabs after their words", async () => {
    const mesh = await read("\tv\t0 0 0\n  v 1\t0 0\n v 1 1 0\n\t f\t1 2\t3\n");
    expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0]);
    expect([...mesh.polygonCorners].map((d) => mesh.displayPoint[d])).toEqual([0, 1, 2]);
  });

  it("are refused if a line or a face uses a point that does not exist", async () => {
    await expect(read(`${TRIANGLE}l 1 4\n`)).rejects.toThrow();
    await expect(read(`${TRIANGLE}l 1 3\n`)).resolves.toBeDefined();
    await expect(read(`${TRIANGLE}f 1 2 4\n`)).rejects.toThrow();
  });
});
