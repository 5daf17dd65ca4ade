import type { ComponentProps } from "react";
import { classNames } from "../../common/class-names";
import css from "./Badge.module.css";

interface BadgeProps extends ComponentProps<"span"> {
  tone?: "ok" | "warn" | "err";
}

/** A word or a figure in a pill: a state, a count, or a rating. */
export function Badge({ tone, className, ...props }: BadgeProps) {
  return <span data-ui="badge" className={classNames(css.badge, tone && css[tone], className)} {...props} />;
}
