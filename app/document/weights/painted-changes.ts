/** Reports to the artist when an edit of the rig changes weights that were painted by hand. */

import type { Rig } from "../../../workers/model/rig/rig";
import { plural } from "../../common/format";
import type { DocumentState } from "../document";
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

/**
 * Runs an edit of the rig. Messages say how many painted vertices it changed, which bones of the layers are now
 * missing, and which locks ended.
 */
export function runAndTell(stores: Stores, history: Pick<History, "run">, command: Command): void {
  const before = stores.document.getState();
  history.run(command);
  tellMissing(stores, before);
  tellUnlocked(stores, before);
  tellPainted(stores, before, command);
}

const MOST_NAMED = 3;

const listed = (names: readonly string[]): string =>
  names.length > MOST_NAMED
    ? `${names.slice(0, MOST_NAMED).join(", ")} and ${plural(names.length - MOST_NAMED, "other")}`
    : names.join(", ");

/** Reports weights of missing bones: layers keep them, but they have no effect now. */
function tellMissing(stores: Stores, before: DocumentState): void {
  const missing = missingBones(stores.document.getState()).filter(
    (name) => !missingBones(before).includes(name),
  );
  if (missing.length === 0) return;
  toast(
    stores,
    `Layers have weights of ${plural(missing.length, "missing bone")}`,
    `${listed(missing)}: no bone is like ${missing.length === 1 ? "it" : "them"} now. The layers keep these weights, without effect, until a bone of that name returns.`,
    { kind: "warning" },
  );
}

const missingBones = ({ rig, weightLayers }: DocumentState): readonly string[] =>
  rig && weightLayers ? weightLayers.bones.slice(rig.bones.length) : [];

/** Reports locks that ended because their bones are gone. */
function tellUnlocked(stores: Stores, before: DocumentState): void {
  const { rig, weightEdits } = stores.document.getState();
  if (!rig || rig === before.rig) return;
  const ended = before.weightEdits.locked.length - weightEdits.locked.length;
  if (ended <= 0) return;
  const names = before.weightEdits.locked.filter((name) => !weightEdits.locked.includes(name));
  toast(
    stores,
    `${plural(ended, "lock")} ended`,
    `The rig has no bone like ${listed(names)} any more, so ${ended === 1 ? "its weights" : "their weights"} cannot stay. Undo restores them.`,
    { kind: "warning" },
  );
}

function tellPainted(stores: Stores, { rig, weightEdits }: DocumentState, command: Command): void {
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
