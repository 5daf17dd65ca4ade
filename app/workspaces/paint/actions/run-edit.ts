import type { Studio } from "../../../actions/studio";
import type { Command } from "../../../document/history/history";
import { toast } from "../../../document/session/toasts";
import { selectionMask } from "../../../document/vertices/selection-mask";

/** Says that the mask may be why nothing changed. */
const limitOf = (studio: Studio): string =>
  selectionMask(studio) ? " Only vertices inside the mask or the selection could change." : "";

/** Runs a command. Without one, says that nothing changed, and why: in its own words, or else the given ones. */
export function runOrTell(studio: Studio, command: Command | string | null, otherwise: string): void {
  if (command === null || typeof command === "string")
    toast(studio, "Nothing changed", command ?? `${otherwise}${limitOf(studio)}`);
  else studio.history.run(command);
}
