// The figures of README.md, from the recorded results in bench/quality.json.

/**
 * Results of others, E_RMS at 4 influences and rigid bones: Dem Bones (EA's command-line tool) with default and tuned
 * settings, run on the same files, and the best that the authors of SSDR report. Sinew's column is `figure` of the
 * results.
 */
const ROWS = [
  ["horse-gallop 10", "11.74 / 8.11", "7.1", "horse-gallop.obj, 10 rigid bones"],
  ["horse-gallop 20", "4.78 / 3.69", "3.1", "horse-gallop.obj, 20 rigid bones"],
  ["horse-gallop 30", "3.69 / 2.66", "2.2", "horse-gallop.obj, 30 rigid bones"],
  ["cat-poses 20", "– / 5.11", "4.3", "cat-poses.obj, 20 rigid bones"],
  ["horse-poses 20 (unordered poses)", "121, finds 1 bone", "3.3", "horse-poses.obj, 20 rigid bones"],
  ["pcow 24 (elastic)", "6.98 / –", "4.9", "pcow.obj, 24 rigid bones"],
  ["chickenCrossing 20 (41 shells)", "73.1 / –", "6.9", "chickenCrossing.obj, 20 rigid bones"],
];

const OPEN = "<!-- figures: npm run readme -->";
const CLOSE = "<!-- end -->";

/**
 * @param {Record<string, number>} results by the name of the figure, as in bench/quality.json.
 * @returns {string} the table in Markdown.
 * @throws if the results lack a figure.
 */
function table(results) {
  const lines = ROWS.map(([name, demBones, ssdr, figure]) => {
    const value = results[`E_RMS, ${figure}`];
    if (value === undefined) throw new Error(`bench/quality.json has no "E_RMS, ${figure}"`);
    return `| ${name} | ${demBones} | ${ssdr} | **${value.toFixed(2)}** |`;
  });
  const head = "| sequence, bones | Dem Bones default / tuned | SSDR, its authors' best | Sinew `auto` |";
  return [head, "|---|---|---|---|", ...lines].join("\n");
}

/**
 * @param {string} page the text of README.md.
 * @param {Record<string, number>} results see {@link table}.
 * @returns {string} the page with the figures of the results between its two markers.
 * @throws if the page lacks the markers, or the results a figure.
 */
export function withFigures(page, results) {
  const from = page.indexOf(OPEN);
  const to = page.indexOf(CLOSE, from);
  if (from < 0 || to < 0) throw new Error(`README.md needs the lines ${OPEN} and ${CLOSE}`);
  return `${page.slice(0, from)}${OPEN}\n\n${table(results)}\n\n${page.slice(to)}`;
}
