import type { ComponentProps } from "react";
import { classNames } from "../../common/class-names";
import css from "./Note.module.css";

interface NoteProps extends ComponentProps<"div"> {
  tone?: "warn" | "ok" | "err";
  /** Keeps a distance from the edges of a panel. */
  inset?: boolean;
}

/** A box with a few sentences for the artist, often after an icon. */
export function Note({ tone, inset = false, className, ...props }: NoteProps) {
  return (
    <div className={classNames(css.note, tone && css[tone], inset && css.inset, className)} {...props} />
  );
}
