import type { ReactNode } from "react";
import { Icon } from "../icons/Icon";
import css from "./NameFilter.module.css";

interface NameFilterProps {
  value: string;
  label?: string;
  /** Whether it gets the focus first in its dialog. */
  isFirst?: boolean;
  onChange(value: string): void;
  /** Buttons at the end of the field. */
  children?: ReactNode;
}

/** The field above a list that filters it by name. Escape clears it. */
export function NameFilter(props: NameFilterProps) {
  const { value, label = "Filter by name", isFirst, onChange, children } = props;
  return (
    <div className={css.filter}>
      <Icon name="search" />
      <input
        type="text"
        data-primary={isFirst || undefined}
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
