import { existsSync, readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import { isPermissive } from "./licences.ts";

/** The file beside the page, which the Help menu opens. */
const NOTICES_FILE = "third-party-notices.txt";

/** Licences, and notices that must accompany them, by the file names that packages use. */
const LICENCE_FILES = /^(licen[cs]e|copying|notice|3rd_party|third[-_]party)/i;

interface PackageNotice {
  name: string;
  version: string;
  /** As an SPDX expression. */
  licence: string;
  /** The whole text of its licence files; empty if it has none. */
  text: string;
  /** Who holds the rights. */
  holder: string;
}

/** The folder of the package that a module belongs to, or null for the project's own modules. */
function packageFolder(module: string): string | null {
  const path = module.replace(/^\0/, "").replace(/\?.*$/, "");
  if (!path.includes("/node_modules/")) return null;
  for (let folder = dirname(path); !folder.endsWith("/node_modules"); folder = dirname(folder)) {
    const file = join(folder, "package.json");
    // Some folders inside a package have a package.json that only declares their module type.
    if (existsSync(file) && JSON.parse(readFileSync(file, "utf8")).version) return folder;
  }
  return null;
}

/** @throws Error if a package's licence does not permit distribution with Sinew. */
function noticeOf(folder: string): PackageNotice {
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { name, version, license: licence, author } = about;
  if (!isPermissive(licence)) throw new Error(`${name} is bundled, but its licence is ${licence}.`);
  const texts = readdirSync(folder)
    .filter((file) => LICENCE_FILES.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
  const holder = typeof author === "string" ? author : (author?.name ?? `the authors of ${name}`);
  return { name, version, licence, text: texts.join("\n\n"), holder };
}

/**
 * The licence text for a package without one. The Apache licence is the same for everyone, the MIT licence except for
 * the holder.
 * @throws Error for other licences.
 */
function usualText({ name, licence, holder }: PackageNotice, all: readonly PackageNotice[]): string {
  const like = all.find((other) => other.licence === licence && other.text);
  const body = licence === "MIT" ? like?.text.match(/Permission is hereby granted[\s\S]*/)?.[0] : like?.text;
  if (!body || (licence !== "MIT" && licence !== "Apache-2.0")) {
    throw new Error(`${name} is bundled, but has no text of its licence (${licence}).`);
  }
  return licence === "MIT" ? `MIT License\n\nCopyright (c) ${holder}\n\n${body}` : body;
}

function written(notices: PackageNotice[]): string {
  const line = "-".repeat(80);
  const parts = notices.map((notice) => {
    const { name, version, licence, text } = notice;
    return `${line}\n${name} ${version}\nLicence: ${licence}\n${line}\n\n${text || usualText(notice, notices)}\n`;
  });
  return `Sinew contains these packages, each under its own licence.\n\n${parts.join("\n")}`;
}

/**
 * Collects the packages that end up in the page and in its workers, and writes their licences beside the page.
 * @returns the plugin of the page, and the one for the builds of its workers.
 */
export function thirdPartyNotices(): { page: Plugin; workers: () => Plugin } {
  const folders = new Set<string>();
  const collect: Plugin["generateBundle"] = (_, bundle) => {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue;
      for (const module of chunk.moduleIds) {
        const folder = packageFolder(module);
        if (folder) folders.add(folder);
      }
    }
  };
  return {
    workers: () => ({ name: "sinew:notices-of-workers", apply: "build", generateBundle: collect }),
    page: {
      name: "sinew:notices",
      apply: "build",
      generateBundle: collect,
      async writeBundle({ dir }) {
        if (!dir) return;
        const notices = [...folders].map(noticeOf).sort((a, b) => (a.name < b.name ? -1 : 1));
        await writeFile(join(dir, NOTICES_FILE), written(notices));
      },
    },
  };
}
