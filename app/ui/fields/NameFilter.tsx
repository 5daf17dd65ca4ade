import type { ReactNode } from "react";
import { Icon } from "../icons/Icon";
import css from "./NameFilter.module.css";

interface NameFilterProps {
  value: string;
  label?: string;
  onChange(value: string): void;
  /** Buttons at the end of the field. */
  children?: ReactNode;
}

/** The field above a list that filters it by name. Escape clears it. */
export function NameFilter({ value, label = "Filter by name", onChange, children }: NameFilterProps) {
  return (
    <div className={css.filter}>
      <Icon name="search" />
      <input
        type="text"
        aria-label={label}
        placeholder={label}
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
