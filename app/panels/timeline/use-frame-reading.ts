import { type PointerEvent, useRef } from "react";
import { useStores } from "../../document/use-stores";
import { frameWords } from "./frame-words";
import { frameUnder, frameX, type TimelineLayout } from "./timeline-layout";

/** Shows the frame under the pointer above its bar, without a React render. */
export function useFrameReading(layoutOf: () => TimelineLayout) {
  const stores = useStores();
  const tip = useRef<HTMLDivElement>(null);
  const show = (event: PointerEvent<HTMLElement>) => {
    const element = tip.current;
    if (!element) return;
    const layout = layoutOf();
    const k = frameUnder(layout, event.clientX - event.currentTarget.getBoundingClientRect().left);
    element.textContent = frameWords(stores, k);
    element.hidden = false;
    const half = element.offsetWidth / 2;
    const x = Math.max(half, Math.min(layout.width - half, frameX(layout, k)));
    element.style.transform = `translateX(${(x - half).toFixed(1)}px)`;
  };
  const hide = () => {
    if (tip.current) tip.current.hidden = true;
  };
  return { tip, show, hide };
}
