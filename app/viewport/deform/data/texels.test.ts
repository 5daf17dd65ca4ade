import { expect, it } from "vitest";
import { SinewError } from "../../../../workers/model/errors";
import { rowsFor, TEXELS_PER_ROW } from "./texels";

it("counts rows, and refuses lists that are too long for a texture, with the numbers", () => {
  expect([0, 1, TEXELS_PER_ROW, TEXELS_PER_ROW + 1].map(rowsFor)).toEqual([1, 1, 1, 2]);
  const most = TEXELS_PER_ROW * 8192;
  expect(rowsFor(most)).toBe(8192);
  expect(() => rowsFor(most + 1)).toThrow(SinewError);
  expect(() => rowsFor(most + 1)).toThrow(/too large/);
});
