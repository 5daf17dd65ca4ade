/** Writes the measured numbers into the pages of figures, between the comments that name the tables. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Developed } from "./deform";
import type { Figure } from "./figure";
import { percent, TITLES } from "./words";

const PAGE = "docs/measurements/gallery.md";

/** One line for each row and column of the figure. */
function tableOf({ measures, rows: about }: Figure, rows: (Developed | null)[][]): string {
  // Several rows may show the same shot from different sides.
  const seen = new Set<Developed>();
  const fresh = rows.map((row) =>
    row.map((shot) => (shot && !seen.has(shot) && seen.add(shot) ? shot : null)),
  );
  const several = fresh.filter((row) => row.some((shot) => shot !== null)).length > 1;
  const head = [...(several ? ["pose"] : []), "deformer", ...measures.map((measure) => TITLES[measure])];
  const lines = fresh.flatMap((row, r) =>
    row.flatMap((shot) => {
      if (!shot || measures.every((measure) => shot.measured[measure] === null)) return [];
      const numbers = measures.map((measure) => {
        const value = shot.measured[measure];
        return value === null ? "" : percent(measure, value);
      });
      return [[...(several ? [about[r].label] : []), shot.shot.label, ...numbers]];
    }),
  );
  const rule = head.map((_, c) => (c < head.length - measures.length ? "---" : "---:"));
  return markdownTable(head, rule, lines);
}

/** @param rule the line under the heads: `---`, or `---:` for numbers. */
export const markdownTable = (head: string[], rule: string[], lines: string[][]): string =>
  [head, rule, ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** @throws if the page has no place for the figure's numbers. */
export function writeTable(figure: Figure, rows: (Developed | null)[][]): void {
  writeNumbers(PAGE, figure.name, tableOf(figure, rows));
}

/**
 * Writes a figure's table into a page.
 * @throws if the page has no place for it.
 */
export function writeNumbers(path: string, name: string, table: string): void {
  const page = readFileSync(path, "utf8");
  const [open, close] = [`<!-- numbers: ${name} -->`, "<!-- end -->"];
  const from = page.indexOf(open);
  const to = page.indexOf(close, from);
  if (from < 0 || to < 0) throw new Error(`${path} has no place for the numbers of ${name}`);
  writeFileSync(path, `${page.slice(0, from)}${open}\n\n${table}\n\n${page.slice(to)}`);
}
