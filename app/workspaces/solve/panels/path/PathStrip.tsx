import { ActionButton, ActionIcon } from "../../../../actions/ActionButton";
import { useService } from "../../../../actions/studio";
import { formatError, plural } from "../../../../common/format";
import { useDocument } from "../../../../document/use-stores";
import { ERms } from "../../../../panels/report/Report";
import { Button } from "../../../../ui/buttons/Button";
import { StatusDot } from "../../../../ui/feedback/StatusDot";
import layoutCss from "../../../../ui/layout/layout.module.css";
import panelCss from "../../../../ui/layout/Panel.module.css";
import textCss from "../../../../ui/text/text.module.css";
import { fewestFor, pathWords } from "../../runs/path/path-state";
import { SOLUTION_PATH } from "../../runs/path/solution-path";
import { PathPlot } from "./PathPlot";
import css from "./PathStrip.module.css";
import { useOnPath, usePath } from "./use-path";

/** The work on the path, with buttons that pause and stop it. */
function Work() {
  const run = usePath((state) => state.run);
  const refining = usePath((state) => state.refining);
  const words = usePath(pathWords);
  const isOn = useOnPath();
  if (run) {
    return (
      <>
        <span className={`${textCss.secondary} ${textCss.ellipsis} ${css.state}`} role="status">
          <StatusDot tone="busy" />
          {run.paused ? "Paused" : "Solving"}: {words}
        </span>
        <ActionIcon action="path.pause" side="top" checkedIcon="play" lit={false} />
        <ActionIcon action="path.stop" side="top" />
      </>
    );
  }
  if (refining) {
    return (
      <span className={`${textCss.secondary} ${textCss.ellipsis} ${css.state}`} role="status">
        <StatusDot tone="busy" />
        Refining, Esc stops
      </span>
    );
  }
  if (isOn) return null;
  const changed = "The rig was changed. Undo, or solve its path.";
  return (
    <span className={`${textCss.secondary} ${textCss.ellipsis} ${css.state}`} title={changed}>
      {changed}
    </span>
  );
}

/** Buttons that take the rig at the knee, or the smallest one that reaches the error target. */
function GoTo() {
  const path = useService(SOLUTION_PATH);
  const knee = usePath((state) => state.knee);
  const members = usePath((state) => state.members);
  const target = useDocument(({ settings }) => settings.errorTarget);
  const isOn = useOnPath();
  if (!isOn) return null;
  const go = (bones: number, goal: Parameters<typeof path.show>[1]) => {
    path.show(bones, goal);
    path.release();
  };
  return (
    <>
      {knee !== null && members.has(knee) && (
        <Button look="ghost" onClick={() => go(knee, { knee: true })}>
          Go to knee
        </Button>
      )}
      {target !== null && (
        <Button
          look="ghost"
          onClick={() => go(fewestFor({ members }, (2000 / Math.sqrt(3)) * target), { errorTarget: target })}
        >
          Go to target
        </Button>
      )}
    </>
  );
}

/** The solution path under the viewport. A button shows the timeline instead. */
export function PathStrip() {
  const bones = useDocument(({ rig }) => rig?.bones.length ?? 0);
  const eRms = useDocument(({ report }) => report?.eRms);
  const most = usePath((state) => Math.max(...state.members.keys()));
  const reason = usePath((state) => state.reason);
  return (
    <>
      <div className={`${panelCss.head} ${css.bar}`} data-ui="path-bar" title={reason ?? undefined}>
        <ActionIcon action="play.toggle" side="top" checkedIcon="pause" lit={false} />
        <h2>
          {bones} of {plural(most, "bone")}
        </h2>
        {eRms !== undefined && (
          <span className={`${textCss.secondary} ${css.wide}`}>
            {formatError(eRms)} <ERms />
          </span>
        )}
        <Work />
        <span className={layoutCss.grow} />
        <GoTo />
        <span className={css.wide}>
          <ActionButton action="path.strip" look="ghost" label="Timeline" icon />
        </span>
        <span className={css.narrow}>
          <ActionIcon action="path.strip" side="top" lit={false} />
        </span>
      </div>
      <PathPlot />
    </>
  );
}
