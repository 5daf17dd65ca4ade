import type { Studio } from "../../../actions/studio";
import type { Command } from "../../../document/history/history";
import { toast } from "../../../document/session/toasts";

/** Runs a command. Without one, says that nothing changed, and why. */
export function runOrTell(studio: Studio, command: Command | null, otherwise: string): void {
  if (command) studio.history.run(command);
  else toast(studio, "Nothing changed", otherwise);
}
