import type { KeyboardEvent, PointerEvent } from "react";
import legendCss from "./Legend.module.css";

interface RampHandleProps {
  label: string;
  /** Value at the handle, in the ramp's unit; the bar goes from 0 to `full`. */
  value: number;
  full: number;
  /** The value as a screen reader says it. */
  text?: string;
  onChange(value: number): void;
  /** Called by a double click and by Backspace. */
  onReset(): void;
}

const KEYS: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

/**
 * An end of a ramp on its legend's bar. A drag moves it; an arrow key moves it by a hundredth of the bar, with Shift by
 * a tenth.
 */
export function RampHandle({ label, value, full, text, onChange, onReset }: RampHandleProps) {
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.parentElement!.getBoundingClientRect();
    onChange(Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)) * full);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Backspace") onReset();
    else if (event.key in KEYS) onChange(value + (KEYS[event.key] * full) / (event.shiftKey ? 10 : 100));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      type="button"
      role="slider"
      aria-label={label}
      aria-valuenow={Number(value.toPrecision(3))}
      aria-valuetext={text}
      aria-valuemin={0}
      aria-valuemax={Number(full.toPrecision(3))}
      style={{ left: `${Math.min(100, (100 * value) / full)}%` }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
      onDoubleClick={onReset}
    />
  );
}

/**
 * CSS gradient of a ramp between two values of a bar that goes from 0 to `full`. Beyond them the end colours continue.
 */
export function rampBetween(colours: readonly string[], low: number, high: number, full: number): string {
  const at = (value: number) => `${Math.min(100, (100 * value) / full).toFixed(1)}%`;
  const last = colours.length - 1;
  const stops = colours.map((colour, n) => `${colour} ${at(low + ((high - low) * n) / last)}`);
  return `linear-gradient(90deg, ${stops.join(", ")})`;
}

/** Numbers at the quarters of a bar that goes from 0 to `full`. */
export function Ticks({ full, write }: { full: number; write(value: number): string }) {
  return (
    <div className={legendCss.ticks} aria-hidden="true">
      {[0, 0.25, 0.5, 0.75, 1].map((t) => (
        <span key={t}>{write(t * full)}</span>
      ))}
    </div>
  );
}
