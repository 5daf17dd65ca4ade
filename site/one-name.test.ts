import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Names that two files may export, because they mean the same there. */
const SAME_MEANING: Record<string, string> = {
  linearBlend: "the deformer on the CPU, and its shader",
  turnAboutCentres: "the deformer on the CPU, and its shader",
};

/**
 * Folders to leave out. Kernels, tests and test helpers have names of their own. Functions of the package have the
 * names of the functions that they call.
 */
const LEFT_OUT =
  /\.test\.tsx?$|\.generated\.ts$|(^|\/)(testing|identity|fuzz|assembly)\/|^workers\/package\//;

const EXPORT =
  /^export (?:async )?(?:abstract )?(?:function\*?|class|const|let|interface|type|enum) ([\w$]+)/gm;

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
    .filter((file) => /\.tsx?$/.test(file) && !LEFT_OUT.test(file));

function placesOfNames(): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const file of ["app", "workers"].flatMap(sourcesIn)) {
    const names = new Set([...readFileSync(file, "utf8").matchAll(EXPORT)].map(([, name]) => name));
    for (const name of names) places.set(name, [...(places.get(name) ?? []), file]);
  }
  return places;
}

it("a name that is exported means one thing: two files do not export the same name", () => {
  const twice = [...placesOfNames()].filter(([, files]) => files.length > 1);
  expect(twice.filter(([name]) => !(name in SAME_MEANING))).toEqual([]);
  expect(twice.map(([name]) => name).filter((name) => name in SAME_MEANING)).toEqual(
    Object.keys(SAME_MEANING),
  );
});
