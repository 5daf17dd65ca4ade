import { errorFigure } from "../figures";

const WIDTH = 900;
const HEIGHT = 180;
const LEFT = 44;
const BOTTOM = 22;
const TOP = 8;
/** With more frames than this, a column shows the largest error of several frames. */
const MOST_COLUMNS = 400;

/** A column chart of the error of each frame, as SVG. Marks the frames of `marked`, counted from 0. */
export function errorChart(errors: readonly number[], marked: readonly number[]): string {
  const most = errors.reduce((a, b) => Math.max(a, b), 0);
  if (errors.length === 0 || !(most > 0)) return "";
  const columns = Math.min(errors.length, MOST_COLUMNS);
  const frameOf = (column: number) => Math.floor((column * errors.length) / columns);
  const step = (WIDTH - LEFT) / columns;
  const high = HEIGHT - TOP - BOTTOM;
  const bars = Array.from({ length: columns }, (_, n) => {
    const [from, to] = [frameOf(n), Math.max(frameOf(n) + 1, frameOf(n + 1))];
    const error = errors.slice(from, to).reduce((a, b) => Math.max(a, b), 0);
    const isMarked = marked.some((frame) => frame >= from && frame < to);
    const height = (high * error) / most;
    const [x, y] = [LEFT + n * step, TOP + high - height];
    return `<rect class="${isMarked ? "bar marked" : "bar"}" x="${x.toFixed(2)}" y="${y.toFixed(2)}" width="${Math.max(0.6, step * 0.8).toFixed(2)}" height="${height.toFixed(2)}"/>`;
  });
  const line = (share: number) => {
    const y = (TOP + high * (1 - share)).toFixed(1);
    const label = `<text x="${LEFT - 6}" y="${Number(y) + 4}" text-anchor="end">${errorFigure(most * share)}</text>`;
    return `<line x1="${LEFT}" x2="${WIDTH}" y1="${y}" y2="${y}"/>${label}`;
  };
  const under = HEIGHT - 6;
  return [
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Error of each frame">`,
    [0, 0.5, 1].map(line).join(""),
    bars.join(""),
    `<text x="${LEFT}" y="${under}">1</text>`,
    `<text x="${WIDTH}" y="${under}" text-anchor="end">${errors.length}</text>`,
    "</svg>",
  ].join("");
}
