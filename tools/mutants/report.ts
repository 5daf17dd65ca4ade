/** The results of a run as figures and Markdown tables. */
import { changeOf } from "./equivalent";
import type { Spot } from "./spots";
import type { Outcome } from "./trial";

export interface Result {
  module: string;
  file: string;
  spot: Spot;
  outcome: Outcome | "equivalent";
}

const survived = ({ outcome }: Result) => outcome !== "equivalent" && outcome.caughtBy === null;

function row(name: string, results: readonly Result[]): string {
  const equivalent = results.filter(({ outcome }) => outcome === "equivalent").length;
  const missed = results.filter(survived).length;
  const tried = results.length - equivalent;
  const share = tried > 0 ? `${((100 * (tried - missed)) / tried).toFixed(1)} %` : "–";
  return `| ${name} | ${results.length} | ${equivalent} | ${tried - missed} | ${missed} | ${share} |`;
}

/** A table with a row per module, and one with a row per survivor. */
export function report(results: readonly Result[]): string {
  const modules = [...new Set(results.map(({ module }) => module))];
  const lines = [
    "| module | mutants | equivalent | caught | survived | share caught |",
    "|---|---|---|---|---|---|",
    ...modules.map((module) =>
      row(
        module,
        results.filter((result) => result.module === module),
      ),
    ),
    row("**all**", results),
  ];
  const survivors = results.filter(survived);
  if (survivors.length > 0) lines.push("", "| survivor | change | line |", "|---|---|---|");
  for (const { file, spot } of survivors) {
    const text = spot.text.replaceAll("|", "\\|");
    const change = changeOf(spot).replaceAll("|", "\\|");
    lines.push(`| ${file}:${spot.line} | \`${change}\` (${spot.nth}) | \`${text}\` |`);
  }
  return lines.join("\n");
}
