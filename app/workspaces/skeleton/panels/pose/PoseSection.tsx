import { useMemo } from "react";
import { carriesBody, movingBones } from "../../../../../workers/geometry/posing/carries-body";
import { defaultChain } from "../../../../../workers/geometry/posing/default-chain";
import { chainTo } from "../../../../../workers/geometry/posing/reach";
import type { Rig } from "../../../../../workers/model/rig/rig";
import { ActionButton } from "../../../../actions/ActionButton";
import { useAction } from "../../../../actions/use-action";
import { formatCount, plural } from "../../../../common/format";
import { selectBones } from "../../../../document/selection";
import { useDocument, useStores, useView } from "../../../../document/use-stores";
import type { PosingState } from "../../../../document/view-state";
import { RotationFields, useScreenPose } from "../../../../panels/posing/RotationFields";
import { CheckRow } from "../../../../ui/choices/CheckRow";
import { Dropdown } from "../../../../ui/choices/Dropdown";
import { Segmented } from "../../../../ui/choices/Segmented";
import { Field } from "../../../../ui/fields/Field";
import { NumberField } from "../../../../ui/fields/NumberField";
import layoutCss from "../../../../ui/layout/layout.module.css";
import { Section } from "../../../../ui/layout/Section";
import textCss from "../../../../ui/text/text.module.css";
import { setPosing } from "../../actions/pose-actions";

const TOOLS: { value: PosingState["tool"]; label: string }[] = [
  { value: "select", label: "Select" },
  { value: "rotate", label: "Rotate" },
  { value: "reach", label: "Drag ends" },
];

/** The bone whose end is dragged, and how many bones follow it. */
function ChainFields({ rig, bone }: { rig: Rig; bone: number }) {
  const stores = useStores();
  const chain = useView((view) => view.posing.chain);
  const { bones } = rig;
  const moves = useMemo(() => movingBones(rig), [rig]);
  if (carriesBody(bones, bone, moves)) {
    const { name, parent } = bones[bone];
    const what =
      parent < 0
        ? "is a root. Dragging its handle moves it."
        : "carries the body. Dragging its handle moves it.";
    return <p className={textCss.secondary}>{`${name} ${what}`}</p>;
  }
  const own = defaultChain(bones, bone);
  const most = chainTo(bones, bone, bones.length).length;
  return (
    <Field label="Chain">
      <NumberField
        label="Bones that follow"
        value={Math.min(chain ?? own, most)}
        reset={own}
        range={{ step: 1, soft: [1, Math.max(2, most)], hard: [1, most] }}
        unit={plural(Math.min(chain ?? own, most), "bone").replace(/^\S+\s/, "")}
        write={formatCount}
        onCommit={(next) => setPosing(stores, { chain: next === own ? null : next })}
      />
    </Field>
  );
}

function PinRow({ rig, bone }: { rig: Rig; bone: number }) {
  const { perform } = useAction("pose.pin");
  const pins = useView((view) => view.posing.pins);
  const count = rig.bones.filter(({ name }) => pins.includes(name)).length;
  const { name } = rig.bones[bone];
  return (
    <CheckRow
      label={`Pin the end of ${name}`}
      checked={pins.includes(name)}
      end={count > 0 ? plural(count, "pin") : undefined}
      onChange={perform}
    />
  );
}

/** Poses the rig by hand. The motion does not change. */
export function PoseSection() {
  const stores = useStores();
  const rig = useDocument((state) => state.rig);
  const made = useDocument((state) => state.pose);
  const tool = useView((view) => view.posing.tool);
  const selected = useView((view) => view.selectedBone);
  const pose = useScreenPose();
  if (!rig) return null;
  const bone = selected !== null && selected < rig.bones.length ? selected : null;
  const handles = [
    { value: -1, label: "None" },
    ...rig.bones.map(({ name }, j) => ({ value: j, label: name })),
  ];
  return (
    <Section name="skeleton-pose" title="Pose" end={made ? made.name : "motion"}>
      <div className={layoutCss.stack} data-ui="stack">
        <Segmented
          label="Posing tool"
          value={tool}
          options={TOOLS}
          onChange={(next) => setPosing(stores, { tool: next })}
        />
        <Field label={tool === "reach" ? "Handle" : "Bone"}>
          <Dropdown
            label="Bone to pose"
            value={bone ?? -1}
            options={handles}
            onChange={(next) => selectBones(stores, next < 0 ? [] : [next])}
          />
        </Field>
        {bone !== null && pose && <RotationFields rig={rig} bone={bone} pose={pose} />}
        {bone !== null && tool === "reach" && (
          <>
            <ChainFields rig={rig} bone={bone} />
            <PinRow rig={rig} bone={bone} />
          </>
        )}
        <div className={layoutCss.pair}>
          <ActionButton action="pose.mirror" label="Mirror" grow />
          <ActionButton action="pose.copy-side" label="To other side" grow />
        </div>
        <div className={layoutCss.pair}>
          <ActionButton action="deform.keep-pose" grow />
          <ActionButton action="pose.back" grow />
        </div>
      </div>
    </Section>
  );
}
