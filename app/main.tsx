// First: every module may then say otherwise.
import "./ui/styles/global.css";

import "../workers/model/no-code-from-words";
import { createRoot } from "react-dom/client";
import { createProjectsClient, createSolverClient } from "../workers/client";
import { refusalOf } from "./actions/action-place";
import { ACTIONS } from "./actions/action-table";
import { BONE_LOCKS } from "./actions/bone-locks";
import { lookAtHistory } from "./actions/edit-actions";
import { Services } from "./actions/service";
import type { Studio } from "./actions/studio";
import { recall, remember } from "./common/remembered";
import { useBinding } from "./document/binding/binding-state";
import { followReports } from "./document/binding/measured";
import { useCompare } from "./document/compare/compare-state";
import { usePrepared } from "./document/deform/prepared";
import { shownRig, useDocument } from "./document/document";
import { History } from "./document/history";
import { limitsFor } from "./document/history-limits";
import { tellLetGo } from "./document/history-news";
import { diagonalOf } from "./document/measure";
import { createKeeping } from "./document/projects/keeping";
import { createProjectHold } from "./document/projects/project-hold";
import { keepView } from "./document/projects/view-keeping";
import { followSelection } from "./document/selection";
import { useDialog } from "./document/session/dialog-state";
import { type PanelVisibility, usePanels } from "./document/session/panel-state";
import { reportError } from "./document/session/report-error";
import { toast } from "./document/session/toasts";
import { useWork } from "./document/session/work";
import { shownReport } from "./document/solve/shown-report";
import { fitErrorRange } from "./document/solve/shown-solve";
import { useView } from "./document/view-state";
import { listenToDrops } from "./files/open/drop-target";
import { createOpening, OPENING } from "./files/open/opening";
import { createRestoring, RESTORING } from "./files/projects/restoring";
import { ensureIsolation } from "./isolation";
import { offerScriptApi } from "./script-api";
import { App } from "./shell/App";
import { createEdits } from "./shell/frame/viewport-edits";
import { listenToKeys } from "./shell/keyboard";
import { actionsOf } from "./shell/palette/action-list";
import { installIcons } from "./ui/icons/Icon";
import { startPlayback } from "./viewport/playback";
import { toolsOf, WORKSPACES } from "./workspaces";
import { BINDING, createBinding } from "./workspaces/bind/runs/binding";
import { createJointFitting, JOINT_FITTING, useJoints } from "./workspaces/bind/runs/joints/joint-fitting";
import { createMeasuring, MEASURING } from "./workspaces/bind/runs/strain/measuring";
import { followStrain } from "./workspaces/bind/runs/strain/shown-strain";
import { COMPARING, createComparing } from "./workspaces/compare/runs/comparing";
import { createPreparing, PREPARING } from "./workspaces/deform/runs/preparing";
import { followPaint } from "./workspaces/paint/paint-following";
import { BONE_EDITING, createBoneEditing } from "./workspaces/solve/runs/bone-editing";
import { CORRECTING, createCorrecting } from "./workspaces/solve/runs/correcting";
import { createSolving, SOLVING } from "./workspaces/solve/runs/solving";

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

interface Store {
  subscribe(listen: () => void): () => void;
}

const WORKSPACE_STORES: Store[] = [usePrepared, useCompare, useBinding, useJoints];
const SESSION_STORES: Store[] = [useDialog, usePanels, useWork];

/** Calls `listen` whenever something changes that actions look at. */
const follow = (history: History) => (listen: () => void) => {
  const stores: Store[] = [useDocument, useView, ...SESSION_STORES, ...WORKSPACE_STORES, history.state];
  const stops = stores.map((store) => store.subscribe(listen));
  return () => {
    for (const stop of stops) stop();
  };
};

/** Whether a workspace can be entered now. */
const canEnter = (id: string) => WORKSPACES.find((each) => each.id === id)?.refusal() === null;

function createStudio(): Studio {
  const client = createSolverClient();
  const history = createHistory();
  const projects = createProjectsClient();
  const hold = createProjectHold();
  const keeping = createKeeping({ projects, history, hold });
  const services = new Services();
  const actions = services.provide(ACTIONS, actionsOf(WORKSPACES));
  const opening = services.provide(OPENING, createOpening(client, history));
  const comparing = services.provide(COMPARING, createComparing(client, history));
  const solving = services.provide(SOLVING, createSolving(client, history));
  const binding = services.provide(BINDING, createBinding(client, history));
  const bones = services.provide(BONE_EDITING, createBoneEditing(client, history, solving));
  services.provide(BONE_LOCKS, bones);
  services.provide(JOINT_FITTING, createJointFitting(client, binding));
  services.provide(MEASURING, createMeasuring(client, history));
  services.provide(PREPARING, createPreparing(client));
  services.provide(CORRECTING, createCorrecting(client, history));
  const restoring = { projects, opening, keeping, hold, history, comparing, canEnter };
  services.provide(RESTORING, createRestoring(restoring));
  const studio: Studio = {
    client,
    history,
    projects,
    keeping,
    edits: createEdits(history, bones, binding),
    tools: toolsOf(WORKSPACES),
    viewport: { current: null },
    get: services.get,
    follow: follow(history),
    perform(actionId) {
      const action = actions.of(actionId);
      const refusal = refusalOf(action);
      if (refusal !== null) return refusal;
      try {
        Promise.resolve(action.perform(studio)).catch((error) => reportError(error, action.label));
      } catch (error) {
        reportError(error, action.label);
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
  const first = WORKSPACES.map(({ id, folded }): [string, PanelVisibility] => {
    const isOpen = (panel: keyof PanelVisibility) => !folded?.[panel];
    const panels = {
      outliner: isOpen("outliner"),
      inspector: isOpen("inspector"),
      timeline: isOpen("timeline"),
    };
    return [id, panels];
  });
  const panelsOf = {
    ...Object.fromEntries(first),
    ...recall<Record<string, PanelVisibility>>("panels-of", {}),
  };
  usePanels.setState({ panelsOf, panels: panelsOf[useView.getState().workspace] });
  usePanels.subscribe(
    (state) => state.panels,
    (panels) => {
      const all = { ...usePanels.getState().panelsOf, [useView.getState().workspace]: panels };
      usePanels.setState({ panelsOf: all });
      remember("panels-of", all);
    },
  );
  useView.subscribe(
    (view) => view.workspace,
    (workspace) => usePanels.setState(({ panelsOf }) => ({ panels: panelsOf[workspace] })),
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
  listenToDrops(studio.get(OPENING));
  startPlayback();
  keepView(studio);
  offerScriptApi(studio);
  createRoot(document.getElementById("root")!).render(<App studio={studio} workspaces={WORKSPACES} />);
}

if (!(await ensureIsolation())) start();
