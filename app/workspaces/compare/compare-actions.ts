import { comparisonCsv, comparisonRow } from "../../../workers/model/reports/comparison";
import { isWanted } from "../../../workers/model/solve/solve-settings";
import type { Action } from "../../actions/action";
import { noLooks, noSequence } from "../../actions/guards/guards";
import { download, safeFileName } from "../../common/download";
import { queueLook } from "../../document/compare/compare-state";
import type { Stores } from "../../document/stores";
import { plannedRuns } from "./runs/compare-plan";
import { COMPARING } from "./runs/comparing";

const noQueue = (stores: Stores) =>
  queueLook(stores.compare.getState().runs).active ? null : "Nothing is being compared.";

const planned = (stores: Stores) => {
  const { plan, runs } = stores.compare.getState();
  const { settings, intent } = stores.document.getState();
  return plannedRuns(plan, settings, intent, runs);
};

/** Why no run can be added, or null. */
function nothingToAdd(stores: Stores): string | null {
  const next = planned(stores);
  if (!next.ok) return next.reason;
  return next.runs.length > 0
    ? null
    : "All of these runs exist already. Change the methods or the bone counts.";
}

/** CSV of every result and every failure, in the order in which they were requested. */
function csv(stores: Stores): string {
  const rows = stores.compare
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
    words: "run comparison compare methods benchmark",
    icon: "plus",
    help: "Solves with every chosen method and every bone count, one after the other in the background.",
    menu: ["Rig", 7],
    refusal: (stores) => noSequence(stores) ?? nothingToAdd(stores),
    perform: (studio) => {
      const next = planned(studio);
      if (next.ok) studio.get(COMPARING).add(next.runs);
    },
  },
  {
    id: "compare.pause",
    anywhere: true,
    label: "Pause comparison",
    icon: "pause",
    menu: ["Rig", 7],
    refusal: noQueue,
    checked: ({ compare }) => compare.getState().paused,
    perform: ({ get }) => get(COMPARING).togglePause(),
  },
  {
    id: "compare.cancel",
    anywhere: true,
    label: "Cancel all runs",
    icon: "x",
    help: "Finished results stay.",
    menu: ["Rig", 7],
    refusal: noQueue,
    perform: ({ work }) => work.setState({ asking: "comparison" }),
  },
  {
    id: "compare.clear",
    label: "Remove all results",
    icon: "trash",
    refusal: (stores) =>
      noSequence(stores) ?? (stores.compare.getState().runs.length > 0 ? null : "There are no results yet."),
    perform: ({ get }) => get(COMPARING).removeAll(),
  },
  {
    id: "compare.difference",
    label: "Show run B as difference to A",
    words: "delta signed compare",
    icon: "overlay",
    help: "Blue: B is nearer to the source than A. Orange: B is farther.",
    menu: ["View", 1],
    refusal: (stores) =>
      noSequence(stores) ??
      (Object.values(stores.compare.getState().rigs).every(Boolean)
        ? null
        : "Show results in A and B first."),
    checked: ({ view }) => view.getState().candidateShading === "difference",
    perform: ({ view }) =>
      view.setState(({ candidateShading }) => ({
        candidateShading: candidateShading === "difference" ? "error" : "difference",
      })),
  },
  {
    id: "compare.textures",
    label: "Show textures",
    icon: "image",
    help: "Shows both results in the mesh’s own materials instead of their errors.",
    menu: ["View", 1],
    refusal: noLooks,
    checked: ({ view }) => view.getState().candidateShading === "textures",
    perform: ({ view }) =>
      view.setState(({ candidateShading }) => ({
        candidateShading: candidateShading === "textures" ? "error" : "textures",
      })),
  },
  {
    id: "compare.csv",
    label: "Export comparison as CSV",
    icon: "exp",
    help: "Writes all results with their figures, for a spreadsheet.",
    menu: ["Rig", 7],
    refusal: (stores) =>
      noSequence(stores) ??
      (stores.compare.getState().runs.some(({ report, error }) => report || error)
        ? null
        : "There are no results yet."),
    perform: (studio) => {
      const name = studio.document.getState().sequence?.name ?? "comparison";
      download(new TextEncoder().encode(csv(studio)), `${safeFileName(name)}-compared.csv`, "text/csv");
    },
  },
];
