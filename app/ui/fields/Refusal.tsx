import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Icon } from "../icons/Icon";
import tipCss from "../overlays/Tip.module.css";
import css from "./Refusal.module.css";

/** Distance between the message and its field, and minimum distance to the window's edges, px. */
const GAP = 4;
const MARGIN = 6;

interface RefusalProps {
  /** The control that refused a value. */
  field: RefObject<HTMLElement | null>;
  /** Called when the user moves on. */
  onLeave(): void;
  children: ReactNode;
}

/**
 * Says why a value was refused. The message floats over the rows below the field, so that they do not move. It closes
 * with the next press, scroll or change of focus.
 */
export function Refusal({ field, onLeave, children }: RefusalProps) {
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<{ left: number; top: number } | null>(null);
  const leave = useRef(onLeave);
  leave.current = onLeave;

  useLayoutEffect(() => {
    const [anchor, own] = [field.current?.getBoundingClientRect(), box.current?.getBoundingClientRect()];
    if (!anchor || !own) return;
    const below = anchor.bottom + GAP;
    const fits = below + own.height <= window.innerHeight - MARGIN;
    const left = Math.min(anchor.right - own.width, window.innerWidth - MARGIN - own.width);
    setAt({ left: Math.max(MARGIN, left), top: fits ? below : anchor.top - GAP - own.height });
  }, [field]);

  useEffect(() => {
    const go = (event: Event) => {
      if (!(event.target instanceof Node && box.current?.contains(event.target))) leave.current();
    };
    const onFocus = (event: FocusEvent) => event.target !== field.current && go(event);
    document.addEventListener("pointerdown", go, true);
    document.addEventListener("scroll", go, true);
    document.addEventListener("focusin", onFocus);
    window.addEventListener("resize", go);
    return () => {
      document.removeEventListener("pointerdown", go, true);
      document.removeEventListener("scroll", go, true);
      document.removeEventListener("focusin", onFocus);
      window.removeEventListener("resize", go);
    };
  }, [field]);

  return createPortal(
    <div
      ref={box}
      className={`${tipCss.tip} ${css.refused}`}
      role="alert"
      style={at ?? { visibility: "hidden" }}
    >
      <Icon name="error" />
      <span>{children}</span>
    </div>,
    document.body,
  );
}
