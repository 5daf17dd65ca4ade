import { expect, it } from "vitest";
import { NO_PARTNER, partnersTitle } from "./partner-words";

it("says on screen why nothing can be transferred, and else how many bones are left out", () => {
  expect(partnersTitle(49, 49)).toBe(NO_PARTNER);
  expect(partnersTitle(1, 4)).toBe("1 bone is left out");
  expect(partnersTitle(3, 4)).toBe("3 bones are left out");
  expect(partnersTitle(0, 4)).toBe("All bones have partners");
});
