import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

/** Modules that may keep a variable, and why. */
const ALLOWED: Record<string, string> = {
  "app/viewport/picking/bvh-worker.ts": "The module is a worker of its own.",
  "app/viewport/scene/deformed-mesh.ts": "It counts up, so that each number is used once.",
};

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "testing" ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name)
      ? [path.replaceAll("\\", "/")]
      : [];
  });

/** Variables of a module that can be reassigned, and stores that it creates when it is loaded. */
function stateOf(path: string): string[] {
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest);
  return file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) =>
      declarationList.declarations
        .filter(
          ({ initializer }) =>
            !(declarationList.flags & ts.NodeFlags.Const) ||
            /^create(Store)?[<(]/.test(initializer?.getText(file) ?? ""),
        )
        .map(({ name }) => name.getText(file)),
    );
}

it("no module of the studio keeps state of its own", () => {
  const found = sources("app").filter((path) => stateOf(path).length > 0);
  expect(found.sort()).toEqual(Object.keys(ALLOWED).sort());
});
