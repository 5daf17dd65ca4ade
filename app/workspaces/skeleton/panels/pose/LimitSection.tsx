import type { JointLimits, Rig } from "../../../../../workers/model/rig/rig";
import { ActionButton } from "../../../../actions/ActionButton";
import { useStudio } from "../../../../actions/studio";
import { formatPlain } from "../../../../common/format";
import { setJointLimits } from "../../../../document/skeleton/limit-commands";
import { useDocument, useStores, useView } from "../../../../document/use-stores";
import { CheckRow } from "../../../../ui/choices/CheckRow";
import { Dropdown } from "../../../../ui/choices/Dropdown";
import { Field } from "../../../../ui/fields/Field";
import fieldCss from "../../../../ui/fields/Field.module.css";
import { LabelledNumber } from "../../../../ui/fields/LabelledNumber";
import { NumberField } from "../../../../ui/fields/NumberField";
import layoutCss from "../../../../ui/layout/layout.module.css";
import { Section } from "../../../../ui/layout/Section";
import textCss from "../../../../ui/text/text.module.css";
import { setPosing } from "../../actions/pose-actions";
import {
  AXIS_NAMES,
  axisName,
  DEGREE,
  firstLimits,
  type HingeAxis,
  hingeLimits,
  type JointKind,
  jointKindOf,
} from "./joint-kinds";

const TURN = { step: 1, soft: [-180, 180] as [number, number] };
const SWING = { step: 1, soft: [0, 180] as [number, number] };
const inDegrees = (angle: number) => Number((angle / DEGREE).toFixed(1)) || 0;

const KINDS: { value: JointKind; label: string }[] = [
  { value: "free", label: "freely" },
  { value: "cone", label: "in a cone" },
  { value: "hinge", label: "on a hinge" },
];

interface JointProps {
  rig: Rig;
  bone: number;
}

/** Sets the limits of the selected joint in one step. */
function useLimits({ rig, bone }: JointProps) {
  const stores = useStores();
  const { history } = useStudio();
  const { name } = rig.bones[bone];
  return (limits: JointLimits | null, words: string) =>
    history.run(setJointLimits(stores, new Map([[bone, limits]]), `${words} of ${name}`));
}

/** The two ends of a range of angles, in radians. */
function RangeFields({
  what,
  range: [least, most],
  onChange,
}: {
  what: string;
  range: [number, number];
  onChange(range: [number, number], words: string): void;
}) {
  return (
    <div className={fieldCss.twin}>
      <NumberField
        label={`Min ${what}`}
        value={inDegrees(least)}
        range={TURN}
        unit="°"
        write={formatPlain}
        onCommit={(next) => onChange([Math.min(next * DEGREE, most), most], `Min ${what}`)}
      />
      <NumberField
        label={`Max ${what}`}
        value={inDegrees(most)}
        range={TURN}
        unit="°"
        write={formatPlain}
        onCommit={(next) => onChange([least, Math.max(next * DEGREE, least)], `Max ${what}`)}
      />
    </div>
  );
}

/** The cone that the bone stays in, and the range of its twist. */
function ConeFields({ limits, ...joint }: JointProps & { limits: JointLimits }) {
  const set = useLimits(joint);
  return (
    <>
      <LabelledNumber
        label="Swing"
        value={inDegrees(limits.swing)}
        range={SWING}
        unit="°"
        write={formatPlain}
        onCommit={(next) => set({ ...limits, swing: next * DEGREE }, `Swing ${formatPlain(next)}°`)}
      />
      <Field label="Twist">
        <RangeFields
          what="twist"
          range={limits.twist}
          onChange={(twist, words) => set({ ...limits, twist }, words)}
        />
      </Field>
    </>
  );
}

/** The axis of a hinge, and how far it turns. */
function HingeFields({ limits, ...joint }: JointProps & { limits: JointLimits }) {
  const set = useLimits(joint);
  const { rig, bone } = joint;
  const { hinge } = limits;
  if (!hinge) return null;
  const byMotion = hingeLimits(rig, bone, "motion");
  const options: { value: HingeAxis; label: string; refusal?: string | null }[] = [
    ...AXIS_NAMES.map((value) => ({ value, label: value === "y" ? "y, along the bone" : value })),
    { value: "motion", label: "from the motion", refusal: byMotion ? null : "the motion does not turn it" },
  ];
  return (
    <>
      <Field label="Axis">
        <Dropdown
          label="Axis of the hinge"
          value={axisName(rig.bones, bone, hinge)}
          options={options}
          onChange={(axis) => {
            const next = hingeLimits(rig, bone, axis);
            if (next) set(next, `Hinge about ${axis === "motion" ? "the axis of the motion" : axis}`);
          }}
        />
      </Field>
      <Field label="Range">
        <RangeFields
          what="angle"
          range={hinge.range}
          onChange={(range, words) => set({ ...limits, hinge: { ...hinge, range } }, words)}
        />
      </Field>
    </>
  );
}

function Joint({ rig, bone }: JointProps) {
  const set = useLimits({ rig, bone });
  const { limits } = rig.bones[bone];
  const kind = jointKindOf(rig.bones[bone]);
  return (
    <>
      <Field label="Turns">
        <Dropdown
          label="How the joint turns"
          value={kind}
          options={KINDS}
          onChange={(next) => next !== kind && set(firstLimits(rig, bone, next), `Limits (${next})`)}
        />
      </Field>
      {limits && kind === "cone" && <ConeFields rig={rig} bone={bone} limits={limits} />}
      {limits && kind === "hinge" && <HingeFields rig={rig} bone={bone} limits={limits} />}
    </>
  );
}

/** The limits of the selected joint, and whether posing keeps them. */
export function LimitSection() {
  const stores = useStores();
  const rig = useDocument((state) => state.rig);
  const selected = useView((view) => view.selectedBone);
  const keepLimits = useView((view) => view.posing.keepLimits);
  if (!rig) return null;
  const bone = selected !== null && selected < rig.bones.length ? selected : null;
  const count = rig.bones.filter(({ limits }) => limits).length;
  return (
    <Section
      name="skeleton-limits"
      title="Limits"
      end={count > 0 ? `${count} of ${rig.bones.length}` : "none"}
      shut
    >
      <div className={layoutCss.stack} data-ui="stack">
        {bone === null ? (
          <p className={textCss.secondary}>Select a bone to limit its joint.</p>
        ) : (
          <Joint rig={rig} bone={bone} />
        )}
        <CheckRow
          label="Keep limits while posing"
          checked={keepLimits}
          onChange={(next) => setPosing(stores, { keepLimits: next })}
        />
        <div className={layoutCss.pair}>
          <ActionButton action="pose.limits-from-motion" label="From motion" grow />
          <ActionButton action="pose.free-limits" grow />
        </div>
      </div>
    </Section>
  );
}
