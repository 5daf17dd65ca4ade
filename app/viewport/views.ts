import type { ViewLayout } from "../document/view-state";

/** A part of the canvas that shows one figure, as high as the canvas; CSS pixels from the left. */
export interface View {
  figure: "source" | "rig";
  left: number;
  width: number;
  height: number;
}

/** Pixels between two views. */
const GAP = 2;

/** The views that a layout divides a canvas into; the source alone where there is no rig. */
export function viewsOf(layout: ViewLayout, hasRig: boolean, width: number, height: number): View[] {
  if (!hasRig || layout === "source") return [{ figure: "source", left: 0, width, height }];
  if (layout !== "side-by-side") return [{ figure: "rig", left: 0, width, height }];
  const half = Math.max(1, Math.floor((width - GAP) / 2));
  return [
    { figure: "source", left: 0, width: half, height },
    { figure: "rig", left: half + GAP, width: Math.max(1, width - half - GAP), height },
  ];
}
