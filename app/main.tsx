import "../workers/model/no-code-from-words";
import { createRoot } from "react-dom/client";
import { createProjectsClient, createSolverClient } from "../workers/client";
import { refusalOf } from "./actions/action-place";
import { actionOf } from "./actions/action-table";
import { lookAtHistory } from "./actions/edit-actions";
import { listenToKeys } from "./actions/keyboard";
import { createBinding } from "./document/binding/binding";
import { createJointFitting } from "./document/binding/joint-fitting";
import { followReports } from "./document/binding/measured";
import { createMeasuring } from "./document/binding/measuring";
import { followStrain } from "./document/binding/shown-strain";
import { createComparing } from "./document/compare/comparing";
import { createPreparing } from "./document/deform/preparing";
import { shownRig, useDocument } from "./document/document";
import { createEdits } from "./document/edits";
import { History } from "./document/history";
import { limitsFor } from "./document/history-limits";
import { tellLetGo } from "./document/history-news";
import { diagonalOf } from "./document/measure";
import { followPaint } from "./document/paint/paint-following";
import { createKeeping } from "./document/projects/keeping";
import { createProjectHold } from "./document/projects/project-hold";
import { keepView } from "./document/projects/view-keeping";
import { followSelection } from "./document/selection";
import { createBoneEditing } from "./document/solve/bone-editing";
import { createCorrecting } from "./document/solve/correcting";
import { shownReport } from "./document/solve/shown-report";
import { fitErrorRange } from "./document/solve/shown-solve";
import { createSolving } from "./document/solve/solving";
import { useView } from "./document/view-state";
import { listenToDrops } from "./files/drop-target";
import { createOpening } from "./files/opening";
import { createRestoring } from "./files/restoring";
import { ensureIsolation } from "./isolation";
import { offerScriptApi } from "./script-api";
import { App } from "./shell/App";
import { complain } from "./shell/complain";
import { toast, useShell } from "./shell/shell-state";
import type { Studio } from "./shell/studio";
import { installIcons } from "./ui/Icon";
import { recall, remember } from "./ui/remembered";
import { startPlayback } from "./viewport/playback";
import "./ui/index.css";

/** Of the document; what tells its files apart is their frames. */
function createHistory(): History {
  const subject = {
    document: () => useDocument.getState(),
    file: () => useDocument.getState().sequence?.frames.buffer ?? null,
  };
  // Gigabytes, rounded; Chromium alone tells.
  const { deviceMemory } = navigator as Navigator & { deviceMemory?: number };
  return new History(subject, limitsFor(deviceMemory && deviceMemory * 1e9));
}

function createStudio(): Studio {
  const client = createSolverClient();
  const history = createHistory();
  const projects = createProjectsClient();
  const hold = createProjectHold();
  const keeping = createKeeping({ projects, history, hold });
  const opening = createOpening(client, history);
  const comparing = createComparing(client, history);
  const solving = createSolving(client, history);
  const binding = createBinding(client, history);
  const bones = createBoneEditing(client, history, solving);
  const studio: Studio = {
    client,
    history,
    solving,
    bones,
    opening,
    binding,
    joints: createJointFitting(client, binding),
    measuring: createMeasuring(client, history),
    preparing: createPreparing(client),
    comparing,
    correcting: createCorrecting(client, history),
    edits: createEdits(history, bones, binding),
    projects,
    keeping,
    restoring: createRestoring({ projects, opening, keeping, hold, history, comparing }),
    viewport: { current: null },
    perform(actionId) {
      const action = actionOf(actionId);
      const refusal = refusalOf(action);
      if (refusal !== null) return refusal;
      try {
        Promise.resolve(action.perform(studio)).catch((error) => complain(error, action.label));
      } catch (error) {
        complain(error, action.label);
      }
      return null;
    },
  };
  return studio;
}

/** End of the error ramp before anything was measured, as a share of the diagonal. */
const UNMEASURED_RANGE = 0.02;

