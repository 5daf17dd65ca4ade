import { createContext, type ReactNode, use, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useStudio } from "../../actions/studio";
import { useDocument } from "../../document/use-stores";
import { Viewport } from "../../viewport/viewport";
import css from "./viewport-seat.module.css";

const Seat = createContext<HTMLElement | null>(null);

function makeSeat(): HTMLElement {
  const seat = document.createElement("div");
  seat.className = css.seat;
  return seat;
}

/**
 * Renders the only viewport, inside the `ViewportSeat` that is on screen. With a viewport of its own, each workspace
 * would compile all shaders again.
 */
export function ViewportHost({ children }: { children: ReactNode }) {
  const { viewport, edits, tools } = useStudio();
  const [seat] = useState(makeSeat);
  const isOpen = useDocument((state) => state.sequence !== null);
  return (
    <Seat value={seat}>
      {children}
      {isOpen && createPortal(<Viewport edits={edits} tools={tools} handleRef={viewport} />, seat)}
    </Seat>
  );
}

/** The place of the viewport on screen, one at a time. It fills its parent. */
export function ViewportSeat() {
  const seat = use(Seat);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (seat) place.current?.append(seat);
  }, [seat]);
  return <div ref={place} className={css.seat} />;
}
