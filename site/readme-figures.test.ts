import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { withFigures } from "../tools/readme/figures.mjs";

const page = readFileSync("README.md", "utf8");
const results: Record<string, number> = JSON.parse(readFileSync("bench/quality.json", "utf8"));

it("the README has the figures of the recorded results; npm run readme writes them", () => {
  expect(page).toBe(withFigures(page, results));
});

it("a different result changes the README, and a missing one is named", () => {
  const figure = "E_RMS, horse-gallop.obj, 20 rigid bones";
  expect(withFigures(page, { ...results, [figure]: 9.876 })).toContain("**9.88**");
  const { [figure]: _, ...others } = results;
  expect(() => withFigures(page, others)).toThrow("20 rigid bones");
});
