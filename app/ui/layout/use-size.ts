import { type RefObject, useEffect, useState } from "react";

export interface Size {
  width: number;
  height: number;
}

/** The inner size of an element in CSS pixels, kept up to date; 0 by 0 until it is measured. */
export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const read = () => setSize({ width: target.clientWidth, height: target.clientHeight });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
