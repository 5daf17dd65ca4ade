// Import this first: every module may override its rules.
import "./ui/styles/global.css";

import "../workers/model/no-code-from-words";
import { createRoot } from "react-dom/client";
import type { StoreApi } from "zustand";
import { createProjectsClient, createSolverClient } from "../workers/client";
import type { Rig } from "../workers/model/rig/rig";
import { refusalOf } from "./actions/action-place";
import { ACTIONS } from "./actions/action-table";
import { BONE_LOCKS } from "./actions/guards/bone-locks";
import { TREE_EDITING } from "./actions/guards/tree-editing";
import { Services } from "./actions/service";
import type { Studio } from "./actions/studio";
import { followReports } from "./document/binding/measured";
import { followPoses } from "./document/deform/following-poses";
import { followDocument } from "./document/following-document";
import { createHistory } from "./document/history/document-history";
import { limitsFor } from "./document/history/history-limits";
import { tellLetGo } from "./document/history/history-news";
import { createKeeping } from "./document/projects/keeping";
import { keepPictures } from "./document/projects/picture-keeping";
import { createProjectHold } from "./document/projects/project-hold";
import { keepView } from "./document/projects/view-keeping";
import { REDUCTION } from "./document/reduce/reduce-state";
import { followSelection } from "./document/selection";
import { followHand } from "./document/session/hand";
import { watchedClient } from "./document/session/jobs/watched-client";
import { keepOffline } from "./document/session/new-build";
import { reportError } from "./document/session/report-error";
import { answerToasts, toast } from "./document/session/toasts";
import { createStores, type Stores } from "./document/stores";
import { CAGING, createCaging } from "./files/open/cages/caging";
import { listenToDrops } from "./files/open/drop-target";
import { createOpening, OPENING } from "./files/open/opening";
import { createSourceFiles, SOURCE_FILES } from "./files/open/source-files";
import { createTransferring, TRANSFERRING } from "./files/open/transfer/transferring";
import { FILE_MEMORY } from "./files/projects/file-handles";
import { createProjectFiles, PROJECT_FILES } from "./files/projects/project-files";
import { createRestoring, RESTORING } from "./files/projects/restoring";
import { followFile } from "./files/projects/sharing/file-side";
import { createSharing, SHARING } from "./files/projects/sharing/sharing";
import { followTabs } from "./files/projects/sharing/tab-side";
import { ensureIsolation } from "./isolation";
import { offerScriptApi } from "./script-api";
import { App } from "./shell/App";
import { showCutTexts } from "./shell/cut-texts";
import { createEdits } from "./shell/frame/viewport-edits";
import { followJobs } from "./shell/jobs/job-notices";
import { listenToKeys } from "./shell/keyboard";
import { followTitle } from "./shell/page-title";
import { actionsOf } from "./shell/palette/action-list";
import { followLooks } from "./shell/remembered-looks";
import { installIcons } from "./ui/icons/Icon";
import { startPlayback } from "./viewport/playback/playback";
import { toolsOf, WORKSPACES } from "./workspaces";
import { BINDING, createBinding } from "./workspaces/bind/runs/binding";
import { createJointFitting, JOINT_FITTING } from "./workspaces/bind/runs/joints/joint-fitting";
import { JOINTS } from "./workspaces/bind/runs/joints/joint-state";
import { followStrain } from "./workspaces/bind/runs/strain/shown-strain";
import { createMeasuring, MEASURED, MEASURING } from "./workspaces/bind/runs/strain/strain-measuring";
import { COMPARING, createComparing } from "./workspaces/compare/runs/comparing";
import { createPreparing, PREPARING } from "./workspaces/deform/runs/preparing/preparing";
import { MIRROR_CHOICE } from "./workspaces/paint/mirror/mirror-choice";
import { followPaint } from "./workspaces/paint/paint-following";
import { CLEANING, createCleaning } from "./workspaces/reduce/runs/cleaning";
import { createReducing, REDUCING } from "./workspaces/reduce/runs/reducing";
import { createExtracting, EXTRACTING } from "./workspaces/skeleton/runs/extract/extracting";
import { EXTRACTIONS } from "./workspaces/skeleton/runs/extract/extractions";
import { createPulling, PULL_TRIAL, PULLING } from "./workspaces/skeleton/runs/extract/pulling";
import { ALIGNING, createAligning } from "./workspaces/skeleton/runs/fit/aligning";
import { COMPARING_FIT, createComparingFit } from "./workspaces/skeleton/runs/fit/comparing-fit";
import { FIT_DESK } from "./workspaces/skeleton/runs/fit/fit-desk";
import { createFitting, FITTING } from "./workspaces/skeleton/runs/fit/fitting";
import { takerOfSkeletons } from "./workspaces/skeleton/runs/fit/skeleton-taker";
import { createResolving } from "./workspaces/skeleton/runs/resolving/resolving";
import { BONE_EDITING, createBoneEditing } from "./workspaces/solve/runs/bone-editing";
import { CORRECTING, createCorrecting } from "./workspaces/solve/runs/correcting";
import { FITTED } from "./workspaces/solve/runs/live/fitted";
import { createLiveSettings, LIVE_SETTINGS } from "./workspaces/solve/runs/live/live-settings";
import { createLocalWeights, LOCAL_WEIGHTS } from "./workspaces/solve/runs/locality/local-weights";
import { followSolves } from "./workspaces/solve/runs/path/background-path";
import { PATH } from "./workspaces/solve/runs/path/path-state";
import { createSolutionPath, SOLUTION_PATH } from "./workspaces/solve/runs/path/solution-path";
import { createSolving, SOLVING } from "./workspaces/solve/runs/solve/solving";

