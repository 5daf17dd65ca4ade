import { expect, it } from "vitest";
import { floodWords } from "./flood-words";

const brush = { value: 0.8, strength: 0.5, erase: false };

it("says what a flood does, also with the eraser", () => {
  expect(floodWords({ ...brush, operation: "replace" })).toBe("Replace 0.80 at 0.50");
  expect(floodWords({ ...brush, operation: "replace", erase: true })).toBe("Replace 0.20 at 0.50");
  expect(floodWords({ ...brush, operation: "add", erase: true })).toBe("Add −0.40");
  expect(floodWords({ ...brush, operation: "smooth" })).toBe("Smooth 0.50");
  expect(floodWords({ ...brush, operation: "smooth", erase: true })).toBe("Sharpen 0.50");
  expect(floodWords({ ...brush, operation: "radial" })).toBe("Replace 0.80 at 0.50");
});
