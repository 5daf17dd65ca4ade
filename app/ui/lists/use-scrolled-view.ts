import { useEffect, useLayoutEffect, useRef, useState } from "react";

/** The part of a list of equal rows that is on screen, px. Scrolls to the selected row when the selection changes. */
export function useScrolledView(selected: number | null, rowHeight: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    // Its first call comes after the layout, before the list is drawn. Reading sizes now would cost a second layout.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);

  // The selection may come from elsewhere, for example from the viewport.
  useEffect(() => {
    const element = scroller.current;
    if (!element || selected === null || selected < 0) return;
    const top = selected * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + rowHeight - element.clientHeight;
    }
  }, [selected, rowHeight]);
  return { scroller, view };
}
