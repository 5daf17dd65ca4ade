import type { ReactNode } from "react";
import type { RowMethod } from "../../../document/reduce/reduce-state";
import css from "./method-marks.module.css";

/** A shape for each method, 12 by 12 px. */
const SHAPES: Record<RowMethod, ReactNode> = {
  auto: <circle cx="6" cy="6" r="4" className={css.full} />,
  "two-layer": <path d="M6 1 11 6 6 11 1 6z" className={css.full} />,
  poisson: <path d="M6 1.5 10.5 9.5h-9z" className={css.full} />,
  geometric: <circle cx="6" cy="6" r="3.5" className={css.open} />,
  smooth: <rect x="2.5" y="2.5" width="7" height="7" className={css.full} />,
  "k-largest": <path d="M2 2l8 8M10 2l-8 8" className={css.open} />,
};

/** A method's shape inside an SVG, centred at (x, y), set off from lines. */
export function MarkAt({ method, x, y }: { method: RowMethod; x: number; y: number }) {
  return (
    <g className={`${css.mark} ${css[method]}`} transform={`translate(${x - 6} ${y - 6})`}>
      <circle cx="6" cy="6" r="6" className={css.ground} />
      {SHAPES[method]}
    </g>
  );
}

/** A method's shape and colour; either of them is enough to tell methods apart. */
export function MethodMark({ method }: { method: RowMethod }) {
  return (
    <svg
      className={`${css.mark} ${css[method]}`}
      width="12"
      height="12"
      viewBox="0 0 12 12"
      aria-hidden="true"
    >
      {SHAPES[method]}
    </svg>
  );
}

/** The class that sets a method's colour. */
export const markColour = (method: RowMethod): string => css[method];