/** Calls `listen` whenever something changes that actions depend on. */
const followAll = (stores: Stores) => (listen: () => void) => {
  const { document, steps, view, dialog, panels, work, binding, prepared, compare, of } = stores;
  const all: Pick<StoreApi<unknown>, "subscribe">[] = [
    ...[document, steps, view, dialog, panels, work, binding, prepared, compare],
    ...[
      of(JOINTS),
      of(MEASURED),
      of(EXTRACTIONS),
      of(PULL_TRIAL),
      of(FIT_DESK),
      of(REDUCTION),
      of(PATH),
      of(FITTED),
      of(MIRROR_CHOICE),
    ],
  ];
  const stops = all.map((store) => store.subscribe(() => listen()));
  return () => {
    for (const stop of stops) stop();
  };
};

/** Tells the artist if the browser ends the idle engine. */
function tellIdleDeath(studio: Studio): void {
  studio.client.onIdleDeath(() =>
    toast(
      studio,
      "The engine stopped while it was idle",
      "The browser ended it, usually because memory ran out. It restarts by itself, and your document stays open.",
      { kind: "warning" },
    ),
  );
}

function createStudio(): Studio {
  const stores = createStores();
  const client = watchedClient(stores, createSolverClient());
  // Gigabytes, rounded; only Chromium reports it.
  const { deviceMemory } = navigator as Navigator & { deviceMemory?: number };
  stores.steps.setState({ limits: limitsFor(deviceMemory && deviceMemory * 1e9) });
  const history = createHistory(stores);
  const projects = createProjectsClient();
  const hold = createProjectHold();
  const keeping = createKeeping(stores, { projects, history, hold });
  const services = new Services();
  const actions = services.provide(ACTIONS, actionsOf(WORKSPACES));
  const aligning = services.provide(ALIGNING, createAligning(stores, client, history));
  services.provide(COMPARING_FIT, createComparingFit(stores, client));
  services.provide(FITTING, createFitting(stores, client, history));
  const fits = takerOfSkeletons(stores, aligning);
  const caging = services.provide(CAGING, createCaging(stores, client, history));
  const transfers = services.provide(TRANSFERRING, createTransferring(stores, client, history));
  const sourceFiles = services.provide(SOURCE_FILES, createSourceFiles(stores, client));
  const opening = services.provide(
    OPENING,
    createOpening(stores, client, history, fits, [sourceFiles, caging, transfers], sourceFiles),
  );
  const comparing = services.provide(COMPARING, createComparing(stores, client, history));
  const solving = services.provide(SOLVING, createSolving(stores, client, history));
  const binding = services.provide(BINDING, createBinding(stores, client, history));
  const tree = services.provide(TREE_EDITING, createResolving(stores, client, history));
  const bones = services.provide(BONE_EDITING, createBoneEditing(stores, client, history, solving, tree));
  services.provide(BONE_LOCKS, bones);
  services.provide(EXTRACTING, createExtracting(stores, client, history));
  services.provide(PULLING, createPulling(stores, client, history));
  services.provide(JOINT_FITTING, createJointFitting(stores, client, binding));
  services.provide(MEASURING, createMeasuring(stores, client, history));
  services.provide(PREPARING, createPreparing(stores, client));
  const viewport: Studio["viewport"] = { current: null };
  const timeRig = async (rig: Rig) => (await viewport.current?.timeRig(rig)) ?? null;
  services.provide(REDUCING, createReducing(stores, client, history, timeRig));
  services.provide(CLEANING, createCleaning(stores, client, history));
  services.provide(SOLUTION_PATH, createSolutionPath(stores, client, history));
  services.provide(LIVE_SETTINGS, createLiveSettings(stores, client, history));
  services.provide(LOCAL_WEIGHTS, createLocalWeights(stores, client));
  services.provide(CORRECTING, createCorrecting(stores, client, history));
  const canEnter = (id: string) => WORKSPACES.find((each) => each.id === id)?.refusal(stores) === null;
  const files = services.provide(
    PROJECT_FILES,
    createProjectFiles(stores, {
      ...{ projects, keeping, client },
      memory: FILE_MEMORY,
      askAboutChange: () => services.get(SHARING).compareWithFile(),
    }),
  );
  services.provide(SHARING, createSharing(stores, { files, projects, opening, keeping, history }));
  const restoring = { projects, opening, keeping, hold, history, comparing, canEnter, files };
  services.provide(RESTORING, createRestoring(stores, restoring));
  const studio: Studio = {
    ...stores,
    client,
    history,
    projects,
    keeping,
    edits: createEdits(stores, history, bones, binding, tree),
    tools: toolsOf(WORKSPACES),
    viewport,
    get: services.get,
    follow: followAll(stores),
    perform(actionId) {
      const action = actions.of(actionId);
      const refusal = refusalOf(stores, action);
      if (refusal !== null) return refusal;
      answerToasts(stores, actionId);
      try {
        Promise.resolve(action.perform(studio)).catch((error) => reportError(stores, error, action.label));
      } catch (error) {
        reportError(stores, error, action.label);
      }
      return null;
    },
  };
  return studio;
}

function start(): void {
  const studio = createStudio();
  followLooks(studio, WORKSPACES);
  installIcons();
  followDocument(studio);
  followPoses(studio);
  followSelection(studio);
  followStrain(studio, studio.client);
  followReports(studio);
  followPaint(studio);
  followSolves(studio, studio.get(SOLUTION_PATH));
  tellLetGo(studio);
  tellIdleDeath(studio);
  followHand(studio, (isDown) => studio.client.leaveCore(isDown));
  followJobs(studio);
  followTitle(studio);
  listenToKeys(studio);
  showCutTexts();
  listenToDrops(studio, studio.get(OPENING), studio.get(PROJECT_FILES));
  startPlayback(studio);
  keepView(studio);
  keepPictures(studio);
  followFile(studio, studio.get(PROJECT_FILES));
  followTabs(studio, studio);
  keepOffline(studio).catch(() => {
    // A browser that refuses the service worker works with a network only.
  });
  offerScriptApi(studio);
  createRoot(document.getElementById("root")!).render(<App studio={studio} workspaces={WORKSPACES} />);
}

if (!(await ensureIsolation())) start();
