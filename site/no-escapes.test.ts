import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

/** The text between the tags of a file that holds a backslash: markup shows escapes as they are. */
function escapesIn(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.Latest,
    false,
    ts.ScriptKind.TSX,
  );
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isJsxText(node) && node.text.includes("\\")) found.push(`${file}: ${node.text.trim()}`);
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

it("no text on screen shows escapes", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".tsx"),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => escapesIn(join("app", file)))).toEqual([]);
});
