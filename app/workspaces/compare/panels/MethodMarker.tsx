import type { SolveMethod } from "../../../../workers/model/solve/methods";
import { Marker, MarkerAt, type MarkerShape } from "../../../ui/figures/Marker";
import coloursCss from "./method-colours.module.css";

const SHAPES: Record<SolveMethod, MarkerShape> = {
  auto: "disc",
  ssdr: "square",
  his: "frame",
  "ep-lbs": "triangle",
  fsd: "diamond",
  lssp: "ring",
  sma: "cross",
};

/** The marker of a method in a plot. (x, y) is its centre. */
export function MethodMarkerAt({ method, x, y }: { method: SolveMethod; x: number; y: number }) {
  return <MarkerAt shape={SHAPES[method]} colour={coloursCss[method]} x={x} y={y} />;
}

/** The marker of a method in text. Its shape alone identifies the method, and so does its colour. */
export function MethodMarker({ method }: { method: SolveMethod }) {
  return <Marker shape={SHAPES[method]} colour={coloursCss[method]} />;
}
