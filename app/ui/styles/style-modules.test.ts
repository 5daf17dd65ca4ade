import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** The only sheets with rules for the whole page. */
const GLOBAL = ["app/ui/styles/base.css", "app/ui/styles/global.css", "app/ui/styles/tokens.css"];
/** Classes of libraries that the page has to style. */
const FOREIGN = ["base-ui-disable-scrollbar"];

const FILES = readdirSync("app", { recursive: true, encoding: "utf8" }).map((file) =>
  join("app", file).replaceAll("\\", "/"),
);
const SHEETS = FILES.filter((file) => file.endsWith(".css")).sort();
const SOURCES = FILES.filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."));

/** The names of the classes in a sheet. */
function classesOf(sheet: string): Set<string> {
  const text = readFileSync(sheet, "utf8").replace(/\/\*.*?\*\//gs, "");
  const names = new Set<string>();
  // The text before a brace is a selector or the condition of an at-rule; only selectors have names after a dot.
  for (const [, selector] of text.matchAll(/([^{};]+)\{/g)) {
    if (selector.trim().startsWith("@")) continue;
    for (const [, name] of selector.matchAll(/\.(-?[a-zA-Z_][\w-]*)/g)) names.add(name);
  }
  return names;
}

interface Use {
  source: string;
  sheet: string;
  /** A class; null if the name is computed, so that any class may be used. */
  name: string | null;
}

/** Every class of a module that a source file uses: `css.name`, `css["name"]`, `css[…]`. */
function usesIn(source: string): Use[] {
  const text = readFileSync(source, "utf8");
  return [...text.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)].flatMap(([, binding, path]) => {
    const sheet = join(dirname(source), path).replaceAll("\\", "/");
    const uses = text.matchAll(new RegExp(`\\b${binding}(?:\\.(\\w+)|\\["([^"]+)"\\]|(\\[))`, "g"));
    return [...uses].map(([, dotted, quoted]) => ({ source, sheet, name: dotted ?? quoted ?? null }));
  });
}

/** Every class that a sheet composes from another one. */
function composedIn(source: string): Use[] {
  const text = readFileSync(source, "utf8");
  return [...text.matchAll(/composes:([^;]+) from "([^"]+)"/g)].flatMap(([, names, path]) => {
    const sheet = join(dirname(source), path).replaceAll("\\", "/");
    return names
      .trim()
      .split(/\s+/)
      .map((name) => ({ source, sheet, name }));
  });
}

/**
 * Class names written as strings in a source file: in `className={…}`, and in `class:` of an element made without
 * React.
 */
function literalClasses(source: string): string[] {
  const file = ts.createSourceFile(source, readFileSync(source, "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const isClass = (node: ts.Node) =>
    (ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) && /^class(Name)?$/.test(node.name.getText());
  const visit = (node: ts.Node, within: boolean): void => {
    // A string that a condition compares with is not a class.
    if (ts.isBinaryExpression(node) && /^[=!]==$/.test(node.operatorToken.getText())) return;
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node);
    if (within && (isText || ts.isTemplateTail(node)) && node.text.trim() !== "")
      found.push(`${source}: ${node.text.trim()}`);
    node.forEachChild((child) => visit(child, within || isClass(node)));
  };
  visit(file, false);
  return found;
}

describe("style sheets", () => {
  const uses = [...SOURCES.flatMap(usesIn), ...SHEETS.flatMap(composedIn)];

  it("are modules, except the few for the whole page", () => {
    expect(SHEETS.filter((sheet) => !sheet.endsWith(".module.css"))).toEqual(GLOBAL);
  });

  it("have no classes that apply to the whole page", () => {
    const classes = GLOBAL.flatMap((sheet) => [...classesOf(sheet)]);
    expect([...new Set(classes)]).toEqual(FOREIGN);
    expect(SHEETS.filter((sheet) => readFileSync(sheet, "utf8").includes(":global"))).toEqual([]);
  });

  it("have every class that a component uses", () => {
    const missing = uses.filter(({ sheet, name }) => name !== null && !classesOf(sheet).has(name));
    expect(missing.map(({ source, sheet, name }) => `${source}: ${name} of ${sheet}`)).toEqual([]);
  });

  it("have no class that no component uses", () => {
    const unused = SHEETS.filter((sheet) => !GLOBAL.includes(sheet)).flatMap((sheet) => {
      const named = uses.filter((use) => use.sheet === sheet).map(({ name }) => name);
      if (named.includes(null)) return [];
      return [...classesOf(sheet)].filter((name) => !named.includes(name)).map((name) => `${sheet}: ${name}`);
    });
    expect(unused).toEqual([]);
  });

  it("select only primitives that exist", () => {
    const sources = SOURCES.map((source) => readFileSync(source, "utf8")).join("\n");
    const asked = SHEETS.flatMap((sheet) =>
      [...readFileSync(sheet, "utf8").matchAll(/data-ui="([\w-]+)"/g)].map(([, name]) => name),
    );
    const isMade = (name: string) =>
      [`data-ui="${name}"`, `ui = "${name}"`, `ui: "${name}"`].some((set) => sources.includes(set));
    expect([...new Set(asked)].filter((name) => !isMade(name))).toEqual([]);
  });

  it("are the only source of class names", () => {
    expect(SOURCES.flatMap(literalClasses)).toEqual([]);
  });
});
