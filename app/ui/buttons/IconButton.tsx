import type { ComponentProps } from "react";
import { classNames } from "../../common/class-names";
import css from "./IconButton.module.css";

interface IconButtonProps extends ComponentProps<"button"> {
  /** Shows the button as pressed. */
  on?: boolean;
  big?: boolean;
  /** Shows the button only while the pointer is over its row or the button has the focus. */
  quiet?: boolean;
}

/** A button that shows only an icon. It needs an `aria-label`. */
export function IconButton({ on = false, big = false, quiet = false, className, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      data-ui="icon-button"
      data-on={on || undefined}
      data-quiet={quiet || undefined}
      className={classNames(css.button, big && css.big, on && css.on, className)}
      {...props}
    />
  );
}
