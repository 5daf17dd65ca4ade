import { useService } from "../../actions/studio";
import { useStore } from "../../document/use-stores";
import { BusyStatus } from "../../ui/feedback/BusyStatus";
import { PATH, pathWords } from "./runs/path/path-state";
import { SOLUTION_PATH } from "./runs/path/solution-path";

/** Progress of the solution path, in every workspace. */
export function PathStatus() {
  const path = useService(SOLUTION_PATH);
  const run = useStore(PATH, (state) => state.run);
  const words = useStore(PATH, pathWords);
  if (!run) return null;
  return (
    <BusyStatus soon onCancel={path.stop}>
      {run.paused ? "Solution path, paused" : `Solution path, ${words}`}
    </BusyStatus>
  );
}
