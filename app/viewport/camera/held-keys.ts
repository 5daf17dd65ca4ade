/** Keys that change the effect of a mouse press but are not part of pointer events. */
export interface HeldKeys {
  /** Whether the space bar is held. */
  space(): boolean;
  /** Call it when Alt is used with the mouse: its release then does not open the browser's menu. */
  noteAlt(): void;
  stop(): void;
}

/** Tracks the space bar and Alt. */
export function followHeldKeys(): HeldKeys {
  let isSpaceHeld = false;
  let usedAlt = false;
  const down = ({ key }: KeyboardEvent) => {
    if (key === " ") isSpaceHeld = true;
    if (key === "Alt") usedAlt = false;
  };
  const up = (event: KeyboardEvent) => {
    if (event.key === " ") isSpaceHeld = false;
    if (event.key === "Alt" && usedAlt) event.preventDefault();
  };
  const forget = () => {
    isSpaceHeld = false;
  };
  window.addEventListener("keydown", down, { capture: true });
  window.addEventListener("keyup", up, { capture: true });
  window.addEventListener("blur", forget);
  return {
    space: () => isSpaceHeld,
    noteAlt: () => {
      usedAlt = true;
    },
    stop: () => {
      window.removeEventListener("keydown", down, { capture: true });
      window.removeEventListener("keyup", up, { capture: true });
      window.removeEventListener("blur", forget);
    },
  };
}
