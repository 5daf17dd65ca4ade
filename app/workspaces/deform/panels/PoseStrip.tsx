import { useMemo } from "react";
import { restPose } from "../../../../workers/model/rig/pose";
import { ActionButton, ActionIcon } from "../../../actions/ActionButton";
import { useStudio } from "../../../actions/studio";
import { useAction } from "../../../actions/use-action";
import { deletePose, renamePose, setPose } from "../../../document/deform/deform-commands";
import { isRest } from "../../../document/deform/posing";
import { toast } from "../../../document/session/toasts";
import { useDocument, useStores, useView } from "../../../document/use-stores";
import { Button } from "../../../ui/buttons/Button";
import { Icon } from "../../../ui/icons/Icon";
import layoutCss from "../../../ui/layout/layout.module.css";
import panelCss from "../../../ui/layout/Panel.module.css";
import textCss from "../../../ui/text/text.module.css";
import css from "./PoseStrip.module.css";
import { PoseTile } from "./PoseTile";

/** Name of the clip that contains the shown frame. */
function useClipName(): string {
  const clips = useDocument((state) => state.sequence?.clips);
  const index = useView(({ frame }) => clips?.findIndex(({ last }) => frame <= last) ?? -1);
  return clips?.[index]?.name ?? "";
}

/** Plays or stops the clip. */
function PlayClip() {
  const pose = useDocument((state) => state.pose);
  const playing = useView((view) => view.playing);
  const { perform } = useAction(pose ? "deform.play" : "play.toggle");
  const name = useClipName();
  const frames = useDocument((state) => state.sequence?.frameCount ?? 0);
  const isPlaying = playing && !pose;
  if (frames < 2) return null;
  return (
    <Button look="ghost" onClick={perform}>
      <Icon name={isPlaying ? "pause" : "play"} />
      <span className={textCss.ellipsis}>
        {isPlaying ? "Pause" : "Play clip"}
        {name ? `: ${name}` : ""}
      </span>
    </Button>
  );
}

function Tiles() {
  const stores = useStores();
  const { history } = useStudio();
  const sequence = useDocument((state) => state.sequence);
  const rig = useDocument((state) => state.rig);
  const poses = useDocument((state) => state.poses);
  const pose = useDocument((state) => state.pose);
  const rest = useMemo(() => (rig ? restPose(rig.bones) : null), [rig]);
  if (!sequence || !rig || !rest) return null;
  return (
    <div className={css.poses} role="toolbar" aria-label="Poses">
      <PoseTile
        sequence={sequence}
        rig={rig}
        pose={rest}
        selected={pose !== null && isRest(pose)}
        onChoose={() => !(pose && isRest(pose)) && history.run(setPose(stores, rest))}
      />
      {poses.map((each, index) => (
        <PoseTile
          key={each.name}
          sequence={sequence}
          rig={rig}
          pose={each}
          selected={pose === each}
          onChoose={() => pose !== each && history.run(setPose(stores, each))}
          onDelete={() => history.run(deletePose(stores, index))}
          onRename={(name) => {
            if (poses.every((other) => other.name !== name)) history.run(renamePose(stores, index, name));
            else toast(stores, `${name} is taken`, `${each.name} keeps its name.`, { kind: "warning" });
          }}
        />
      ))}
    </div>
  );
}

/** The test poses under the panes. A switch shows the timeline instead. */
export function PoseStrip({ small = false }: { small?: boolean }) {
  const panes = useView((view) => view.panes.length);
  const hide = useAction("view.timeline");
  const linked = panes === 1 ? "" : panes === 2 ? "linked to both views" : "linked to all views";
  return (
    <>
      <div
        className={panelCss.head}
        onDoubleClick={(event) => {
          if (!small && !(event.target instanceof Element && event.target.closest("button"))) hide.perform();
        }}
      >
        <h2>Poses</h2>
        {!small && linked && <span className={panelCss.sub}>{linked}</span>}
        <span className={layoutCss.grow} />
        <PlayClip />
        {small ? (
          <ActionIcon action="deform.keep-pose" side="top" />
        ) : (
          <ActionButton action="deform.keep-pose" look="ghost" icon />
        )}
        <ActionIcon action="pose.mirror" side="top" />
        <ActionIcon action="deform.test-poses" side="top" />
        <ActionIcon action="deform.reset-pose" side="top" />
        <ActionIcon action="deform.timeline" side="top" />
      </div>
      <Tiles />
    </>
  );
}
