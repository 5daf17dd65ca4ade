import type { ReactNode } from "react";
import { DEFORM_DEFAULTS, type DeformSettings } from "../../../../workers/model/deform";
import { formatCount, formatPlain, formatScientific, formatWeight } from "../../../common/format";
import type { NumberRange } from "../../../common/number-range";
import { BIND_NAMES, DEFORM_NAMES } from "../../../document/deform/deform-text";
import { ChoiceField } from "../../../ui/choices/ChoiceField";
import { LabelledDropdown } from "../../../ui/choices/LabelledDropdown";
import { Field } from "../../../ui/fields/Field";
import { NumberField } from "../../../ui/fields/NumberField";
import layoutCss from "../../../ui/layout/layout.module.css";
import { PRESETS, type PresetId, presetOf } from "../runs/deform-presets";
import { useDeform } from "./use-deform";

type NumberKey = "iterations" | "lambda" | "kappa" | "alpha" | "joinReach";

const RANGES: Record<NumberKey, NumberRange> = {
  iterations: { step: 1, soft: [0, 60], hard: [0, 200] },
  lambda: { step: 1, soft: [0.01, 100], hard: [0, 100], scale: "log" },
  kappa: { step: 1, soft: [0.001, 100], hard: [0, 100], scale: "log" },
  alpha: { step: 0.01, soft: [0, 0.99] },
  joinReach: { step: 0.1, soft: [0, 5], hard: [0, 10] },
};

/** A label with a word and the paper's symbol. */
const labelled = (word: string, letter: string): ReactNode => (
  <>
    {word} <i>{letter}</i>
  </>
);

/** A numeric setting. A drag previews it and commits one step at its end. */
function DeformNumber({ setting, label, most }: { setting: NumberKey; label: ReactNode; most?: number }) {
  const { settings, preview, commit } = useDeform();
  const scale = setting === "joinReach" ? 100 : 1;
  const range = RANGES[setting];
  const limited: NumberRange =
    most === undefined
      ? range
      : { ...range, hard: [0, most], soft: [range.soft[0], Math.min(range.soft[1], most)] };
  const write = (x: number) => {
    if (setting === "iterations") return formatCount(x);
    if (setting === "joinReach") return x === 0 ? "off" : { value: formatPlain(x), unit: "%" };
    if (setting === "alpha") return formatWeight(x);
    return x === 0 ? "0" : formatScientific(x);
  };
  return (
    <Field label={label}>
      <NumberField
        label={DEFORM_NAMES[setting]}
        value={scale * settings[setting]}
        reset={scale * DEFORM_DEFAULTS[setting]}
        range={limited}
        write={write}
        onPreview={(x) => preview({ [setting]: x / scale })}
        onCommit={(x) => commit({ [setting]: x / scale })}
      />
    </Field>
  );
}

export const SlideField = () => <DeformNumber setting="alpha" label={labelled("Slide", "α")} />;

export function PresetField() {
  const { settings, commit } = useDeform();
  const preset = presetOf(settings);
  const options: { value: PresetId | "custom"; label: string; note: string; refusal?: string | null }[] = [
    ...PRESETS.map(({ id, label, note }) => ({ value: id, label, note })),
    // Always in the list, because the menu needs an option for the current value.
    { value: "custom", label: "Custom", note: "", refusal: preset && "after a change" },
  ];
  return (
    <LabelledDropdown<PresetId | "custom">
      label="Preset"
      value={preset ?? "custom"}
      options={options}
      onChange={(id) => {
        const chosen = PRESETS.find((each) => each.id === id);
        if (chosen && id !== preset) commit(chosen.fields, `Preset ${chosen.label}`);
      }}
    />
  );
}

const BINDS: { value: DeformSettings["bind"]; label: string; note: string }[] = [
  { value: "rigid", label: BIND_NAMES.rigid, note: "strongest bone" },
  { value: "rig", label: BIND_NAMES.rig, note: "unchanged" },
  { value: "nearest", label: BIND_NAMES.nearest, note: "by distance" },
];

export function BindField() {
  const { settings, commit } = useDeform();
  return (
    <LabelledDropdown
      label="Bind"
      value={settings.bind}
      options={BINDS}
      onChange={(bind) => bind !== settings.bind && commit({ bind })}
    />
  );
}

export function SmoothnessFields() {
  const { settings, commit } = useDeform();
  const { scheme, lambda } = settings;
  return (
    <div className={layoutCss.stack}>
      <DeformNumber
        setting="lambda"
        label={labelled("Rotation", "λ")}
        most={scheme === "explicit" ? 1 : undefined}
      />
      <DeformNumber setting="kappa" label={labelled("Translation", "κ")} most={lambda} />
      <SlideField />
      <DeformNumber setting="iterations" label={labelled("Iterations", "p")} />
      <ChoiceField
        label="Scheme"
        value={scheme}
        options={[
          { value: "implicit", label: "Implicit" },
          { value: "explicit", label: "Explicit" },
        ]}
        onChange={(next) => commit({ scheme: next })}
      />
    </div>
  );
}

/** Settings of the Laplacian, which seldom need a change. */
export function SurfaceFields() {
  const { settings, commit } = useDeform();
  return (
    <div className={layoutCss.stack}>
      <ChoiceField
        label="Laplacian"
        value={settings.laplacian}
        options={[
          { value: "cotangent", label: "Cotangent" },
          { value: "uniform", label: "Uniform" },
        ]}
        onChange={(laplacian) => commit({ laplacian })}
      />
      <DeformNumber setting="joinReach" label="Join parts within" />
    </div>
  );
}
