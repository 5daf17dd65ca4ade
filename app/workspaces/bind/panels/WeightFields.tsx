import {
  publishedWeights,
  WEIGHT_DEFAULTS,
  WEIGHT_STARTS,
  type WeightMethod,
  type WeightSettings,
  weightsAreAsPublished,
} from "../../../../workers/model/weights/weight-settings";
import { formatCount, formatPlain, formatScientific, formatShare } from "../../../common/format";
import type { NumberRange } from "../../../common/number-range";
import { WEIGHT_SETTING_NAMES } from "../../../document/binding/weight-settings-text";
import { useDocument } from "../../../document/use-stores";
import { CheckRow } from "../../../ui/choices/CheckRow";
import { ChoiceField } from "../../../ui/choices/ChoiceField";
import { LabelledDropdown } from "../../../ui/choices/LabelledDropdown";
import { Field } from "../../../ui/fields/Field";
import { NumberField } from "../../../ui/fields/NumberField";
import layoutCss from "../../../ui/layout/layout.module.css";
import { methodOptions } from "./method-options";
import { useWeighting } from "./use-weighting";

type NumberSetting = {
  [K in keyof WeightSettings]: WeightSettings[K] extends number ? K : never;
}[keyof WeightSettings];

const MOST_INFLUENCES = 16;

const RANGES: Record<NumberSetting, NumberRange> = {
  exemplars: { step: 1, soft: [1, 160], hard: [1, 400] },
  seed: { step: 1, soft: [0, 100], hard: [0, 4294967295] },
  iterations: { step: 1, soft: [0, 100], hard: [0, 1000] },
  tolerance: { step: 1, soft: [1e-5, 1e-1], hard: [0, 1], scale: "log" },
  proximal: { step: 1, soft: [1e-5, 1], hard: [0, 1], scale: "log" },
  filter: { step: 0.01, soft: [0, 1] },
  clusters: { step: 10, soft: [100, 5000], hard: [1, 1_000_000] },
  clusterings: { step: 1, soft: [1, 20], hard: [1, 400] },
  attachFrom: { step: 0.01, soft: [0, 1] },
  bordersUpTo: { step: 0.01, soft: [0, 1] },
  harmonic: { step: 1, soft: [1e-4, 1], hard: [0, 1], scale: "log" },
  leastBones: { step: 1, soft: [1, 4], hard: [1, 64] },
  keptSum: { step: 0.01, soft: [0.5, 1], hard: [0, 1] },
  keptPart: { step: 0.01, soft: [0, 0.5], hard: [0, 1] },
  voxelResolution: { step: 1, soft: [32, 192], hard: [8, 256] },
  voxelFalloff: { step: 0.01, soft: [0, 1] },
  voxelBones: { step: 1, soft: [1, 8], hard: [1, MOST_INFLUENCES] },
  biharmonicTolerance: { step: 1, soft: [1e-5, 1e-1], hard: [0, 1], scale: "log" },
  biharmonicSteps: { step: 10, soft: [10, 1000], hard: [1, 10_000] },
  influences: { step: 1, soft: [0, 8], hard: [0, MOST_INFLUENCES] },
  spineBones: { step: 1, soft: [2, 8], hard: [2, 16] },
};

const scientific = (zero: string) => (x: number) => (x === 0 ? zero : formatScientific(x));

/** Formats of the settings that are not plain counts. */
const WRITERS: Partial<Record<NumberSetting, Parameters<typeof NumberField>[0]["write"]>> = {
  tolerance: scientific("none"),
  biharmonicTolerance: scientific("none"),
  voxelFalloff: formatShare,
  proximal: scientific("off"),
  harmonic: scientific("off"),
  filter: (x) => (x === 0 ? "off" : formatPlain(x)),
  attachFrom: formatShare,
  bordersUpTo: formatShare,
  keptSum: formatShare,
  keptPart: formatShare,
  influences: (x) => (x === 0 ? "all" : formatCount(x)),
};

const HELP: Partial<Record<NumberSetting, string>> = {
  exemplars: "Random poses (exemplars) in which the weights should keep the mesh rigid.",
  proximal: "Pulls the weights towards the first weights (μ), so that no bone fades.",
  filter: "How far each weight moves towards the mean of its neighbours.",
  attachFrom: "Attaches a vertex to a bone if its first weight is at least this.",
  bordersUpTo: "Holds weights at the border of a bone at 0 if its first weight is at most this.",
  harmonic: "Smooths the weights over the surface (δ).",
  clusters: "The vertices of a cluster share one rotation.",
  clusterings: "The number of random sets of clusters.",
  leastBones: "Keeps at least this many bones per vertex (M).",
  keptSum: "The bones that a vertex keeps have at least this share of its weight (t).",
  keptPart: "Drops only bones with less than this share of the vertex's largest weight (α).",
  voxelResolution: "More voxels separate thinner gaps, and take longer.",
  voxelFalloff: "How fast weights fall with the distance from the bone (α).",
  voxelBones: "Keeps the largest weights of each vertex.",
  biharmonicTolerance: "Ends when a step changes no weight by more than this.",
  tolerance: "Ends when three iterations in a row change the energy by less.",
};

