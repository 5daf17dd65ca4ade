import type { ReactNode } from "react";
import plotCss from "./Plot.module.css";

interface PressablePointProps {
  /** What a screen reader says. */
  name: string;
  /** Centre, px in the chart. */
  x: number;
  y: number;
  /** Radius of the disc that takes the pointer, px. */
  reach?: number;
  chosen: boolean;
  /** A class of the chart's own. */
  className?: string;
  /** By a click, or by Enter or Space. */
  onChoose(event: { altKey: boolean }): void;
  /** The pointer or the focus comes, or leaves. */
  onRead?(reads: boolean): void;
  /** What is drawn over the disc. */
  children: ReactNode;
}

/** A point of a chart that can be chosen by pointer and keys. */
export function PressablePoint(props: PressablePointProps) {
  const { name, x, y, reach = 10, chosen, className, onChoose, onRead, children } = props;
  return (
    <g
      role="button"
      tabIndex={0}
      aria-label={name}
      aria-pressed={chosen}
      className={[plotCss.point, chosen && plotCss.on, className].filter(Boolean).join(" ")}
      onClick={onChoose}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        onChoose(event);
      }}
      onFocus={() => onRead?.(true)}
      onBlur={() => onRead?.(false)}
      onPointerEnter={() => onRead?.(true)}
      onPointerLeave={() => onRead?.(false)}
    >
      <circle className={plotCss.reach} cx={x} cy={y} r={reach} />
      {children}
    </g>
  );
}
