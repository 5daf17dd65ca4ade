import { ActionButton } from "../../../actions/ActionButton";
import { useAction } from "../../../actions/use-action";
import { useBinding } from "../../../document/binding/binding-state";
import { useDocument } from "../../../document/document";

/** How far the first weights are, within the button that asked for them; pressed again it gives up. */
function Progress() {
  const { perform } = useAction("bind.cancel");
  const progress = useBinding(({ run }) => run?.progress ?? null);
  const done = progress?.done ?? null;
  return (
    <button type="button" className="btn mid filling" onClick={perform} aria-label="Stop finding weights">
      <i style={{ width: `${Math.round(100 * (done ?? 0))}%` }} />
      <span className="ell">{progress?.phase ?? "Starting"}</span>
      {done !== null && <span className="t2">{Math.round(100 * done)} %</span>}
      <span className="t2">Cancel</span>
    </button>
  );
}

/** Finds the weights; while they are prepared it shows how far, while they are optimised it keeps them. */
export function BindButton() {
  const state = useBinding(({ run }) => run?.state ?? null);
  const bound = useDocument(({ weightReport }) => weightReport !== null);
  if (state === "starting") return <Progress />;
  const isOn = state === "running" || state === "paused" || state === "finishing";
  return (
    <div className="pair">
      <ActionButton
        action="bind.start"
        label={bound || state ? "Bind again" : "Bind"}
        className={isOn ? "grow mid" : "primary grow mid"}
      />
      {isOn && <ActionButton action="bind.keep" label="Keep these" className="primary mid" />}
    </div>
  );
}
