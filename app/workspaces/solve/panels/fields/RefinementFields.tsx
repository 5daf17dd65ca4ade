import { usesSwitch } from "../../../../../workers/model/solve/method-settings";
import { SOLVE_DEFAULTS } from "../../../../../workers/model/solve/solve-settings";
import { useService } from "../../../../actions/studio";
import { formatCount, formatFigure } from "../../../../common/format";
import type { NumberRange } from "../../../../common/number-range";
import { useStore, useStores } from "../../../../document/use-stores";
import { CheckRow } from "../../../../ui/choices/CheckRow";
import { Field } from "../../../../ui/fields/Field";
import { LabelledNumber } from "../../../../ui/fields/LabelledNumber";
import { NumberField } from "../../../../ui/fields/NumberField";
import layoutCss from "../../../../ui/layout/layout.module.css";
import { Tip } from "../../../../ui/overlays/Tip";
import { BACKGROUND_PATH, switchBackgroundPath } from "../../runs/path/background-path";
import { SOLUTION_PATH } from "../../runs/path/solution-path";
import { autoOr } from "./auto-or";
import { HoldOutChoice } from "./HoldOutChoice";
import css from "./MethodFields.module.css";
import { useSettings } from "./use-settings";

/** From this percentage on, connected patches may cost any error. */
const ANY_COST = 1000;

const RANGES = {
  iterations: { step: 1, soft: [0, 200], hard: [0, 10000] },
  seconds: { step: 1, soft: [0, 120], hard: [0, 36000] },
  tolerance: { step: 1, soft: [1e-4, 1], hard: [0, 100], scale: "log" },
  patience: { step: 1, soft: [1, 10], hard: [1, 1000] },
  patchCost: { step: 0.5, soft: [0, 20], hard: [0, ANY_COST] },
  seed: { step: 1, soft: [0, 100], hard: [0, 4294967295] },
} satisfies Record<string, NumberRange>;

/** Connected patches, and the limit of their cost. */
function PatchFields() {
  const [{ connected, patchCost }, set] = useSettings();
  return (
    <>
      <Field label="Patches">
        <CheckRow label="Connected" checked={connected} onChange={(on) => set({ connected: on })} />
      </Field>
      {connected && (
        <Field label={<span title="Islands stay if removing them adds more to the error.">Cost limit</span>}>
          <NumberField
            label="Patch cost limit"
            value={patchCost === null ? ANY_COST : 100 * patchCost}
            reset={100 * SOLVE_DEFAULTS.patchCost!}
            range={RANGES.patchCost}
            write={(x) => (x >= ANY_COST ? "any error" : { value: formatFigure(x), unit: "%" })}
            onCommit={(percent) => set({ patchCost: percent >= ANY_COST ? null : percent / 100 })}
          />
        </Field>
      )}
    </>
  );
}

/** Goals besides the error: held-out frames, symmetry, connected patches. */
function CareFields() {
  const [{ holdOut, mirrored, method }, set] = useSettings();
  return (
    <>
      <HoldOutChoice value={holdOut} onChange={(every) => set({ holdOut: every })} />
      <Field label="Symmetry">
        <CheckRow label="Mirror left and right" checked={mirrored} onChange={(on) => set({ mirrored: on })} />
      </Field>
      {usesSwitch(method, "connected") && <PatchFields />}
    </>
  );
}

/** The gain per iteration below which a solve ends. */
function ToleranceFields() {
  const [settings, set] = useSettings();
  return (
    <>
      <LabelledNumber
        label="Tolerance"
        value={100 * settings.tolerance}
        reset={100 * SOLVE_DEFAULTS.tolerance}
        range={RANGES.tolerance}
        write={(x) => ({ value: formatFigure(x, 2), unit: "%" })}
        onCommit={(percent) => set({ tolerance: percent / 100 })}
      />
      <LabelledNumber
        label="Patience"
        value={settings.patience}
        reset={SOLVE_DEFAULTS.patience}
        range={RANGES.patience}
        write={formatCount}
        onCommit={(patience) => set({ patience })}
      />
    </>
  );
}

/** Whether the solution path starts by itself after a solve. */
function BackgroundPathField() {
  const stores = useStores();
  const path = useService(SOLUTION_PATH);
  const on = useStore(BACKGROUND_PATH, (state) => state.on);
  return (
    <Tip
      title="Solve path in the background"
      body="Starts a few seconds after a solve, on one thread. All other work goes first. Not after solves of more than 20 s or if memory is short."
      side="left"
    >
      <div className={css.tipped}>
        <Field label="After a solve">
          <CheckRow
            label="Path in the background"
            checked={on}
            onChange={(next) => switchBackgroundPath(stores, path, next)}
          />
        </Field>
      </div>
    </Tip>
  );
}

/** Settings that seldom need a change. Those that the method does not use are hidden. */
export function RefinementFields() {
  const [settings, set] = useSettings();
  const { method } = settings;
  return (
    <div className={layoutCss.stack}>
      <CareFields />
      {usesSwitch(method, "iterations") && (
        <LabelledNumber
          label="Iterations"
          value={settings.iterations ?? 0}
          reset={0}
          range={RANGES.iterations}
          write={autoOr(formatCount)}
          onCommit={(x) => set({ iterations: x || null })}
        />
      )}
      <LabelledNumber
        label="Time limit"
        value={settings.seconds ?? 0}
        reset={0}
        range={RANGES.seconds}
        write={autoOr((x) => ({ value: formatFigure(x), unit: "s" }))}
        onCommit={(x) => set({ seconds: x || null })}
      />
      {usesSwitch(method, "tolerance") && <ToleranceFields />}
      <LabelledNumber
        label="Seed"
        value={settings.seed}
        reset={SOLVE_DEFAULTS.seed}
        range={RANGES.seed}
        write={formatCount}
        onCommit={(seed) => set({ seed })}
      />
      {usesSwitch(method, "correctRestPose") && (
        <Field label="Rest pose">
          <CheckRow
            label="Correct at the end"
            checked={settings.correctRestPose}
            onChange={(correctRestPose) => set({ correctRestPose })}
          />
        </Field>
      )}
      <BackgroundPathField />
    </div>
  );
}
