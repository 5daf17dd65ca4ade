import type { Job, SolvePartial, SolveResult, SolverClient } from "../../workers/client";
import type { Rig } from "../../workers/model/rig";
import type { SolveReport } from "../../workers/model/solve-report";
import type { SolveSettings } from "../../workers/model/solve-settings";
import type { Progress } from "../../workers/model/task";
import { complain, isCancel } from "../shell/complain";
import { type SolveRun, useShell } from "../shell/shell-state";
import { plural } from "../ui/format";
import { solveResult } from "./commands";
import { useDocument } from "./document";
import type { History } from "./history";
import { diagonalOf, distanceOfERms } from "./measure";
import { paced } from "./paced";
import { useView } from "./view-state";

/** Wait this long after a change of settings before a running solve takes it up. */
const LIVE_DELAY_MS = 300;

/** The rig on screen and the card change no more often than this: what an eye can follow, and a page can draw. */
const PARTIAL_MS = 200;
const PROGRESS_MS = 120;

/** Runs solves: shows them as they happen, takes changed settings up, puts the outcome into the history. */
export interface Solving {
  /** Solves from nothing, or goes on from the rig that there is. */
  start(from: "nothing" | "rig"): void;
  togglePause(): void;
  /** Ends the solve with the best rig so far. */
  keep(): void;
  cancel(): void;
}

export function createSolving(client: SolverClient, history: History): Solving {
  let job: Job<SolveResult, SolvePartial> | null = null;
  /** Whether the solve goes on from the document's rig: its bones, names and locks stay. */
  let continued = false;
  /** Settings of the running solve. */
  let running: SolveSettings = useDocument.getState().settings;
  let pausedAt = 0;
  let liveTimer: ReturnType<typeof setTimeout> | undefined;

  function start(from: "nothing" | "rig"): void {
    const { rig } = useDocument.getState();
    showSolve();
    continued = from === "rig";
    run(from === "rig" ? rig : null, { history: [], phases: [], startedAt: Date.now() });
  }

  function run(from: Rig | null, carried: Pick<SolveRun, "history" | "phases" | "startedAt">): void {
    const { sequence, settings, locks } = useDocument.getState();
    if (!sequence) return;
    const fitting = continued && from && locks?.bones.length === from.bones.length ? locks : null;
    const mine = client.decompose(sequence, settings, from ? { rig: from, locks: fitting } : undefined);
    job = mine;
    running = settings;
    useShell.setState({
      solve: {
        ...carried,
        title: titleOf(settings, from !== null),
        progress: null,
        paused: false,
        keeping: false,
        errorPerFrame: useShell.getState().solve?.errorPerFrame ?? null,
      },
    });
    const onPartial = paced(
      PARTIAL_MS,
      (partial: SolvePartial) => job === mine && showPartial(partial, carried),
    );
    const phases: string[] = [...carried.phases];
    const showPaced = paced(
      PROGRESS_MS,
      (progress: Progress) => job === mine && patchRun({ progress, phases: [...phases] }),
    );
    mine.onPartial(onPartial);
    mine.onProgress((progress) => {
      if (!phases.includes(progress.phase)) phases.push(progress.phase);
      showPaced(progress);
    });
    mine.result.then(
      (result) => job === mine && finish(result),
      (error) => job === mine && fail(error),
    );
  }

  function showPartial({ rig, snapshot }: SolvePartial, carried: Pick<SolveRun, "history">): void {
    useDocument.setState({ partial: rig });
    patchRun({
      history: [...carried.history, ...snapshot.history],
      errorPerFrame: snapshot.errorPerFrame ?? useShell.getState().solve?.errorPerFrame ?? null,
    });
  }

  function finish({ rig, report }: SolveResult): void {
    const keptEarly = useShell.getState().solve?.keeping ?? false;
    end();
    history.run(solveResult(rig, report, { keptEarly, continued }));
    showResult(report);
  }

  function fail(error: unknown): void {
    end();
    useDocument.setState({ partial: null });
    if (!isCancel(error)) complain(error, "The solve");
  }

  function end(): void {
    job = null;
    clearTimeout(liveTimer);
    useShell.setState({ solve: null });
  }

  useDocument.subscribe(
    (state) => state.settings,
    (settings) => {
      if (!job) return;
      clearTimeout(liveTimer);
      liveTimer = setTimeout(() => goOnWith(settings), LIVE_DELAY_MS);
    },
  );

  /**
   * Starts again with changed settings, from the rig on screen where that one still fits them. A solve that went on
   * from a rig keeps doing so.
   */
  function goOnWith(settings: SolveSettings): void {
    const current = useShell.getState().solve;
    if (!job || !current || settings === running) return;
    const before = running;
    const fits =
      settings.errorTarget === before.errorTarget &&
      settings.knee === before.knee &&
      (settings.boneKind === "affine" || before.boneKind === "rigid") &&
      settings.seed === before.seed &&
      settings.initialiser === before.initialiser &&
      settings.holdOut === before.holdOut &&
      settings.method === before.method &&
      goesOnFromRigs(settings);
    const started = {
      eRms: current.history.at(-1)?.eRms ?? Number.NaN,
      seconds: 0,
      event: "restart" as const,
    };
    const kept = Number.isFinite(started.eRms) ? [...current.history, started] : [];
    run(fits || continued ? rigToGoOnFrom() : null, {
      history: kept,
      phases: [],
      startedAt: Date.now(),
    });
  }

  /** What is on screen; the document's rig where locks speak of that one's bones. */
  function rigToGoOnFrom(): Rig | null {
    const { partial, rig, locks } = useDocument.getState();
    const isOnScreen = partial && (!continued || !locks || locks.bones.length === partial.bones.length);
    return isOnScreen ? partial : continued ? rig : null;
  }

  // A solve belongs to the frames that it started on.
  useDocument.subscribe(
    (state) => state.sequence?.frames,
    () => job && cancel(),
  );

  function togglePause(): void {
    const current = useShell.getState().solve;
    if (!job || !current) return;
    if (current.paused) {
      job.resume();
      patchRun({ paused: false, startedAt: current.startedAt + Date.now() - pausedAt });
    } else {
      job.pause();
      pausedAt = Date.now();
      patchRun({ paused: true });
    }
  }

  function keep(): void {
    if (!job) return;
    if (useShell.getState().solve?.paused) togglePause();
    patchRun({ keeping: true });
    job.keep();
  }

  function cancel(): void {
    const cancelled = job;
    end();
    useDocument.setState({ partial: null });
    cancelled?.cancel();
  }

  return { start, togglePause, keep, cancel };
}

