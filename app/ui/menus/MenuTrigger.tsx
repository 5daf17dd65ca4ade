import { Menu } from "@base-ui/react/menu";
import type { ComponentProps } from "react";
import { classNames } from "../../common/class-names";
import css from "./MenuTrigger.module.css";

type MenuTriggerProps = ComponentProps<typeof Menu.Trigger> & { className?: string };

/** The flat button of a bar that opens a menu. */
export function MenuTrigger({ className, ...props }: MenuTriggerProps) {
  return <Menu.Trigger className={classNames(css.button, className)} data-ui="menu-button" {...props} />;
}

/** A word or a figure in a bar, in the style of the buttons beside it. */
export function MenuWord({ className, ...props }: ComponentProps<"span">) {
  return <span className={classNames(css.button, className)} data-ui="menu-button" {...props} />;
}
