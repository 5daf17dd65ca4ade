/** Writes the measured numbers into docs/gallery.md, between the comments that name the figures. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Developed } from "./deform";
import type { Figure } from "./figure";
import { percent, TITLES } from "./words";

const PAGE = "docs/gallery.md";

/** One line for each row and column of the figure. */
function tableOf({ measures, rows: about }: Figure, rows: (Developed | null)[][]): string {
  // Rows may show the same from elsewhere.
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
  return [head, rule, ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** @throws where the page has no place for the figure's numbers. */
export function writeTable(figure: Figure, rows: (Developed | null)[][]): void {
  const page = readFileSync(PAGE, "utf8");
  const [open, close] = [`<!-- numbers: ${figure.name} -->`, "<!-- end -->"];
  const from = page.indexOf(open);
  const to = page.indexOf(close, from);
  if (from < 0 || to < 0) throw new Error(`${PAGE} has no place for the numbers of ${figure.name}`);
  const table = `${open}\n\n${tableOf(figure, rows)}\n\n`;
  writeFileSync(PAGE, page.slice(0, from) + table + page.slice(to));
}
