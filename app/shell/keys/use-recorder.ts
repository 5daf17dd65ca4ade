import { useEffect, useState } from "react";
import { chordOf } from "../../common/key-chords";
import { pressOf } from "../../document/keymap/presses";

/** A recorder waits for a key with its modifiers, a mouse press, either, or modifiers alone. */
export type Recorded = "key" | "press" | "key or press" | "modifiers";

/** Combinations that browsers keep for themselves. */
const KEPT = /^Ctrl\+(Shift\+)?[NTW]$|^(Ctrl\+(Shift\+)?Tab|F11|Alt\+F4)$/;

const MODIFIERS: Record<string, string> = { Control: "Ctrl", Meta: "Ctrl", Alt: "Alt", Shift: "Shift" };
const ORDER = ["Ctrl", "Alt", "Shift"];

/** Swallows the click and the context menu that follow a recorded mouse press. */
function keepRest(element: HTMLElement | null, keep: (event: Event) => void): void {
  const rest = new AbortController();
  for (const kind of ["click", "contextmenu", "auxclick", "mousedown", "mouseup"] as const)
    element?.addEventListener(kind, keep, { capture: true, signal: rest.signal });
  setTimeout(() => rest.abort(), 300);
}

interface Recorder {
  /** Whether it waits for a press. */
  on: boolean;
  /** Why the last press cannot be used, or null. */
  refusal: string | null;
  start(): void;
  stop(): void;
}

/**
 * Waits for a key or a mouse press, and keeps it from the rest of the page. Escape cancels.
 * @param target the element that mouse presses must hit.
 */
export function useRecorder(
  what: Recorded,
  target: { current: HTMLElement | null },
  take: (text: string) => void,
): Recorder {
  const [on, setOn] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    if (!on) return;
    const listeners = new AbortController();
    const options = { capture: true, signal: listeners.signal };
    const finish = (text: string | null) => {
      setOn(false);
      if (text !== null) take(text);
    };
    const keep = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    let isSpaceHeld = false;
    let modifiers = new Set<string>();
    const down = (event: KeyboardEvent) => {
      keep(event);
      if (event.key === "Escape") return finish(null);
      if (event.key in MODIFIERS) modifiers.add(MODIFIERS[event.key]);
      if (what === "modifiers") return;
      // The space bar may be the key itself, or be held with another one. Its release decides.
      if (event.key === " ") isSpaceHeld = true;
      if (event.key === " " || what === "press") return;
      const text = chordOf(event, isSpaceHeld);
      if (text && KEPT.test(text)) setRefusal(`The browser keeps ${text.replaceAll("+", " ")} for itself.`);
      else if (text) finish(text);
    };
    const up = (event: KeyboardEvent) => {
      keep(event);
      if (what === "modifiers" && modifiers.size > 0)
        return finish(ORDER.filter((name) => modifiers.has(name)).join("+"));
      if (event.key === " " && isSpaceHeld && what !== "press") return finish(chordOf(event));
      if (event.key === " ") isSpaceHeld = false;
      modifiers = new Set();
    };
    const press = (event: PointerEvent) => {
      const inside = event.target instanceof Node && target.current?.contains(event.target);
      // Ends after the press has reached its target, which may be the button that removes this key.
      if (!inside) return void setTimeout(() => finish(null));
      keep(event);
      if (what !== "press" && what !== "key or press") return;
      keepRest(target.current, keep);
      finish(pressOf(event, isSpaceHeld));
    };
    window.addEventListener("keydown", down, options);
    window.addEventListener("keyup", up, options);
    window.addEventListener("pointerdown", press, options);
    return () => listeners.abort();
  }, [on, what, target, take]);
  return {
    on,
    refusal: on ? refusal : null,
    start: () => {
      setRefusal(null);
      setOn(true);
    },
    stop: () => setOn(false),
  };
}
