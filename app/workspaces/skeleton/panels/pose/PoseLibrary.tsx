import { type RefObject, useEffect, useRef, useState } from "react";
import { blendedPose } from "../../../../../workers/geometry/posing/mirror-pose";
import type { Pose } from "../../../../../workers/model/rig/pose";
import { useStudio } from "../../../../actions/studio";
import { formatCount, plural } from "../../../../common/format";
import { deletePose, renamePose, setPose } from "../../../../document/deform/deform-commands";
import { toast } from "../../../../document/session/toasts";
import { useDocument, useStores } from "../../../../document/use-stores";
import { useScreenPose } from "../../../../panels/posing/RotationFields";
import { IconButton } from "../../../../ui/buttons/IconButton";
import { Dropdown } from "../../../../ui/choices/Dropdown";
import { Field } from "../../../../ui/fields/Field";
import { NumberField } from "../../../../ui/fields/NumberField";
import textFieldCss from "../../../../ui/fields/TextField.module.css";
import { Icon } from "../../../../ui/icons/Icon";
import layoutCss from "../../../../ui/layout/layout.module.css";
import { Section } from "../../../../ui/layout/Section";
import { Row } from "../../../../ui/lists/Row";
import textCss from "../../../../ui/text/text.module.css";
import css from "./PoseLibrary.module.css";

const PERCENT = { step: 1, soft: [0, 100] as [number, number] };

/** Blends a kept pose into the pose on screen by dragging. */
function MixFields({ poses, screen }: { poses: readonly Pose[]; screen: Pose }) {
  const stores = useStores();
  const { history } = useStudio();
  const [chosen, setChosen] = useState(0);
  const [share, setShare] = useState(0);
  // Each share applies to the pose on screen, so the next one starts at 0.
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts over for each pose
  useEffect(() => setShare(0), [screen]);
  const at = Math.min(chosen, poses.length - 1);
  const mixed = (percent: number): Pose => blendedPose(screen, poses[at], percent / 100);
  return (
    <>
      <Field label="Blend in">
        <Dropdown
          label="Pose to blend in"
          value={at}
          options={poses.map(({ name }, n) => ({ value: n, label: name }))}
          onChange={(next) => setChosen(Number(next))}
        />
      </Field>
      <Field label="Share">
        <NumberField
          label="Share of the pose"
          value={share}
          range={PERCENT}
          unit="%"
          write={formatCount}
          onPreview={(next) => stores.document.setState({ livePose: next === 0 ? null : mixed(next) })}
          onCommit={(next) => {
            const label = `Blend in ${formatCount(next)} % of ${poses[at].name}`;
            setShare(next);
            history.run(setPose(stores, mixed(next), label));
          }}
        />
      </Field>
    </>
  );
}

interface PoseRowProps {
  pose: Pose;
  shown: boolean;
  /**
   * The pose whose row takes the focus, because the element that had it is gone: the pose that was renamed by keys, or
   * the neighbour of a deleted one.
   */
  named: RefObject<string | null>;
  onShow(): void;
  onRename(name: string): void;
  onDelete(): void;
}

function PoseRow({ pose, shown, named, onShow, onRename, onDelete }: PoseRowProps) {
  const [naming, setNaming] = useState(false);
  const end = (text: string | null, byKey: boolean) => {
    setNaming(false);
    const name = text?.trim() || pose.name;
    if (byKey) named.current = name;
    if (name !== pose.name) onRename(name);
  };
  return (
    <Row selected={shown} role="listitem">
      {naming ? (
        <input
          className={textFieldCss.field}
          aria-label="Pose name"
          defaultValue={pose.name}
          ref={(input) => input?.select()}
          onBlur={(event) => end(event.currentTarget.value, false)}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key === "Enter") end(event.currentTarget.value, true);
            if (event.key === "Escape") end(null, true);
          }}
        />
      ) : (
        <button
          type="button"
          className={css.name}
          ref={(button) => {
            if (!button || named.current !== pose.name) return;
            named.current = null;
            button.focus();
          }}
          aria-label={`Show pose ${pose.name}`}
          aria-pressed={shown}
          onClick={onShow}
          onDoubleClick={() => setNaming(true)}
          onKeyDown={(event) => {
            if (event.key === "F2") setNaming(true);
            else if (event.key === "Delete") onDelete();
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        >
          {pose.name}
        </button>
      )}
      <IconButton aria-label={`Delete pose ${pose.name}`} onClick={onDelete}>
        <Icon name="x" small />
      </IconButton>
    </Row>
  );
}

/** The kept poses. The Deform workspace shows the same ones, and projects save them. */
export function PoseLibrary() {
  const stores = useStores();
  const { history } = useStudio();
  const poses = useDocument((state) => state.poses);
  const shown = useDocument((state) => state.pose);
  const rig = useDocument((state) => state.rig);
  const screen = useScreenPose();
  const named = useRef<string | null>(null);
  // When the last pose is deleted, the sentence that replaces its row takes the focus.
  const emptied = useRef(false);
  const remove = (index: number) => {
    named.current = (poses[index + 1] ?? poses[index - 1])?.name ?? null;
    emptied.current = poses.length === 1;
    history.run(deletePose(stores, index));
  };
  if (!rig) return null;
  return (
    <Section
      name="skeleton-poses"
      title="Poses"
      end={poses.length > 0 ? plural(poses.length, "pose") : "none kept"}
    >
      <div className={layoutCss.stack} data-ui="stack">
        {poses.length === 0 ? (
          <p
            className={textCss.secondary}
            tabIndex={-1}
            ref={(sentence) => {
              if (sentence && emptied.current) sentence.focus();
              emptied.current = false;
            }}
          >
            Keep this pose adds the pose on screen to this list.
          </p>
        ) : (
          <div role="list" aria-label="Kept poses">
            {poses.map((pose, index) => (
              <PoseRow
                key={pose.name}
                pose={pose}
                shown={pose === shown}
                named={named}
                onShow={() => pose !== shown && history.run(setPose(stores, pose))}
                onDelete={() => remove(index)}
                onRename={(name) => {
                  if (poses.every((other) => other.name !== name))
                    history.run(renamePose(stores, index, name));
                  else toast(stores, `${name} is taken`, `${pose.name} keeps its name.`, { kind: "warning" });
                }}
              />
            ))}
          </div>
        )}
        {poses.length > 0 && screen && <MixFields poses={poses} screen={screen} />}
      </div>
    </Section>
  );
}
