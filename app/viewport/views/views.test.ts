import { beforeEach, describe, expect, it } from "vitest";
import { createStores, type Stores } from "../../document/stores";
import type { ViewState } from "../../document/view-state";
import { arrange, candidateRects, type Drawable, paneRects, partAt, viewsOf } from "./views";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

describe("viewsOf", () => {
  it("shows only the source if there is no rig", () => {
    for (const layout of ["source", "rig", "overlay", "side-by-side"] as const) {
      expect(viewsOf(layout, false, 800, 600)).toEqual([
        { mesh: "source", left: 0, top: 0, width: 800, height: 600 },
      ]);
    }
  });

  it("divides the canvas into two parts that do not overlap and end at its edge", () => {
    const [a, b] = viewsOf("side-by-side", true, 801, 600);
    expect([a.mesh, b.mesh]).toEqual(["source", "lbs"]);
    expect(b.left).toBeGreaterThanOrEqual(a.left + a.width);
    expect(b.left + b.width).toBe(801);
  });
});

describe("paneRects", () => {
  it("returns the requested number of panes, inside the canvas, without overlap", () => {
    for (const [width, height] of [
      [1081, 677],
      [390, 420],
      [700, 300],
    ]) {
      for (let count = 1; count <= 4; count++) {
        const rects = paneRects(count, width, height);
        expect(rects).toHaveLength(count);
        rects.forEach((a, n) => {
          expect(a.left).toBeGreaterThanOrEqual(0);
          expect(a.left + a.width).toBeLessThanOrEqual(width);
          expect(a.top + a.height).toBeLessThanOrEqual(height);
          for (const b of rects.slice(n + 1)) {
            const apart = b.left >= a.left + a.width || b.top >= a.top + a.height;
            expect(apart).toBe(true);
          }
        });
        expect(Math.max(...rects.map((r) => r.left + r.width))).toBe(width);
        expect(Math.max(...rects.map((r) => r.top + r.height))).toBe(height);
      }
    }
  });

  it("finds the pane that contains a point", () => {
    for (let count = 1; count <= 4; count++) {
      const rects = paneRects(count, 801, 603);
      for (const r of rects) expect(partAt(rects, r.left + r.width / 2, r.top + r.height - 1)).toBe(r);
      expect(partAt(rects, 2000, 2000)).toBe(rects[count - 1]);
    }
  });

  it("puts two side by side on a wide canvas and one above the other on a high one", () => {
    expect(paneRects(2, 1000, 600)[1].top).toBe(0);
    expect(paneRects(2, 390, 700)[1].left).toBe(0);
  });
});

describe("candidateRects", () => {
  it("shows two bodies as large as the canvas allows", () => {
    /** The height of a body in a view. Bodies are 1.5 times as wide as high. */
    const heightIn = (width: number, height: number) => Math.min(width / 1.5, height);
    for (const [width, height] of [
      [558, 265],
      [800, 300],
      [390, 500],
      [700, 480],
    ]) {
      const [view] = candidateRects(2, width, height);
      const best = Math.max(heightIn(width / 2, height), heightIn(width, height / 2));
      expect(heightIn(view.width, view.height), `${width} x ${height}`).toBeGreaterThan(0.98 * best);
    }
  });
});

