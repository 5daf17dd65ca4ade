import { useEffect, useState } from "react";
import type { Point, SegmentKind } from "../../../../workers/model/skeleton/skeleton";
import { setKind, splitSegment } from "../../../../workers/model/skeleton/skeleton-edit";
import { lengthOf, moveJoint } from "../../../../workers/model/skeleton/skeleton-joints";
import { reparent } from "../../../../workers/model/skeleton/skeleton-order";
import { skeletonSize } from "../../../../workers/model/skeleton/skeleton-size";
import { branchOf } from "../../../../workers/model/tree-of-parents";
import { useStudio } from "../../../actions/studio";
import { formatCount } from "../../../common/format";
import { renameSegmentAndBones } from "../../../document/binding/renaming";
import { useDocument, useStores } from "../../../document/use-stores";
import { type PickedSegment, useSkeletonEdits } from "../../../panels/bones/use-segment";
import { PlaceFields } from "../../../panels/fields/PlaceFields";
import { Button } from "../../../ui/buttons/Button";
import { LabelledDropdown } from "../../../ui/choices/LabelledDropdown";
import { Field } from "../../../ui/fields/Field";
import fieldCss from "../../../ui/fields/Field.module.css";
import { NumberField } from "../../../ui/fields/NumberField";
import textFieldCss from "../../../ui/fields/TextField.module.css";
import { Icon } from "../../../ui/icons/Icon";
import layoutCss from "../../../ui/layout/layout.module.css";

const KINDS: { value: SegmentKind; label: string; note: string }[] = [
  { value: "rigid", label: "Rigid", note: "turns" },
  { value: "spine", label: "Spine", note: "bends and stretches" },
  { value: "stretch-twist", label: "Stretch and twist", note: "along its axis" },
  { value: "virtual", label: "Virtual", note: "moves nothing" },
];

const MOST_PIECES = 16;

function NameField({ at, segment }: PickedSegment) {
  const stores = useStores();
  const { history } = useStudio();
  const [text, setText] = useState(segment.name);
  useEffect(() => setText(segment.name), [segment.name]);
  const finish = () => {
    const name = text.trim();
    if (name === "" || name === segment.name) setText(segment.name);
    else history.run(renameSegmentAndBones(stores, at, name));
  };
  return (
    <Field label="Name">
      <input
        className={textFieldCss.field}
        aria-label="Bone name"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          else if (event.key === "Escape") setText(segment.name);
          else return;
          event.stopPropagation();
        }}
      />
    </Field>
  );
}

function ParentField({ skeleton, at, segment }: PickedSegment) {
  const { commit } = useSkeletonEdits();
  const own = new Set(branchOf(skeleton.segments, at));
  const options = [
    { value: -1, label: "None", note: "a root" },
    ...skeleton.segments
      .map(({ name }, j) => ({ value: j, label: name }))
      .filter(({ value }) => !own.has(value)),
  ];
  return (
    <LabelledDropdown
      label="Parent"
      value={segment.parent}
      options={options}
      onChange={(parent) => {
        if (parent === segment.parent) return;
        const label =
          parent < 0
            ? `Disconnect ${segment.name}`
            : `Parent ${segment.name} to ${skeleton.segments[parent].name}`;
        commit(label, "branch", () => reparent(skeleton, at, parent));
      }}
    />
  );
}

/** The position of one end of the bone. */
function EndField({ skeleton, at, segment, end }: PickedSegment & { end: "head" | "tail" }) {
  const { preview, commit } = useSkeletonEdits();
  const sequence = useDocument((state) => state.sequence);
  if (!sequence) return null;
  const moved = (to: Point) => moveJoint(skeleton, { segment: at, end }, to);
  return (
    <PlaceFields
      name={end === "head" ? "Head" : "Tail"}
      place={segment[end]}
      sequence={sequence}
      size={skeletonSize(skeleton)}
      length={lengthOf(segment)}
      onPreview={(to) => preview(moved(to))}
      onCommit={(to) => commit(`Move the ${end} of ${segment.name}`, "move", () => moved(to))}
    />
  );
}

/** Splits the bone into pieces of equal length. */
function SplitRow({ skeleton, at, segment }: PickedSegment) {
  const { commit } = useSkeletonEdits();
  const [count, setCount] = useState(2);
  return (
    <Field label="Split into">
      <div className={fieldCss.withEnd}>
        <NumberField
          label="Pieces"
          value={count}
          range={{ step: 1, soft: [2, MOST_PIECES] }}
          write={formatCount}
          onPreview={setCount}
          onCommit={setCount}
        />
        <Button
          onClick={() =>
            commit(`Split ${segment.name} into ${count}`, "cut", () => splitSegment(skeleton, at, count))
          }
        >
          <Icon name="cut" />
          Split
        </Button>
      </div>
    </Field>
  );
}

/** Properties of the selected bone: name, kind, parent and position. */
export function SegmentFields(picked: PickedSegment) {
  const { commit } = useSkeletonEdits();
  const { skeleton, at, segment } = picked;
  return (
    <div className={layoutCss.stack}>
      <NameField {...picked} />
      <LabelledDropdown
        label="Kind"
        value={segment.kind}
        options={KINDS}
        onChange={(kind) => {
          const words = KINDS.find(({ value }) => value === kind)?.label.toLowerCase();
          commit(`Make ${segment.name} ${words}`, "bone", () => setKind(skeleton, at, kind));
        }}
      />
      <ParentField {...picked} />
      <EndField {...picked} end="head" />
      <EndField {...picked} end="tail" />
      <SplitRow {...picked} />
    </div>
  );
}
