import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { globSync } from "tinyglobby";
import type { Plugin } from "vite";
import type { ManualPage } from "../../app/shell/manual/manual-nodes.ts";
import { readPage } from "./read-page.ts";

const DOCS = "docs";
/** The module whose content the build replaces by the manual. */
const MODULE = resolve("app/shell/manual/manual-pages.ts");

/** The pages of the manual, by chapter, in the order of the list. */
const CHAPTERS: readonly { title: string; pages: string[] }[] = [
  { title: "Guide", pages: ["guide/first-rig.md", "guide/*.md"] },
  { title: "Terms", pages: ["glossary.md"] },
  { title: "Reference", pages: ["reference/**/*.md"] },
  { title: "How it works", pages: ["algorithms/**/*.md"] },
];

const filesOf = (patterns: string[]): string[] => [
  ...new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: DOCS }).sort())),
];

/** The pages, and the pictures that they show, by their paths in docs/. */
export function readManual(): { pages: ManualPage[]; images: string[]; files: string[] } {
  const chapters = CHAPTERS.map(({ title, pages }) => ({ title, files: filesOf(pages) }));
  const files = chapters.flatMap((chapter) => chapter.files);
  const ids = new Set(files.map((file) => file.replace(/\.md$/, "")));
  const images = new Set<string>();
  const pages = chapters.flatMap(({ title: chapter, files: ofChapter }) =>
    ofChapter.map((file): ManualPage => {
      const id = file.replace(/\.md$/, "");
      const read = readPage(id, readFileSync(resolve(DOCS, file), "utf8"), ids);
      for (const image of read.images) images.add(image);
      return { id, chapter, title: read.title, nodes: read.nodes };
    }),
  );
  return { pages, images: [...images], files };
}

/** Builds the pages of docs/ into the studio as data. Their pictures become files of the build. */
export function manual(): Plugin {
  return {
    name: "sinew:manual",
    load(id) {
      if (relative(MODULE, id.split("?")[0]) !== "") return null;
      const { pages, images, files } = readManual();
      for (const file of files) this.addWatchFile(resolve(DOCS, file));
      const imports = images.map((image, n) => `import i${n} from "/${DOCS}/${image}?url";`);
      const table = images.map((image, n) => `${JSON.stringify(image)}: i${n}`);
      return [
        ...imports,
        `export const MANUAL = { pages: ${JSON.stringify(pages)}, images: { ${table.join(", ")} } };`,
      ].join("\n");
    },
  };
}
