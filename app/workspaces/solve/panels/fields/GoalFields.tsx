import { SOLVE_DEFAULTS } from "../../../../../workers/model/solve/solve-settings";
import { useService } from "../../../../actions/studio";
import { formatCount } from "../../../../common/format";
import type { NumberRange } from "../../../../common/number-range";
import { useStore } from "../../../../document/use-stores";
import { ChoiceField } from "../../../../ui/choices/ChoiceField";
import { Field } from "../../../../ui/fields/Field";
import fieldCss from "../../../../ui/fields/Field.module.css";
import { LabelledNumber } from "../../../../ui/fields/LabelledNumber";
import { NumberField } from "../../../../ui/fields/NumberField";
import { PATH } from "../../runs/path/path-state";
import { SOLUTION_PATH } from "../../runs/path/solution-path";
import { ErrorCurvePlot } from "../error-curve/ErrorCurvePlot";
import { useSettings } from "./use-settings";

const RANGES = {
  bones: { step: 1, soft: [1, 100], hard: [1, 1024] },
  errorTarget: { step: 0.01, soft: [0.001, 5], hard: [0.0001, 50], scale: "log" },
} satisfies Record<string, NumberRange>;

type Goal = "bones" | "error" | "knee";

const GOALS: { value: Goal; label: string }[] = [
  { value: "bones", label: "Bones" },
  { value: "error", label: "Error" },
  { value: "knee", label: "Knee" },
];

/** The number of bones. If the solution path has a rig with so many, the field shows it. */
function BonesField() {
  const [settings, set] = useSettings();
  const path = useService(SOLUTION_PATH);
  const dragFrom = useStore(PATH, (state) => state.dragFrom);
  return (
    <LabelledNumber
      label="Bones"
      value={dragFrom ?? settings.bones}
      reset={SOLVE_DEFAULTS.bones}
      range={RANGES.bones}
      write={formatCount}
      onPreview={(bones) => path.show(bones)}
      onCommit={(bones) => {
        if (path.has(bones)) path.show(bones);
        path.release();
        if (!path.has(bones)) set({ bones });
      }}
    />
  );
}

/** The goal of a solve: a number of bones, an error to reach, or the knee of the error curve. */
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
      {goal === "bones" && <BonesField />}
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
          <span className={fieldCss.words}>up to the knee</span>
        </Field>
      )}
      <ErrorCurvePlot />
    </>
  );
}
