import { expect, it } from "vitest";
import { figureName } from "./figure-name";

it.each([
  ["eRmsBeforeSparsing", "Error before sparsing"],
  ["denseERms", "Dense error"],
  ["clusters", "Clusters"],
  ["simplex_volume", "Simplex volume"],
  ["bandwidth2", "Bandwidth2"],
  ["", ""],
])("writes %s as %s", (name, words) => {
  expect(figureName(name)).toBe(words);
});
