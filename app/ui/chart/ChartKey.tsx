import type { ReactNode } from "react";
import css from "./ChartKey.module.css";

/** What the markers and lines of a chart mean: a `span` for each, below the chart. */
export function ChartKey({ children }: { children: ReactNode }) {
  return <div className={css.key}>{children}</div>;
}
