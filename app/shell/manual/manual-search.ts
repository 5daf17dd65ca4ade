import type { ManualNode, ManualPage } from "./manual-nodes";

/** A part of a page under one heading. */
export interface ManualSection {
  page: ManualPage;
  /** The heading; the title of the page before its first heading. */
  title: string;
  anchor: string;
  text: string;
}

/** The text of nodes, with spaces between blocks. */
export function manualText(nodes: readonly ManualNode[]): string {
  const text = nodes.map((node) => {
    if (typeof node === "string") return node;
    if (node.is === "image") return ` ${node.alt} `;
    const inside = manualText(node.of);
    return INLINE.has(node.is) ? inside : ` ${inside} `;
  });
  return text.join("");
}

const INLINE = new Set(["strong", "em", "code", "sub", "sup", "kbd", "link"]);

/** All sections of the pages. */
export function sectionsOf(pages: readonly ManualPage[]): ManualSection[] {
  return pages.flatMap((page) => {
    const sections: ManualSection[] = [{ page, title: page.title, anchor: "", text: "" }];
    for (const node of page.nodes) {
      const isHeading = typeof node === "object" && "id" in node && node.id !== undefined;
      if (isHeading && node.is !== "h1") {
        sections.push({ page, title: manualText(node.of), anchor: node.id!, text: "" });
      } else if (!isHeading) sections.at(-1)!.text += `${manualText([node])} `;
    }
    return sections.map((section) => ({ ...section, text: section.text.replace(/\s+/g, " ").trim() }));
  });
}

export interface ManualHit {
  section: ManualSection;
  /** The text around the first word that was found. */
  excerpt: string;
}

const MOST = 40;
const AROUND = 70;

/** The sections with all words of a query, those with the words in their titles first, then in the order of pages. */
export function searchManual(sections: readonly ManualSection[], query: string): ManualHit[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const rated = sections.flatMap((section) => {
    const title = section.title.toLocaleLowerCase();
    const text = section.text.toLocaleLowerCase();
    if (!words.every((word) => title.includes(word) || text.includes(word))) return [];
    const inTitle = words.filter((word) => title.includes(word)).length;
    const at = Math.max(0, text.indexOf(words.find((word) => text.includes(word)) ?? ""));
    return [{ section, inTitle, excerpt: excerptOf(section.text, at) }];
  });
  return rated.sort((a, b) => b.inTitle - a.inTitle).slice(0, MOST);
}

function excerptOf(text: string, at: number): string {
  const from = Math.max(0, at - AROUND);
  const start = from === 0 ? 0 : text.indexOf(" ", from) + 1;
  const cut = text.slice(start, at + AROUND);
  const end = at + AROUND >= text.length ? cut : cut.slice(0, Math.max(0, cut.lastIndexOf(" ")));
  return `${start > 0 ? "… " : ""}${end}${end.length + start < text.length ? " …" : ""}`;
}
