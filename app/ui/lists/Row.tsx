import { type ComponentPropsWithoutRef, createElement } from "react";
import { classNames } from "../../common/class-names";
import css from "./Row.module.css";

type RowProps<T extends "div" | "li" | "p" | "button"> = ComponentPropsWithoutRef<T> & {
  /** The element; a `div` by default. */
  as?: T;
  selected?: boolean;
  /** Shows the selection as in a focused list, even without the focus. */
  lit?: boolean;
};

/** One line of a list: an icon or a swatch, a name that takes the remaining room, figures and small buttons. */
export function Row<T extends "div" | "li" | "p" | "button" = "div">({
  as,
  selected = false,
  lit = false,
  className,
  ...props
}: RowProps<T>) {
  const classes = classNames(css.row, selected && css.selected, lit && css.lit, className);
  return createElement(as ?? "div", { ...props, className: classes });
}

type PartProps<T extends "span" | "button"> = ComponentPropsWithoutRef<T> & { as?: T };

/** The name in a row. A narrow row cuts it off, so give it a `title`. */
export function RowName<T extends "span" | "button" = "span">({ as, className, ...props }: PartProps<T>) {
  return createElement(as ?? "span", { ...props, className: classNames(css.name, className) });
}

interface RowValueProps extends ComponentPropsWithoutRef<"span"> {
  /** Leaves room for four digits only. */
  narrow?: boolean;
}

/** A figure at the end of a row, aligned with those of other rows. */
export function RowValue({ narrow = false, className, ...props }: RowValueProps) {
  return <span className={classNames(css.value, narrow && css.narrow, className)} {...props} />;
}

/** The titles of a list's columns. */
export function ColumnHead({ className, ...props }: ComponentPropsWithoutRef<"div">) {
  return <div data-ui="column-head" className={classNames(css.columnHead, className)} {...props} />;
}
