import { type PointerEvent, useRef } from "react";

/** Class names of the heights that the sheet of small screens can have, the least first. */
export const HEIGHTS = ["low", "", "high"] as const;

/** The bar at the sheet's top: a drag or press makes the sheet lower or higher. */
export function Grab({ level, onLevel }: { level: number; onLevel(level: number): void }) {
  const from = useRef<number | null>(null);
  const step = (by: number) => onLevel(Math.max(0, Math.min(HEIGHTS.length - 1, level + by)));
  return (
    <button
      type="button"
      className="grab"
      aria-label="Height of the panel"
      onPointerDown={(event: PointerEvent<HTMLButtonElement>) => {
        from.current = event.clientY;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={(event) => {
        const moved = event.clientY - (from.current ?? event.clientY);
        from.current = null;
        if (Math.abs(moved) > 24) step(moved < 0 ? 1 : -1);
        else onLevel((level + 1) % HEIGHTS.length);
      }}
      onKeyDown={(event) => {
        const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (by) step(by);
        if (by) event.preventDefault();
      }}
    />
  );
}
