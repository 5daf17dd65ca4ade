import type { SolveSettings as Settings } from "../../workers/model/solve-settings";
import { SOLVE_DEFAULTS } from "../../workers/model/solve-settings";
import { setSettings } from "../document/commands";
import { useDocument } from "../document/document";
import { useStudio } from "../shell/studio";
import { CheckRow } from "../ui/CheckRow";
import { ChoiceField } from "../ui/ChoiceField";
import { Dropdown } from "../ui/Dropdown";
import { Field } from "../ui/Field";
import { formatCount, formatFigure, formatScientific } from "../ui/format";
import { NumberField } from "../ui/NumberField";
import type { NumberRange } from "../ui/number-range";

/** A setting and the one way to change it. */
function useSettings(): [Settings, (change: Partial<Settings>) => void] {
  const { history } = useStudio();
  const settings = useDocument((state) => state.settings);
  return [settings, (change) => history.run(setSettings(change))];
}

/** One above the largest number of influences that is counted stands for "all". */
const ALL_INFLUENCES = 17;

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

const autoOr = (write: (x: number) => string) => (x: number) => (x === 0 ? "auto" : write(x));

export function MethodField() {
  const [settings, set] = useSettings();
  return (
    <Field label="Method">
      <Dropdown
        label="Method"
        value={settings.method}
        options={[
          { value: "auto", label: "Auto", note: "lowest error" },
          { value: "ssdr", label: "SSDR", note: "as published" },
        ]}
        onChange={(method) => set({ method })}
      />
    </Field>
  );
}

/** Bones asked for, or the error that they have to reach. */
export function GoalFields() {
  const [settings, set] = useSettings();
  const { errorTarget } = settings;
  return (
    <>
      <ChoiceField
        label="Ask for"
        value={errorTarget === null ? "bones" : "error"}
        options={[
          { value: "bones", label: "Bones" },
          { value: "error", label: "Error" },
        ]}
        onChange={(goal) => set({ errorTarget: goal === "bones" ? null : 0.002 })}
      />
      {errorTarget === null ? (
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
      ) : (
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
    </>
  );
}

export function InfluencesField() {
  const [{ influences }, set] = useSettings();
  return (
    <Field label="Influences">
      <NumberField
        label="Influences"
        value={influences === 0 ? ALL_INFLUENCES : influences}
        reset={SOLVE_DEFAULTS.influences}
        range={RANGES.influences}
        write={(x) => (x >= ALL_INFLUENCES ? "all" : formatCount(x))}
        onCommit={(x) => set({ influences: x >= ALL_INFLUENCES ? 0 : x })}
      />
    </Field>
  );
}

export function MotionField() {
  const [{ boneKind }, set] = useSettings();
  return (
    <ChoiceField
      label="Motion"
      value={boneKind}
      options={[
        { value: "rigid", label: "Rigid" },
        { value: "affine", label: "Affine" },
      ]}
      onChange={(kind) => set({ boneKind: kind })}
    />
  );
}

export function SmoothnessField() {
  const [{ smoothness }, set] = useSettings();
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
  const [{ restarts }, set] = useSettings();
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

/** Settings that seldom need a hand. */
export function RefinementFields() {
  const [settings, set] = useSettings();
  return (
    <div className="stack">
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
