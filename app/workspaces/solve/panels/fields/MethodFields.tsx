import {
  hasPublished,
  isAsPublished,
  ownDefaults,
  publishedChange,
} from "../../../../../workers/model/solve/as-published";
import type {
  ParameterField,
  ParameterValue,
} from "../../../../../workers/model/solve/method-parameters/field";
import {
  parameterOf,
  settingsForMethod,
  withParameter,
} from "../../../../../workers/model/solve/method-settings";
import {
  INITIALISERS,
  type Initialiser,
  METHODS,
  type SolveMethod,
} from "../../../../../workers/model/solve/methods";
import { hasEffect, usesInitialiser } from "../../../../../workers/model/solve/parameter-needs";
import { formatCount, formatFigure, formatScientific, type MeasureText } from "../../../../common/format";
import { CheckRow } from "../../../../ui/choices/CheckRow";
import { Dropdown } from "../../../../ui/choices/Dropdown";
import { Field } from "../../../../ui/fields/Field";
import { NumberField } from "../../../../ui/fields/NumberField";
import layoutCss from "../../../../ui/layout/layout.module.css";
import { Section } from "../../../../ui/layout/Section";
import { Tip } from "../../../../ui/overlays/Tip";
import css from "./MethodFields.module.css";
import { useSettings } from "./use-settings";

const METHOD_OPTIONS = Object.entries(METHODS).map(([value, { label, note, paper }]) => ({
  value: value as SolveMethod,
  label,
  note,
  tip: paper,
}));

/** The method. A new choice also sets the influences and the motion that the method is designed for. */
export function MethodField() {
  const [settings, set] = useSettings();
  const { label, note, paper } = METHODS[settings.method];
  return (
    <Field label="Method">
      <Tip title={`${label}: ${note}`} body={paper} side="left">
        <div className={css.tipped}>
          <Dropdown
            label="Method"
            value={settings.method}
            options={METHOD_OPTIONS}
            onChange={(method) => method !== settings.method && set(settingsForMethod(settings, method))}
          />
        </div>
      </Tip>
    </Field>
  );
}

const OWN = "own";

/** The initialisers, and the method's own, with its name if it has one. */
export function initialiserOptions(own: Initialiser | null) {
  return [
    {
      value: OWN as Initialiser | typeof OWN,
      label: "Method default",
      note: own ? INITIALISERS[own].label : "",
    },
    ...Object.entries(INITIALISERS).map(([value, { label, paper }]) => ({
      value: value as Initialiser,
      label,
      note: paper,
    })),
  ];
}

interface InitialiserChoiceProps {
  value: Initialiser | null;
  own: Initialiser | null;
  onChange(initialiser: Initialiser | null): void;
}

/** How bones are initialised; null is the method's own way. */
export function InitialiserChoice({ value, own, onChange }: InitialiserChoiceProps) {
  return (
    <Field label="Start from">
      <Dropdown
        label="Start from"
        value={value ?? OWN}
        options={initialiserOptions(own)}
        onChange={(next) => onChange(next === OWN ? null : next)}
      />
    </Field>
  );
}

/** The initialiser of the chosen method. Renders nothing if the method uses none. */
export function InitialiserField() {
  const [settings, set] = useSettings();
  const { method, initialiser } = settings;
  const { initialiser: own } = METHODS[method];
  if (!usesInitialiser(settings)) return null;
  return <InitialiserChoice value={initialiser} own={own} onChange={(next) => set({ initialiser: next })} />;
}

/**
 * Formats a parameter: 0 as the field's word for it, log scales as powers of ten, whole numbers with thousands
 * separators.
 */
function writeNumber(
  field: Extract<ParameterField, { kind: "number" }>,
): (x: number) => string | MeasureText {
  const { zero, unit = "", scale, step } = field;
  return (x) => {
    if (x === 0 && zero) return zero;
    if (scale === "log") return { ...formatScientific(x), ...(unit && x >= 0.001 ? { unit } : {}) };
    return { value: Number.isInteger(step) ? formatCount(x) : formatFigure(x), unit };
  };
}

interface ParameterProps {
  field: ParameterField;
  value: ParameterValue;
  onChange(value: ParameterValue): void;
}

/** The control of one parameter of a method, as its field describes it. */
function Parameter({ field, value, onChange }: ParameterProps) {
  switch (field.kind) {
    case "number":
      return (
        <NumberField
          label={field.label}
          value={Number(value)}
          reset={field.default}
          range={{ step: field.step, soft: [...field.soft], hard: [...field.hard], scale: field.scale }}
          write={writeNumber(field)}
          onCommit={onChange}
        />
      );
    case "choice":
      return (
        <Dropdown
          label={field.label}
          value={String(value)}
          options={[...field.options]}
          changed={value !== field.default}
          onChange={onChange}
        />
      );
    case "check":
      return <CheckRow label="On" name={field.label} checked={value === true} onChange={onChange} />;
  }
}

/** Sets what the method's paper does, or Sinew's defaults. */
function PublishedField() {
  const [settings, set] = useSettings();
  const change = (on: boolean) => set(on ? publishedChange(settings) : ownDefaults(settings));
  return (
    <Tip
      title="As published"
      body={`The settings of ${METHODS[settings.method].paper}. Sinew's own usually have less error.`}
      side="left"
    >
      <div className={css.tipped}>
        <Field label="As published">
          <CheckRow label="On" name="As published" checked={isAsPublished(settings)} onChange={change} />
        </Field>
      </div>
    </Tip>
  );
}

/** The parameters of the chosen method that have an effect. Renders nothing if it has none. */
export function MethodParameters() {
  const [settings, set] = useSettings();
  const { method } = settings;
  const { label, fields } = METHODS[method];
  if (fields.length === 0) return null;
  return (
    <Section name="parameters" title="Method parameters" end={label}>
      <div className={layoutCss.stack}>
        {hasPublished(method) && <PublishedField />}
        {fields
          .filter((field) => hasEffect(settings, field))
          .map((field) => (
            // The tip also encloses the control, so that it appears for pointer and keyboard.
            <Tip key={`${method}.${field.name}`} title={field.label} body={field.help} side="left">
              <div className={css.tipped}>
                <Field label={field.label}>
                  <Parameter
                    field={field}
                    value={parameterOf(settings, method, field)}
                    onChange={(value) => set({ parameters: withParameter(settings, method, field, value) })}
                  />
                </Field>
              </div>
            </Tip>
          ))}
      </div>
    </Section>
  );
}
