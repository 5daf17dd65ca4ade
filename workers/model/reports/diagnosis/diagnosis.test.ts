import { describe, expect, it } from "vitest";
import { usesSwitch } from "../../solve/method-settings";
import { METHODS, type SolveMethod } from "../../solve/methods";
import { hasEffect } from "../../solve/parameter-needs";
import { SOLVE_DEFAULTS, type SolveSettings } from "../../solve/solve-settings";
import { type Diagnosis, worstFrames } from "./diagnosis";
import { diagnosisHtml, escaped } from "./diagnosis-html";
import { errorChart } from "./error-chart";
import { settingRows } from "./setting-rows";

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

  it("explains the colours of its pictures, and takes nothing but colours for them", () => {
    const scale = {
      title: "Distance to source",
      colours: ["#000000", "#ffFFff"],
      values: ["0 mm", "10 mm", "< 20 mm"],
    };
    const html = diagnosisHtml({ ...DIAGNOSIS, scale });
    expect(html.match(/linear-gradient\(90deg,#000000,#ffFFff\)/g)).toHaveLength(1);
    expect(html).toContain("<span>10 mm</span><span>&#60; 20 mm</span>");
    // A picture can have its own.
    const both = diagnosisHtml({ ...DIAGNOSIS, scale, pictures: [{ ...DIAGNOSIS.pictures[0], scale }] });
    expect(both.match(/linear-gradient/g)).toHaveLength(2);
    const bad = { ...scale, colours: ["red;background:url(x)"] };
    expect(() => diagnosisHtml({ ...DIAGNOSIS, scale: bad })).toThrow("colours");
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

  it("lists settings by their names on screen, with words for values that are not numbers", () => {
    const rows = settingRows({ ...SOLVE_DEFAULTS, bones: 17, seconds: 20 });
    expect(rows).toContainEqual(["Method", "Auto"]);
    expect(rows).toContainEqual(["Bones", "17"]);
    expect(rows).toContainEqual(["Motion", "Rigid"]);
    expect(rows).toContainEqual(["Smoothness", "off"]);
    expect(rows).toContainEqual(["Seeded restarts", "auto"]);
    expect(rows).toContainEqual(["Time limit", "20 s"]);
    expect(rows).toContainEqual(["Patch cost limit", "2.00 %"]);
    expect(rows).toContainEqual(["Keep near bones", "off"]);
    expect(rows.flat().filter((text) => /\b(null|true|false|undefined)\b/.test(text))).toEqual([]);
  });

  it("says what was asked for", () => {
    const asked = (change: Partial<SolveSettings>) =>
      settingRows({ ...SOLVE_DEFAULTS, ...change }).slice(1, 3);
    expect(asked({ errorTarget: 0.002 })).toEqual([
      ["Ask for", "Error"],
      ["At most", "0.200 % of the diagonal"],
    ]);
    expect(asked({ knee: true })).toEqual([
      ["Ask for", "Knee"],
      ["Bones", "up to the knee"],
    ]);
  });

  it.each(Object.keys(METHODS) as SolveMethod[])(
    "lists what %s uses, each name once, and no more",
    (method) => {
      const rows = settingRows({ ...SOLVE_DEFAULTS, method, local: true, correction: 4 });
      const names = rows.map(([name]) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(names.includes("Smoothness")).toBe(usesSwitch(method, "smoothness"));
      expect(names.includes("Reach of bones")).toBe(usesSwitch(method, "local"));
      for (const field of METHODS[method].fields) {
        expect(names.includes(field.label)).toBe(hasEffect({ ...SOLVE_DEFAULTS, method }, field));
      }
    },
  );

  it("names the choices of a method as its fields do", () => {
    const rows = settingRows({
      ...SOLVE_DEFAULTS,
      method: "ep-lbs",
      parameters: { "ep-lbs": { count: "found", goal: 1e-4 } },
    });
    expect(rows).toContainEqual(["Number of bones", "Found by splitting"]);
    expect(rows).toContainEqual(["Error to split to", "0.000100"]);
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
