/** Reports to the artist when an edit of the rig changes weights that were painted by hand. */

import type { Rig } from "../../../workers/model/rig/rig";
import { plural } from "../../common/format";
import type { Command, History } from "../history/history";
import { influencesOf } from "../measure";
import { toast } from "../session/toasts";
import type { Stores } from "../stores";

/** The vertices of a list whose weights differ between two rigs. Identifies bones by name. */
export function rowsThatDiffer(before: Rig, after: Rig | null, among: Uint32Array): Uint32Array {
  if (!after || before.weights.offsets.length !== after.weights.offsets.length) return among;
  return among.filter((i) => !isSameRow(named(before, i), named(after, i)));
}

const named = ({ bones, weights }: Rig, i: number): Map<string, number> =>
  new Map(influencesOf(weights, i).map(({ bone, weight }) => [bones[bone].name, weight]));

const isSameRow = (a: Map<string, number>, b: Map<string, number>): boolean =>
  a.size === b.size && [...a].every(([name, weight]) => b.get(name) === weight);

/** Runs an edit of the rig. If it changes weights that were painted by hand, a message says how many. */
export function runAndTell(stores: Stores, history: Pick<History, "run">, command: Command): void {
  const { rig, weightEdits } = stores.document.getState();
  history.run(command);
  if (!rig || weightEdits.painted.length === 0) return;
  const { rig: now } = stores.document.getState();
  const changed = rowsThatDiffer(rig, now, weightEdits.painted).length;
  if (changed === 0) return;
  const what = plural(changed, "painted vertex", "painted vertices");
  const other = changed === 1 ? "has other weights now" : "have other weights now";
  toast(
    stores,
    now ? `${what} ${other}` : `The weights of ${what} were removed with the rig`,
    `“${command.label}” changed what you painted by hand. Undo restores it.`,
  );
}
