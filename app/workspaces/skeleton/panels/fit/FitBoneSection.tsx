import type { FitBone } from "../../../../../workers/model/skeleton/fit/fit-settings";
import { useStudio } from "../../../../actions/studio";
import { setFitBone } from "../../../../document/skeleton/fit-commands";
import { useDocument, useStores, useView } from "../../../../document/use-stores";
import { Segmented } from "../../../../ui/choices/Segmented";
import { Field } from "../../../../ui/fields/Field";
import layoutCss from "../../../../ui/layout/layout.module.css";
import { Section } from "../../../../ui/layout/Section";

type Allowed = "clip" | "yes" | "no";

const CHOICES: { value: Allowed; label: string }[] = [
  { value: "clip", label: "As in its clip" },
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

const toChoice = (flag: boolean | undefined): Allowed => (flag === undefined ? "clip" : flag ? "yes" : "no");
const toFlag = (choice: Allowed) => (choice === "clip" ? undefined : choice === "yes");

/** What the selected bone may do in a fit besides turning. */
export function FitBoneSection() {
  const stores = useStores();
  const { history } = useStudio();
  const bones = useDocument((state) => state.rig?.bones ?? null);
  const selected = useView((view) => view.selectedBone);
  const name = selected === null ? undefined : bones?.[selected]?.name;
  const own = useDocument((state) => (name === undefined ? undefined : state.fitting.bones[name]));
  if (name === undefined) return null;
  const field = (label: string, key: "translate" | "scale") => (
    <Field label={label}>
      <Segmented
        label={label}
        value={toChoice(own?.[key])}
        options={CHOICES}
        onChange={(next) => {
          const change: FitBone = { [key]: toFlag(next) };
          if (toFlag(next) !== own?.[key]) history.run(setFitBone(stores, name, change));
        }}
      />
    </Field>
  );
  return (
    <Section name="fit-bone" title="Allowed in a fit" end={name}>
      <div className={layoutCss.stack} data-ui="stack">
        {field("May shift", "translate")}
        {field("May change size", "scale")}
      </div>
    </Section>
  );
}
