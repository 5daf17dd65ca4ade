import type { ComponentPropsWithoutRef } from "react";
import { Icon } from "../icons/Icon";
import css from "./TwistButton.module.css";

interface TwistButtonProps
  extends Omit<ComponentPropsWithoutRef<"button">, "children" | "className" | "type"> {
  open: boolean;
}

/** The button at the start of a row that folds and unfolds the rows below it. It needs an `aria-label`. */
export function TwistButton({ open, ...props }: TwistButtonProps) {
  return (
    <button type="button" className={css.twist} aria-expanded={open} {...props}>
      <Icon name={open ? "down" : "right"} small />
    </button>
  );
}
