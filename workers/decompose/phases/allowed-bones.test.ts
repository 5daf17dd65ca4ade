import { expect, it } from "vitest";
import { allowBones, allowedWords } from "./allowed-bones";

/** The bones of each row. */
const read = (allowed: Uint32Array, bones: number) =>
  Array.from({ length: allowed.length / allowedWords(bones) }, (_, i) =>
    [...Array(bones).keys()].filter((j) => (allowed[i * allowedWords(bones) + (j >> 5)] >>> (j & 31)) & 1),
  );

it.each([0, 1, 2, 3, 7, 8, 9])("gives the same bones to each of %d vertices", (vertices) => {
  const may = Array.from({ length: 70 }, (_, j) => Number(j % 3 === 0));
  const allowed = new Uint32Array(vertices * allowedWords(70)).fill(~0);
  allowBones(allowed, may);
  const bones = [...may.keys()].filter((j) => may[j]);
  expect(read(allowed, 70)).toEqual(Array(vertices).fill(bones));
});

it("keeps to the bones of each vertex, unless it has none of them", () => {
  const allowed = new Uint32Array(3);
  allowBones(allowed, [1, 1, 0, 1], Uint32Array.of(0b0011, 0b0100, 0b1110));
  expect(read(allowed, 4)).toEqual([
    [0, 1],
    [0, 1, 3],
    [1, 3],
  ]);
});
