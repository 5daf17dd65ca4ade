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
  { value: "clip", label: "As in clip" },
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

const toChoice = (flag: boolean | undefined): Allowed => (flag === undefined ? "clip" : flag ? "yes" : "no");
const toFlag = (choice: Allowed) => (choice === "clip" ? undefined : choice === "yes");

/** Whether fits may also translate and scale the selected bone. */
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
    <Section name="fit-bone" title="Allowed in fits" end={name}>
      <div className={layoutCss.stack} data-ui="stack">
        {field("Translate", "translate")}
        {field("Scale", "scale")}
      </div>
    </Section>
  );
}
