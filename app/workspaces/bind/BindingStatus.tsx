import { useBinding } from "../../document/use-stores";
import { BusyStatus } from "../../ui/feedback/BusyStatus";

/** Progress of the background optimisation of weights, shown in every workspace. */
export function BindingStatus() {
  const text = useBinding(({ run }) => {
    if (run?.state === "starting") return `Binding: ${(run.progress?.phase ?? "starting").toLowerCase()}`;
    if (run?.state === "running") return `Optimising weights: iteration ${run.iteration}`;
    return run?.state === "finishing" ? "Measuring weights" : null;
  });
  if (text === null) return null;
  return <BusyStatus>{text}</BusyStatus>;
}
