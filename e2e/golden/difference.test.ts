import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { SCENES } from "./all-scenes";
import { cellDifference, cellsOf, difference, MOST, read } from "./difference";
import { FAULTS } from "./faults";
import { faultPath, picturePath } from "./paths";
import { THEMES } from "./scenes";

const pictureOf = (path: string) => read(readFileSync(path));

describe("a golden picture", () => {
  for (const { name, what, scene } of FAULTS) {
    test(`differs from one ${what}`, () => {
      const golden = pictureOf(picturePath(`${scene}-dark`));
      expect(difference(golden, pictureOf(faultPath(name))).share).toBeGreaterThan(2 * MOST);
    });
  }

  test("equals one whose colours differ by a driver's rounding", () => {
    const golden = pictureOf(picturePath("clay-dark"));
    const rounded = pictureOf(picturePath("clay-dark"));
    for (const [n, x] of rounded.data.entries()) {
      if (n % 4 < 3) rounded.data[n] = Math.min(255, Math.max(0, n % 2 ? x + 2 : x - 2));
    }
    expect(difference(golden, rounded).share).toBe(0);
  });

  for (const theme of THEMES) {
    test(`differs from all others, ${theme}`, () => {
      const all = SCENES.map(({ name }) => ({
        name,
        cells: cellsOf(pictureOf(picturePath(`${name}-${theme}`))),
      }));
      const alike = all.flatMap((a, n) =>
        all.slice(n + 1).flatMap((b) => {
          const { share } = cellDifference(a.cells, b.cells);
          return share < 2 * MOST ? [`${a.name} and ${b.name}`] : [];
        }),
      );
      expect(alike).toEqual([]);
    });
  }
});
