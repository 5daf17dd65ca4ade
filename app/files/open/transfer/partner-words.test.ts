import { expect, it } from "vitest";
import { NO_PARTNER, titleOf } from "./partner-words";

it("says on screen why nothing can be transferred, and else how many bones are left out", () => {
  expect(titleOf(49, 49)).toBe(NO_PARTNER);
  expect(titleOf(1, 4)).toBe("1 bone is left out");
  expect(titleOf(3, 4)).toBe("3 bones are left out");
  expect(titleOf(0, 4)).toBe("All bones have partners");
});
