import type { ReactNode } from "react";
import { useRoving } from "../lists/roving";
import overlayCss from "./Overlay.module.css";

/** Tools in a bar over the viewport: a column, or a row on small screens. Arrow keys go from one to the next. */
export function ToolColumn({
  className,
  asRow = false,
  children,
}: {
  className: string;
  asRow?: boolean;
  children: ReactNode;
}) {
  const roving = useRoving<HTMLDivElement>(":scope > button");
  return (
    <div
      {...roving}
      data-ui="bar"
      className={`${overlayCss.overlay} ${overlayCss.bar} ${className}`}
      role="toolbar"
      aria-label="Tools"
      aria-orientation={asRow ? "horizontal" : "vertical"}
    >
      {children}
    </div>
  );
}
