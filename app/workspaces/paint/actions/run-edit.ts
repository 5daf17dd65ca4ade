import type { Studio } from "../../../actions/studio";
import type { Command } from "../../../document/history/history";
import { toast } from "../../../document/session/toasts";

/** Runs a command. Without one, says that nothing changed, and why: in its own words, or else the given ones. */
export function runOrTell(studio: Studio, command: Command | string | null, otherwise: string): void {
  if (command === null || typeof command === "string") toast(studio, "Nothing changed", command ?? otherwise);
  else studio.history.run(command);
}
