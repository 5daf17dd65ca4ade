import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from "react";
import { classNames } from "../../common/class-names";
import { formatFigure, type MeasureText } from "../../common/format";
import {
  dragValue,
  fillEnd,
  hardRange,
  type NumberRange,
  stepValue,
  typed,
  whole,
} from "../../common/number-range";
import textCss from "../text/text.module.css";
import css from "./NumberField.module.css";
import { Refusal } from "./Refusal";

interface NumberFieldProps {
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

/** A press that moves fewer pixels is a click. */
const CLICK_PIXELS = 3;

/** A number that the user can drag, type, step and reset. */
export function NumberField(props: NumberFieldProps) {
  const {
    label,
    value,
    range,
    reset,
    unit = "",
    write = formatFigure,
    onCommit,
    onPreview,
    disabled,
  } = props;
  const [shown, setShown] = useState(value);
  const [editing, setEditing] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const drag = useRef<{ x: number; from: number; way: number; moved: boolean } | null>(null);
  const field = useRef<HTMLDivElement>(null);
  const selectAll = useRef(true);
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

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (disabled || editing !== null || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, from: value, way: 0, moved: false };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const gesture = drag.current;
    if (!gesture) return;
    const pixels = event.clientX - gesture.x;
    if (!gesture.moved && Math.abs(pixels) < CLICK_PIXELS) return;
    gesture.moved = true;
    gesture.x = event.clientX;
    gesture.way += pixels * (event.shiftKey ? 0.1 : 1);
    const next = whole(dragValue(gesture.from, gesture.way, range, event.ctrlKey), range);
    setShown(next);
    onPreview?.(next);
  };
  const onPointerUp = () => {
    const gesture = drag.current;
    drag.current = null;
    if (!gesture) return;
    if (gesture.moved) commit(shown);
    else startTyping();
  };
  const abandonDrag = () => {
    if (!drag.current) return false;
    drag.current = null;
    setShown(value);
    onPreview?.(value);
    return true;
  };

  /** Opens the input with its value selected, or with the first typed character instead of the value. */
  const startTyping = (first?: string) => {
    const { value: figure, unit: power } = written(shown);
    setRefused(null);
    selectAll.current = first === undefined;
    setEditing(first ?? (power.startsWith("×") ? `${figure} ${power}` : figure));
  };
  const keepTyped = useRef(true);
  const takeFocus = useCallback((input: HTMLInputElement | null) => {
    input?.focus();
    if (selectAll.current) input?.select();
  }, []);
  const finishTyping = (keep: boolean) => {
    const text = editing;
    setEditing(null);
    if (!keep || text === null) return;
    const result = typed(text, range, label, words);
    if (result.ok) commit(result.value);
    else setRefused(result.reason);
  };

  const nudge = (steps: number) => commit(whole(stepValue(shown, steps, range), range));
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (disabled || editing !== null) return;
    const direction = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    if (direction) nudge(direction * (event.shiftKey ? 10 : 1));
    else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) startTyping();
    else if (/^[\d.,(−-]$/.test(event.key) && !event.ctrlKey && !event.metaKey) startTyping(event.key);
    else if (event.key === "Backspace" && reset !== undefined) commit(reset);
    else if (event.key !== "Escape" || !abandonDrag()) return;
    event.preventDefault();
  };

  // The wheel scrolls the panel, so only Ctrl+wheel changes values. React's own wheel listener is passive and could not
  // prevent the browser's zoom.
  const onWheel = useRef<(event: WheelEvent) => void>(() => {});
  onWheel.current = (event) => {
    if (!event.ctrlKey || disabled) return;
    event.preventDefault();
    nudge(event.deltaY < 0 ? 1 : -1);
  };
  useEffect(() => {
    const element = field.current;
    const listen = (event: WheelEvent) => onWheel.current(event);
    element?.addEventListener("wheel", listen, { passive: false });
    return () => element?.removeEventListener("wheel", listen);
  }, []);

  const isChanged = reset !== undefined && shown !== reset;
  const { value: figure, unit: dimmed } = written(shown);
  const [low, high] = hardRange(range);
  const fill = fillEnd(shown, range);
  return (
    <>
      <div
        ref={field}
        data-ui="number-field"
        className={classNames(
          css.field,
          editing !== null && css.editing,
          refused && css.bad,
          isChanged && css.changed,
        )}
        role={editing === null ? "spinbutton" : undefined}
        tabIndex={disabled || editing !== null ? -1 : 0}
        aria-label={editing === null ? label : undefined}
        aria-valuenow={editing === null ? shown : undefined}
        aria-valuetext={editing === null ? words(shown) : undefined}
        aria-valuemin={editing === null ? low : undefined}
        aria-valuemax={editing === null ? high : undefined}
        aria-disabled={disabled || undefined}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={abandonDrag}
        onKeyDown={onKeyDown}
      >
        {editing === null ? (
          <>
            {fill !== null && <span className={css.fill} style={{ width: `${100 * fill}%` }} />}
            <span className={css.value}>{figure}</span>
            {dimmed && <span className={css.unit}>{dimmed}</span>}
          </>
        ) : (
          <input
            aria-label={label}
            value={editing}
            ref={takeFocus}
            onChange={(event) => setEditing(event.target.value)}
            onBlur={() => {
              finishTyping(keepTyped.current);
              keepTyped.current = true;
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter" || event.key === "Escape") {
                event.preventDefault();
                event.stopPropagation();
                keepTyped.current = event.key === "Enter";
                // Move the focus before the input disappears, or an enclosing dialog takes the lost focus. The blur
                // ends the typing.
                field.current?.focus();
              }
            }}
          />
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
