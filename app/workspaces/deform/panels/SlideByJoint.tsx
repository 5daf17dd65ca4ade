import { useState } from "react";
import type { DeformSettings } from "../../../../workers/model/deform";
import { formatPlain, formatWeight } from "../../../common/format";
import { useDocument, useView } from "../../../document/use-stores";
import { Button } from "../../../ui/buttons/Button";
import { IconButton } from "../../../ui/buttons/IconButton";
import { Field } from "../../../ui/fields/Field";
import fieldCss from "../../../ui/fields/Field.module.css";
import { NumberField } from "../../../ui/fields/NumberField";
import { Icon } from "../../../ui/icons/Icon";
import layoutCss from "../../../ui/layout/layout.module.css";
import { Tip } from "../../../ui/overlays/Tip";
import textCss from "../../../ui/text/text.module.css";
import { type JointSlides, jointSlides, withJointSlides } from "../runs/slide-by-joint";
import css from "./SlideByJoint.module.css";
import { useDeform } from "./use-deform";

/** A new joint starts with this share of the others' slide. */
const FIRST_SHARE = 0.5;
const SLIDE = { step: 0.01, soft: [0, 0.99] as [number, number] };

/** The slides with one value changed: that of a joint, or the common value if `bone` is null. */
function changed(slides: JointSlides, bone: number | null, value: number): JointSlides {
  if (bone === null) return { ...slides, others: value };
  const own = slides.own.filter((joint) => joint.bone !== bone);
  return { ...slides, own: [...own, { bone, value }].sort((a, b) => a.bone - b.bone) };
}

/** The slides with rows for joints that have the common value. */
function withListed({ own, others }: JointSlides, listed: readonly number[]): JointSlides {
  const more = listed.filter((bone) => own.every((joint) => joint.bone !== bone));
  const all = [...own, ...more.map((bone) => ({ bone, value: others }))];
  return { others, own: all.sort((a, b) => a.bone - b.bone) };
}

/** Sets α for single joints: for example, elbows slide and hips do not. */
export function SlideByJoint() {
  const { settings, preview, commit } = useDeform();
  const bones = useDocument((state) => state.rig?.bones) ?? [];
  const selected = useView((view) => view.selectedBone);
  // A joint stays in the list while the panel is open, even if its value equals the common one.
  const [listed, setListed] = useState<readonly number[]>([]);
  const slides = withListed(
    jointSlides(settings),
    listed.filter((bone) => bone < bones.length),
  );
  const after = (bone: number | null, value: number): Partial<DeformSettings> =>
    withJointSlides(changed(slides, bone, value), bones.length);
  const nameOf = (bone: number | null) => (bone === null ? "all others" : bones[bone].name);

  const row = (bone: number | null, value: number) => (
    <JointSlide
      key={bone ?? "others"}
      label={bone === null ? "All others" : bones[bone]?.name}
      name={nameOf(bone)}
      value={value}
      onPreview={(next) => preview(after(bone, next))}
      onCommit={(next) =>
        commit(after(bone, next), `Slide of ${nameOf(bone)} ${formatPlain(value)} → ${formatPlain(next)}`)
      }
      onDrop={bone === null ? null : () => drop(bone, value)}
    />
  );
  const drop = (bone: number, value: number) => {
    setListed(listed.filter((each) => each !== bone));
    const own = slides.own.filter((joint) => joint.bone !== bone);
    const next = withJointSlides({ ...slides, own }, bones.length);
    if (value !== slides.others) commit(next, `Slide of ${nameOf(bone)} same as all others`);
  };
  const add = (bone: number) => {
    const value = slides.others > 0 ? Number((FIRST_SHARE * slides.others).toFixed(2)) : 0.5;
    setListed([...listed, bone]);
    commit(after(bone, value), `Slide of ${nameOf(bone)} ${formatPlain(value)}`);
  };

  const isListed = slides.own.some(({ bone }) => bone === selected);
  const canAdd = selected !== null && selected < bones.length && !isListed;
  return (
    <div className={layoutCss.stack}>
      {slides.own.map(({ bone, value }) => row(bone, value))}
      {slides.own.length > 0 && row(null, slides.others)}
      {slides.own.length === 0 && !canAdd && (
        <p className={`${textCss.tertiary} ${textCss.hint}`}>Select a bone to set its own slide.</p>
      )}
      {canAdd && selected !== null && (
        <Button look="ghost" className={css.add} onClick={() => add(selected)}>
          <Icon name="plus" />
          <span className={textCss.ellipsis}>Add {bones[selected].name}</span>
        </Button>
      )}
    </div>
  );
}

interface JointSlideProps {
  label: string;
  /** The joint in words: "all others". */
  name: string;
  value: number;
  onPreview(value: number): void;
  onCommit(value: number): void;
  /** Gives the joint the common value; null for that of all others. */
  onDrop: (() => void) | null;
}

/** The slide of one joint, or of all others. */
function JointSlide({ label, name, value, onPreview, onCommit, onDrop }: JointSlideProps) {
  return (
    <Field label={label}>
      <div className={fieldCss.withEnd}>
        <NumberField
          label={`Slide of ${name}`}
          value={value}
          range={SLIDE}
          write={formatWeight}
          onPreview={onPreview}
          onCommit={onCommit}
        />
        {onDrop && (
          <Tip title="Same as all others">
            <IconButton aria-label={`Slide of ${name}: same as all others`} onClick={onDrop}>
              <Icon name="x" />
            </IconButton>
          </Tip>
        )}
      </div>
    </Field>
  );
}
