import { describe, expect, it } from "vitest";
import { type ChartMark, lineLayout, markWords, valueAt } from "./line-layout";

const values = Array.from({ length: 60 }, (_, n) => 20 / (1 + n));
const chart = (marks: ChartMark[] = []) => lineLayout({ values, first: 1, scale: "log", marks }, 300, 120);

describe("a line chart", () => {
  it("leaves a lane above the curve for the labels of marks", () => {
    const worded = chart([{ at: 3, kind: "across", words: "stroke" }]);
    expect(worded.top).toBeGreaterThan(chart().top + 10);
    for (const value of values) {
      expect(worded.y(value)).toBeGreaterThanOrEqual(worded.top);
      expect(worded.y(value)).toBeLessThanOrEqual(worded.bottom);
    }
  });

  it("reads the value under the pointer, and the nearest one beyond the ends", () => {
    const layout = chart();
    for (let n = 0; n < values.length; n++) expect(valueAt(layout, values.length, layout.x(n) + 1)).toBe(n);
    expect(valueAt(layout, values.length, -50)).toBe(0);
    expect(valueAt(layout, values.length, 9999)).toBe(59);
  });

  it("keeps the numbers of both axes apart", () => {
    for (const width of [180, 260, 520, 1400]) {
      const { rows, columns } = lineLayout({ values, first: 1, scale: "log", marks: [] }, width, 112);
      for (const [n, { y }] of rows.slice(1).entries()) expect(Math.abs(y - rows[n].y)).toBeGreaterThan(12);
      for (const [n, { x }] of columns.slice(1).entries()) expect(x - columns[n].x).toBeGreaterThan(30);
    }
  });

  it("writes the labels of the newest marks, without overlap and within the chart", () => {
    const marks = [4, 5, 30, 31, 58].map((at): ChartMark => ({ at, kind: "across", words: `stroke ${at}` }));
    const layout = chart(marks);
    const widthOf = (words: string) => 6 * words.length;
    const placed = markWords(layout, marks, widthOf).sort((a, b) => a.x - b.x);
    expect(placed.map(({ words }) => words)).toContain("stroke 58");
    for (const [n, { words, x }] of placed.entries()) {
      expect(x).toBeGreaterThanOrEqual(layout.left);
      expect(x + widthOf(words)).toBeLessThanOrEqual(placed[n + 1]?.x ?? layout.right);
    }
  });
});
