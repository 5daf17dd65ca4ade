import type { MouseEvent } from "react";
import { Icon } from "../icons/Icon";
import { IconButton } from "./IconButton";
import css from "./Padlock.module.css";

interface PadlockProps {
  locked: boolean;
  label: string;
  title?: string;
  onToggle(event: MouseEvent): void;
}

/** The padlock of a row in a list. An open one is dim. A press does not select the row. */
export function Padlock({ locked, label, title, onToggle }: PadlockProps) {
  return (
    <IconButton
      tabIndex={-1}
      on={locked}
      className={locked ? undefined : css.open}
      aria-pressed={locked}
      aria-label={label}
      title={title}
      onClick={(event) => {
        event.stopPropagation();
        onToggle(event);
      }}
    >
      <Icon name={locked ? "lock" : "unlock"} />
    </IconButton>
  );
}