/** A numeric setting, in the inspector's two columns. */
export function WeightNumber({ setting }: { setting: NumberSetting }) {
  const [weighting, set] = useWeighting();
  const name = WEIGHT_SETTING_NAMES[setting];
  return (
    <Field label={<span title={HELP[setting]}>{name}</span>}>
      <NumberField
        label={name}
        value={weighting[setting]}
        reset={WEIGHT_DEFAULTS[setting]}
        range={RANGES[setting]}
        write={WRITERS[setting] ?? formatCount}
        onCommit={(value) => set({ [setting]: value })}
      />
    </Field>
  );
}

function Check({
  setting,
  field,
  label,
  help,
}: {
  setting: "attach" | "neumann" | "asRigidAsDesired";
  field: string;
  label: string;
  /** The tooltip. */
  help?: string;
}) {
  const [weighting, set] = useWeighting();
  return (
    <Field label={field}>
      <CheckRow
        label={<span title={help}>{label}</span>}
        checked={weighting[setting]}
        onChange={(on) => set({ [setting]: on })}
      />
    </Field>
  );
}

const SOLVERS: { value: WeightSettings["solver"]; label: string }[] = [
  { value: "iterative", label: "Iterative" },
  { value: "exact", label: "Exact" },
];

const NEGATIVES: { value: WeightSettings["negative"]; label: string }[] = [
  { value: "clamp", label: "Clamp" },
  { value: "constrain", label: "Hold at 0" },
  { value: "keep", label: "Allow" },
];

const bends = (kind: string) => kind === "spine" || kind === "stretch-twist";

/** Settings of the resulting rig, for every method. */
export function OutcomeFields() {
  const hasSpine = useDocument(({ skeleton }) => skeleton?.segments.some(({ kind }) => bends(kind)) ?? false);
  return (
    <>
      <WeightNumber setting="influences" />
      {hasSpine && <WeightNumber setting="spineBones" />}
    </>
  );
}

/** The settings of the methods without an optimisation. */
export function PlainMethodFields({ method }: { method: WeightMethod }) {
  if (method === "voxel") {
    return (
      <>
        <WeightNumber setting="voxelResolution" />
        <WeightNumber setting="voxelFalloff" />
        <WeightNumber setting="voxelBones" />
      </>
    );
  }
  if (method !== "biharmonic") return null;
  return (
    <>
      <WeightNumber setting="biharmonicTolerance" />
      <WeightNumber setting="biharmonicSteps" />
    </>
  );
}

/** The weights that an optimisation starts from, with their own settings. */
function StartFields() {
  const [{ startFrom }, set] = useWeighting();
  const solid = useDocument(({ sequence }) => Boolean(sequence?.tets));
  return (
    <>
      <LabelledDropdown
        label={WEIGHT_SETTING_NAMES.startFrom}
        value={startFrom}
        options={methodOptions(WEIGHT_STARTS, solid)}
        onChange={(next) => set({ startFrom: next })}
      />
      <PlainMethodFields method={startFrom} />
    </>
  );
}

/** Settings of the optimisation that seldom need a change. */
export function RefinementOfWeights() {
  const [weighting, set] = useWeighting();
  const { solver, negative } = weighting;
  return (
    <div className={layoutCss.stack}>
      <Field
        label={
          <span title="The settings of Thiery & Eisemann 2018. Sinew's own usually keep more shape.">
            As published
          </span>
        }
      >
        <CheckRow
          label="On"
          name="As published"
          checked={weightsAreAsPublished(weighting)}
          onChange={(on) => set(publishedWeights(on))}
        />
      </Field>
      <StartFields />
      <Check setting="attach" field="Constraints" label="Attach bone centres" />
      <Check
        setting="neumann"
        field=""
        label="Barriers (Neumann)"
        help="Holds each bone's weight at 0 at the edge of its region."
      />
      <WeightNumber setting="attachFrom" />
      <WeightNumber setting="bordersUpTo" />
      <Check setting="asRigidAsDesired" field="Stretch" label="As rigid as desired" />
      <ChoiceField
        label="Negative weights"
        value={negative}
        options={NEGATIVES}
        onChange={(next) => set({ negative: next })}
      />
      <WeightNumber setting="filter" />
      <WeightNumber setting="harmonic" />
      <ChoiceField
        label="Solver"
        value={solver}
        options={SOLVERS}
        onChange={(next) => set({ solver: next })}
      />
      <WeightNumber setting="leastBones" />
      <WeightNumber setting="keptSum" />
      <WeightNumber setting="keptPart" />
      <WeightNumber setting="clusters" />
      <WeightNumber setting="clusterings" />
      <WeightNumber setting="iterations" />
      <WeightNumber setting="tolerance" />
      <WeightNumber setting="seed" />
    </div>
  );
}
