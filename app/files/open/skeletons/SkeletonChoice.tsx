import type { SkeletonSource } from "../../../../workers/model/files/skeleton-source";
import { plural } from "../../../common/format";
import { Dropdown } from "../../../ui/choices/Dropdown";
import { Note } from "../../../ui/feedback/Note";
import { Icon } from "../../../ui/icons/Icon";
import textCss from "../../../ui/text/text.module.css";

interface SkeletonChoiceProps {
  skeletons: SkeletonSource[];
  /** Index of the chosen skeleton; −1 is none. */
  value: number;
  /** Also offers no skeleton. */
  optional?: boolean;
  onChange(index: number): void;
}

const size = ({ skeleton, clips }: SkeletonSource) =>
  [
    plural(skeleton.segments.filter(({ kind }) => kind !== "virtual").length, "bone"),
    ...(clips.length > 0 ? [plural(clips.length, "clip")] : []),
  ].join(", ");

/** A choice between several skeletons, with a description of each. */
export function SkeletonChoice({ skeletons, value, optional, onChange }: SkeletonChoiceProps) {
  const options = skeletons.map((source, n) => ({ value: n, label: source.name, note: size(source) }));
  const none = { value: -1, label: "None", note: "draw one later" };
  return (
    <>
      <Dropdown
        label="Skeleton"
        value={value}
        options={optional ? [...options, none] : options}
        onChange={onChange}
      />
      {skeletons[value] && (
        <p className={textCss.tertiary} style={{ lineHeight: 1.4, padding: "4px 0" }}>
          {`${skeletons[value].format}, ${size(skeletons[value])}.`}
        </p>
      )}
      {skeletons[value]?.notes.map((note) => (
        <Note key={note}>
          <Icon name="info" />
          <span>{note}</span>
        </Note>
      ))}
    </>
  );
}
