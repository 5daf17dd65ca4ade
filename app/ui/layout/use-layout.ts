import { useSyncExternalStore } from "react";

const SMALL = "(max-width: 999px)";
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

/** Height of a list row, px: the token --row. */
export function useRowHeight(): number {
  const small = useMedia(SMALL);
  const coarse = useMedia(COARSE);
  return small || coarse ? 40 : 24;
}
