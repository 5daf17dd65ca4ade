import { runOf, useCompare } from "../../document/compare/compare-state";
import { runName } from "../../document/compare/compare-table";
import { useShell } from "../../shell/shell-state";
import { useStudio } from "../../shell/studio";
import { formatSeconds } from "../../ui/format";
import { Icon } from "../../ui/Icon";
import { MethodMarker } from "./MethodMarker";

/** Below this share the time that is left is not foretold. */
const FORETOLD = 0.08;

/** "8.2 s, about 5 s left". */
function timesOf(startedAt: number, done: number | null): string {
  const seconds = (Date.now() - startedAt) / 1000;
  const left = done !== null && done > FORETOLD ? (seconds * (1 - done)) / done : null;
  const spent = formatSeconds(seconds);
  return left === null ? spent : `${spent}, about ${formatSeconds(Math.max(1, Math.round(left)))} left`;
}

/** The run that goes on, at the foot of the table. Renders at the pace of its progress. */
export function RunningRow() {
  const { comparing } = useStudio();
  const run = useCompare(({ runs }) => runs.find(({ state }) => state === "running") ?? null);
  const progress = useCompare((compare) => compare.progress);
  const startedAt = useCompare((compare) => compare.startedAt);
  const paused = useCompare((compare) => compare.paused);
  const waits = useShell((shell) => shell.solve !== null);
  if (!run || !runOf([run], run.id)) return null;
  const words = paused ? "Paused" : waits ? "Waits for the solve" : (progress?.phase ?? "Starting");
  const detail = !paused && !waits && progress?.detail ? `, ${progress.detail}` : "";
  const done = progress?.done ?? null;
  return (
    <div className="running" role="status" aria-label="The run that goes on">
      <MethodMarker method={run.settings.method} />
      <span className="ell who">{runName(run)}</span>
      <span className="bones">{run.settings.bones}</span>
      <span className="ell t2 what">
        {words}
        {detail}
      </span>
      <span className="prog">
        <i style={{ width: `${Math.round(100 * (done ?? 0))}%` }} />
      </span>
      <span className="t3 when">{paused || waits ? "" : timesOf(startedAt, done)}</span>
      <button
        type="button"
        className="ib"
        aria-label="Cancel this run"
        title="Cancel this run"
        onClick={() => comparing.cancel(run.id)}
      >
        <Icon name="x" />
      </button>
    </div>
  );
}
