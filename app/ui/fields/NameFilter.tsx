import type { ReactNode } from "react";
import { Icon } from "../icons/Icon";
import css from "./NameFilter.module.css";

interface NameFilterProps {
  value: string;
  onChange(value: string): void;
  /** Buttons at its end. */
  children?: ReactNode;
}

/** The field over a list that leaves only names with what is typed; Escape empties it. */
export function NameFilter({ value, onChange, children }: NameFilterProps) {
  return (
    <div className={css.filter}>
      <Icon name="search" />
      <input
        type="text"
        aria-label="Filter by name"
        placeholder="Filter by name"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || value === "") return;
          event.stopPropagation();
          onChange("");
        }}
      />
      {children}
    </div>
  );
}
