import { ActionButton } from "../../../actions/ActionButton";
import { useService } from "../../../actions/studio";
import { formatTimeLeft, plural } from "../../../common/format";
import { type CompareRun, useCompare } from "../../../document/compare/compare-state";
import { Icon } from "../../../ui/icons/Icon";
import { runTitle } from "../runs/compare-table";
import { COMPARING } from "../runs/comparing";
import { MethodMarker } from "./MethodMarker";
import { useQueue } from "./use-compare";

/** Rows of runs that wait, before the rest becomes a number. */
const SHOWN = 5;

/** Seconds that the runs left take, if they take what those before them did; null until one has ended. */
function secondsLeft(runs: readonly CompareRun[]): number | null {
  const batch = runs.reduce((last, run) => Math.max(last, run.batch), 0);
  const mine = runs.filter((run) => run.batch === batch);
  const times = mine.flatMap(({ state, report }) => (state === "done" && report ? [report.seconds] : []));
  if (times.length === 0) return null;
  const left = mine.filter(({ state }) => state === "waiting" || state === "running").length;
  return (left * times.reduce((sum, x) => sum + x, 0)) / times.length;
}

function Badge({ run }: { run: CompareRun }) {
  if (run.state === "failed") return <span className="badge err">failed</span>;
  if (run.state === "done")
    return <span className="badge warn">{plural(run.report?.bones ?? 0, "bone")} found</span>;
  return <span className="badge">{run.state}</span>;
}

function QueueRow({ run }: { run: CompareRun }) {
  const comparing = useService(COMPARING);
  const goesOn = run.state === "running" || run.state === "waiting";
  const words = goesOn ? "Cancel" : "Dismiss";
  return (
    <div className="row">
      <MethodMarker method={run.settings.method} />
      <span className="name" title={runTitle(run)}>
        {runTitle(run)}
      </span>
      <Badge run={run} />
      {run.state !== "done" && (
        <button
          type="button"
          className="ib"
          aria-label={`${words} ${runTitle(run)}`}
          title={words}
          onClick={() => (goesOn ? comparing.cancel(run.id) : comparing.remove(run.id))}
        >
          <Icon name="x" />
        </button>
      )}
    </div>
  );
}

/** What runs, waits and failed, and how far all of it is. */
export function QueueList() {
  const runs = useCompare((compare) => compare.runs);
  const paused = useCompare((compare) => compare.paused);
  const { active, done, total } = useQueue();
  const going = runs.filter(({ state }) => state === "running" || state === "waiting");
  const failed = runs.filter(({ state }) => state === "failed");
  const left = secondsLeft(runs);
  if (total === 0)
    return <p className="t3">Nothing is queued. Add runs; they are solved one after the other.</p>;
  return (
    <>
      {(active || failed.length === 0) && (
        <div className="queue">
          <div className="r">
            <span className="b">
              {done} of {total} done
            </span>
            <span className="t2">
              {active && (paused ? "paused" : left === null ? "" : `about ${formatTimeLeft(left)} left`)}
            </span>
          </div>
          <div className="prog">
            <i style={{ width: `${(100 * done) / total}%` }} />
          </div>
        </div>
      )}
      {active && (
        <div className="pair queuebuttons">
          <ActionButton action="compare.pause" label={paused ? "Go on" : "Pause"} className="grow" icon />
          <ActionButton action="compare.cancel" label="Cancel all" className="grow" />
        </div>
      )}
      {going.slice(0, SHOWN).map((run) => (
        <QueueRow key={run.id} run={run} />
      ))}
      {going.length > SHOWN && <p className="t3 queuemore">and {going.length - SHOWN} more waiting</p>}
      {failed.map((run) => (
        <div key={run.id}>
          <QueueRow run={run} />
          <div className="note err" role="alert">
            <Icon name="error" />
            <span>
              {run.error?.title}. {run.error?.body}
            </span>
          </div>
        </div>
      ))}
    </>
  );
}
