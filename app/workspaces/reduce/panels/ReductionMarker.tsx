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

/** The marker of a method in a plot. (x, y) is its centre. */
export function ReductionMarkerAt({ method, x, y }: { method: RowMethod; x: number; y: number }) {
  return <MarkerAt shape={SHAPES[method]} colour={coloursCss[method]} x={x} y={y} />;
}

/** The marker of a method in text. Its shape alone identifies the method, and so does its colour. */
export function ReductionMarker({ method }: { method: RowMethod }) {
  return <Marker shape={SHAPES[method]} colour={coloursCss[method]} />;
}
