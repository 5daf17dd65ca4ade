import { useState } from "react";
import { type NumberRange, typed } from "../../common/number-range";

interface TypingParts {
  label: string;
  range: NumberRange;
  /** The number as text, as it is typed. */
  text: string;
  /** Writes any number of the range, for the reason of a refusal. */
  words(value: number): string;
  onTyped(value: number): void;
}

/** What is being typed into a number field, and why the last text was refused. */
export function useTyping({ label, range, text, words, onTyped }: TypingParts) {
  const [typing, setTyping] = useState<{ text: string; selected: boolean } | null>(null);
  const [refused, setRefused] = useState<string | null>(null);

  /** Opens the input with the number selected, or with the first typed character instead of it. */
  const start = (first?: string) => {
    setRefused(null);
    setTyping({ text: first ?? text, selected: first === undefined });
  };
  const end = (keep: boolean) => {
    setTyping(null);
    if (!keep || typing === null) return;
    const result = typed(typing.text, range, label, words);
    if (result.ok) onTyped(result.value);
    else setRefused(result.reason);
  };
  const change = (next: string) => setTyping(typing && { ...typing, text: next });
  return { typing, refused, start, change, end, forgive: () => setRefused(null) };
}
