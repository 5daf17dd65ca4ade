import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { RegionVolume } from "./FigureList";

const shown = (value: number | null) => renderToStaticMarkup(<RegionVolume name="arm" value={value} />);

it("says why the part of a bone has no volume", () => {
  expect(shown(null)).toContain(">too small<");
  expect(shown(null)).toContain("arm moves no part of the mesh most, or only a tiny one.");
});

it("shows the change of the volume, also none", () => {
  expect(shown(-0.016)).toMatch(/−1\.6\s%/);
  expect(shown(0)).not.toContain("too small");
});
