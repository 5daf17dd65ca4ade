import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

/**
 * Side of the compared cells in pixels. Cells are compared by their mean colours: drivers draw edges and thin lines
 * differently, within a pixel, but a cell's mean hardly changes.
 */
const CELL = 8;
/**
 * A cell differs if its mean is off by more than this, 0 to 1 in YIQ. The fill light, the weakest of four, makes a
 * larger difference.
 */
const COLOUR = 0.02;
/** The share of cells that may differ. docs/testing.md lists the shares that faults and drivers cause. */
export const MOST = 0.005;

/** A decoded PNG. */
export type Picture = PNG;

export const read = (png: Buffer): Picture => PNG.sync.read(png);

/** A picture's size and the mean colours of its whole cells. */
interface Cells {
  width: number;
  height: number;
  means: PNG;
}

export function cellsOf({ width, height, data }: Picture): Cells {
  const means = new PNG({ width: Math.floor(width / CELL), height: Math.floor(height / CELL) });
  for (let at = 0; at < means.data.length; at++) {
    const cell = Math.floor(at / 4);
    const [left, top] = [CELL * (cell % means.width), CELL * Math.floor(cell / means.width)];
    let sum = 0;
    for (let p = 0; p < CELL * CELL; p++) {
      const [x, y] = [left + (p % CELL), top + Math.floor(p / CELL)];
      sum += data[4 * (y * width + x) + (at % 4)];
    }
    means.data[at] = Math.round(sum / (CELL * CELL));
  }
  return { width, height, means };
}

/**
 * The share of cells that differ, 0 to 1; 1 if the sizes differ.
 * @returns the share and a picture of the cells in grey, with the differing ones in red
 */
export function cellDifference(golden: Cells, other: Cells): { share: number; shown: Picture } {
  const { width, height } = golden.means;
  const shown = new PNG({ width, height });
  if (golden.width !== other.width || golden.height !== other.height) return { share: 1, shown };
  const options = { threshold: COLOUR, includeAA: true };
  const off = pixelmatch(golden.means.data, other.means.data, shown.data, width, height, options);
  return { share: off / (width * height), shown };
}

/** The difference of whole pictures. */
export const difference = (golden: Picture, picture: Picture) =>
  cellDifference(cellsOf(golden), cellsOf(picture));
