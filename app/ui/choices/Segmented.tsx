import { useId } from "react";
import css from "./Segmented.module.css";

export interface Option<T> {
  value: T;
  label: string;
  /** Why the option cannot be chosen now. */
  refusal?: string | null;
}

interface SegmentedProps<T> {
  label: string;
  value: T;
  options: Option<T>[];
  onChange(value: T): void;
  dense?: boolean;
}

/** A few options side by side. It is a radio group: arrow keys choose. */
export function Segmented<T extends string>({ label, value, options, onChange, dense }: SegmentedProps<T>) {
  const id = useId();
  const chosen = options.findIndex((option) => option.value === value);
  const move = (by: number) => {
    for (let n = 1; n <= options.length; n++) {
      const at = (chosen + by * n + options.length * n) % options.length;
      if (options[at].refusal) continue;
      onChange(options[at].value);
      document.getElementById(`${id}${at}`)?.focus();
      return;
    }
  };
  return (
    <div
      className={dense ? `${css.segmented} ${css.dense}` : css.segmented}
      data-ui="segmented"
      role="radiogroup"
      aria-label={label}
      onKeyDown={(event) => {
        const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (!by) return;
        event.preventDefault();
        move(by);
      }}
    >
      {options.map((option, index) => (
        <button
          key={option.value}
          id={`${id}${index}`}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          aria-disabled={option.refusal ? true : undefined}
          title={option.refusal ?? undefined}
          tabIndex={index === Math.max(0, chosen) ? 0 : -1}
          className={option.value === value ? css.on : undefined}
          onClick={() => !option.refusal && onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
