import { ActionButton } from "../../../actions/ActionButton";
import { useAction } from "../../../actions/use-action";
import { formatBytes, formatCount, formatFigure, formatTenths, plural } from "../../../common/format";
import { useDocument, usePrepared, useView } from "../../../document/use-stores";
import { ProgressBar } from "../../../ui/feedback/ProgressBar";
import { TaskLine } from "../../../ui/feedback/TaskLine";
import { KeyValues } from "../../../ui/figures/KeyValues";
import textCss from "../../../ui/text/text.module.css";
import { directBytes } from "../runs/export-direct";

const NARROW = "\u00a0";

/** "46 ms", "0.71 s". */
const formatTime = (seconds: number) =>
  seconds < 0.5 ? `${formatFigure(1000 * seconds, 2)}${NARROW}ms` : `${formatFigure(seconds, 2)}${NARROW}s`;

/** What is being prepared, with a stop button; or that it was stopped. */
function Running() {
  const progress = usePrepared((prepared) => prepared.progress);
  const stale = usePrepared((prepared) => prepared.stale);
  const cancel = useAction("deform.cancel");
  const again = useAction("deform.prepare");
  if (!progress && !stale) return null;
  const percent = progress?.done == null ? null : Math.round(100 * progress.done);
  return (
    <TaskLine
      soon
      text={
        progress ? `${progress.phase}${progress.detail ? `, ${progress.detail}` : ""}` : "Of older settings"
      }
      end={
        percent !== null && (
          <span className={`${textCss.tertiary} ${textCss.number}`}>
            {percent}
            {NARROW}%
          </span>
        )
      }
      button={progress ? "Cancel" : "Prepare"}
      onPress={progress ? cancel.perform : again.perform}
    >
      {progress && percent !== null && <ProgressBar label={progress.phase} done={progress.done} />}
    </TaskLine>
  );
}

/** The data that the direct forms pose from, and the time that it took. */
export function Precomputed() {
  const direct = usePrepared((prepared) => prepared.direct);
  const lastChange = usePrepared((prepared) => prepared.lastChange);
  const running = usePrepared((prepared) => prepared.progress !== null);
  const corners = useDocument((state) => state.sequence?.triangles.length ?? 0);
  const kind = useView(({ panes, focusedPane }) => panes[focusedPane]?.deformer ?? "ddm-v0");
  const save = useAction("deform.download");
  if (!direct) {
    return (
      <>
        <Running />
        {!running && (
          <p className={`${textCss.secondary} ${textCss.hint}`}>
            Nothing yet. Choose Delta Mush or a direct form in one of the views.
          </p>
        )}
      </>
    );
  }
  const entries = direct.psi.length;
  const vertices = direct.rest.length / 3;
  return (
    <>
      <Running />
      <KeyValues>
        <dt>Ψ entries</dt>
        <dd>
          {formatCount(entries)} <span>{formatTenths(entries / vertices)} a vertex</span>
        </dd>
        <dt>Prepared in</dt>
        <dd>
          {formatTime(direct.seconds)}{" "}
          <span>{direct.solved > 0 ? plural(direct.solved, "system") : "all kept"}</span>
        </dd>
        {lastChange && (
          <>
            <dt>Last change</dt>
            <dd>
              {formatTime(lastChange.seconds)} <span>{lastChange.what}</span>
            </dd>
          </>
        )}
        <dt>Download</dt>
        <dd>
          {formatBytes(directBytes(direct, kind, corners))}{" "}
          <span>
            <button type="button" className={textCss.link} title={save.action.help} onClick={save.perform}>
              as JSON + bin
            </button>
          </span>
        </dd>
      </KeyValues>
    </>
  );
}

export const BakeButton = () => <ActionButton action="deform.bake" wide size="medium" icon />;
