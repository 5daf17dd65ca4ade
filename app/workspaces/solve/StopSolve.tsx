import { useService } from "../../actions/studio";
import { plural } from "../../common/format";
import { useDocument, useWork } from "../../document/use-stores";
import { StopCard } from "../../panels/viewport/StopCard";
import { SOLVING } from "./runs/solve/solving";

/** Asks before a solve and the bones that it has found are discarded. */
export function StopSolve() {
  const solving = useService(SOLVING);
  const goesOn = useWork(({ solve }) => solve !== null && !solve.keeping);
  const bones = useDocument(({ partial }) => partial?.bones.length ?? 0);
  return (
    <StopCard
      of="solve"
      goesOn={goesOn}
      title="Stop the solve?"
      body={`It has ${plural(bones, "bone")} so far, and keeps running while you decide.`}
      keep={{ label: "Keep this rig", run: () => solving.keep() }}
      throwAway={{ label: "Discard", run: () => solving.cancel() }}
    />
  );
}
