/** Finds the functions that a test calls: a mutant needs only the tests that call the function around it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { REACHED } from "./trial";

/** A function of a source: offsets of its whole text and of its body. */
interface Call {
  start: number;
  end: number;
  body: { start: number; end: number; isBlock: boolean };
}

/** All functions of a source that have a body, outer ones before inner ones. */
function callsOf(source: string): Call[] {
  const file = ts.createSourceFile("source.ts", source, ts.ScriptTarget.Latest, true);
  const calls: Call[] = [];
  const look = (node: ts.Node): void => {
    const body = ts.isFunctionLike(node) && "body" in node ? (node.body as ts.Node | undefined) : undefined;
    if (body) {
      const inside = { start: body.getStart(), end: body.end, isBlock: ts.isBlock(body) };
      calls.push({ start: node.getStart(), end: node.end, body: inside });
    }
    ts.forEachChild(node, look);
  };
  look(file);
  return calls;
}

/** Numbers all functions of some sources, and records which of them run. */
export class FunctionNumbers {
  private readonly files = new Map<string, { first: number; calls: Call[] }>();
  readonly count: number;

  /** @param files paths relative to the root. */
  constructor(root: string, files: readonly string[]) {
    let first = 0;
    for (const file of files) {
      const calls = callsOf(readFileSync(join(root, file), "utf8"));
      this.files.set(file, { first, calls });
      first += calls.length;
    }
    this.count = first;
  }

  /** The innermost function around an offset, or null if the code there runs when the source is loaded. */
  around(file: string, offset: number): number | null {
    const { first, calls } = this.files.get(file)!;
    const at = calls.findLastIndex(({ start, end }) => start <= offset && offset < end);
    return at < 0 ? null : first + at;
  }

  /**
   * The source of a file, changed so that each function sets its flag when it is called. The lines keep their numbers.
   */
  marked(file: string, source: string): string {
    const { first, calls } = this.files.get(file)!;
    const inserts = calls.flatMap(({ body }, n) => {
      const mark = `globalThis.${REACHED} && (globalThis.${REACHED}[${first + n}] = 1)`;
      return body.isBlock
        ? [{ at: body.start + 1, text: ` ${mark};` }]
        : [
            { at: body.start, text: `(${mark}, ` },
            { at: body.end, text: ")" },
          ];
    });
    let out = source;
    for (const { at, text } of inserts.sort((a, b) => b.at - a.at)) {
      out = `${out.slice(0, at)}${text}${out.slice(at)}`;
    }
    return out;
  }

  has = (file: string): boolean => this.files.has(file);
}
