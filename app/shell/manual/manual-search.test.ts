import { describe, expect, it } from "vitest";
import { ALL_PLACES, placeInManual } from "../../panels/frame/manual-places";
import type { ManualPage } from "./manual-nodes";
import { MANUAL } from "./manual-pages";
import { searchManual, sectionsOf } from "./manual-search";

const page = (id: string, nodes: ManualPage["nodes"]): ManualPage => ({
  id,
  chapter: "Guide",
  title: id,
  nodes,
});

describe("searching the manual", () => {
  const pages = [
    page("Brushes", [
      { is: "h1", id: "brushes", of: ["Brushes"] },
      { is: "p", of: ["A ", { is: "strong", of: ["brush"] }, " paints weights."] },
      { is: "h2", id: "mirror", of: ["Mirror"] },
      { is: "p", of: ["Strokes on both sides."] },
    ]),
    page("Weights", [
      { is: "h1", id: "weights", of: ["Weights"] },
      { is: "p", of: [`${"Some text. ".repeat(30)}A brush is near the end. ${"More text. ".repeat(30)}`] },
    ]),
  ];
  const find = (query: string) => searchManual(sectionsOf(pages), query);

  it("finds the sections that have all words, in any case", () => {
    expect(find("BOTH strokes").map(({ section }) => section.anchor)).toEqual(["mirror"]);
    expect(find("brush nothing")).toEqual([]);
    expect(find("  ")).toEqual([]);
  });

  it("puts sections with the words in their titles first", () => {
    expect(find("weights").map(({ section }) => section.title)).toEqual(["Weights", "Brushes"]);
  });

  it("shows the text around the word", () => {
    const [, { excerpt }] = find("brush");
    expect(excerpt).toMatch(/^… .*A brush is near the end.* …$/);
    expect(excerpt.length).toBeLessThan(160);
    expect(find("paints")[0].excerpt).toBe("A brush paints weights.");
  });
});

describe("the manual of the build", () => {
  const places = new Set(
    sectionsOf(MANUAL.pages).map(({ page: { id }, anchor }) => (anchor ? `${id}#${anchor}` : id)),
  );

  it("has a page for every panel that opens it", () => {
    expect(places.size).toBeGreaterThan(300);
    expect(ALL_PLACES.filter((place) => !places.has(place))).toEqual([]);
  });

  it("opens at the innermost panel that it knows, or at the page of the workspace", () => {
    expect(placeInManual(["Weights", "Report", "Solve"], "solve")).toBe("reference/metrics");
    expect(placeInManual(["Brush"], "paint")).toBe("guide/painting-weights");
    expect(placeInManual([], null)).toBe("guide/projects#the-start-page");
    expect(placeInManual(["Export hound"], "solve")).toBe("reference/targets");
  });
});
