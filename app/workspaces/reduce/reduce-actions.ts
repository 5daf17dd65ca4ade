import type { Action } from "../../actions/action";
import { inFiles, noRig } from "../../actions/guards/guards";
import { download, safeFileName } from "../../common/download";
import { REDUCTION } from "../../document/reduce/reduce-state";
import type { Stores } from "../../document/stores";
import { REDUCING } from "./runs/reducing";
import { reductionCsv } from "./runs/reduction-csv";

const state = (stores: Stores) => stores.of(REDUCTION).getState();
const isRunning = (stores: Stores) => state(stores).runs.some((run) => run.state === "running");

export const REDUCE_ACTIONS: Action[] = [
  {
    id: "reduce.start",
    label: "Reduce with all methods",
    words: "influences weights compress smaller limit",
    icon: "count",
    help: "Fits the weights to fewer influences with every method, one after the other in the background.",
    menu: ["Rig", 7],
    refusal: (stores) =>
      noRig(stores) ?? inFiles(stores) ?? (isRunning(stores) ? "A reduction is already running." : null),
    perform: ({ get }) => get(REDUCING).start(),
  },
  {
    id: "reduce.cancel",
    anywhere: true,
    label: "Cancel reductions",
    icon: "x",
    help: "Finished results stay.",
    menu: ["Rig", 7],
    refusal: (stores) => (isRunning(stores) ? null : "Nothing is being reduced."),
    perform: ({ get }) => get(REDUCING).cancel(),
  },
  {
    id: "reduce.difference",
    label: "Show B as difference to A",
    icon: "overlay",
    help: "Blue: B is better than A. Orange: B is worse.",
    menu: ["View", 1],
    refusal: noRig,
    checked: ({ view }) => view.getState().reduce.difference,
    perform: ({ view }) =>
      view.setState(({ reduce }) => ({ reduce: { ...reduce, difference: !reduce.difference } })),
  },
  {
    id: "reduce.exceptional",
    label: "Mark exceptional vertices",
    words: "triangles",
    icon: "warn",
    help: "Triangles in view B mark vertices with a visible error of more than twice the original one.",
    menu: ["View", 1],
    refusal: noRig,
    checked: ({ view }) => view.getState().reduce.exceptional,
    perform: ({ view }) =>
      view.setState(({ reduce }) => ({ reduce: { ...reduce, exceptional: !reduce.exceptional } })),
  },
  {
    id: "reduce.lasso",
    label: "Select vertices with a lasso",
    words: "selection clean up",
    icon: "lasso",
    help: "Drag a line around vertices. The clean-up operations can then change only these.",
    menu: ["Edit", 2],
    refusal: noRig,
    checked: ({ view }) => view.getState().reduce.lasso,
    perform: ({ view }) =>
      view.setState(({ reduce }) => ({ workspace: "reduce", reduce: { ...reduce, lasso: !reduce.lasso } })),
  },
  {
    id: "reduce.csv",
    label: "Export reductions as CSV",
    icon: "exp",
    help: "Writes all results with their figures, for a spreadsheet.",
    menu: ["Rig", 7],
    refusal: (stores) =>
      noRig(stores) ?? (state(stores).runs.some(({ report }) => report) ? null : "There are no results yet."),
    perform: (studio) => {
      const name = studio.document.getState().sequence?.name ?? "rig";
      const csv = new TextEncoder().encode(reductionCsv(state(studio)));
      download(csv, `${safeFileName(name)}-reduced.csv`, "text/csv");
    },
  },
];
