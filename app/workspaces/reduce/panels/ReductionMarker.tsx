import type { RowMethod } from "../../../document/reduce/reduce-state";
import { Marker, MarkerAt, type MarkerShape } from "../../../ui/figures/Marker";
import coloursCss from "./method-colours.module.css";

const SHAPES: Record<RowMethod, MarkerShape> = {
  auto: "disc",
  "two-layer": "diamond",
  poisson: "triangle",
  geometric: "ring",
  arap: "wedge",
  smooth: "square",
  "k-largest": "cross",
};

/** A method's marker inside an SVG, centred at (x, y). */
export function ReductionMarkerAt({ method, x, y }: { method: RowMethod; x: number; y: number }) {
  return <MarkerAt shape={SHAPES[method]} colour={coloursCss[method]} x={x} y={y} />;
}

/** A method's marker; its shape or its colour alone is enough to tell methods apart. */
export function ReductionMarker({ method }: { method: RowMethod }) {
  return <Marker shape={SHAPES[method]} colour={coloursCss[method]} />;
}
