import { formatBytes, formatCount } from "../../common/format";
import { toast } from "../session/toasts";
import type { Stores } from "../stores";

/** The first time that old steps are dropped, tells the artist how much the history keeps. The panel says so too. */
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
