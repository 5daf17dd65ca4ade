import { useEffect, useRef } from "react";
import type { Progress } from "../../workers/model/task";
import { useAction } from "../actions/use-action";
import { useBinding } from "../document/binding/binding-state";
import { runOf, useCompare } from "../document/compare/compare-state";
import { usePrepared } from "../document/deform/prepared";
import { useDocument } from "../document/document";
import { useCorrecting } from "../document/solve/correcting";
import { INTENT_MAPS } from "../document/solve/intent-maps";
import { useView } from "../document/view-state";
import { useQueue } from "../panels/compare/use-compare";
import { useBoneStatistics } from "../panels/use-bones";
import { formatBytes, formatClock, formatError, plural } from "../ui/format";
import { Icon } from "../ui/Icon";
import { useShell } from "./shell-state";
import { useStudio } from "./studio";

/** Positions that a sequence may take: half of what the engine can address, within the machine's memory. */
function roomForSequences(): number {
  const memory = (navigator as { deviceMemory?: number }).deviceMemory ?? 4;
  return Math.min(1.5e9, (memory * 1e9) / 4);
}

/** "Preparing: smoothing, 40 %". */
function preparingText({ phase, done }: Progress): string {
  const words = `${phase[0].toLowerCase()}${phase.slice(1)}`;
  return `Preparing: ${words}${done === null ? "" : `, ${Math.round(100 * done)}\u00a0%`}`;
}

/** What modifier keys do to what the hand does now. */
const HINTS = {
  painting: [
    ["Shift", "smooths"],
    ["Ctrl", "inverts"],
    ["[ ]", "radius"],
    ["Esc", "stops"],
  ],
  "painting amounts": [
    ["Shift", "smooths"],
    ["Ctrl", "erases"],
    ["[ ]", "radius"],
    ["Esc", "stops"],
  ],
  "painting regions": [
    ["Ctrl", "erases"],
    ["[ ]", "radius"],
    ["Esc", "stops"],
  ],
  "painting weights": [
    ["Ctrl", "inverts"],
    ["Shift", "smooths"],
    ["B", "drag radius"],
    ["Alt", "picks a bone"],
    ["V", "keeps the vertex"],
  ],
  "over handle": [
    ["drag", "moves the bone over the surface"],
    ["Ctrl", "selects several"],
  ],
  moving: [["Esc", "leaves the bone where it was"]],
  drawing: [
    ["click", "places a joint"],
    ["Ctrl", "without snapping"],
    ["X", "both sides"],
    ["Esc", "ends the chain"],
  ],
  "over joint": [
    ["click", "draws on from here"],
    ["drag", "moves the joint"],
    ["Ctrl", "without snapping"],
    ["Alt", "this end only"],
  ],
  "over segment": [
    ["click", "selects"],
    ["drag", "moves the bone"],
    ["S", "splits"],
    ["Delete", "removes"],
  ],
  "over ring": [["drag", "turns the bone"]],
  turning: [
    ["Shift", "a tenth"],
    ["Ctrl", "steps of 5°"],
    ["Esc", "gives up"],
  ],
} as const;

function KeyHints({ of }: { of: keyof typeof HINTS }) {
  return HINTS[of].map(([key, does]) => (
    <span key={key}>
      <kbd>{key}</kbd> {does}
    </span>
  ));
}

/** What goes on, what keys do now, or what is selected. */
function Left() {
  const waiting = useShell((shell) => shell.waiting);
  const phase = useShell((shell) => shell.solve && (shell.solve.progress?.phase ?? "starting"));
  const paused = useShell((shell) => shell.solve?.paused ?? false);
  const preparing = usePrepared(({ progress }) => progress && preparingText(progress));
  const cancel = useAction("deform.cancel");
  const bone = useView((view) => view.selectedBone);
  const painting = useView((view) => {
    if (view.workspace === "deform") return view.paintMap && "painting";
    if (view.workspace === "paint") return view.paint.tool === "weight" ? "painting weights" : null;
    const map = view.workspace === "solve" && view.intentMap;
    return map ? (INTENT_MAPS[map].kind === "region" ? "painting regions" : "painting amounts") : null;
  });
  const hand = useView((view) => view.hand);
  const rig = useDocument((state) => state.rig);
  const statistics = useBoneStatistics();
  if (waiting) {
    return (
      <span className="t2">
        <i className="dot busy" />
        {waiting.title}
      </span>
    );
  }
  if (phase !== null) {
    return (
      <span className="t2">
        <i className="dot busy" />
        {paused ? "Paused" : "Solving"}: {phase.toLowerCase()}
      </span>
    );
  }
  if (preparing !== null) {
    return (
      <span className="t2 soon">
        <i className="dot busy" />
        {preparing}
        <button type="button" className="link" onClick={cancel.perform}>
          Cancel
        </button>
      </span>
    );
  }
  const doing = painting ?? hand;
  if (doing) return <KeyHints of={doing} />;
  if (bone === null || !rig?.bones[bone] || !statistics) return null;
  const error = statistics.eRms ? `, error ${formatError(statistics.eRms[bone])}` : "";
  return (
    <>
      <span className="t2">{rig.bones[bone].name}</span>
      <span>
        {plural(statistics.vertices[bone], "vertex", "vertices")}
        {error}
      </span>
    </>
  );
}

