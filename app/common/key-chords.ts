/** A key press with its modifiers. */
export interface Chord {
  /** KeyboardEvent.key in lower case. */
  key: string;
  ctrl: boolean;
  shift: boolean;
  alt: boolean;
}

type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

const NAMES: Record<string, string> = {
  space: " ",
  left: "arrowleft",
  right: "arrowright",
  up: "arrowup",
  down: "arrowdown",
  esc: "escape",
};

/** Parses "Ctrl+Shift+Z", "Space", "Left" or "?". */
export function parseChord(text: string): Chord {
  const parts = text.split("+");
  const name = (parts.pop() || "+").toLowerCase();
  const modifiers = parts.map((part) => part.toLowerCase());
  return {
    key: NAMES[name] ?? name,
    ctrl: modifiers.includes("ctrl"),
    shift: modifiers.includes("shift"),
    alt: modifiers.includes("alt"),
  };
}

/** Whether a key press matches the chord. Ignores Shift for characters that need it ("?"). */
export function matches(chord: Chord, event: KeyPress): boolean {
  const isSign = chord.key.length === 1 && !/[a-z0-9 ]/.test(chord.key);
  return (
    event.key.toLowerCase() === chord.key &&
    (event.ctrlKey || event.metaKey) === chord.ctrl &&
    event.altKey === chord.alt &&
    (isSign || event.shiftKey === chord.shift)
  );
}

const SHOWN: Record<string, string> = { Left: "←", Right: "→", Up: "↑", Down: "↓" };

/** A chord as the keycaps show it: "Ctrl K", "⌘ K" on a Mac, "→". */
export function chordText(text: string, mac = false): string {
  return text
    .split("+")
    .map((part) => (mac && part === "Ctrl" ? "⌘" : mac && part === "Alt" ? "⌥" : (SHOWN[part] ?? part)))
    .join(" ");
}

export const onMac = () => typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);
