/** Turns a page of docs/ into plain data: no markup reaches the studio. */
import { posix } from "node:path";
import { marked, type Token, type Tokens } from "marked";
import type { ManualNode } from "../../app/shell/manual/manual-nodes.ts";
import { slug } from "./slug.ts";

/** The tags that pages may use inside their text. */
const INLINE = ["sub", "sup", "br", "kbd"] as const;

export interface ReadPage {
  title: string;
  nodes: ManualNode[];
  /** The pictures, by their paths in docs/. */
  images: string[];
}

/** The pages that links may lead to, by their ids. */
type PageIds = ReadonlySet<string>;

/**
 * @param id path of the page in docs/, without its ending.
 * @throws if the page has markup or a kind of text that the manual cannot show.
 */
export function readPage(id: string, text: string, pages: PageIds): ReadPage {
  const reader = new PageReader(id, pages);
  const nodes = reader.many(marked.lexer(text));
  const { title, images } = reader;
  if (title === "") throw new Error(`${id} has no title.`);
  return { title, nodes, images };
}

class PageReader {
  title = "";
  readonly images: string[] = [];
  private readonly id: string;
  private readonly pages: PageIds;
  private readonly anchors = new Set<string>();

  constructor(id: string, pages: PageIds) {
    this.id = id;
    this.pages = pages;
  }

  many(tokens: Token[] = []): ManualNode[] {
    return nested(tokens.flatMap(flat).map((token) => this.one(token)));
  }

  private one(token: Token): ManualNode | Mark {
    switch (token.type) {
      case "heading":
        return this.heading(token as Tokens.Heading);
      case "paragraph":
        return { is: "p", of: this.many(token["tokens"]) };
      case "list":
        return { is: token["ordered"] ? "ol" : "ul", of: this.many((token as Tokens.List).items) };
      case "list_item":
        return { is: "li", of: this.many(token["tokens"]) };
      case "table":
        return this.table(token as Tokens.Table);
      case "blockquote":
      case "strong":
      case "em":
        return { is: token.type, of: this.many(token["tokens"]) };
      case "code":
        return { is: "pre", of: [token["text"]] };
      case "codespan":
        return { is: "code", of: [token["text"]] };
      case "link":
        return this.link(token as Tokens.Link);
      case "image":
        return this.image(token as Tokens.Image);
      case "text":
      case "escape":
        return token["text"];
      case "space":
        return "";
      case "hr":
      case "br":
        return { is: token.type, of: [] };
      case "html":
        return markOf(this.id, token["text"].trim());
      default:
        throw new Error(`${this.id}: the manual cannot show “${token.type}”.`);
    }
  }

  private heading({ depth, text: words, tokens }: Tokens.Heading): ManualNode {
    if (depth === 1 && this.title === "") this.title = words.replace(/[`*]/g, "");
    return { is: `h${Math.min(depth, 4)}` as "h1", id: this.anchorOf(words), of: this.many(tokens) };
  }

  private anchorOf(heading: string): string {
    const base = slug(heading);
    let anchor = base;
    for (let n = 1; this.anchors.has(anchor); n++) anchor = `${base}-${n}`;
    this.anchors.add(anchor);
    return anchor;
  }

  private link({ href, tokens }: Tokens.Link): ManualNode {
    const of = this.many(tokens);
    if (/^[a-z]+:/.test(href)) return { is: "link", page: null, anchor: "", href, of };
    const [path, anchor = ""] = href.split("#");
    const page = path ? posix.join(posix.dirname(this.id), path).replace(/\.md$/, "") : this.id;
    // The manual leaves some pages out, and only names them.
    return this.pages.has(page) ? { is: "link", page, anchor, href: "", of } : { is: "em", of };
  }

  private table({ header, rows }: Tokens.Table): ManualNode {
    const row = (cells: Tokens.TableCell[], is: "th" | "td"): ManualNode => ({
      is: "tr",
      of: cells.map(({ tokens }) => ({ is, of: this.many(tokens) })),
    });
    const isTitled = header.some(({ text: cell }) => cell !== "");
    const head: ManualNode[] = isTitled ? [{ is: "thead", of: [row(header, "th")] }] : [];
    return { is: "table", of: [...head, { is: "tbody", of: rows.map((cells) => row(cells, "td")) }] };
  }

  private image({ href, text: alt }: Tokens.Image): ManualNode {
    const path = posix.join(posix.dirname(this.id), href);
    this.images.push(path);
    return { is: "image", image: path, alt };
  }
}

/** The text of a list item has tokens of its own, which replace it. */
const flat = (token: Token): Token[] =>
  token.type === "text" && token["tokens"] ? token["tokens"].flatMap(flat) : [token];

/** A start tag or an end tag in a page. */
interface Mark {
  mark: (typeof INLINE)[number];
  ends: boolean;
}

/** @throws if a page has any other markup. */
function markOf(id: string, text: string): Mark | ManualNode {
  const [, slash, name] = /^<(\/?)(\w+) ?\/?>$/.exec(text) ?? [];
  const mark = INLINE.find((each) => each === name);
  if (!mark) throw new Error(`${id}: the manual cannot show the markup ${text}`);
  return mark === "br" ? { is: "br", of: [] } : { mark, ends: slash === "/" };
}

const isMark = (node: ManualNode | Mark): node is Mark => typeof node === "object" && "mark" in node;

/** Moves the nodes between a start tag and its end tag into their element. */
function nested(nodes: (ManualNode | Mark)[]): ManualNode[] {
  const found: ManualNode[] = [];
  const open: { is: Mark["mark"]; of: ManualNode[] }[] = [];
  for (const node of nodes) {
    const into = open.at(-1)?.of ?? found;
    if (!isMark(node)) {
      if (node !== "") into.push(node);
    } else if (!node.ends) open.push({ is: node.mark, of: [] });
    else {
      const ended = open.pop();
      if (ended?.is !== node.mark) throw new Error(`</${node.mark}> ends nothing.`);
      (open.at(-1)?.of ?? found).push(ended);
    }
  }
  if (open.length > 0) throw new Error(`<${open[0].is}> has no end.`);
  return found;
}
