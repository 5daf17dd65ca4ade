import { METHODS, type SolveMethod } from "../../workers/model/methods";
import type { BoneKind } from "../../workers/model/rig";
import { SOLVE_DEFAULTS } from "../../workers/model/solve-settings";
import { CheckRow } from "../ui/CheckRow";
import { ChoiceField } from "../ui/ChoiceField";
import { Dropdown } from "../ui/Dropdown";
import { Field } from "../ui/Field";
import { formatCount, formatFigure, formatScientific } from "../ui/format";
import { NumberField } from "../ui/NumberField";
import type { NumberRange } from "../ui/number-range";
import { ErrorCurve } from "./ErrorCurve";
import { useSettings } from "./use-settings";

/** One above the largest number of influences that is counted stands for "all". */
const ALL_INFLUENCES = 17;
const shownInfluences = (influences: number) => (influences === 0 ? ALL_INFLUENCES : influences);

const RANGES = {
  bones: { step: 1, soft: [1, 100], hard: [1, 1024] },
  errorTarget: { step: 0.01, soft: [0.001, 5], hard: [0.0001, 50], scale: "log" },
  influences: { step: 1, soft: [1, ALL_INFLUENCES], hard: [1, ALL_INFLUENCES] },
  smoothness: { step: 1, soft: [1e-6, 1], hard: [0, 10], scale: "log" },
  restarts: { step: 1, soft: [0, 20], hard: [0, 200] },
  iterations: { step: 1, soft: [0, 200], hard: [0, 10000] },
  seconds: { step: 1, soft: [0, 120], hard: [0, 36000] },
  tolerance: { step: 1, soft: [1e-4, 1], hard: [0, 100], scale: "log" },
  patience: { step: 1, soft: [1, 10], hard: [1, 1000] },
  seed: { step: 1, soft: [0, 100], hard: [0, 4294967295] },
} satisfies Record<string, NumberRange>;

const HOLD_OUTS = [
  { value: 0, label: "Off" },
  { value: 2, label: "Every second frame" },
  { value: 3, label: "Every third frame" },
  { value: 5, label: "Every fifth frame" },
  { value: 10, label: "Every tenth frame" },
];

const autoOr = (write: (x: number) => string) => (x: number) => (x === 0 ? "auto" : write(x));

type Goal = "bones" | "error" | "knee";

const GOALS: { value: Goal; label: string }[] = [
  { value: "bones", label: "Bones" },
  { value: "error", label: "Error" },
  { value: "knee", label: "Knee" },
];

/** Bones asked for, the error that they have to reach, or the knee of the error curve. */
export function GoalFields() {
  const [settings, set] = useSettings();
  const { errorTarget, knee } = settings;
  const goal: Goal = errorTarget !== null ? "error" : knee ? "knee" : "bones";
  const ask = (next: Goal) => {
    if (next !== goal) set({ errorTarget: next === "error" ? 0.002 : null, knee: next === "knee" });
  };
  return (
    <>
      <ChoiceField label="Ask for" value={goal} options={GOALS} onChange={ask} />
      {goal === "bones" && (
        <Field label="Bones">
          <NumberField
            label="Bones"
            value={settings.bones}
            reset={SOLVE_DEFAULTS.bones}
            range={RANGES.bones}
            write={formatCount}
            onCommit={(bones) => set({ bones })}
          />
        </Field>
      )}
      {errorTarget !== null && (
        <Field label="At most">
          <NumberField
            label="Error target"
            value={100 * errorTarget}
            reset={0.2}
            range={RANGES.errorTarget}
            unit="% of the diagonal"
            onCommit={(percent) => set({ errorTarget: percent / 100 })}
          />
        </Field>
      )}
      {goal === "knee" && (
        <Field label="Bones">
          <span className="words">as many as still help</span>
        </Field>
      )}
      <ErrorCurve />
    </>
  );
}

export function InfluencesField() {
  const [{ influences, method }, set] = useSettings();
  return (
    <Field label="Influences">
      <NumberField
        label="Influences"
        value={shownInfluences(influences)}
        reset={shownInfluences(METHODS[method].influences)}
        range={RANGES.influences}
        write={(x) => (x >= ALL_INFLUENCES ? "all" : formatCount(x))}
        onCommit={(x) => set({ influences: x >= ALL_INFLUENCES ? 0 : x })}
      />
    </Field>
  );
}

export function MotionField() {
  const [{ boneKind, method }, set] = useSettings();
  const { label, boneKinds } = METHODS[method];
  const refusal = (kind: BoneKind) =>
    boneKinds.includes(kind) ? null : `${label} knows ${boneKinds.join(" and ")} bones only.`;
  return (
    <ChoiceField
      label="Motion"
      value={boneKind}
      options={[
        { value: "rigid", label: "Rigid", refusal: refusal("rigid") },
        { value: "affine", label: "Affine", refusal: refusal("affine") },
      ]}
      onChange={(kind) => set({ boneKind: kind })}
    />
  );
}

