import type { ComponentProps } from "react";
import { classNames } from "../../common/class-names";
import css from "./Button.module.css";

export interface ButtonLook {
  /** `primary` marks the main action of a panel; `ghost` has no background. */
  look?: "primary" | "ghost";
  size?: "medium" | "large";
  /** Takes the remaining width of its line. */
  grow?: boolean;
  /** As wide as its column. */
  wide?: boolean;
}

export function Button({
  look,
  size,
  grow = false,
  wide = false,
  className,
  ...props
}: ButtonLook & ComponentProps<"button">) {
  return (
    <button
      type="button"
      data-ui="button"
      data-look={look}
      className={classNames(
        css.button,
        look && css[look],
        size && css[size],
        grow && css.grow,
        wide && css.wide,
        className,
      )}
      {...props}
    />
  );
}
