import { useStudio } from "../../actions/studio";
import { useAction } from "../../actions/use-action";
import { formatBytes, formatClock, formatError, plural } from "../../common/format";
import { NEW_BUILD } from "../../document/session/new-build";
import { useDocument, useStore, useView, useWork } from "../../document/use-stores";
import { movedWords } from "../../panels/bones/BoneCount";
import { useBoneStatistics } from "../../panels/bones/use-bones";
import { KeyHints } from "../../panels/fields/KeyHints";
import { BusyStatus } from "../../ui/feedback/BusyStatus";
import { StatusDot } from "../../ui/feedback/StatusDot";
import { Icon } from "../../ui/icons/Icon";
import textCss from "../../ui/text/text.module.css";
import { BackgroundWork, useKeyHints } from "../faces";
import { JobsButton } from "../jobs/JobsButton";
import { FrameRate } from "./FrameRate";
import css from "./StatusBar.module.css";

/**
 * The size of the largest possible sequence, in bytes of positions: half of the memory that the engine can address,
 * limited by the machine's.
 */
function roomForSequences(): number {
  const memory = (navigator as { deviceMemory?: number }).deviceMemory ?? 4;
  return Math.min(1.5e9, (memory * 1e9) / 4);
}

/** The running work, the keys for the part under the pointer, or the selection. */
function Left() {
  const waiting = useWork((work) => work.waiting);
  const phase = useWork((work) => work.solve && (work.solve.progress?.phase ?? "starting"));
  const paused = useWork((work) => work.solve?.paused ?? false);
  const hints = useKeyHints();
  const bone = useView((view) => view.selectedBone);
  const rig = useDocument((state) => state.rig);
  const statistics = useBoneStatistics();
  if (waiting) return <BusyStatus>{waiting.title}</BusyStatus>;
  if (phase !== null) {
    return (
      <BusyStatus>
        {paused ? "Paused" : "Solving"}: {phase.toLowerCase()}
      </BusyStatus>
    );
  }
  if (hints) {
    return (
      <div className={css.hints}>
        <KeyHints hints={hints} />
      </div>
    );
  }
  if (bone === null || !rig?.bones[bone] || !statistics) return null;
  const error = statistics.eRms ? `, error ${formatError(statistics.eRms[bone])}` : "";
  return (
    <>
      <span className={textCss.secondary}>{rig.bones[bone].name}</span>
      <span>
        {movedWords(statistics, bone, rig.bones[bone].end === true)}
        {error}
      </span>
    </>
  );
}

function Saved() {
  const saved = useWork((work) => work.saved);
  if (!saved) return null;
  if (saved.state === "failed") {
    return (
      <span className={textCss.secondary} title={saved.message}>
        <StatusDot tone="bad" />
        Not saved: {saved.message}
      </span>
    );
  }
  return (
    <span>
      <StatusDot tone={saved.state === "saving" ? "busy" : "ok"} />
      {saved.state === "saving"
        ? "Saving on this machine"
        : `Saved on this machine ${formatClock(saved.time)}`}
    </span>
  );
}

/** Offers to reload while a newer build waits. */
function NewBuild() {
  const isWaiting = useStore(NEW_BUILD, ({ waiting }) => waiting !== null);
  const { perform } = useAction("help.update");
  if (!isWaiting) return null;
  return (
    <button type="button" className={textCss.link} onClick={perform}>
      New version: reload
    </button>
  );
}

export function StatusBar() {
  const { client } = useStudio();
  const vertices = useDocument((state) => state.sequence?.vertexCount ?? null);
  const frames = useDocument((state) => state.sequence?.frameCount ?? 0);
  const backend = useView((view) => view.backend);
  return (
    <footer className={css.bar}>
      <Left />
      <BackgroundWork />
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
      <span className={css.end}>
        <NewBuild />
        <JobsButton />
      </span>
      <span>
        <Icon name="cpu" />
        {plural(client.threads, "thread")}
      </span>
      {backend && <span>{backend}</span>}
      {vertices === null ? (
        <span>Sequences up to about {formatBytes(roomForSequences())}</span>
      ) : (
        <>
          <FrameRate />
          <Saved />
        </>
      )}
    </footer>
  );
}
