import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isPermissive } from "./licences";

interface LockedPackage {
  dev?: boolean;
  license?: string;
}

/** The packages of an installation without development dependencies, by their folder. */
const packages = Object.entries(
  (JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, LockedPackage> })
    .packages,
).filter(([folder, { dev }]) => folder !== "" && !dev);

describe("packages that ship", () => {
  it("have licences that permit distribution with Sinew", () => {
    expect(packages.length).toBeGreaterThan(20);
    const others = packages.filter(([, { license }]) => !isPermissive(license));
    expect(others.map(([folder, { license }]) => `${folder}: ${license}`)).toEqual([]);
  });

  it("include what the studio imports at run time", () => {
    const folders = packages.map(([folder]) => folder);
    for (const name of ["gltf-validator", "draco3dgltf", "three", "react"]) {
      expect(folders).toContain(`node_modules/${name}`);
    }
    expect(folders.filter((folder) => /sharp|libvips/.test(folder))).toEqual([]);
  });
});

describe("isPermissive", () => {
  it("reads expressions", () => {
    expect(["MIT", "(MIT OR GPL-3.0)", "Apache-2.0 AND MIT"].map(isPermissive)).toEqual([true, true, true]);
    const refused = ["LGPL-3.0-or-later", "GPL-2.0", "Apache-2.0 AND LGPL-3.0-or-later", "", undefined];
    expect(refused.filter(isPermissive)).toEqual([]);
  });
});
