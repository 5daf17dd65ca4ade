import type { ReactNode } from "react";
import { classNames } from "../../common/class-names";
import css from "./KeyFigure.module.css";

interface KeyFigureProps {
  value: string;
  /** What the figure measures, after it. */
  of: ReactNode;
  /** Stands before the figure: what it was. */
  before?: ReactNode;
  /** At the other end of the line, like a badge. */
  children?: ReactNode;
}

/** The figure of a report that matters most, large. */
export function KeyFigure({ value, of, before, children }: KeyFigureProps) {
  return (
    <div className={css.row}>
      <div>
        {before}
        <span data-ui="key-figure" className={css.figure}>
          {value}
        </span>
        {of}
      </div>
      {children}
    </div>
  );
}

/** A large figure that changes while something runs, under what it measures, with lines of words beside it. */
export function LiveFigure({ value, of, children }: Omit<KeyFigureProps, "before">) {
  return (
    <div className={classNames(css.row, css.live)}>
      <div>
        {of}
        <span className={css.figure}>{value}</span>
      </div>
      <div className={css.aside}>{children}</div>
    </div>
  );
}
