import type { ReactNode } from "react";
import { classNames } from "../../common/class-names";
import css from "./KeyFigure.module.css";

interface KeyFigureProps {
  value: string;
  /** Names the measure, after the figure. */
  of: ReactNode;
  /** The former value, before the figure. */
  before?: ReactNode;
  /** The content at the other end of the line, like a badge. */
  children?: ReactNode;
}

/** The most important figure of a report, in large type. */
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

/** A large figure that changes while something runs, below the name of its measure, with lines of text beside it. */
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
