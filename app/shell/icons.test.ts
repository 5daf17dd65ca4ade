import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ICON_MEANINGS } from "../common/icon-names";
import { ICON_PLACES } from "./testing/icon-places";
import { iconsUsed } from "./testing/icons-used";

const DRAWN = [
  ...readFileSync("app/ui/icons/icons.svg", "utf8").matchAll(/id="icon-(\w+)"[^>]*>(.*?)<\/symbol>/gs),
];

/** TypeScript takes a while to read the whole studio. */
const READING = { timeout: 240_000 };

describe("icons", () => {
  it("are used only for their meaning", READING, () => {
    const places: Record<string, Set<string>> = {};
    for (const { icon, place } of iconsUsed()) (places[icon] ??= new Set()).add(place);
    const found = Object.entries(places).map(([icon, own]) => [icon, [...own].sort().join(" ")]);
    expect(Object.fromEntries(found)).toEqual(ICON_PLACES);
  });

  it("have one meaning each, which no other icon has", () => {
    const meanings = Object.values(ICON_MEANINGS);
    expect(new Set(meanings).size).toBe(meanings.length);
  });

  it("are all drawn, different and in use", () => {
    expect(DRAWN.map(([, name]) => name).sort()).toEqual(Object.keys(ICON_MEANINGS).sort());
    expect(new Set(DRAWN.map(([, , shape]) => shape)).size).toBe(DRAWN.length);
    expect(Object.keys(ICON_PLACES)).toEqual(Object.keys(ICON_MEANINGS));
  });
});
