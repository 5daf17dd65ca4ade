import { ActionButton } from "../../../actions/ActionButton";
import { useAction } from "../../../actions/use-action";
import { useBinding, useDocument } from "../../../document/use-stores";
import { Button } from "../../../ui/buttons/Button";
import layoutCss from "../../../ui/layout/layout.module.css";
import textCss from "../../../ui/text/text.module.css";
import css from "./BindButton.module.css";

/** Progress of the first weights, shown inside the Bind button. Another press cancels. */
function Progress() {
  const { perform } = useAction("bind.cancel");
  const progress = useBinding(({ run }) => run?.progress ?? null);
  const done = progress?.done ?? null;
  return (
    <Button size="medium" className={css.filling} onClick={perform} aria-label="Stop finding weights">
      <i style={{ width: `${Math.round(100 * (done ?? 0))}%` }} />
      <span className={`${textCss.ellipsis} ${css.phase}`}>{progress?.phase ?? "Starting"}</span>
      {done !== null && <span className={textCss.secondary}>{Math.round(100 * done)} %</span>}
      <span className={textCss.secondary}>Cancel</span>
    </Button>
  );
}

/**
 * Starts binding. Shows the progress until the first weights arrive; during the optimisation, also offers to keep them.
 */
export function BindButton() {
  const state = useBinding(({ run }) => run?.state ?? null);
  const bound = useDocument(({ weightReport }) => weightReport !== null);
  if (state === "starting") return <Progress />;
  const isOn = state === "running" || state === "paused" || state === "finishing";
  return (
    <div className={layoutCss.pair}>
      <ActionButton
        action="bind.start"
        label={bound || state ? "Bind again" : "Bind"}
        grow
        size="medium"
        look={isOn ? undefined : "primary"}
      />
      {isOn && <ActionButton action="bind.keep" label="Keep" look="primary" size="medium" />}
    </div>
  );
}
