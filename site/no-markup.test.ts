import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** Ways for text to become markup or code. */
const DANGEROUS =
  /\b(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write(ln)?|createContextualFragment|setHTMLUnsafe|srcdoc)\b|\beval\(|\bnew Function\(/;

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(tsx?|mjs|html)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => join(folder, file));

it("no text becomes markup or code: names of bones and files are data", () => {
  const files = ["app", "workers", "public"].flatMap(sourcesIn);
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, n) => (DANGEROUS.test(line) ? [`${file}:${n + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
