import { useSyncExternalStore } from "react";

const SMALL = "(max-width: 999px)";
const BESIDE =
  "(min-width: 700px) and (max-width: 999px) and (max-height: 760px), (min-width: 600px) and (max-width: 999px) and (max-height: 500px)";
const COARSE = "(pointer: coarse)";

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listen) => {
      const media = matchMedia(query);
      media.addEventListener("change", listen);
      return () => media.removeEventListener("change", listen);
    },
    () => matchMedia(query).matches,
  );
}

/** Whether the window is so small that all panels share one bottom sheet. */
export const useSmall = () => useMedia(SMALL);

/** Whether the window is so low that the sheet is a drawer beside the view, as in sheet.module.css. */
export const useBeside = () => useMedia(BESIDE);

/** A value of the window, read again when its size changes. */
export function useAtSize(read: () => number): number {
  return useSyncExternalStore((listen) => {
    window.addEventListener("resize", listen);
    return () => window.removeEventListener("resize", listen);
  }, read);
}

/** The size of text that the browser is set to, px: 1rem. */
export const rootFontSize = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** The size that browsers have text at, px. */
const USUAL_TEXT = 16;

/** How much larger than usual the browser's text is. */
export const textGrowth = (): number => rootFontSize() / USUAL_TEXT;

/** Height of a list row, px: the token --row. */
export function useRowHeight(): number {
  const small = useMedia(SMALL);
  const coarse = useMedia(COARSE);
  return rootFontSize() * (small || coarse ? 2.5 : 1.5);
}
