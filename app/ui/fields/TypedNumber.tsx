import { type KeyboardEvent, useCallback, useRef } from "react";

interface TypedNumberProps {
  label: string;
  text: string;
  /** Selects the text at first, so that typing replaces it. */
  selected: boolean;
  onChange(text: string): void;
  /** Called for Enter and Escape. It must move the focus away, which ends the typing. */
  onLeave(): void;
  /** Called once, when the input loses the focus. `keep` is false after Escape. */
  onEnd(keep: boolean): void;
}

/** The input of a number field while its user types. */
export function TypedNumber({ label, text, selected, onChange, onLeave, onEnd }: TypedNumberProps) {
  const keep = useRef(true);
  const selectAll = useRef(selected);
  const takeFocus = useCallback((input: HTMLInputElement | null) => {
    input?.focus();
    if (selectAll.current) input?.select();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    keep.current = event.key === "Enter";
    onLeave();
  };
  return (
    <input
      aria-label={label}
      value={text}
      ref={takeFocus}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => onEnd(keep.current)}
      onKeyDown={onKeyDown}
    />
  );
}
