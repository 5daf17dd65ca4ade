import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { PHASES, usualFlow } from "../testing/transition-cases";
import { phaseMatrix, transitionTables } from "../testing/transition-table";
import { phaseOf } from "./flow";

const PAGE = fileURLToPath(new URL("../../../../../docs/binding-flow.md", import.meta.url));
const REDUCER = fileURLToPath(new URL("./reducer.ts", import.meta.url));
const RECORD = process.env["SINEW_RECORD_TRANSITIONS"] === "1";
const HOW =
  "SINEW_RECORD_TRANSITIONS=1 npx vitest run app/workspaces/bind/runs/flow/transition-table.test.ts";

/** The text between two marks of a file. In recording mode, first writes `written` there. */
function between(path: string, first: string, last: string, written: string): string {
  const text = readFileSync(path, "utf8");
  const from = text.indexOf(first) + first.length;
  const to = text.indexOf(last, from);
  if (from < first.length || to < 0) throw new Error(`${path} lacks "${first}" or "${last}".`);
  if (!RECORD) return text.slice(from, to);
  writeFileSync(path, text.slice(0, from) + written + text.slice(to));
  return written;
}

describe("the transition table", () => {
  it("has a state for each phase", () => {
    for (const phase of PHASES) expect(phaseOf(usualFlow(phase))).toBe(phase);
  });

  it("on its docs page matches the reducer", () => {
    const tables = `\n\n${transitionTables()}\n\n`;
    const page = between(PAGE, `<!-- transitions: ${HOW} -->`, "<!-- end -->", tables);
    expect(page, `Record it again with: ${HOW}`).toBe(tables);
  });

  it("in the comment above the reducer matches it", () => {
    const matrix = `\n${phaseMatrix()
      .map((line) => ` * ${line}`.trimEnd())
      .join("\n")}\n * `;
    expect(between(REDUCER, " * ```text", "```", matrix), `Record it again with: ${HOW}`).toBe(matrix);
  });
});
