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

/** The progress of the preparation with a stop button, or a note that the data are out of date. */
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
      text={progress ? `${progress.phase}${progress.detail ? `, ${progress.detail}` : ""}` : "Out of date"}
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

/** The precomputed data of the direct deformers, and the time that they took. */
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
            Nothing yet. Choose Delta Mush or Direct Delta Mush in a view.
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
          {formatCount(entries)} <span>{formatTenths(entries / vertices)} per vertex</span>
        </dd>
        <dt>Preparation</dt>
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
              JSON + binary
            </button>
          </span>
        </dd>
      </KeyValues>
    </>
  );
}

export const BakeButton = () => <ActionButton action="deform.bake" wide size="medium" icon />;
