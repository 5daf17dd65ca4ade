import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";
import { slug } from "./manual/slug";

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
  maxBuffer: 1e8,
})
  .split("\n")
  .filter((file) => file && existsSync(file));
const pages = tracked.filter((file) => file.endsWith(".md"));
const sources = tracked.filter(
  (file) => /\.(tsx?|mjs|json|html|ya?ml)$/.test(file) && file !== "package-lock.json",
);

/** A page without its code, where text may look like a link. */
const prose = (page: string): string =>
  readFileSync(page, "utf8")
    .replace(/^```.*?^```/gms, "")
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ""));

function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading] of prose(page).matchAll(/^#{1,6} +(.+)$/gm)) {
    const base = slug(heading);
    let anchor = base;
    for (let n = 1; anchors.has(anchor); n++) anchor = `${base}-${n}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** @returns why the link is broken, or null. */
function fault(page: string, target: string): string | null {
  const [path, anchor] = target.split("#");
  const file = path ? normalize(join(dirname(page), decodeURIComponent(path))) : page;
  if (!existsSync(file)) return `${page}: ${target} does not exist`;
  if (anchor && !anchorsOf(file).has(anchor)) return `${page}: ${file} has no heading #${anchor}`;
  return null;
}

it("every relative link and anchor of the pages has a target", () => {
  const links = pages.flatMap((page) =>
    [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target]) => ({ page, target }))
      .filter(({ target }) => !/^[a-z]+:/.test(target)),
  );
  expect(links.length).toBeGreaterThan(150);
  expect(links.flatMap(({ page, target }) => fault(page, target) ?? [])).toEqual([]);
});

it("every page of docs/ that sources and pages name exists", () => {
  const named = [...sources, ...pages].flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/(?<![\w/.-])docs\/[\w/-]+(?:\.\w+)?/g)].map(([path]) => ({
      file,
      path,
    })),
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter(({ path }) => !existsSync(path))).toEqual([]);
});

it("docs/README.md links every page of docs/", () => {
  const map = prose("docs/README.md");
  const missing = pages.filter(
    (page) =>
      page.startsWith("docs/") &&
      page !== "docs/README.md" &&
      !map.includes(`](${page.slice("docs/".length)})`),
  );
  expect(missing).toEqual([]);
});

it("every source file that a page names exists", () => {
  const named = pages
    .filter((page) => page !== "CHANGELOG.md")
    .flatMap((page) =>
      [
        ...readFileSync(page, "utf8").matchAll(/`((?:app|workers|bench|e2e|site|tools|public)\/[\w./-]+)`/g),
      ].map(([, path]) => ({ page, path })),
    );
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter(({ path }) => !existsSync(path))).toEqual([]);
});

it("a source file that a page names without its folder exists somewhere", () => {
  const names = new Set(tracked.map((file) => file.slice(file.lastIndexOf("/") + 1)));
  const named = pages
    // CHANGELOG.md describes changes, and mutants.md describes mutants of an earlier state.
    .filter((page) => !["CHANGELOG.md", "docs/measurements/mutants.md"].includes(page))
    .flatMap((page) =>
      [...readFileSync(page, "utf8").matchAll(/`([\w-]+(?:\.\w+)*\.(?:tsx?|mjs))`/g)].map(([, name]) => ({
        page,
        name,
      })),
    );
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter(({ name }) => !names.has(name) && !name.includes(".generated."))).toEqual([]);
});

it("the tests that pages name in commands exist", () => {
  const paths = pages
    .filter((page) => page !== "CHANGELOG.md")
    .flatMap((page) =>
      [...readFileSync(page, "utf8").matchAll(/(?:vitest run|playwright test) (\w[\w./-]*)/g)].map(
        ([, path]) => path,
      ),
    );
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

it("no page has conflict markers", () => {
  const marked = pages.filter((page) => /^(<{7}|={7}|>{7})( |$)/m.test(readFileSync(page, "utf8")));
  expect(marked).toEqual([]);
});
