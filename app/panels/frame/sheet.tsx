import { type PointerEvent, type ReactNode, useRef, useState } from "react";
import { classNames } from "../../common/class-names";
import panelCss from "../../ui/layout/Panel.module.css";
import { useBeside } from "../../ui/layout/use-layout";
import textCss from "../../ui/text/text.module.css";
import css from "./sheet.module.css";

/** Heights of the small screens' sheet, from low to high. */
const HEIGHTS = [css.low, "", css.high];

interface GrabProps {
  level: number;
  /** The highest level. */
  last: number;
  beside: boolean;
  onLevel(level: number): void;
}

/** The bar at the edge of the sheet. A drag or a press opens, shuts or resizes the sheet. */
function Grab({ level, last, beside, onLevel }: GrabProps) {
  const from = useRef<number | null>(null);
  const step = (by: number) => onLevel(Math.max(0, Math.min(last, level + by)));
  const along = (event: PointerEvent) => (beside ? event.clientX : event.clientY);
  const keys: Record<string, number> = beside
    ? { ArrowLeft: 1, ArrowRight: -1 }
    : { ArrowUp: 1, ArrowDown: -1 };
  return (
    <button
      type="button"
      className={css.grab}
      aria-label={beside ? "Open or shut the panels" : "Height of the panel"}
      aria-expanded={level > 0}
      onPointerDown={(event: PointerEvent<HTMLButtonElement>) => {
        from.current = along(event);
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={(event) => {
        const moved = along(event) - (from.current ?? along(event));
        from.current = null;
        if (Math.abs(moved) > 24) step(moved < 0 ? 1 : -1);
        else onLevel(level < last ? level + 1 : 0);
      }}
      onKeyDown={(event) => {
        const by = event.key === "Enter" || event.key === " " ? (level < last ? 1 : -last) : keys[event.key];
        if (by) step(by);
        if (by) event.preventDefault();
      }}
    />
  );
}

/** The sheet at the bottom of a small screen that holds all panels. In a low window, it is a drawer on the right. */
export function Sheet({ children }: { children: ReactNode }) {
  const [chosen, setLevel] = useState(1);
  const beside = useBeside();
  const last = beside ? 1 : HEIGHTS.length - 1;
  const level = Math.min(chosen, last);
  return (
    <section className={classNames(panelCss.panel, css.sheet, HEIGHTS[level])} aria-label="Panels">
      {/* The sections below have headings of the third level. */}
      <h2 className={textCss.visuallyHidden}>Panels</h2>
      <Grab {...{ level, last, beside }} onLevel={setLevel} />
      {children}
    </section>
  );
}