/** A comparison in the background, in every workspace; and how its two results differ, where they are shown. */
function Comparing() {
  const { active, done, total } = useQueue();
  const paused = useCompare((compare) => compare.paused);
  const isHere = useView((view) => view.workspace === "compare");
  const gap = useCompare(({ runs, sides }) => {
    const [a, b] = [runOf(runs, sides.a)?.report, runOf(runs, sides.b)?.report];
    return a && b ? a.eRms - b.eRms : null;
  });
  return (
    <>
      {active && (
        <span className="t2">
          <i className="dot busy" />
          {paused ? "Comparing paused" : "Comparing"}: {done} of {total}
        </span>
      )}
      {isHere && gap !== null && (
        <span title="Difference of the two errors">
          A − B: {gap > 0 ? "+" : ""}
          {formatError(gap)}
        </span>
      )}
    </>
  );
}

/** A correction that is being fitted, in every workspace. */
function Correcting() {
  const { correcting } = useStudio();
  const fitting = useCorrecting(({ progress }) => progress !== null);
  if (!fitting) return null;
  return (
    <span className="t2 soon">
      <i className="dot busy" />
      Fitting the correction
      <button type="button" className="link" onClick={correcting.cancel}>
        Cancel
      </button>
    </span>
  );
}

/** Weights that are optimised in the background, in every workspace. */
function Binding() {
  const text = useBinding(({ run }) => {
    if (run?.state === "starting") return `Binding: ${(run.progress?.phase ?? "starting").toLowerCase()}`;
    if (run?.state === "running") return `Optimising weights: iteration ${run.iteration}`;
    return run?.state === "finishing" ? "Measuring weights" : null;
  });
  if (text === null) return null;
  return (
    <span className="t2">
      <i className="dot busy" />
      {text}
    </span>
  );
}

/** Frames drawn a second while something moves; written past React. */
function FrameRate() {
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let count = 0;
    let since = performance.now();
    let shown = 0;
    const stop = useView.subscribe(
      (view) => view.frame,
      () => {
        count++;
        const now = performance.now();
        if (now - since < 500) return;
        const rate = Math.round((1000 * count) / (now - since));
        if (useView.getState().playing && rate !== shown && text.current) {
          text.current.textContent = `${rate} frames/s`;
          shown = rate;
        }
        [count, since] = [0, now];
      },
    );
    const stopPlaying = useView.subscribe(
      (view) => view.playing,
      (playing) => {
        [count, since, shown] = [0, performance.now(), 0];
        if (!playing && text.current) text.current.textContent = "";
      },
    );
    return () => {
      stop();
      stopPlaying();
    };
  }, []);
  return <span ref={text} />;
}

function Saved() {
  const saved = useShell((shell) => shell.saved);
  if (!saved) return null;
  if (saved.state === "failed") {
    return (
      <span className="t2" title={saved.message}>
        <i className="dot bad" />
        Not saved: {saved.message}
      </span>
    );
  }
  return (
    <span>
      <i className={saved.state === "saving" ? "dot busy" : "dot"} />
      {saved.state === "saving"
        ? "Saving on this machine"
        : `Saved on this machine ${formatClock(saved.time)}`}
    </span>
  );
}

export function StatusBar() {
  const { client } = useStudio();
  const vertices = useDocument((state) => state.sequence?.vertexCount ?? null);
  const frames = useDocument((state) => state.sequence?.frameCount ?? 0);
  const backend = useView((view) => view.backend);
  return (
    <footer className="status">
      <Left />
      <Comparing />
      <Binding />
      <Correcting />
      {vertices === null ? (
        <span>
          <Icon name="lock" />
          Everything runs on this machine. Nothing is uploaded.
        </span>
      ) : (
        <>
          <span>{plural(vertices, "vertex", "vertices")}</span>
          <span>{plural(frames, "frame")}</span>
        </>
      )}
      <span className="end">
        <Icon name="cpu" />
        {plural(client.threads, "thread")}
      </span>
      {backend && <span>{backend}</span>}
      {vertices === null ? (
        <span>Room for sequences up to about {formatBytes(roomForSequences())}</span>
      ) : (
        <>
          <FrameRate />
          <Saved />
        </>
      )}
    </footer>
  );
}
