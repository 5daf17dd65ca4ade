import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { sharedData } from "./shared-data";

it("is beside the project", () => {
  expect(fileURLToPath(sharedData("static/"))).toBe(
    fileURLToPath(new URL("../../../shared/data/static/", import.meta.url)),
  );
});

it("is found with `sharedData` by every test, because a path from the test's own folder breaks when the test moves", () => {
  const tests = execFileSync("git", ["ls-files", "app", "workers", "e2e"], { encoding: "utf8" })
    .split("\n")
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && file !== "workers/testing/shared-data.test.ts");
  expect(tests.length).toBeGreaterThan(100);
  const own = tests.filter((file) => {
    try {
      return /["'`](\.\.\/)+shared\/\S*["'`]/.test(readFileSync(file, "utf8"));
    } catch {
      return false; // Deleted, and not yet committed.
    }
  });
  expect(own).toEqual([]);
});