describe("arrange", () => {
  const drawable: Drawable = { hasRig: true, made: false, able: () => true, candidates: [] };
  const look = (over: Partial<ViewState>, drawn = drawable) =>
    arrange({ ...stores.view.getState(), ...over }, drawn, 800, 600).map((part) => part.look);

  it("keeps the source in clay beside a rig, and shades it if it is alone", () => {
    const [source, rig] = look({ layout: "side-by-side", shading: "error" });
    expect([source.shading, rig.shading]).toEqual(["clay", "error"]);
    expect(look({ layout: "source", shading: "error" })[0].shading).toBe("error");
    expect(look({ layout: "overlay", shading: "error" })[0]).toMatchObject({ shading: "error", ghost: true });
    expect(look({ layout: "rig", shading: "error" }, { ...drawable, hasRig: false })[0].shading).toBe("clay");
  });

  it("draws panes if there is a rig to pose", () => {
    const view = { ...stores.view.getState(), workspace: "deform" } as const;
    expect(arrange(view, drawable, 800, 600).map((part) => part.mesh)).toEqual(["lbs", "ddm-v0"]);
    const still = { ...drawable, able: (kind: string) => kind === "lbs" };
    expect(arrange(view, still, 800, 600).map((part) => part.mesh)).toEqual(["lbs", "lbs"]);
    expect(arrange(view, { ...drawable, hasRig: false }, 800, 600)).toHaveLength(1);
  });

  it("shows no difference from a missing reference", () => {
    const pane = { deformer: "dqs", shading: "difference", reference: "source" } as const;
    const panes = [pane, { ...pane, reference: "cor" } as const];
    const shadings = (drawn: Drawable) =>
      look({ workspace: "deform", panes }, drawn).map(({ shading, reference }) => [shading, reference]);
    expect(shadings(drawable)).toEqual([
      ["difference", "source"],
      ["difference", "cor"],
    ]);
    expect(shadings({ ...drawable, made: true })[0]).toEqual(["clay", "source"]);
    expect(shadings({ ...drawable, able: (kind?: string) => kind !== "cor" })[1]).toEqual(["clay", "source"]);
  });

  it("colours the heat weights in the second view like the current weights, once their strain is known", () => {
    const { paint } = stores.view.getState();
    const beside = (colours: "weights" | "energy" | "textures", drawn: Partial<Drawable>) => {
      const view = { workspace: "paint", paint: { ...paint, beside: "heat", colours } } as const;
      return look(view, { ...drawable, candidates: ["rig-b"], ...drawn }).map(({ shading }) => shading);
    };
    expect(beside("weights", {})).toEqual(["weights", "strength"]);
    expect(beside("energy", { map: "strain" })).toEqual(["energy", "clay"]);
    expect(beside("energy", { map: "strain", strainBeside: true })).toEqual(["energy", "energy-beside"]);
    expect(beside("textures", {})).toEqual(["textures", "textures"]);
  });

  it("shows textures in the Paint workspace, even without a rig", () => {
    const { paint } = stores.view.getState();
    const view = { workspace: "paint", paint: { ...paint, colours: "textures" } } as const;
    expect(look(view, drawable)[0].shading).toBe("textures");
    expect(look(view, { ...drawable, hasRig: false })[0].shading).toBe("textures");
  });

  it("stacks the rigs of a comparison, and puts them side by side on a wide canvas", () => {
    const view = { ...stores.view.getState(), workspace: "compare" } as const;
    const both = { ...drawable, hasRig: false, candidates: ["rig-a", "rig-b"] as const };
    const [a, b] = arrange(view, both, 560, 500);
    expect([a.mesh, b.mesh]).toEqual(["rig-a", "rig-b"]);
    expect(b.top).toBeGreaterThanOrEqual(a.top + a.height);
    expect(b.top + b.height).toBe(500);
    expect(a.look).toMatchObject({ shading: "error", reference: "source", bones: false });
    const across = arrange(view, both, 1000, 300);
    expect(across.map(({ top }) => top)).toEqual([0, 0]);
    const textured = arrange({ ...view, candidateShading: "textures" }, both, 560, 500);
    expect(textured.map((each) => each.look.shading)).toEqual(["textures", "textures"]);
    const differing = arrange({ ...view, candidateShading: "difference" }, both, 560, 500);
    expect(differing.map(({ look }) => [look.shading, look.less])).toEqual([
      ["error", undefined],
      ["change", "rig-a"],
    ]);
    expect(arrange(view, { ...both, candidates: ["rig-b"] }, 560, 500)).toMatchObject([
      { mesh: "rig-b", height: 500 },
    ]);
    expect(arrange(view, drawable, 560, 500)).toMatchObject([{ mesh: "source", look: { shading: "clay" } }]);
  });
});
