import { useService } from "../../actions/studio";
import { useBinding } from "../../document/use-stores";
import { StopCard } from "../../panels/viewport/StopCard";
import { BINDING } from "./runs/binding";

/** Asks before the weights of a running optimisation are discarded. */
export function StopBinding() {
  const binding = useService(BINDING);
  const goesOn = useBinding(({ run }) => run !== null && run.state !== "ended" && run.state !== "finishing");
  return (
    <StopCard
      of="binding"
      goesOn={goesOn}
      title="Stop finding weights?"
      body="Discard restores the previous weights."
      keep={{ label: "Keep current weights", run: () => binding.keep() }}
      throwAway={{ label: "Discard", run: () => binding.cancel() }}
    />
  );
}
