import { useState } from "react";
import { METHODS } from "../../../../workers/model/solve/methods";
import { ActionButton } from "../../../actions/ActionButton";
import { formatCount, formatTimeLeft, plural } from "../../../common/format";
import { type ComparePlan, PLAN_DEFAULTS } from "../../../document/compare/compare-state";
import { useCompare, useStores } from "../../../document/use-stores";
import { ChoiceField } from "../../../ui/choices/ChoiceField";
import { Field } from "../../../ui/fields/Field";
import { LabelledNumber } from "../../../ui/fields/LabelledNumber";
import textFieldCss from "../../../ui/fields/TextField.module.css";
import { Icon } from "../../../ui/icons/Icon";
import layoutCss from "../../../ui/layout/layout.module.css";
import textCss from "../../../ui/text/text.module.css";
import { HoldOutChoice } from "../../solve/panels/fields/HoldOutChoice";
import { InitialiserChoice } from "../../solve/panels/fields/MethodFields";
import { readCounts } from "../runs/compare-plan";
import css from "./PlanFields.module.css";
import { usePlanned, usePlanTime } from "./use-compare";

function usePlan(): [ComparePlan, (change: Partial<ComparePlan>) => void] {
  const stores = useStores();
  const plan = useCompare((compare) => compare.plan);
  return [plan, (change) => stores.compare.setState((before) => ({ plan: { ...before.plan, ...change } }))];
}

/** The numbers of bones, separated by commas. A list that cannot be parsed shows an error and has no effect. */
function CountsField() {
  const [plan, set] = usePlan();
  const [typed, setTyped] = useState<string | null>(null);
  const read = readCounts(typed ?? plan.counts);
  const finish = () => {
    if (typed !== null && read.ok) set({ counts: read.values.join(", ") });
    if (read.ok) setTyped(null);
  };
  return (
    <Field label="Bone counts">
      <input
        className={read.ok ? textFieldCss.field : `${textFieldCss.field} ${textFieldCss.bad}`}
        aria-label="Bone counts"
        aria-invalid={!read.ok}
        inputMode="numeric"
        value={typed ?? plan.counts}
        onChange={(event) => {
          setTyped(event.target.value);
          set({ counts: event.target.value });
        }}
        onBlur={finish}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Enter") finish();
        }}
      />
      {!read.ok && (
        <div className={css.refused} role="alert">
          <Icon name="error" />
          <span>{read.reason}</span>
        </div>
      )}
    </Field>
  );
}

/** One above the largest number of influences means "all"; 0 means each method's default. */
const ALL_INFLUENCES = 17;

function InfluencesField() {
  const [{ influences }, set] = usePlan();
  const write = (x: number) => (x === 0 ? "by method" : x >= ALL_INFLUENCES ? "all" : formatCount(x));
  return (
    <LabelledNumber
      label="Influences"
      value={influences === null ? 0 : influences === 0 ? ALL_INFLUENCES : influences}
      reset={0}
      range={{ step: 1, soft: [0, ALL_INFLUENCES], hard: [0, ALL_INFLUENCES] }}
      write={write}
      onCommit={(x) => set({ influences: x === 0 ? null : x >= ALL_INFLUENCES ? 0 : x })}
    />
  );
}

/** How long the planned runs will take. */
function TimeLine() {
  const time = usePlanTime();
  return (
    <p className={`${css.hint} ${textCss.tertiary}`} role="status">
      {time
        ? `${time.atMost ? "At most" : "About"} ${formatTimeLeft(time.seconds)}, one run after the other.`
        : "How long this takes is known after the first run."}
    </p>
  );
}

/** Settings that all planned runs share. */
export function PlanFields() {
  const [plan, set] = usePlan();
  const planned = usePlanned();
  const recipients = plan.methods.some((method) => METHODS[method].takesInitialiser);
  const count = planned.ok ? planned.runs.length : 0;
  const label = planned.ok && count === 0 ? "Nothing to add" : `Add ${plural(count, "run")}`;
  return (
    <>
      <div className={layoutCss.stack}>
        <CountsField />
        <InfluencesField />
        <ChoiceField
          label="Motion"
          value={plan.motion}
          options={[
            { value: "rigid", label: "Rigid" },
            { value: "affine", label: "Affine" },
          ]}
          onChange={(motion) => set({ motion })}
        />
        {recipients && (
          <InitialiserChoice
            value={plan.initialiser}
            own={null}
            onChange={(initialiser) => set({ initialiser })}
          />
        )}
        <LabelledNumber
          label="Restarts"
          value={plan.restarts ?? 0}
          reset={0}
          range={{ step: 1, soft: [0, 20], hard: [0, 200] }}
          write={(x) => (x === 0 ? "auto" : formatCount(x))}
          onCommit={(x) => set({ restarts: x || null })}
        />
        <HoldOutChoice value={plan.holdOut} onChange={(holdOut) => set({ holdOut })} />
        <LabelledNumber
          label="Seed"
          value={plan.seed}
          reset={PLAN_DEFAULTS.seed}
          range={{ step: 1, soft: [0, 100], hard: [0, 4294967295] }}
          write={formatCount}
          onCommit={(seed) => set({ seed })}
        />
      </div>
      <p className={`${css.hint} ${textCss.tertiary}`}>
        Other settings come from the Solve panel. Each method uses the bone types that it supports.
      </p>
      <ActionButton action="compare.add" label={label} look="primary" size="medium" wide />
      {count > 0 && <TimeLine />}
    </>
  );
}
