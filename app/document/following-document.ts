import { hasLooks } from "../../workers/model/mesh/looks";
import { shownRig } from "./document";
import { diagonalOf } from "./measure";
import { shownReport } from "./solve/shown-report";
import { fitErrorRange } from "./solve/shown-solve";
import type { Stores } from "./stores";
import type { ViewState } from "./view-state";

/** End of the error ramp before anything is measured, as a fraction of the diagonal. */
const UNMEASURED_RANGE = 0.02;

/** The view after a document is closed, because nothing can be deformed then. */
const SOLVE_VIEW = { workspace: "solve", paintMap: null, intentMap: null } as const;

/** Leaves the workspaces that need bones. */
const leaveBones = (stores: Stores) =>
  ["deform", "reduce"].includes(stores.view.getState().workspace) && stores.view.setState(SOLVE_VIEW);

/** Shows plain views in the mesh's own materials if it has some, else in clay. */
const plainViews = (
  { panes, paint, candidateShading }: ViewState,
  shading: "textures" | "clay",
): Partial<ViewState> => {
  const isPlain = (now: string) => now === "clay" || now === "textures";
  return {
    shading,
    panes: panes.map((pane) => (isPlain(pane.shading) ? { ...pane, shading } : pane)),
    paint: { ...paint, colours: isPlain(paint.colours) ? shading : paint.colours },
    candidateShading: shading === "clay" ? "error" : candidateShading,
  };
};

/** Resets the view when the document changes: a new sequence starts at its first frame, with ranges that fit. */
export function followDocument(stores: Stores): void {
  stores.document.subscribe(
    (state) => state.sequence?.frames,
    () => {
      const { sequence, rig } = stores.document.getState();
      const report = shownReport(stores.document.getState());
      stores.document.setState({ livePose: null, liveDeform: null });
      if (!sequence) {
        stores.view.setState({ ...SOLVE_VIEW, playing: false, frame: 0, hovered: null, selectedBone: null });
        return;
      }
      stores.view.setState({
        frame: 0,
        playing: false,
        range: [0, sequence.frameCount - 1],
        hovered: null,
        selectedBone: null,
        hiddenBones: [],
        layout: rig ? "rig" : "source",
        ...plainViews(stores.view.getState(), hasLooks(sequence) ? "textures" : "clay"),
        paintMap: null,
        intentMap: null,
      });
      if (report) fitErrorRange(stores, report);
      else stores.view.setState({ errorRange: [0, UNMEASURED_RANGE * diagonalOf(sequence)] });
    },
  );
  stores.document.subscribe(
    (state) => state.deform,
    () => stores.document.getState().liveDeform && stores.document.setState({ liveDeform: null }),
  );
  stores.document.subscribe(
    (state) => shownRig(state)?.bones.length ?? 0,
    (count) => {
      const { selectedBone, hiddenBones } = stores.view.getState();
      if (selectedBone !== null && selectedBone >= count) stores.view.setState({ selectedBone: null });
      if (hiddenBones.some((j) => j >= count)) stores.view.setState({ hiddenBones: [] });
      if (count === 0) leaveBones(stores);
    },
  );
}