function patchRun(change: Partial<SolveRun>): void {
  useShell.setState(({ solve }) => ({ solve: solve && { ...solve, ...change } }));
}

/** The methods that take bones and weights in turn go on from any rig; the others have a way of their own to theirs. */
const goesOnFromRigs = ({ method }: SolveSettings) => method === "auto" || method === "ssdr";

function titleOf(settings: SolveSettings, goesOn: boolean): string {
  if (settings.errorTarget !== null) return "Solving for the error target";
  if (settings.knee) return "Solving for the knee";
  return `${goesOn ? "Refining" : "Solving"} ${plural(settings.bones, "bone")}`;
}

/** The first solve of a sequence shows itself: bones' colours over the source's ghost. */
function showSolve(): void {
  if (!useDocument.getState().rig) useView.setState({ layout: "overlay", shading: "bones" });
}

/** The result shows its error, unless the artist looked elsewhere meanwhile. */
function showResult(report: SolveReport): void {
  const { layout, shading } = useView.getState();
  if (layout === "overlay" && shading === "bones") useView.setState({ layout: "rig", shading: "error" });
  const { sequence } = useDocument.getState();
  if (sequence) fitErrorRange(report, diagonalOf(sequence));
}

/** Five times the RMS distance shows where the error is; the legend's handles change it. */
export function fitErrorRange({ eRms, maxErrorPercent }: SolveReport, diagonal: number): void {
  const largest = (maxErrorPercent / 100) * diagonal;
  const end = Math.min(largest, 5 * distanceOfERms(eRms, diagonal));
  useView.setState({ errorRange: [0, Math.max(end, 1e-6 * diagonal)] });
}
