import { useService } from "../../actions/studio";
import { useStore } from "../../document/use-stores";
import { BusyStatus } from "../../ui/feedback/BusyStatus";
import { PATH } from "./runs/path/path-state";
import { SOLUTION_PATH } from "./runs/path/solution-path";

/** Progress of the solution path, in every workspace. */
export function PathStatus() {
  const path = useService(SOLUTION_PATH);
  const run = useStore(PATH, (state) => state.run);
  if (!run) return null;
  const percent = Math.floor(100 * (run.progress?.done ?? 0));
  return (
    <BusyStatus soon onCancel={path.stop}>
      {run.paused ? "Solution path, paused" : `Solution path, ${percent} %`}
    </BusyStatus>
  );
}
