import { brushIn, keymapOf } from "../../document/keymap/keymap-state";
import { brushDragOf, parseBrushDrag } from "../../document/keymap/presses";
import type { Stores } from "../../document/stores";

const TYPING = "input, textarea, select, [contenteditable]";
const DRAGS = ["radius", "strength"] as const;

export type BrushDragKind = (typeof DRAGS)[number];

interface BrushKeyEvents {
  /** Whether a brush is active, so that the keys apply to it. */
  wanted(): boolean;
  /** A key for a drag was pressed or released. */
  changed(): void;
  /** A key was pressed so that moving the pointer sets a value, without a button. Returns whether it does. */
  move(what: BrushDragKind): boolean;
}

/**
 * Tracks the keys of the keymap that set a brush's radius and strength. If such a key is pressed and released without a
 * drag, it runs its action as usual.
 */
export class BrushKeyTracker {
  private readonly stores: Stores;
  private readonly events: BrushKeyEvents;
  /** The key that is held, in lower case. */
  private held: string | null = null;
  private used = false;
  /** Whether a press is being passed on to the actions. */
  private passing = false;

  constructor(stores: Stores, events: BrushKeyEvents) {
    this.stores = stores;
    this.events = events;
    window.addEventListener("keydown", this.press, { capture: true });
    window.addEventListener("keyup", this.release, { capture: true });
    window.addEventListener("blur", this.forget);
  }

  private drags() {
    const brush = brushIn(keymapOf(this.stores));
    return DRAGS.map((what) => ({ what, ...parseBrushDrag(brush[what]) }));
  }

  /** The value that a mouse press drags because of held keys or modifiers; null if it drags none. */
  dragOf(event: PointerEvent): BrushDragKind | null {
    const { held } = this;
    if (held === null) return brushDragOf(brushIn(keymapOf(this.stores)), event);
    this.used = true;
    const drags = this.drags().filter(({ by, key }) => by === "hold" && key === held);
    return (drags.find(({ shift }) => shift === event.shiftKey) ?? drags[0])?.what ?? null;
  }

  private readonly press = (event: KeyboardEvent) => {
    if (this.passing || event.ctrlKey || event.metaKey || event.altKey || !this.events.wanted()) return;
    if (event.target instanceof Element && event.target.closest(TYPING)) return;
    const key = event.key.toLowerCase();
    const drags = this.drags().filter((drag) => drag.key === key);
    const mover = drags.find(({ by, shift }) => by === "move" && shift === event.shiftKey);
    if (mover && !event.repeat && this.events.move(mover.what)) event.preventDefault();
    if (!drags.some(({ by }) => by === "hold")) return;
    // The key's action waits for the release.
    event.preventDefault();
    if (this.held !== null) return;
    this.held = key;
    // With Shift the key has no other action.
    this.used = event.shiftKey;
    this.events.changed();
  };

  private readonly release = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== this.held) return;
    const { used } = this;
    this.forget();
    if (used) return;
    this.passing = true;
    const { key, code } = event;
    (event.target ?? window).dispatchEvent(
      new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true }),
    );
    this.passing = false;
  };

  private readonly forget = () => {
    if (this.held === null) return;
    this.held = null;
    this.events.changed();
  };

  stop(): void {
    window.removeEventListener("keydown", this.press, { capture: true });
    window.removeEventListener("keyup", this.release, { capture: true });
    window.removeEventListener("blur", this.forget);
  }
}
