import type { BoneKind } from "../../../../../workers/model/rig/rig";
import { usesSwitch } from "../../../../../workers/model/solve/method-settings";
import { METHODS } from "../../../../../workers/model/solve/methods";
import { SOLVE_DEFAULTS } from "../../../../../workers/model/solve/solve-settings";
import { formatCount, formatScientific } from "../../../../common/format";
import type { NumberRange } from "../../../../common/number-range";
import { ChoiceField } from "../../../../ui/choices/ChoiceField";
import { LabelledNumber } from "../../../../ui/fields/LabelledNumber";
import { autoOr } from "./auto-or";
import { useLiveSettings, useSettings } from "./use-settings";

/** One above the largest number of influences means "all". */
const ALL_INFLUENCES = 17;
const shownInfluences = (influences: number) => (influences === 0 ? ALL_INFLUENCES : influences);
const asInfluences = (x: number) => ({ influences: x >= ALL_INFLUENCES ? 0 : x });

const RANGES = {
  influences: { step: 1, soft: [1, ALL_INFLUENCES], hard: [1, ALL_INFLUENCES] },
  smoothness: { step: 1, soft: [1e-6, 1], hard: [0, 10], scale: "log" },
  restarts: { step: 1, soft: [0, 20], hard: [0, 200] },
} satisfies Record<string, NumberRange>;

export function InfluencesField() {
  const [{ influences, method }, live] = useLiveSettings();
  return (
    <LabelledNumber
      label="Influences"
      value={shownInfluences(influences)}
      reset={shownInfluences(METHODS[method].influences)}
      range={RANGES.influences}
      write={(x) => (x >= ALL_INFLUENCES ? "all" : formatCount(x))}
      onPreview={(x) => live.preview(asInfluences(x))}
      onCommit={(x) => live.change(asInfluences(x))}
      onPointerEnter={live.prepare}
    />
  );
}

export function MotionField() {
  const [{ boneKind, method }, live] = useLiveSettings();
  const { label, boneKinds } = METHODS[method];
  const refusal = (kind: BoneKind) =>
    boneKinds.includes(kind) ? null : `${label} supports only ${boneKinds.join(" and ")} bones.`;
  return (
    <ChoiceField
      label="Motion"
      value={boneKind}
      options={[
        { value: "rigid", label: "Rigid", refusal: refusal("rigid") },
        { value: "affine", label: "Affine", refusal: refusal("affine") },
      ]}
      onPointerEnter={live.prepare}
      onChange={(kind) => live.change({ boneKind: kind })}
    />
  );
}

export function SmoothnessField() {
  const [{ smoothness, method }, live] = useLiveSettings();
  if (!usesSwitch(method, "smoothness")) return null;
  return (
    <LabelledNumber
      label="Smoothness"
      value={smoothness}
      reset={SOLVE_DEFAULTS.smoothness}
      range={RANGES.smoothness}
      write={(x) => (x === 0 ? "off" : formatScientific(x))}
      onPreview={(next) => live.preview({ smoothness: next })}
      onCommit={(next) => live.change({ smoothness: next })}
      onPointerEnter={live.prepare}
    />
  );
}

export function RestartsField() {
  const [{ restarts, method }, set] = useSettings();
  if (!usesSwitch(method, "restarts")) return null;
  return (
    <LabelledNumber
      label="Seeded restarts"
      value={restarts ?? 0}
      reset={0}
      range={RANGES.restarts}
      write={autoOr(formatCount)}
      onCommit={(x) => set({ restarts: x || null })}
    />
  );
}
