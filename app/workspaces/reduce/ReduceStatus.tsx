import { StatusDot } from "../../ui/feedback/StatusDot";
import textCss from "../../ui/text/text.module.css";
import { useReduceQueue } from "./panels/use-reduction";

/** Progress of the reductions in the background, in every workspace. */
export function ReduceStatus() {
  const { active, done, total } = useReduceQueue();
  if (!active) return null;
  return (
    <span className={textCss.secondary}>
      <StatusDot tone="busy" />
      Reducing: {done} of {total}
    </span>
  );
}
