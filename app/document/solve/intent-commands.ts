import { NO_INTENT, type SolveIntent } from "../../../workers/model/solve/solve-settings";
import { formatFigure } from "../../common/format";
import type { Command } from "../history/history";
import { patch } from "../patch";
import type { Stores } from "../stores";
import { shownMarks, tellHidden } from "../vertices/changeable";
import type { IntentMap } from "../view-state";
import { INTENT_MAPS, intentValues } from "./intent-maps";

/** Returns the one shared empty value for an intent that says nothing. */
const settled = (intent: SolveIntent): SolveIntent =>
  Object.values(intent).every((part) => part === null) ? NO_INTENT : intent;

/**
 * The result of a stroke or a fill: the whole map, V numbers. Null, or the default value everywhere, removes the map.
 */
export function paintIntent(
  stores: Stores,
  map: IntentMap,
  values: Float32Array | null,
  verb = "Paint",
): Command {
  const { intent } = stores.document.getState();
  const { name, kind, usual } = INTENT_MAPS[map];
  const said = values?.some((x) => x !== usual) ? values : null;
  const kept = said && kind === "region" ? Uint16Array.from(said) : said;
  const label = `${said ? verb : "Clear"} “${name.toLowerCase()}”`;
  return patch(stores, label, said ? "brush" : "erase", { intent: settled({ ...intent, [map]: kept }) });
}

/** Sets a map to one value at all vertices that are not hidden. */
export function fillIntent(stores: Stores, map: IntentMap, value: number): Command {
  const { intent, sequence } = stores.document.getState();
  const before = intentValues(intent, map, sequence?.vertexCount ?? 0);
  const shown = shownMarks(stores);
  tellHidden(stores, shown ? shown.filter((is) => !is).length : 0);
  const values = before.map((old, i) => (shown?.[i] === 0 ? old : value));
  return paintIntent(stores, map, values, "Fill");
}

/** Sets the weight of the frames in a range, both ends inclusive; 1 is the default. */
export function weighFrames(
  stores: Stores,
  [first, last]: readonly [number, number],
  weight: number,
): Command {
  const { intent, sequence } = stores.document.getState();
  const count = sequence?.frameCount ?? 0;
  const before = intent.frames?.length === count ? intent.frames : new Float32Array(count).fill(1);
  const frames = before.map((w, k) => (k >= first && k <= last ? weight : w));
  const said = frames.some((w) => w !== 1) ? frames : null;
  return patch(stores, `Frames ${first + 1}–${last + 1} count × ${formatFigure(weight)}`, "frames", {
    intent: settled({ ...intent, frames: said }),
  });
}

export function clearIntent(stores: Stores): Command {
  return patch(stores, "Clear painted maps", "erase", { intent: NO_INTENT });
}
