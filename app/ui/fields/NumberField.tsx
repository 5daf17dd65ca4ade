import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { classNames } from "../../common/class-names";
import { formatFigure, type MeasureText } from "../../common/format";
import { fillEnd, hardRange, type NumberRange, stepValue, whole } from "../../common/number-range";
import textCss from "../text/text.module.css";
import css from "./NumberField.module.css";
import { Refusal } from "./Refusal";
import { TypedNumber } from "./TypedNumber";
import { useCtrlWheel } from "./use-ctrl-wheel";
import { useNumberDrag } from "./use-number-drag";
import { useTyping } from "./use-typing";

export interface NumberFieldProps {
  label: string;
  value: number;
  range: NumberRange;
  /** The default. A dot shows where the value differs from it; Backspace restores it. */
  reset?: number;
  unit?: string;
  /** Formats the value; three digits by default. */
  write?(value: number): string | MeasureText;
  /** Called once per gesture: a drag, a typed value, a step by key or wheel. */
  onCommit(value: number): void;
  /** Called while a drag goes on. */
  onPreview?(value: number): void;
  disabled?: boolean;
}

/** A number that the user can drag, type, step and reset. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, range, reset, unit = "", write = formatFigure, onCommit, onPreview } = props;
  const { disabled = false } = props;
  const [shown, setShown] = useState(value);
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => setShown(value), [value]);

  const written = (x: number): MeasureText => {
    const text = write(x);
    return typeof text === "string" ? { value: text, unit } : text;
  };
  const words = (x: number) => [written(x).value, written(x).unit].filter(Boolean).join("\u00a0");
  const commit = (next: number) => {
    forgive();
    setShown(next);
    if (next !== value) onCommit(next);
  };
  const text = typedText(written(shown));
  const { typing, refused, forgive, ...typed } = useTyping({ label, range, text, words, onTyped: commit });
  const enabled = !disabled && typing === null;

  const nudge = (steps: number) => commit(whole(stepValue(shown, steps, range), range));
  const { abandon, handlers } = useNumberDrag({
    value,
    range,
    enabled,
    onMove: (next) => {
      setShown(next);
      onPreview?.(next);
    },
    onDrop: () => commit(shown),
    onClick: () => typed.start(),
  });
  useCtrlWheel(field, !disabled, nudge);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const restore = reset === undefined ? null : () => commit(reset);
    if (enabled && takeKey(event, { nudge, startTyping: typed.start, restore, abandon }))
      event.preventDefault();
  };

  const isChanged = reset !== undefined && shown !== reset;
  const [low, high] = hardRange(range);
  return (
    <>
      <div
        ref={field}
        data-ui="number-field"
        className={classNames(css.field, typing && css.editing, refused && css.bad, isChanged && css.changed)}
        {...(!typing && {
          role: "spinbutton",
          "aria-label": label,
          "aria-valuenow": shown,
          "aria-valuetext": words(shown),
          "aria-valuemin": low,
          "aria-valuemax": high,
        })}
        tabIndex={enabled ? 0 : -1}
        aria-disabled={disabled || undefined}
        {...handlers}
        onKeyDown={onKeyDown}
      >
        {typing ? (
          <TypedNumber
            label={label}
            {...typing}
            onChange={typed.change}
            // The focus moves before the input disappears, or an enclosing dialog takes the lost focus.
            onLeave={() => field.current?.focus()}
            onEnd={typed.end}
          />
        ) : (
          <WrittenNumber {...written(shown)} fill={fillEnd(shown, range)} />
        )}
      </div>
      {refused && (
        <Refusal field={field} onLeave={forgive}>
          {refused} <span className={textCss.tertiary}>It stays at {words(value)}.</span>
        </Refusal>
      )}
    </>
  );
}

/** The text that typing begins with. A power of ten is part of it, a unit is not. */
const typedText = ({ value, unit }: MeasureText) => (unit.startsWith("×") ? `${value} ${unit}` : value);

/** What keys do with a number that is not being typed. */
interface NumberKeys {
  nudge(steps: number): void;
  startTyping(first?: string): void;
  /** Null without a default. */
  restore: (() => void) | null;
  /** Ends a drag with the number before it. @returns whether there was one. */
  abandon(): boolean;
}

/** @returns whether the key was for the number. */
function takeKey(event: KeyboardEvent, { nudge, startTyping, restore, abandon }: NumberKeys): boolean {
  const direction = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
  const isPlain = !event.ctrlKey && !event.metaKey;
  if (direction) nudge(direction * (event.shiftKey ? 10 : 1));
  else if (event.key === "Enter" && isPlain) startTyping();
  else if (/^[\d.,(−-]$/.test(event.key) && isPlain) startTyping(event.key);
  else if (event.key === "Backspace" && restore) restore();
  // It ends the drag, and not also the dialog.
  else if (event.key === "Escape" && abandon()) event.stopPropagation();
  else return false;
  return true;
}

/** The number as text, over a bar from the start of its usual range; no bar if `fill` is null. */
function WrittenNumber({ value, unit, fill }: MeasureText & { fill: number | null }) {
  return (
    <>
      {fill !== null && <span className={css.fill} style={{ width: `${100 * fill}%` }} />}
      <span className={css.value}>{value}</span>
      {unit && <span className={css.unit}>{unit}</span>}
    </>
  );
}
