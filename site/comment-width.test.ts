import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** The most characters of a line of comment. */
const WIDEST = 120;
const FOLDERS = ["app", "bench", "e2e", "site", "tools", "workers"];
const SOURCE = /\.(?:tsx?|mjs|css)$/;
const COMMENT = /^\s*(?:\/\/|\/\*|\*)/;

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => SOURCE.test(file) && !file.includes("generated"))
    .map((file) => `${folder}/${file}`);

it("comments keep to 120 columns", () => {
  const wide = FOLDERS.flatMap(sourcesIn).flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, n) => (COMMENT.test(line) && line.length > WIDEST ? [`${file}:${n + 1}`] : [])),
  );
  expect(wide).toEqual([]);
});
