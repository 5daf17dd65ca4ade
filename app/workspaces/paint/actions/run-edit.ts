import type { Studio } from "../../../actions/studio";
import type { Command } from "../../../document/history/history";
import { toast } from "../../../document/session/toasts";

/** Runs a change, or shows a message that nothing changed. */
export function runOrTell(studio: Studio, command: Command | null, otherwise: string): void {
  if (command) studio.history.run(command);
  else toast(studio, "Nothing changed", otherwise);
}
