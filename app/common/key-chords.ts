import { capital } from "./capital";

/** A key press with its modifiers. */
export interface Chord {
  /** KeyboardEvent.key in lower case; "num1" for keys of the number pad. */
  key: string;
  ctrl: boolean;
  shift: boolean;
  alt: boolean;
  /** Whether the space bar is held as a modifier. */
  space: boolean;
}

type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey"> & {
  /** The position of the key on the keyboard: "KeyM", "Digit1", "Numpad1". */
  code?: string;
};

const NAMES: Record<string, string> = {
  space: " ",
  left: "arrowleft",
  right: "arrowright",
  up: "arrowup",
  down: "arrowdown",
  esc: "escape",
};

/** The keys of the number pad besides its digits, by the end of their code. */
const PAD: Record<string, string> = {
  Decimal: ".",
  Divide: "/",
  Multiply: "*",
  Subtract: "-",
  Add: "plus",
};

/** Punctuation that nearly every keyboard has on the same key, by the key's code. */
const MARKS: Record<string, string> = { Comma: ",", Period: "." };

/** Parses "Ctrl+Shift+Z", "Space", "Space+G", "Left", "Num1" or "?". */
export function parseChord(text: string): Chord {
  const parts = text.split("+");
  const name = (parts.pop() || "+").toLowerCase();
  const modifiers = parts.map((part) => part.toLowerCase());
  return {
    key: NAMES[name] ?? name,
    ctrl: modifiers.includes("ctrl"),
    shift: modifiers.includes("shift"),
    alt: modifiers.includes("alt"),
    space: modifiers.includes("space"),
  };
}

/** The name of a key of the number pad: "num1"; null for other keys. Its Enter counts as the main Enter key. */
function padKey({ code }: KeyPress): string | null {
  if (!code?.startsWith("Numpad") || code === "NumpadEnter") return null;
  const end = code.slice("Numpad".length);
  return `num${(PAD[end] ?? end).toLowerCase()}`;
}

/**
 * The key without its modifiers. Digits are read from their position on the keyboard, and so are letters while Alt is
 * held, with comma and full stop where Alt types no plain sign. Many layouts type other characters with Shift or Alt.
 */
function bareKey(event: KeyPress): string {
  const pad = padKey(event);
  if (pad) return pad;
  const digit = /^Digit(\d)$/.exec(event.code ?? "")?.[1];
  if (digit) return digit;
  if (!event.altKey) return event.key.toLowerCase();
  const letter = /^Key([A-Z])$/.exec(event.code ?? "")?.[1];
  // Option on a Mac types "≤" on the comma's key.
  const sign = /^[ -~]$/.test(event.key) ? undefined : MARKS[event.code ?? ""];
  return (letter ?? sign ?? event.key).toLowerCase();
}

/** Whether the character may need Shift: "?", "{". */
const isSign = (key: string) => key.length === 1 && !/[a-z0-9 ]/.test(key);

/** Whether a key press matches the chord. Ignores Shift for characters that need it ("?"). */
export function matches(chord: Chord, event: KeyPress, spaceHeld = false): boolean {
  const typed = event.key.toLowerCase();
  const isIt = bareKey(event) === chord.key || (isSign(chord.key) && typed === chord.key && !padKey(event));
  return (
    isIt &&
    (event.ctrlKey || event.metaKey) === chord.ctrl &&
    event.altKey === chord.alt &&
    (spaceHeld && typed !== " ") === chord.space &&
    (isSign(chord.key) || event.shiftKey === chord.shift)
  );
}

const KEY_NAMES = Object.fromEntries(Object.entries(NAMES).map(([name, key]) => [key, capital(name)]));

const MODIFIER_KEYS = new Set(["control", "shift", "alt", "altgraph", "meta", "os", "dead", "unidentified"]);

/** A key press as a keymap writes it: "Ctrl+Shift+Z". Null for a modifier alone. */
export function chordOf(event: KeyPress, spaceHeld = false): string | null {
  const typed = event.key.toLowerCase();
  if (MODIFIER_KEYS.has(typed)) return null;
  // A sign keeps its character, whether or not it needs Shift.
  const bare = bareKey(event);
  const key = isSign(typed) && !padKey(event) && !/^\d$/.test(bare) && !event.altKey ? typed : bare;
  const parts = [
    (event.ctrlKey || event.metaKey) && "Ctrl",
    event.altKey && "Alt",
    event.shiftKey && !isSign(key) && "Shift",
    spaceHeld && typed !== " " && "Space",
    KEY_NAMES[key] ?? capital(key),
  ];
  return parts.filter(Boolean).join("+");
}

/** Whether two texts name the same chord: "Shift+Alt+1" and "Alt+Shift+1". */
export function isSameChord(a: string, b: string): boolean {
  const [one, other] = [parseChord(a), parseChord(b)];
  return (Object.keys(one) as (keyof Chord)[]).every((part) => one[part] === other[part]);
}

const SHOWN: Record<string, string> = { Left: "←", Right: "→", Up: "↑", Down: "↓", NumPlus: "Num +" };

/** A chord as the keycaps show it: "Ctrl K", "⌘ K" on a Mac, "→", "Num 1". */
export function chordText(text: string, mac = false): string {
  return text
    .split(/(?<=.)\+/)
    .map((part) => (mac && part === "Ctrl" ? "⌘" : mac && part === "Alt" ? "⌥" : (SHOWN[part] ?? part)))
    .map((part) => part.replace(/^Num(?=[^ ])/, "Num "))
    .join(" ");
}

export const onMac = () => typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);
