import { formatBytes, formatCount } from "../common/format";
import type { History } from "./history";
import { toast } from "./session/toasts";

/** Says, the first time that it happens, that old steps went and how much the history keeps. The panel says so too. */
export function tellLetGo(history: History): void {
  const stop = history.state.subscribe(({ letGo, limits }) => {
    if (letGo.steps === 0) return;
    stop();
    toast(
      "Older steps were let go",
      `The history keeps ${formatCount(limits.steps)} steps, ${formatBytes(limits.bytes)} of memory and one earlier file. Nothing that is open changes.`,
    );
  });
}
