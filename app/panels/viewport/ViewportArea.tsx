import { type ReactNode, useEffect, useRef } from "react";
import type { Stores } from "../../document/stores";
import { useStores } from "../../document/use-stores";
import { BoneMenu } from "../bones/BoneMenu";
import { SourceNote } from "./SourceNote";
import css from "./ViewportArea.module.css";
import { ViewsMenu } from "./ViewsMenu";
import { ViewportSeat } from "./viewport-seat";

interface ViewportAreaProps {
  /** Controls that float over the viewport. */
  children: ReactNode;
  /** Several small views fill the viewport, so the controls go around them. */
  framed?: boolean;
  /** Called for each press, in CSS pixels from the corner, with the size of the area. */
  onPress?(stores: Stores, x: number, y: number, width: number, height: number): void;
}

/** The viewport and the controls that float over it. */
export function ViewportArea({ children, framed = false, onPress }: ViewportAreaProps) {
  const stores = useStores();
  const area = useRef<HTMLElement>(null);
  // In React's tree the viewport has another parent, but its DOM events pass through this element.
  useEffect(() => {
    const element = area.current;
    if (!element || !onPress) return;
    const press = ({ clientX, clientY }: PointerEvent) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      onPress(stores, clientX - left, clientY - top, width, height);
    };
    element.addEventListener("pointerdown", press, true);
    return () => element.removeEventListener("pointerdown", press, true);
  }, [onPress, stores]);
  return (
    <section
      ref={area}
      data-ui="viewport-area"
      data-framed={framed || undefined}
      className={framed ? `${css.viewport} ${css.framed}` : css.viewport}
      aria-label="Viewport"
    >
      <ViewportSeat />
      <BoneMenu />
      <ViewsMenu />
      <SourceNote />
      {children}
    </section>
  );
}
