import { describe, expect, it } from "vitest";
import { SOLVE_DEFAULTS } from "../../solve/solve-settings";
import { type Diagnosis, worstFrames } from "./diagnosis";
import { diagnosisHtml, escaped } from "./diagnosis-html";
import { errorChart } from "./error-chart";
import { settingRows } from "./report-rows";

const PICTURE = "data:image/webp;base64,UklGRg==";

const DIAGNOSIS: Diagnosis = {
  name: `<script>alert("1")</script>`,
  version: "1.2.3",
  time: Date.UTC(2026, 10, 26, 12, 41),
  pictures: [{ caption: `A "view"`, url: PICTURE }],
  groups: [{ title: "Figures", rows: [["Error (E_RMS)", "< 0.001"]] }],
  remarks: ["27 of 32 bones & no more."],
  errorPerFrame: [1, 4, 2],
  worst: [
    { frame: 1, eRms: 4, url: PICTURE },
    { frame: 2, eRms: 2, url: null },
  ],
};

describe("a diagnosis", () => {
  it("is one page with pictures, figures and chart, and escapes names", () => {
    const html = diagnosisHtml(DIAGNOSIS);
    expect(html).toContain("&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;");
    expect(
      html.match(/<(script|link|iframe|object|embed|form|base)\b|\son\w+=|javascript:|https?:/gi),
    ).toBeNull();
    expect(html.match(/<img /g)).toHaveLength(2);
    expect(html).toContain("Sinew 1.2.3, 2026-11-26 12:41 UTC");
    expect(html).toContain("<td>&#60; 0.001</td>");
    expect(html).toContain("27 of 32 bones &#38; no more.");
    expect(html).toContain("Frame 2, E_RMS 4.00");
    expect(html).toContain("<p>Frame 3, E_RMS 2.00</p>");
  });

  it("refuses pictures that are not data URLs of pictures", () => {
    const url = 'data:image/svg+xml,<svg onload="alert(1)">';
    expect(() => diagnosisHtml({ ...DIAGNOSIS, pictures: [{ caption: "", url }] })).toThrow("data URL");
  });

  it("escapes every character that could end a text or an attribute", () => {
    expect(escaped(`a&b<c>"d"'e'`)).toBe("a&#38;b&#60;c&#62;&#34;d&#34;&#39;e&#39;");
  });

  it("lists the three worst frames of different seconds, or of different parts of a short clip", () => {
    const errors = Array.from({ length: 90 }, (_, n) => n % 30);
    const frames = (fps: number) => worstFrames(errors, fps).map(({ frame }) => frame);
    expect(frames(10)).toEqual([29, 59, 89]);
    // Six frames are too few for different seconds.
    expect(worstFrames([1, 9, 8, 2, 7, 3], 30)).toEqual([
      { frame: 1, eRms: 9 },
      { frame: 2, eRms: 8 },
      { frame: 4, eRms: 7 },
    ]);
    expect(worstFrames([], 24)).toEqual([]);
  });

  it("lists every setting, including the parameters of methods", () => {
    const rows = settingRows({ ...SOLVE_DEFAULTS, bones: 17, parameters: { fsd: { regions: 3 } } });
    expect(rows).toContainEqual(["bones", "17"]);
    expect(rows).toContainEqual(["fsd: regions", "3"]);
    expect(rows).toContainEqual(["seconds", "by default"]);
  });
});

describe("the chart of errors", () => {
  const heights = (svg: string) =>
    [...svg.matchAll(/<rect[^>]* height="([\d.]+)"/g)].map(([, h]) => Number(h));

  it("has a column for each frame, as high as its error", () => {
    const [a, b, c] = heights(errorChart([1, 4, 2], []));
    expect([b / a, c / a]).toEqual([expect.closeTo(4, 1), expect.closeTo(2, 1)]);
  });

  it("shows the largest error of each column if there are too many frames, and marks the worst", () => {
    const errors = Array.from({ length: 4000 }, (_, n) => (n === 1234 ? 10 : 1));
    const svg = errorChart(errors, [1234]);
    const all = heights(svg);
    expect(all).toHaveLength(400);
    expect(all.indexOf(Math.max(...all))).toBe(123);
    expect(svg.match(/marked/g)).toHaveLength(1);
  });

  it("is left out if there is no error", () => {
    expect([errorChart([], []), errorChart([0, 0], [])]).toEqual(["", ""]);
  });
});
