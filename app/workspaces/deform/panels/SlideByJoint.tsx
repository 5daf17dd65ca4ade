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

/** Sets α for single joints: for example, elbows slide and hips do not. */
export function SlideByJoint() {
  const { settings, preview, commit } = useDeform();
  const bones = useDocument((state) => state.rig?.bones) ?? [];
  const selected = useView((view) => view.selectedBone);
  // A joint stays in the list while the panel is open, even if its value equals the common one.
  const [listed, setListed] = useState<readonly number[]>([]);
  const found = jointSlides(settings);
  const slides: JointSlides = {
    others: found.others,
    own: [
      ...found.own,
      ...listed
        .filter((bone) => bone < bones.length && found.own.every((joint) => joint.bone !== bone))
        .map((bone) => ({ bone, value: found.others })),
    ].sort((a, b) => a.bone - b.bone),
  };
  const after = (bone: number | null, value: number): Partial<DeformSettings> =>
    withJointSlides(changed(slides, bone, value), bones.length);
  const nameOf = (bone: number | null) => (bone === null ? "all others" : bones[bone].name);

  const row = (bone: number | null, value: number) => (
    <Field key={bone ?? "others"} label={bone === null ? "All others" : bones[bone]?.name}>
      <div className={fieldCss.withEnd}>
        <NumberField
          label={`Slide of ${nameOf(bone)}`}
          value={value}
          range={SLIDE}
          write={formatWeight}
          onPreview={(next) => preview(after(bone, next))}
          onCommit={(next) =>
            commit(after(bone, next), `Slide of ${nameOf(bone)} ${formatPlain(value)} → ${formatPlain(next)}`)
          }
        />
        {bone !== null && (
          <Tip title="Same as all others">
            <IconButton
              aria-label={`Slide of ${nameOf(bone)}: same as all others`}
              onClick={() => {
                setListed(listed.filter((each) => each !== bone));
                const own = slides.own.filter((joint) => joint.bone !== bone);
                const next = withJointSlides({ ...slides, own }, bones.length);
                if (value !== slides.others) commit(next, `Slide of ${nameOf(bone)} same as all others`);
              }}
            >
              <Icon name="x" />
            </IconButton>
          </Tip>
        )}
      </div>
    </Field>
  );

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
        <Button
          look="ghost"
          className={css.add}
          onClick={() => {
            const value = slides.others > 0 ? Number((FIRST_SHARE * slides.others).toFixed(2)) : 0.5;
            setListed([...listed, selected]);
            commit(after(selected, value), `Slide of ${nameOf(selected)} ${formatPlain(value)}`);
          }}
        >
          <Icon name="plus" />
          <span className={textCss.ellipsis}>Add {bones[selected].name}</span>
        </Button>
      )}
    </div>
  );
}
