import { useId, useState } from "react";
import { noTreeEdit, resolvingTree } from "../../../../actions/guards/guards";
import { useStudio } from "../../../../actions/studio";
import { plural } from "../../../../common/format";
import { selectedBones } from "../../../../document/selection";
import { renameBones } from "../../../../document/skeleton/bone-tree-commands";
import { type PatternKind, renamed } from "../../../../document/skeleton/name-pattern";
import { useDocument, useStores, useView } from "../../../../document/use-stores";
import { Button } from "../../../../ui/buttons/Button";
import { CheckRow } from "../../../../ui/choices/CheckRow";
import { Segmented } from "../../../../ui/choices/Segmented";
import { Field } from "../../../../ui/fields/Field";
import textFieldCss from "../../../../ui/fields/TextField.module.css";
import layoutCss from "../../../../ui/layout/layout.module.css";
import { Section } from "../../../../ui/layout/Section";
import textCss from "../../../../ui/text/text.module.css";
import css from "./PatternSection.module.css";

/** The number of lines in the preview; the others are counted. */
const SHOWN = 6;

const KINDS: { value: PatternKind; label: string }[] = [
  { value: "text", label: "Text" },
  { value: "wildcard", label: "Wildcard" },
];

/** Find and replace in the names of bones. A preview lists the changes before they are made. */
export function PatternSection() {
  const stores = useStores();
  const { history } = useStudio();
  const bones = useDocument((state) => state.rig?.bones ?? null);
  const selectedCount = useView((view) => selectedBones(view).length);
  const [pattern, setPattern] = useState({ find: "", replacement: "", kind: "text" as PatternKind });
  const [onlySelected, setOnlySelected] = useState(false);
  const id = useId();
  if (!bones) return null;
  const among = onlySelected ? new Set(selectedBones(stores.view.getState())) : null;
  const { names, refusal } = renamed(bones, pattern, among);
  const changes = [...names.keys()].filter((j) => names[j] !== null);
  const able = changes.length > 0 && refusal === null;
  const apply = () => {
    if (able && !noTreeEdit(stores) && !resolvingTree(stores)) history.run(renameBones(stores, names));
  };
  const input = (label: string, key: "find" | "replacement", placeholder: string) => (
    <Field label={label}>
      <input
        className={textFieldCss.field}
        aria-label={label}
        aria-describedby={id}
        placeholder={placeholder}
        value={pattern[key]}
        onChange={(event) => setPattern({ ...pattern, [key]: event.target.value })}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Enter") apply();
        }}
      />
    </Field>
  );
  const isWild = pattern.kind === "wildcard";
  return (
    <Section name="skeleton-pattern" title="Rename by pattern" shut>
      <div className={layoutCss.stack} data-ui="stack">
        <Field label="Match">
          <Segmented
            label="Match"
            value={pattern.kind}
            options={KINDS}
            onChange={(kind) => setPattern({ ...pattern, kind })}
          />
        </Field>
        {input("Find", "find", isWild ? "bone_#" : "bone_")}
        {input("Replace with", "replacement", isWild ? "spine_##" : "spine_")}
        {selectedCount > 0 && (
          <CheckRow label="Selected bones only" checked={onlySelected} onChange={setOnlySelected} />
        )}
        <div id={id} role="status">
          {isWild && pattern.find === "" && (
            <p className={textCss.tertiary}>
              * matches any text, # a number. ## pads a number to two digits.
            </p>
          )}
          {changes.slice(0, SHOWN).map((j) => (
            <div key={bones[j].name} className={css.change}>
              <span className={`${textCss.secondary} ${textCss.ellipsis}`}>{bones[j].name}</span>
              <span className={textCss.tertiary}>→</span>
              <span className={textCss.ellipsis}>{names[j]}</span>
            </div>
          ))}
          {changes.length > SHOWN && (
            <p className={textCss.tertiary}>and {plural(changes.length - SHOWN, "more", "more")}</p>
          )}
          {pattern.find !== "" && refusal && <p className={textCss.secondary}>{refusal}</p>}
        </div>
        <Button aria-disabled={able ? undefined : true} onClick={apply} wide>
          {able ? `Rename ${plural(changes.length, "bone")}` : "Rename"}
        </Button>
      </div>
    </Section>
  );
}
