import { useState } from "react";
import {
  CLEAN_UP_AMOUNTS,
  CLEAN_UP_KINDS,
  type CleanUpAmount,
  type CleanUpKind,
} from "../../../../workers/model/reduce/clean-up";
import { ActionButton } from "../../../actions/ActionButton";
import { useService } from "../../../actions/studio";
import { formatCount, formatPlain } from "../../../common/format";
import { useDocument, useView } from "../../../document/use-stores";
import { Button } from "../../../ui/buttons/Button";
import { Dropdown } from "../../../ui/choices/Dropdown";
import { Field } from "../../../ui/fields/Field";
import { NumberField } from "../../../ui/fields/NumberField";
import { Section } from "../../../ui/layout/Section";
import { Tip } from "../../../ui/overlays/Tip";
import { CLEAN_UP_WORDS } from "../runs/clean-up-words";
import { CLEANING, type CleanUpScope } from "../runs/cleaning";
import css from "./CleanUpSection.module.css";
import { useShownRun } from "./use-reduction";

function AmountField({
  amount,
  value,
  name,
  onCommit,
}: {
  amount: CleanUpAmount;
  value: number;
  name: string;
  onCommit(value: number): void;
}) {
  const { label, usual, least, most, isWhole } = amount;
  return (
    <NumberField
      label={`${name}: ${label.toLowerCase()}`}
      value={value}
      range={{
        step: isWhole ? 1 : 0.01,
        soft: [least, isWhole ? Math.min(most, 4 * usual) : Math.min(most, 2 * usual)],
        hard: [least, most],
      }}
      reset={usual}
      write={isWhole ? formatCount : formatPlain}
      onCommit={onCommit}
    />
  );
}

/** One operation: its number, and a button. */
function CleanUpRow({ kind, scope }: { kind: CleanUpKind; scope: CleanUpScope }) {
  const cleaning = useService(CLEANING);
  const amount = CLEAN_UP_AMOUNTS[kind];
  const [value, setValue] = useState(amount?.usual ?? 0);
  const { name, about } = CLEAN_UP_WORDS[kind];
  return (
    <div className={css.row}>
      <Tip title={name} body={about} side="left">
        <Button onClick={() => void cleaning.clean(kind, value, scope)}>{name}</Button>
      </Tip>
      {amount && <AmountField amount={amount} value={value} name={name} onCommit={setValue} />}
    </div>
  );
}

/** Operations on the weights of the document's rig, each with its number. */
export function CleanUpSection() {
  const [scope, setScope] = useState<CleanUpScope>("all");
  const selected = useDocument((state) => state.vertexSelection.vertices.length);
  const isBone = useView((view) => view.selectedBone !== null);
  const count = useShownRun()?.report?.exceptional?.vertices.length ?? 0;
  const scopes = [
    { value: "all" as const, label: "All vertices" },
    {
      value: "selection" as const,
      label: "Selected vertices",
      note: selected > 0 ? formatCount(selected) : undefined,
      refusal: selected > 0 ? null : "Draw a line around vertices with the lasso first.",
    },
    {
      value: "bones" as const,
      label: "Selected bones",
      refusal: isBone ? null : "Select a bone first.",
    },
    {
      value: "exceptional" as const,
      label: "Exceptional vertices",
      refusal: count > 0 ? null : "Result B has none.",
    },
  ];
  const shown = scopes.find(({ value }) => value === scope)?.refusal ? "all" : scope;
  return (
    <Section name="reduce-clean-up" title="Clean up">
      <Field label="Scope">
        <Dropdown label="Clean-up scope" value={shown} options={scopes} onChange={(next) => setScope(next)} />
      </Field>
      <div className={css.row}>
        <ActionButton action="reduce.lasso" label="Lasso" />
        {selected > 0 && <ActionButton action="select.none" label="Select none" />}
      </div>
      {CLEAN_UP_KINDS.map((kind) => (
        <CleanUpRow key={kind} kind={kind} scope={shown} />
      ))}
      <div className={css.row}>
        <ActionButton action="bone.remove-idle" label="Remove idle bones" />
      </div>
    </Section>
  );
}
