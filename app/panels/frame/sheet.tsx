import { type PointerEvent, type ReactNode, useRef, useState } from "react";
import { classNames } from "../../common/class-names";
import panelCss from "../../ui/layout/Panel.module.css";
import css from "./sheet.module.css";

/** Heights of the small screens' sheet, from low to high. */
const HEIGHTS = [css.low, "", css.high];

/** The bar at the top of the sheet. A drag or a press changes the sheet's height. */
function Grab({ level, onLevel }: { level: number; onLevel(level: number): void }) {
  const from = useRef<number | null>(null);
  const step = (by: number) => onLevel(Math.max(0, Math.min(HEIGHTS.length - 1, level + by)));
  return (
    <button
      type="button"
      className={css.grab}
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

/** The sheet at the bottom of a small screen that holds all panels. */
export function Sheet({ children }: { children: ReactNode }) {
  const [level, setLevel] = useState(1);
  return (
    <section className={classNames(panelCss.panel, css.sheet, HEIGHTS[level])} aria-label="Panels">
      <Grab level={level} onLevel={setLevel} />
      {children}
    </section>
  );
}
