import type { Progress } from "../../workers/model/task";
import { useAction } from "../actions/use-action";
import { usePrepared } from "../document/deform/prepared";
import { useDocument } from "../document/document";
import { INTENT_MAPS } from "../document/solve/intent-maps";
import { useView } from "../document/view-state";
import { useBrush } from "../panels/paint/use-brush";
import { useBoneStatistics } from "../panels/use-bones";
import { formatBytes, formatClock, formatError, plural } from "../ui/format";
import { Icon } from "../ui/Icon";
import { Binding, Comparing, Correcting } from "./background-work";
import { FrameRate } from "./FrameRate";
import { KeyHints } from "./KeyHints";
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

/** What goes on, what keys do now, or what is selected. */
function Left() {
  const waiting = useShell((shell) => shell.waiting);
  const phase = useShell((shell) => shell.solve && (shell.solve.progress?.phase ?? "starting"));
  const paused = useShell((shell) => shell.solve?.paused ?? false);
  const preparing = usePrepared(({ progress }) => progress && preparingText(progress));
  const cancel = useAction("deform.cancel");
  const bone = useView((view) => view.selectedBone);
  const canPaint = useBrush();
  const painting = useView((view) => {
    if (view.workspace === "deform") return view.paintMap && "painting";
    const { tool } = view.paint;
    if (view.workspace === "paint")
      return canPaint && tool !== "skeleton" ? (`${tool} brush` as const) : null;
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
  const doing = hand === "over ring" || hand === "turning" ? hand : (painting ?? hand);
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
