import { useBinding } from "../document/binding/binding-state";
import { runOf, useCompare } from "../document/compare/compare-state";
import { useCorrecting } from "../document/solve/correcting";
import { useView } from "../document/view-state";
import { useQueue } from "../panels/compare/use-compare";
import { formatError } from "../ui/format";
import { useStudio } from "./studio";

/** A comparison in the background, in every workspace; and how its two results differ, where they are shown. */
export function Comparing() {
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
export function Correcting() {
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
export function Binding() {
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
