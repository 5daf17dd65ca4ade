import { formatError, plural } from "../../../common/format";
import type { History } from "../../../document/history/history";
import { putReduction } from "../../../document/reduce/reduce-commands";
import type { ReduceRun, RunReport } from "../../../document/reduce/reduce-state";
import { toast } from "../../../document/session/toasts";
import type { Stores } from "../../../document/stores";
import { runAndTell } from "../../../document/weights/painted-changes";

/** "E_RMS 1.30 → 2.64." */
const costWords = ({ dense, eRms }: RunReport): string =>
  `E_RMS ${formatError(dense.eRms)} → ${formatError(eRms)}.`;

/** What a row does to the rig: the verb now and in the past, and what it leaves. */
function wordsOf({ method, asked, report }: ReduceRun): [verb: string, done: string, what: string] {
  if (method === "two-layer") return ["Compress", "Compressed", plural(asked, "virtual bone")];
  return ["Reduce", "Reduced", plural(report?.influences ?? asked, "influence")];
}

/** Puts a row's weights into the document as one undo step, and says what they cost. */
export function applyRow(stores: Stores, history: History, row: ReduceRun | null): void {
  if (!row?.rig) return;
  const { rig } = stores.document.getState();
  if (rig?.weights === row.rig.weights && rig.twoLayer === row.rig.twoLayer) {
    toast(stores, "The rig has these weights already");
    return;
  }
  const [verb, done, what] = wordsOf(row);
  runAndTell(stores, history, putReduction(stores, row.rig, `${verb} to ${what}`));
  if (row.report) toast(stores, `${done} to ${what}`, costWords(row.report));
}
