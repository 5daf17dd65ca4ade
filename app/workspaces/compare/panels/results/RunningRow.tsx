import { formatShare, formatTenths, formatTimeLeft } from "../../../../common/format";
import { useCompare, useStores, useWork } from "../../../../document/use-stores";
import { IconButton } from "../../../../ui/buttons/IconButton";
import { ProgressBar } from "../../../../ui/feedback/ProgressBar";
import { Icon } from "../../../../ui/icons/Icon";
import textCss from "../../../../ui/text/text.module.css";
import { runName } from "../../runs/compare-table";
import { MethodMarker } from "../MethodMarker";
import resultsTableCss from "./ResultsTable.module.css";

/** Below this share of progress, no remaining time is estimated. */
const FORETOLD = 0.08;

/** Estimated remaining seconds of a run that took `seconds` so far; null if it is too early to tell. */
function secondsLeft(seconds: number, done: number | null): number | null {
  if (done === null || done <= FORETOLD) return null;
  return (seconds * (1 - done)) / done;
}

/**
 * The running solve as the last row of the table: its phase beside its name, its progress in the error column, its time
 * under "Seconds". Renders whenever the progress changes.
 */
export function RunningRow() {
  const stores = useStores();
  const run = useCompare(({ runs }) => runs.find(({ state }) => state === "running") ?? null);
  const progress = useCompare((compare) => compare.progress);
  const startedAt = useCompare((compare) => compare.startedAt);
  const paused = useCompare((compare) => compare.paused);
  const waits = useWork((work) => work.solve !== null);
  if (!run) return null;
  const still = paused || waits;
  const phase = progress?.phase ?? "Starting";
  const doing = progress?.detail ? `${phase}, ${progress.detail}` : phase;
  const words = paused ? "Paused" : waits ? "Waiting for the solve" : doing;
  const done = progress?.done ?? null;
  const seconds = (Date.now() - startedAt) / 1000;
  const left = still ? null : secondsLeft(seconds, done);
  const title = left === null ? words : `${words}, about ${formatTimeLeft(left)} left`;
  return (
    <tfoot>
      <tr className={resultsTableCss.running} aria-label="Current run">
        <td className={resultsTableCss.side} />
        <th scope="row" className={resultsTableCss.name}>
          <span title={title}>
            <MethodMarker method={run.settings.method} />
            <span className={resultsTableCss.who}>{runName(run)}</span>
            <span className={`${textCss.ellipsis} ${textCss.tertiary}`}>{title}</span>
          </span>
        </th>
        <td>{run.settings.bones}</td>
        <td className={textCss.secondary}>{done === null ? "–" : formatShare(done)}</td>
        <td className={resultsTableCss.errorBar}>
          <ProgressBar label={title} done={done} className={resultsTableCss.progress} />
        </td>
        <td className={resultsTableCss.change} />
        <td className={resultsTableCss.largest} />
        <td />
        <td className={`${resultsTableCss.seconds} ${textCss.secondary}`}>
          {still ? "–" : formatTenths(seconds)}
        </td>
        <td className={resultsTableCss.influences} />
        <td className={resultsTableCss.size} />
        <td className={resultsTableCss.bits} />
        <td className={resultsTableCss.tools}>
          <span>
            <IconButton
              aria-label="Cancel this run"
              title="Cancel this run"
              onClick={() => stores.work.setState({ asking: "run" })}
            >
              <Icon name="x" />
            </IconButton>
          </span>
        </td>
      </tr>
    </tfoot>
  );
}