/** Without a sequence there is nothing to deform. */
const SOLVE_VIEW = { workspace: "solve", paintMap: null, intentMap: null } as const;

/** Deforming needs bones; the other workspaces get theirs. */
const leaveDeform = () => useView.getState().workspace === "deform" && useView.setState(SOLVE_VIEW);

/** Looks that follow from the document: a new sequence is shown from its start, with ranges that fit it. */
function followDocument({ history }: Studio): void {
  const look = () => {
    const { steps, position } = history.state.getState();
    lookAtHistory({ canUndo: position > 0, canRedo: position < steps.length });
  };
  // First in line, so that whoever renders the actions sees what they say now.
  history.state.subscribe(look);
  useDocument.subscribe(
    (state) => state.sequence?.frames,
    () => {
      const { sequence, rig } = useDocument.getState();
      const report = shownReport(useDocument.getState());
      useDocument.setState({ livePose: null, liveDeform: null });
      if (!sequence) {
        useView.setState({ ...SOLVE_VIEW, playing: false, frame: 0, hovered: null, selectedBone: null });
        return;
      }
      useView.setState({
        frame: 0,
        playing: false,
        range: [0, sequence.frameCount - 1],
        hovered: null,
        selectedBone: null,
        hiddenBones: [],
        layout: rig ? "rig" : "source",
        shading: "clay",
        paintMap: null,
        intentMap: null,
      });
      if (report) fitErrorRange(report, diagonalOf(sequence));
      else useView.setState({ errorRange: [0, UNMEASURED_RANGE * diagonalOf(sequence)] });
    },
  );
  useDocument.subscribe(
    (state) => state.deform,
    () => useDocument.getState().liveDeform && useDocument.setState({ liveDeform: null }),
  );
  useDocument.subscribe(
    (state) => shownRig(state)?.bones.length ?? 0,
    (count) => {
      const { selectedBone, hiddenBones } = useView.getState();
      if (selectedBone !== null && selectedBone >= count) useView.setState({ selectedBone: null });
      if (hiddenBones.some((j) => j >= count)) useView.setState({ hiddenBones: [] });
      if (count === 0) leaveDeform();
    },
  );
}

/** The theme is the page's: tokens.css reads it from the root element. Remembered, with the panels. */
function followLooks(): void {
  const apply = (theme: string) => {
    if (theme === "light") document.documentElement.dataset.theme = "light";
    else delete document.documentElement.dataset.theme;
  };
  const theme = recall<string>("theme", "dark") === "light" ? "light" : "dark";
  useView.setState({ theme });
  apply(theme);
  useView.subscribe(
    (view) => view.theme,
    (next) => {
      apply(next);
      remember("theme", next);
    },
  );
  const panelsOf = { ...useShell.getState().panelsOf, ...recall("panels-of", {}) };
  useShell.setState({ panelsOf, panels: panelsOf.solve });
  useShell.subscribe(
    (shell) => shell.panels,
    (panels) => {
      const all = { ...useShell.getState().panelsOf, [useView.getState().workspace]: panels };
      useShell.setState({ panelsOf: all });
      remember("panels-of", all);
    },
  );
  useView.subscribe(
    (view) => view.workspace,
    (workspace) => useShell.setState(({ panelsOf }) => ({ panels: panelsOf[workspace] })),
  );
}

function start(): void {
  followLooks();
  installIcons();
  const studio = createStudio();
  followDocument(studio);
  followSelection();
  followStrain(studio.client);
  followReports();
  followPaint();
  tellLetGo(studio.history);
  studio.client.onIdleDeath(() =>
    toast(
      "The engine stopped while it rested",
      "The browser ended it, most often for want of memory. It starts again by itself; what is open stays open.",
      { kind: "warning" },
    ),
  );
  listenToKeys(studio);
  listenToDrops(studio.opening);
  startPlayback();
  keepView(studio);
  offerScriptApi(studio);
  createRoot(document.getElementById("root")!).render(<App studio={studio} />);
}

if (!(await ensureIsolation())) start();
