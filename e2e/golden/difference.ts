import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

/**
 * Side of the compared cells in pixels. Cells are compared by their mean colours: drivers draw edges and thin lines
 * differently, within a pixel, but a cell's mean hardly changes.
 */
const CELL = 8;
/**
 * How far a mean may be off before a cell counts, 0 to 1 in YIQ. The fill light, the weakest of four, makes a larger
 * difference.
 */
const COLOUR = 0.02;
/** Share of cells that may be off. docs/testing.md lists the shares that faults and drivers cause. */
export const MOST = 0.005;

/** A decoded PNG. */
export type Picture = PNG;

export const read = (png: Buffer): Picture => PNG.sync.read(png);

/** Mean colours of all whole cells. */
function cellsOf({ width, height, data }: Picture): Picture {
  const cells = new PNG({ width: Math.floor(width / CELL), height: Math.floor(height / CELL) });
  for (let at = 0; at < cells.data.length; at++) {
    const cell = Math.floor(at / 4);
    const [left, top] = [CELL * (cell % cells.width), CELL * Math.floor(cell / cells.width)];
    let sum = 0;
    for (let p = 0; p < CELL * CELL; p++) {
      const [x, y] = [left + (p % CELL), top + Math.floor(p / CELL)];
      sum += data[4 * (y * width + x) + (at % 4)];
    }
    cells.data[at] = Math.round(sum / (CELL * CELL));
  }
  return cells;
}

/**
 * Share of cells that are clearly off, 0 to 1; 1 if the sizes differ.
 * @returns the share and a picture of the cells in grey, with the differing ones in red
 */
export function difference(golden: Picture, picture: Picture): { share: number; shown: Picture } {
  const [a, b] = [cellsOf(golden), cellsOf(picture)];
  const { width, height } = a;
  const shown = new PNG({ width, height });
  if (golden.width !== picture.width || golden.height !== picture.height) return { share: 1, shown };
  const options = { threshold: COLOUR, includeAA: true };
  return { share: pixelmatch(a.data, b.data, shown.data, width, height, options) / (width * height), shown };
}
