import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { classNames } from "../../common/class-names";
import { formatFigure, type MeasureText } from "../../common/format";
import { fillEnd, hardRange, type NumberRange, stepValue, typed, whole } from "../../common/number-range";
import textCss from "../text/text.module.css";
import css from "./NumberField.module.css";
import { Refusal } from "./Refusal";
import { TypedNumber } from "./TypedNumber";
import { useCtrlWheel } from "./use-ctrl-wheel";
import { useNumberDrag } from "./use-number-drag";

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
  const [typing, setTyping] = useState<{ text: string; selected: boolean } | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const field = useRef<HTMLDivElement>(null);
  const enabled = !disabled && typing === null;
  useEffect(() => setShown(value), [value]);

  const written = (x: number): MeasureText => {
    const text = write(x);
    return typeof text === "string" ? { value: text, unit } : text;
  };
  const words = (x: number) => [written(x).value, written(x).unit].filter(Boolean).join("\u00a0");

  const commit = (next: number) => {
    setRefused(null);
    setShown(next);
    if (next !== value) onCommit(next);
  };
  const nudge = (steps: number) => commit(whole(stepValue(shown, steps, range), range));

  /** Opens the input with its value selected, or with the first typed character instead of the value. */
  const startTyping = (first?: string) => {
    const { value: figure, unit: power } = written(shown);
    setRefused(null);
    setTyping({
      text: first ?? (power.startsWith("×") ? `${figure} ${power}` : figure),
      selected: first === undefined,
    });
  };
  const endTyping = (keep: boolean) => {
    setTyping(null);
    if (!keep || typing === null) return;
    const result = typed(typing.text, range, label, words);
    if (result.ok) commit(result.value);
    else setRefused(result.reason);
  };

  const { abandon, handlers } = useNumberDrag({
    value,
    range,
    enabled,
    onMove: (next) => {
      setShown(next);
      onPreview?.(next);
    },
    onDrop: () => commit(shown),
    onClick: () => startTyping(),
  });
  useCtrlWheel(field, !disabled, nudge);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!enabled) return;
    const direction = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    const isPlain = !event.ctrlKey && !event.metaKey;
    if (direction) nudge(direction * (event.shiftKey ? 10 : 1));
    else if (event.key === "Enter" && isPlain) startTyping();
    else if (/^[\d.,(−-]$/.test(event.key) && isPlain) startTyping(event.key);
    else if (event.key === "Backspace" && reset !== undefined) commit(reset);
    else if (event.key === "Escape" && abandon()) {
      // It ends the drag, and not also the dialog.
      event.stopPropagation();
    } else return;
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
            onChange={(text) => setTyping({ ...typing, text })}
            // The focus moves before the input disappears, or an enclosing dialog takes the lost focus.
            onLeave={() => field.current?.focus()}
            onEnd={endTyping}
          />
        ) : (
          <WrittenNumber {...written(shown)} fill={fillEnd(shown, range)} />
        )}
      </div>
      {refused && (
        <Refusal field={field} onLeave={() => setRefused(null)}>
          {refused} <span className={textCss.tertiary}>It stays at {words(value)}.</span>
        </Refusal>
      )}
    </>
  );
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
