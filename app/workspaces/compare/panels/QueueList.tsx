import { ActionButton } from "../../../actions/ActionButton";
import { useService } from "../../../actions/studio";
import { formatTimeLeft, plural } from "../../../common/format";
import type { CompareRun } from "../../../document/compare/compare-state";
import { useCompare } from "../../../document/use-stores";
import { IconButton } from "../../../ui/buttons/IconButton";
import { Badge } from "../../../ui/feedback/Badge";
import { Note } from "../../../ui/feedback/Note";
import { ProgressBar } from "../../../ui/feedback/ProgressBar";
import { Icon } from "../../../ui/icons/Icon";
import layoutCss from "../../../ui/layout/layout.module.css";
import { Row, RowName } from "../../../ui/lists/Row";
import textCss from "../../../ui/text/text.module.css";
import { runTitle } from "../runs/compare-table";
import { COMPARING } from "../runs/comparing";
import { MethodMarker } from "./MethodMarker";
import css from "./QueueList.module.css";
import { useQueue } from "./use-compare";

/** The number of waiting runs in the list; the others are only counted. */
const SHOWN = 5;

/** Estimated seconds for the remaining runs, from the mean of the finished ones; null until one has finished. */
function secondsLeft(runs: readonly CompareRun[]): number | null {
  const batch = runs.reduce((last, run) => Math.max(last, run.batch), 0);
  const mine = runs.filter((run) => run.batch === batch);
  const times = mine.flatMap(({ state, report }) => (state === "done" && report ? [report.seconds] : []));
  if (times.length === 0) return null;
  const left = mine.filter(({ state }) => state === "waiting" || state === "running").length;
  return (left * times.reduce((sum, x) => sum + x, 0)) / times.length;
}

function RunBadge({ run }: { run: CompareRun }) {
  if (run.state === "failed") return <Badge tone="err">failed</Badge>;
  if (run.state === "done") return <Badge tone="warn">{plural(run.report?.bones ?? 0, "bone")} found</Badge>;
  return <Badge>{run.state}</Badge>;
}

function QueueRow({ run }: { run: CompareRun }) {
  const comparing = useService(COMPARING);
  const goesOn = run.state === "running" || run.state === "waiting";
  const words = goesOn ? "Cancel" : "Dismiss";
  return (
    <Row className={css.run}>
      <MethodMarker method={run.settings.method} />
      <RowName title={runTitle(run)}>{runTitle(run)}</RowName>
      <RunBadge run={run} />
      {run.state !== "done" && (
        <IconButton
          aria-label={`${words} ${runTitle(run)}`}
          title={words}
          onClick={() => (goesOn ? comparing.cancel(run.id) : comparing.remove(run.id))}
        >
          <Icon name="x" />
        </IconButton>
      )}
    </Row>
  );
}

/** Lists running, waiting and failed runs, and the overall progress. */
export function QueueList() {
  const runs = useCompare((compare) => compare.runs);
  const paused = useCompare((compare) => compare.paused);
  const { active, done, total } = useQueue();
  const going = runs.filter(({ state }) => state === "running" || state === "waiting");
  const failed = runs.filter(({ state }) => state === "failed");
  const left = secondsLeft(runs);
  if (total === 0)
    return <p className={textCss.tertiary}>No runs queued. Runs are solved one after the other.</p>;
  return (
    <>
      {(active || failed.length === 0) && (
        <div className={css.queue}>
          <div className={css.summary}>
            <span className={textCss.strong}>
              {done} of {total} done
            </span>
            <span className={textCss.secondary}>
              {active && (paused ? "paused" : left === null ? "" : `about ${formatTimeLeft(left)} left`)}
            </span>
          </div>
          <ProgressBar label="Finished runs" done={done / total} />
        </div>
      )}
      {active && (
        <div className={`${layoutCss.pair} ${css.buttons}`}>
          <ActionButton action="compare.pause" label={paused ? "Resume" : "Pause"} grow icon />
          <ActionButton action="compare.cancel" label="Cancel all" grow />
        </div>
      )}
      {going.slice(0, SHOWN).map((run) => (
        <QueueRow key={run.id} run={run} />
      ))}
      {going.length > SHOWN && (
        <p className={`${textCss.tertiary} ${css.more}`}>and {going.length - SHOWN} more waiting</p>
      )}
      {failed.map((run) => (
        <div key={run.id}>
          <QueueRow run={run} />
          <Note tone="err" className={css.problem} role="alert">
            <Icon name="error" />
            <span>
              {run.error?.title}. {run.error?.body}
            </span>
          </Note>
        </div>
      ))}
    </>
  );
}
