import { useCallback, useRef } from "react";
import { classNames } from "../../common/class-names";
import { chordText, onMac } from "../../common/key-chords";
import { IconButton } from "../../ui/buttons/IconButton";
import { Icon } from "../../ui/icons/Icon";
import css from "./keys.module.css";
import { type Recorded, useRecorder } from "./use-recorder";

const PROMPTS: Record<Recorded, string> = {
  key: "Press a key",
  press: "Press a button here",
  "key or press": "Press a key or drag here",
  modifiers: "Hold and release",
};

interface KeyButtonProps {
  /** The name of the key's action: "Play". */
  name: string;
  /** The key; null for a button that adds one. */
  value: string | null;
  what: Recorded;
  onTake(value: string): void;
  /** Left out where there is nothing to remove. */
  onRemove?(): void;
}

/** A key in the Keys dialog. A click waits for the next press, which replaces the key. */
export function KeyButton({ name, value, what, onTake, onRemove }: KeyButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(onTake);
  latest.current = onTake;
  const take = useCallback((text: string) => latest.current(text), []);
  const recorder = useRecorder(what, button, take);
  const shown = value === null ? null : chordText(value, onMac());
  return (
    <span className={css.key}>
      <button
        ref={button}
        type="button"
        className={classNames(css.cap, recorder.on && css.recording)}
        aria-label={shown === null ? `${name}: add a key` : `${name}: ${shown}. Change`}
        aria-live="polite"
        onClick={recorder.start}
      >
        {recorder.on ? (recorder.refusal ?? PROMPTS[what]) : (shown ?? <Icon name="plus" small />)}
      </button>
      {recorder.on && onRemove && (
        <IconButton
          aria-label={`${name}: remove ${shown}`}
          onPointerDown={(event) => {
            event.preventDefault();
            recorder.stop();
            onRemove();
          }}
          onClick={onRemove}
        >
          <Icon name="x" small />
        </IconButton>
      )}
    </span>
  );
}
