import { type ReactNode, useEffect, useRef } from "react";
import type { Stores } from "../../document/stores";
import { useStores } from "../../document/use-stores";
import { BoneMenu } from "../bones/BoneMenu";
import css from "./ViewportArea.module.css";
import { ViewportSeat } from "./viewport-seat";

interface ViewportAreaProps {
  /** What floats over the picture. */
  children: ReactNode;
  /** Small views of one mesh leave no room within: what floats stands round them. */
  framed?: boolean;
  /** A press within, in CSS pixels from the corner, with the size of the area. */
  onPress?(stores: Stores, x: number, y: number, width: number, height: number): void;
}

/** The picture and what floats over it. */
export function ViewportArea({ children, framed = false, onPress }: ViewportAreaProps) {
  const stores = useStores();
  const area = useRef<HTMLElement>(null);
  // The viewport is elsewhere in React's tree: its presses pass here in the page's.
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
      {children}
    </section>
  );
}
