import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ManualNode } from "../../app/shell/manual/manual-nodes";
import { readManual } from "./plugin";
import { readPage } from "./read-page";

const read = (text: string, pages: string[] = []) =>
  readPage("guide/a", text, new Set(["guide/a", ...pages]));

/** All links of a page. */
function linksOf(nodes: readonly ManualNode[]): Extract<ManualNode, { is: "link" }>[] {
  return nodes.flatMap((node) => {
    if (typeof node === "string" || node.is === "image") return [];
    return node.is === "link" ? [node] : linksOf(node.of);
  });
}

/** All anchors of a page. */
function anchorsOf(nodes: readonly ManualNode[]): string[] {
  return nodes.flatMap((node) => {
    if (typeof node === "string" || node.is === "image" || node.is === "link") return [];
    return [...(node.id ? [node.id] : []), ...anchorsOf(node.of)];
  });
}

describe("a page of the manual", () => {
  it("becomes elements with plain text, without markup", () => {
    const { title, nodes } = read("# The *page*\n\nE<sub>RMS</sub> < 1 & `<b>`\n\n- one\n- **two**");
    expect(title).toBe("The page");
    expect(nodes.slice(1)).toEqual([
      { is: "p", of: ["E", { is: "sub", of: ["RMS"] }, " < 1 & ", { is: "code", of: ["<b>"] }] },
      {
        is: "ul",
        of: [
          { is: "li", of: ["one"] },
          { is: "li", of: [{ is: "strong", of: ["two"] }] },
        ],
      },
    ]);
  });

  it("links to other pages by their ids, and names those that the manual leaves out", () => {
    const text =
      "# A\n[b](../reference/b.md#the-part) [own](#a) [c](../measurements/c.md) [out](https://x.org)";
    const { nodes } = read(text, ["reference/b"]);
    expect(linksOf(nodes)).toMatchObject([
      { page: "reference/b", anchor: "the-part" },
      { page: "guide/a", anchor: "a" },
      { page: null, href: "https://x.org" },
    ]);
    expect(JSON.stringify(nodes)).toContain('{"is":"em","of":["c"]}');
  });

  it.each([
    ["a script", "# A\n<script>alert(1)</script>"],
    ["a handler", '# A\nx <img src="x" onerror="alert(1)">'],
    ["an end without a start", "# A\nx</sub>"],
    ["no title", "Text."],
  ])("is refused with %s", (_, text) => {
    expect(() => read(text)).toThrow();
  });
});

describe("the manual", () => {
  const { pages, images } = readManual();

  it("has every page of the guide, with its pictures", () => {
    expect(pages.filter(({ chapter }) => chapter === "Guide").length).toBeGreaterThan(10);
    expect(pages[0].id).toBe("guide/first-rig");
    expect(images.length).toBeGreaterThan(5);
    expect(images.filter((image) => !existsSync(`docs/${image}`))).toEqual([]);
  });

  it("has a target for every link between its pages", () => {
    const anchors = new Map(pages.map(({ id, nodes }) => [id, new Set(anchorsOf(nodes))]));
    const inside = pages.flatMap(({ id, nodes }) => linksOf(nodes).map((link) => ({ from: id, ...link })));
    const broken = inside.filter(
      ({ page, anchor }) => page !== null && anchor !== "" && !anchors.get(page)?.has(anchor),
    );
    expect(inside.length).toBeGreaterThan(100);
    expect(broken.map(({ from, page, anchor }) => `${from}: ${page}#${anchor}`)).toEqual([]);
  });
});
