import { formatShare, formatTenths, formatTimeLeft } from "../../../common/format";
import { useCompare } from "../../../document/compare/compare-state";
import { useWork } from "../../../document/session/work";
import { Icon } from "../../../ui/icons/Icon";
import { runName } from "../runs/compare-table";
import { MethodMarker } from "./MethodMarker";

/** Below this share the time that is left is not foretold. */
const FORETOLD = 0.08;

/** What a run that took `seconds` for its share still needs; null before that can be told. */
function secondsLeft(seconds: number, done: number | null): number | null {
  if (done === null || done <= FORETOLD) return null;
  return (seconds * (1 - done)) / done;
}

/**
 * The run that goes on, as the last row of the table and in its columns: what it does beside its name, how far it is
 * where errors have their bars, the time under "Seconds". Renders at the pace of its progress.
 */
export function RunningRow() {
  const run = useCompare(({ runs }) => runs.find(({ state }) => state === "running") ?? null);
  const progress = useCompare((compare) => compare.progress);
  const startedAt = useCompare((compare) => compare.startedAt);
  const paused = useCompare((compare) => compare.paused);
  const waits = useWork((work) => work.solve !== null);
  if (!run) return null;
  const still = paused || waits;
  const phase = progress?.phase ?? "Starting";
  const doing = progress?.detail ? `${phase}, ${progress.detail}` : phase;
  const words = paused ? "Paused" : waits ? "Waits for the solve" : doing;
  const done = progress?.done ?? null;
  const seconds = (Date.now() - startedAt) / 1000;
  const left = still ? null : secondsLeft(seconds, done);
  const title = left === null ? words : `${words}, about ${formatTimeLeft(left)} left`;
  return (
    <tfoot>
      <tr className="running" aria-label="The run that goes on">
        <td className="side" />
        <th scope="row" className="name">
          <span title={title}>
            <MethodMarker method={run.settings.method} />
            <span className="who">{runName(run)}</span>
            <span className="ell t3">{title}</span>
          </span>
        </th>
        <td>{run.settings.bones}</td>
        <td className="t2">{done === null ? "–" : formatShare(done)}</td>
        <td className="ebar">
          <span className="prog">
            <i style={{ width: `${Math.round(100 * (done ?? 0))}%` }} />
          </span>
        </td>
        <td className="c-largest" />
        <td className="c-held" />
        <td className="c-seconds t2">{still ? "–" : formatTenths(seconds)}</td>
        <td className="c-influences" />
        <td className="c-size" />
        <td className="c-bits" />
        <td className="tools">
          <span>
            <button
              type="button"
              className="ib"
              aria-label="Cancel this run"
              title="Cancel this run"
              onClick={() => useWork.setState({ asking: "run" })}
            >
              <Icon name="x" />
            </button>
          </span>
        </td>
      </tr>
    </tfoot>
  );
}
