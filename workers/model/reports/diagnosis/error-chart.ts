import { errorFigure } from "../figures";

/** The size of the plot in its own units. It fills the width of the page, and its labels keep their size. */
const WIDTH = 900;
const HEIGHT = 150;
/** With more frames than this, a column shows the largest error of several frames. */
const MOST_COLUMNS = 400;

/** A column chart of the error of each frame, as HTML with SVG. Marks the frames of `marked`, counted from 0. */
export function errorChart(errors: readonly number[], marked: readonly number[]): string {
  const most = errors.reduce((a, b) => Math.max(a, b), 0);
  if (errors.length === 0 || !(most > 0)) return "";
  const columns = Math.min(errors.length, MOST_COLUMNS);
  const frameOf = (column: number) => Math.floor((column * errors.length) / columns);
  const step = WIDTH / columns;
  const bars = Array.from({ length: columns }, (_, n) => {
    const [from, to] = [frameOf(n), Math.max(frameOf(n) + 1, frameOf(n + 1))];
    const error = errors.slice(from, to).reduce((a, b) => Math.max(a, b), 0);
    const isMarked = marked.some((frame) => frame >= from && frame < to);
    const height = (HEIGHT * error) / most;
    const [x, y] = [n * step, HEIGHT - height];
    return `<rect class="${isMarked ? "bar marked" : "bar"}" x="${x.toFixed(2)}" y="${y.toFixed(2)}" width="${Math.max(0.6, step * 0.8).toFixed(2)}" height="${height.toFixed(2)}"/>`;
  });
  const line = (share: number) => {
    const y = (HEIGHT * (1 - share)).toFixed(1);
    return `<line x1="0" x2="${WIDTH}" y1="${y}" y2="${y}"/>`;
  };
  return [
    '<div class="chart"><div class="values">',
    [1, 0.5, 0].map((share) => `<span>${errorFigure(most * share)}</span>`).join(""),
    `</div><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="Error of each frame">`,
    [0, 0.5, 1].map(line).join(""),
    bars.join(""),
    `</svg><div class="frames"><span>Frame 1</span><span>${errors.length}</span></div></div>`,
  ].join("");
}
