import { useEffect, useState } from "react";
import type { Point, SegmentKind } from "../../../../workers/model/skeleton/skeleton";
import { setKind, splitSegment } from "../../../../workers/model/skeleton/skeleton-edit";
import { lengthOf, moveJoint } from "../../../../workers/model/skeleton/skeleton-joints";
import { reparent } from "../../../../workers/model/skeleton/skeleton-order";
import { skeletonSize } from "../../../../workers/model/skeleton/skeleton-size";
import { branchOf } from "../../../../workers/model/tree-of-parents";
import { useStudio } from "../../../actions/studio";
import { formatCount, formatPlain, lengthUnit } from "../../../common/format";
import { renameSegmentAndBones } from "../../../document/binding/renaming";
import { useDocument, useStores } from "../../../document/use-stores";
import { type PickedSegment, useSkeletonEdits } from "../../../panels/bones/use-segment";
import { Button } from "../../../ui/buttons/Button";
import { Dropdown } from "../../../ui/choices/Dropdown";
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
/** Positions use the unit that suits this share of the skeleton's size, so that three short numbers fit in a row. */
const FINE = 0.05;

/** A short form of a position: no decimals from 100 on, otherwise one. */
const inFour = (x: number) =>
  (Math.abs(x) >= 99.95 ? Math.round(x).toString() : formatPlain(Number(x.toFixed(1)))).replace(
    "-",
    "\u2212",
  );

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
        aria-label="Name of the bone"
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
    { value: -1, label: "None", note: "a tree of its own" },
    ...skeleton.segments
      .map(({ name }, j) => ({ value: j, label: name }))
      .filter(({ value }) => !own.has(value)),
  ];
  return (
    <Field label="Parent">
      <Dropdown
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
    </Field>
  );
}

/** The position of one end of the bone in the file's coordinates, in a unit that suits the mesh. */
function EndField({ skeleton, at, segment, end }: PickedSegment & { end: "head" | "tail" }) {
  const { preview, commit } = useSkeletonEdits();
  const sequence = useDocument((state) => state.sequence);
  if (!sequence) return null;
  const unit = lengthUnit(FINE * skeletonSize(skeleton) * sequence.metresPerUnit);
  const scale = sequence.metresPerUnit / unit.metres;
  const moved = (axis: number, value: number) => {
    const to: Point = [...segment[end]];
    to[axis] = value / scale - sequence.origin[axis];
    return moveJoint(skeleton, { segment: at, end }, to);
  };
  const length = lengthOf(segment) * scale;
  const step = 10 ** Math.floor(Math.log10(Math.max(length, 1e-9) / 20));
  return (
    <Field label={`${end === "head" ? "Head" : "Tail"}, ${unit.name}`}>
      <div className={fieldCss.triple}>
        {(["x", "y", "z"] as const).map((name, axis) => {
          const value = (segment[end][axis] + sequence.origin[axis]) * scale;
          return (
            <NumberField
              key={name}
              label={`${end === "head" ? "Head" : "Tail"} ${name}`}
              value={Number(value.toPrecision(7))}
              range={{ step, soft: [value - length, value + length], hard: [-1e9, 1e9] }}
              write={inFour}
              onPreview={(next) => preview(moved(axis, next))}
              onCommit={(next) =>
                commit(`Move the ${end} of ${segment.name}`, "move", () => moved(axis, next))
              }
            />
          );
        })}
      </div>
    </Field>
  );
}

/** Splits the bone into pieces of equal length. */
function SplitRow({ skeleton, at, segment }: PickedSegment) {
  const { commit } = useSkeletonEdits();
  const [count, setCount] = useState(2);
  return (
    <Field label="Split in">
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
            commit(`Split ${segment.name} in ${count}`, "cut", () => splitSegment(skeleton, at, count))
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
      <Field label="Kind">
        <Dropdown
          label="Kind"
          value={segment.kind}
          options={KINDS}
          onChange={(kind) => {
            const words = KINDS.find(({ value }) => value === kind)?.label.toLowerCase();
            commit(`Make ${segment.name} ${words}`, "bone", () => setKind(skeleton, at, kind));
          }}
        />
      </Field>
      <ParentField {...picked} />
      <EndField {...picked} end="head" />
      <EndField {...picked} end="tail" />
      <SplitRow {...picked} />
    </div>
  );
}
