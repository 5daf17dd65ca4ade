import type { ReactNode } from "react";
import css from "./Marker.module.css";

/** Shapes of 12 by 12 px that differ even without their colours. */
const SHAPES = {
  disc: <circle cx="6" cy="6" r="4" className={css.full} />,
  ring: <circle cx="6" cy="6" r="3.5" className={css.open} />,
  square: <rect x="2.5" y="2.5" width="7" height="7" className={css.full} />,
  frame: <rect x="2.5" y="2.5" width="7" height="7" className={css.open} />,
  triangle: <path d="M6 1.5 10.5 9.5h-9z" className={css.full} />,
  wedge: <path d="M1.5 2.5h9L6 10.5z" className={css.open} />,
  diamond: <path d="M6 1 11 6 6 11 1 6z" className={css.full} />,
  cross: <path d="M2 2l8 8M10 2l-8 8" className={css.open} />,
} satisfies Record<string, ReactNode>;

export type MarkerShape = keyof typeof SHAPES;

interface MarkerProps {
  shape: MarkerShape;
  /** A class that sets the colour, `--marker`. */
  colour: string;
}

/** A marker inside an SVG, centred at (x, y). An outline in the background colour sets it off from lines. */
export function MarkerAt({ shape, colour, x, y }: MarkerProps & { x: number; y: number }) {
  return (
    <g className={`${css.marker} ${colour}`} transform={`translate(${x - 6} ${y - 6})`}>
      <circle cx="6" cy="6" r="6" className={css.ground} />
      {SHAPES[shape]}
    </g>
  );
}

/** A marker in a list or a table. */
export function Marker({ shape, colour }: MarkerProps) {
  return (
    <svg className={`${css.marker} ${colour}`} width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      {SHAPES[shape]}
    </svg>
  );
}
