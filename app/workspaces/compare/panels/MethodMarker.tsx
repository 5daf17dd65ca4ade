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

/** A method's marker inside an SVG, centred at (x, y). */
export function MethodMarkerAt({ method, x, y }: { method: SolveMethod; x: number; y: number }) {
  return <MarkerAt shape={SHAPES[method]} colour={coloursCss[method]} x={x} y={y} />;
}

/** A method's marker; its shape or its colour alone is enough to tell methods apart. */
export function MethodMarker({ method }: { method: SolveMethod }) {
  return <Marker shape={SHAPES[method]} colour={coloursCss[method]} />;
}
