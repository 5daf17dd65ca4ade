import { type RefObject, useEffect, useState } from "react";

export interface Size {
  width: number;
  height: number;
}

/**
 * The inner size of an element in CSS pixels, kept up to date. It is 0 by 0 until the first layout. Reading the size
 * earlier would make the browser lay out the page twice.
 */
export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: target.clientWidth, height: target.clientHeight }),
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
