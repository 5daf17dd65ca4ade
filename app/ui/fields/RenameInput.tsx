import { useEffect, useRef } from "react";

interface RenameInputProps {
  name: string;
  label?: string;
  className?: string;
  /** Gets the new name, or null if nothing was typed, the name is the same, or Escape was pressed. */
  onEnd(next: string | null): void;
}

/**
 * The field that renames an item of a list. Enter or a click elsewhere keeps the new name, Escape discards it. After
 * either key the list has the focus again, so that its own keys go on.
 */
export function RenameInput({ name, label = `Name of ${name}`, className, onEnd }: RenameInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  const list = useRef<Element | null>(null);
  useEffect(() => {
    // A menu that asked for the name gives the focus back to the list when it closes, after this effect.
    queueMicrotask(() => {
      list.current = document.activeElement;
      input.current?.focus();
      input.current?.select();
    });
  }, []);
  const end = (typed: string | null) => {
    if (ended.current) return;
    ended.current = true;
    const next = typed?.trim();
    onEnd(next && next !== name ? next : null);
  };
  return (
    <input
      ref={input}
      className={className}
      aria-label={label}
      defaultValue={name}
      onBlur={(event) => end(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") end(event.currentTarget.value);
        else if (event.key === "Escape") end(null);
        else return;
        event.preventDefault();
        if (list.current instanceof HTMLElement) list.current.focus();
      }}
    />
  );
}