/** Methods that try several starts, and know smoothness; the others have ways of their own. */
const takesTurns = (method: SolveMethod): boolean => method === "auto" || method === "ssdr";

export function SmoothnessField() {
  const [{ smoothness, method }, set] = useSettings();
  if (!takesTurns(method)) return null;
  return (
    <Field label="Smoothness">
      <NumberField
        label="Smoothness"
        value={smoothness}
        reset={SOLVE_DEFAULTS.smoothness}
        range={RANGES.smoothness}
        write={(x) => (x === 0 ? "off" : formatScientific(x))}
        onCommit={(next) => set({ smoothness: next })}
      />
    </Field>
  );
}

export function RestartsField() {
  const [{ restarts, method }, set] = useSettings();
  if (!takesTurns(method)) return null;
  return (
    <Field label="Seeded restarts">
      <NumberField
        label="Seeded restarts"
        value={restarts ?? 0}
        reset={0}
        range={RANGES.restarts}
        write={autoOr(formatCount)}
        onCommit={(x) => set({ restarts: x || null })}
      />
    </Field>
  );
}

/** "every 5th", or off. */
export function HoldOutChoice({ value, onChange }: { value: number; onChange(every: number): void }) {
  const known = HOLD_OUTS.some((option) => option.value === value);
  const options = known ? HOLD_OUTS : [...HOLD_OUTS, { value, label: `Every ${value}th frame` }];
  return (
    <Field label="Hold out">
      <Dropdown label="Held-out frames" value={value} options={options} onChange={onChange} />
    </Field>
  );
}

/** Frames that the fit does not see, the two halves, and patches: what the solve takes care of beside the error. */
function CareFields() {
  const [{ holdOut, mirrored, connected, method }, set] = useSettings();
  const { label } = METHODS.auto;
  return (
    <>
      <HoldOutChoice value={holdOut} onChange={(every) => set({ holdOut: every })} />
      <Field label="Symmetry">
        <CheckRow
          label="Mirrored left and right"
          checked={mirrored}
          onChange={(on) => set({ mirrored: on })}
        />
      </Field>
      <Field label="Patches">
        <CheckRow
          label={<span title={method === "auto" ? undefined : `Only ${label} does.`}>Connected</span>}
          end={method === "auto" ? undefined : `${label} only`}
          checked={connected && method === "auto"}
          disabled={method !== "auto"}
          onChange={(on) => set({ connected: on })}
        />
      </Field>
    </>
  );
}

/** Settings that seldom need a hand. */
export function RefinementFields() {
  const [settings, set] = useSettings();
  return (
    <div className="stack">
      <CareFields />
      <Field label="Iterations">
        <NumberField
          label="Iterations"
          value={settings.iterations ?? 0}
          reset={0}
          range={RANGES.iterations}
          write={autoOr(formatCount)}
          onCommit={(x) => set({ iterations: x || null })}
        />
      </Field>
      <Field label="Time limit">
        <NumberField
          label="Time limit"
          value={settings.seconds ?? 0}
          reset={0}
          range={RANGES.seconds}
          write={(x) => (x === 0 ? "auto" : { value: formatFigure(x), unit: "s" })}
          onCommit={(x) => set({ seconds: x || null })}
        />
      </Field>
      <Field label="Tolerance">
        <NumberField
          label="Tolerance"
          value={100 * settings.tolerance}
          reset={100 * SOLVE_DEFAULTS.tolerance}
          range={RANGES.tolerance}
          write={(x) => ({ value: formatFigure(x, 2), unit: "%" })}
          onCommit={(percent) => set({ tolerance: percent / 100 })}
        />
      </Field>
      <Field label="Patience">
        <NumberField
          label="Patience"
          value={settings.patience}
          reset={SOLVE_DEFAULTS.patience}
          range={RANGES.patience}
          write={formatCount}
          onCommit={(patience) => set({ patience })}
        />
      </Field>
      <Field label="Seed">
        <NumberField
          label="Seed"
          value={settings.seed}
          reset={SOLVE_DEFAULTS.seed}
          range={RANGES.seed}
          write={formatCount}
          onCommit={(seed) => set({ seed })}
        />
      </Field>
      <Field label="Rest pose">
        <CheckRow
          label="Correct at the end"
          checked={settings.correctRestPose}
          onChange={(correctRestPose) => set({ correctRestPose })}
        />
      </Field>
    </div>
  );
}
