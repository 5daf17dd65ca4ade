import { useEffect, useRef } from "react";
import { useStores } from "../../document/use-stores";
import type { Stage } from "../stage";
import css from "./hover-marker.module.css";

/** A white ring on the vertex under the pointer. Moves without React. */
export function HoverMarker({ stage }: { stage: { current: Stage | null } }) {
  const stores = useStores();
  const ring = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      stores.view.subscribe(
        (state) => state.hovered,
        (hovered) => {
          const element = ring.current;
          if (!element) return;
          const at = hovered && stage.current?.picking.project(hovered.vertex, hovered.x, hovered.y);
          element.hidden = !at;
          if (at) element.style.transform = `translate(${at.x}px, ${at.y}px)`;
        },
      ),
    [stage, stores.view.subscribe],
  );
  return <div ref={ring} className={css.marker} hidden aria-hidden="true" />;
}
