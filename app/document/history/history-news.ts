import { formatBytes, formatCount } from "../../common/format";
import { toast } from "../session/toasts";
import type { Stores } from "../stores";

/**
 * Tells the artist, the first time, that old steps were dropped and how much the history keeps. The panel says so too.
 */
export function tellLetGo(stores: Stores): void {
  const stop = stores.steps.subscribe(({ letGo, limits }) => {
    if (letGo.steps === 0) return;
    stop();
    toast(
      stores,
      "Older undo steps were removed",
      `The history keeps ${formatCount(limits.steps)} steps, ${formatBytes(limits.bytes)} of memory and one earlier file. Nothing that is open changes.`,
    );
  });
}
