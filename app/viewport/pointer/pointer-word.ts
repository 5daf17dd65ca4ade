import css from "./pointer-word.module.css";
import type { CanvasPoint, Say } from "./tool";

/** A label beside the pointer. */
export interface PointerWord {
  say: Say;
  remove(): void;
}

export function createWord(element: HTMLElement): PointerWord {
  const word = document.createElement("span");
  word.className = css.word;
  word.dataset.ui = "pointer-word";
  word.hidden = true;
  element.append(word);
  return {
    say(text: string | null, at: CanvasPoint) {
      word.hidden = text === null;
      if (text === null) return;
      word.textContent = text;
      word.style.transform = `translate(${Math.round(at.x) + 14}px, ${Math.round(at.y) - 12}px)`;
    },
    remove: () => word.remove(),
  };
}
