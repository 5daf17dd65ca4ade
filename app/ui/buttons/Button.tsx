import type { ComponentProps } from "react";
import { classNames } from "../../common/class-names";
import css from "./Button.module.css";

export interface ButtonLook {
  /** `primary` is what a panel is for, one at a time; `ghost` has no ground. */
  look?: "primary" | "ghost";
  size?: "medium" | "large";
  /** Takes the room that is left in its line. */
  grow?: boolean;
  /** As wide as its column. */
  wide?: boolean;
}

/** A button with words. */
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
