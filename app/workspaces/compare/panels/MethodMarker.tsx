import type { ReactNode } from "react";
import type { SolveMethod } from "../../../../workers/model/solve/methods";
import css from "./MethodMarker.module.css";
import coloursCss from "./method-colours.module.css";

/** A shape for each method, 12 by 12 px. Its colour comes from method-colours.module.css. */
const SHAPES: Record<SolveMethod, ReactNode> = {
  auto: <circle cx="6" cy="6" r="4" className={css.full} />,
  ssdr: <rect x="2.5" y="2.5" width="7" height="7" className={css.full} />,
  his: <rect x="2.5" y="2.5" width="7" height="7" className={css.open} />,
  "ep-lbs": <path d="M6 1.5 10.5 9.5h-9z" className={css.full} />,
  fsd: <path d="M6 1 11 6 6 11 1 6z" className={css.full} />,
  lssp: <circle cx="6" cy="6" r="3.5" className={css.open} />,
  sma: <path d="M2 2l8 8M10 2l-8 8" className={css.open} />,
};

/** A method's shape inside an SVG, centred at (x, y). An outline in the background colour sets it off from lines. */
export function MarkerAt({ method, x, y }: { method: SolveMethod; x: number; y: number }) {
  return (
    <g className={`${css.marker} ${coloursCss[method]}`} transform={`translate(${x - 6} ${y - 6})`}>
      <circle cx="6" cy="6" r="6" className={css.ground} />
      {SHAPES[method]}
    </g>
  );
}

/** A method's shape and colour; either of them is enough to tell methods apart. */
export function MethodMarker({ method }: { method: SolveMethod }) {
  return (
    <svg
      className={`${css.marker} ${coloursCss[method]}`}
      width="12"
      height="12"
      viewBox="0 0 12 12"
      aria-hidden="true"
    >
      {SHAPES[method]}
    </svg>
  );
}
