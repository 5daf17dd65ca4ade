import type { BoneMatches, MatchedHow } from "../../../../workers/geometry/transfer/bone-matches";
import type { Bone } from "../../../../workers/model/rig/rig";
import { Dropdown } from "../../../ui/choices/Dropdown";
import textCss from "../../../ui/text/text.module.css";
import { partnersTitle } from "./partner-words";
import css from "./TransferDialog.module.css";

const HOW: Readonly<Record<MatchedHow, string>> = {
  name: "by name",
  place: "by place",
  parent: "by its parent",
  hand: "by hand",
};

const LEFT_OUT = -1;

interface BoneMappingProps {
  source: readonly Bone[];
  target: readonly Bone[];
  matches: BoneMatches;
  /** @param to null leaves the bone out. */
  onPair(name: string, to: string | null): void;
}

/** Which bone of the open rig takes the weight of each bone of the file. */
export function BoneMapping({ source, target, matches, onPair }: BoneMappingProps) {
  const left = matches.bones.filter((j) => j < 0).length;
  const options = [
    { value: LEFT_OUT, label: "Leave out" },
    ...target.map(({ name }, j) => ({ value: j, label: name })),
  ];
  return (
    <>
      <h3 className={textCss.secondary}>{partnersTitle(left, source.length)}</h3>
      <ul className={css.bones} aria-label="Partners of bones">
        {source.map(({ name }, k) => {
          const how = matches.how[k];
          return (
            <li key={name} className={css.bone}>
              <span className={textCss.ellipsis} title={name}>
                {name}
              </span>
              <Dropdown
                label={`Partner of ${name}`}
                value={matches.bones[k]}
                options={options}
                onChange={(j) => onPair(name, target[j]?.name ?? null)}
              />
              <span className={textCss.tertiary}>{how ? HOW[how] : "left out"}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
