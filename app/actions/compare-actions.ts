import { comparisonCsv, comparisonRow } from "../../workers/model/comparison";
import { isWanted } from "../../workers/model/solve-settings";
import { plannedRuns } from "../document/compare/compare-plan";
import { queueLook, useCompare } from "../document/compare/compare-state";
import { useDocument } from "../document/document";
import { download, safeFileName } from "../files/download";
import { useShell } from "../shell/shell-state";
import type { Action } from "./action";
import { noSequence } from "./file-actions";

const noQueue = () => (queueLook(useCompare.getState().runs).active ? null : "Nothing is being compared.");

const planned = () => {
  const { plan, runs } = useCompare.getState();
  const { settings, intent } = useDocument.getState();
  return plannedRuns(plan, settings, intent, runs);
};

/** Why no run can be added, or null. */
function nothingToAdd(): string | null {
  const next = planned();
  if (!next.ok) return next.reason;
  return next.runs.length > 0 ? null : "All of these runs are there. Change what is asked for.";
}

/** Every result and every failure, in the order in which they were asked for. */
function csv(): string {
  const rows = useCompare
    .getState()
    .runs.filter(({ report, error }) => report || error)
    .map(({ settings, kind, report, error, intent }) =>
      comparisonRow(settings, kind, report, {
        wishes: isWanted(intent),
        error: error && `${error.title}. ${error.body}`,
      }),
    );
  return comparisonCsv(rows);
}

export const COMPARE_ACTIONS: Action[] = [
  {
    id: "compare.add",
    label: "Add runs",
    icon: "plus",
    help: "Every chosen method with every number of bones, one after the other in the background.",
    menu: ["Rig", 7],
    refusal: () => noSequence() ?? nothingToAdd(),
    perform: ({ comparing }) => {
      const next = planned();
      if (next.ok) comparing.add(next.runs);
    },
  },
  {
    id: "compare.pause",
    anywhere: true,
    label: "Pause comparing",
    icon: "pause",
    menu: ["Rig", 7],
    refusal: noQueue,
    checked: () => useCompare.getState().paused,
    perform: ({ comparing }) => comparing.togglePause(),
  },
  {
    id: "compare.cancel",
    anywhere: true,
    label: "Cancel all runs",
    icon: "x",
    help: "What was found stays.",
    menu: ["Rig", 7],
    refusal: noQueue,
    perform: () => useShell.setState({ asking: "comparison" }),
  },
  {
    id: "compare.clear",
    label: "Remove all results",
    icon: "trash",
    refusal: () => noSequence() ?? (useCompare.getState().runs.length > 0 ? null : "There are none."),
    perform: ({ comparing }) => comparing.removeAll(),
  },
  {
    id: "compare.csv",
    label: "Export the table as CSV",
    icon: "exp",
    help: "All results with all their figures, for a spreadsheet.",
    menu: ["Rig", 7],
    refusal: () =>
      noSequence() ??
      (useCompare.getState().runs.some(({ report, error }) => report || error)
        ? null
        : "There are no results yet."),
    perform: () => {
      const name = useDocument.getState().sequence?.name ?? "comparison";
      download(new TextEncoder().encode(csv()), `${safeFileName(name)}-compared.csv`, "text/csv");
    },
  },
];
