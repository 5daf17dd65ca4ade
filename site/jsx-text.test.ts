import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

/** Text between tags has no escapes: the page would show the backslash. */
const ESCAPE = "\\";

function escapesIn(file: string, source: string): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isJsxText(node) && node.text.includes(ESCAPE)) found.push(`${file}: ${node.text.trim()}`);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

it("finds an escape in the text of an element, and leaves those of strings alone", () => {
  expect(escapesIn("a.tsx", "<p>one\\n two</p>")).toEqual(["a.tsx: one\\n two"]);
  expect(escapesIn("a.tsx", '<p title="a">{"one\\n two"}</p>')).toEqual([]);
});

it("no text on the page shows an escape", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".tsx"),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) => escapesIn(file, readFileSync(join("app", file), "utf8")));
  expect(found).toEqual([]);
});
