import { useMemo } from "react";
import { liesOutside } from "../../../../workers/geometry/place-skeleton";
import { boundsOf } from "../../../../workers/model/mesh/mesh-sequence";
import { maxInfluences } from "../../../../workers/model/rig/sparse-weights";
import { WEIGHT_METHODS } from "../../../../workers/model/weights/weight-settings";
import { useAction } from "../../../actions/use-action";
import { formatShare, plural } from "../../../common/format";
import { useBinding, useDocument, useView } from "../../../document/use-stores";
import { CheckRow } from "../../../ui/choices/CheckRow";
import { Dropdown } from "../../../ui/choices/Dropdown";
import { Note } from "../../../ui/feedback/Note";
import { Field } from "../../../ui/fields/Field";
import { Icon } from "../../../ui/icons/Icon";
import layoutCss from "../../../ui/layout/layout.module.css";
import { Section } from "../../../ui/layout/Section";
import textCss from "../../../ui/text/text.module.css";
import { BindButton } from "./BindButton";
import { methodOptions } from "./method-options";
import { MeasureLink } from "./report/MeasureLink";
import { FADED } from "./report/weight-figures";
import { useNameOfFirst } from "./use-name-of-first";
import { useWeighting } from "./use-weighting";
import { OutcomeFields, PlainMethodFields, RefinementOfWeights, WeightNumber } from "./WeightFields";

function MethodField() {
  const [{ method }, set] = useWeighting();
  const solid = useDocument((state) => !!state.sequence?.tets);
  return (
    <Field label="Method">
      <Dropdown
        label="Weight method"
        value={method}
        options={methodOptions(WEIGHT_METHODS, solid)}
        onChange={(next) => set({ method: next })}
      />
    </Field>
  );
}

/** Warns about bones that faded during the optimisation, and says what helps. */
function FadedBones() {
  const [{ proximal }, set] = useWeighting();
  const mass = useBinding((state) => state.massOfHeat);
  const start = useNameOfFirst();
  const segments = useDocument((state) => state.skeleton?.segments);
  if (!mass || !segments || mass.length !== segments.length) return null;
  const faded = segments.filter(({ kind }, j) => kind !== "virtual" && mass[j] < FADED);
  if (faded.length === 0) return null;
  const [first] = faded;
  const stronger = Math.min(1, Math.max(1e-3, 3 * proximal));
  return (
    <Note tone="warn">
      <Icon name="warn" />
      <span>
        {faded.length === 1
          ? `${first.name} has faded to ${formatShare(mass[segments.indexOf(first)])} of its ${start} weights. `
          : `${plural(faded.length, "bone")} have faded below half of their ${start} weights, ${first.name} first. `}
        <button type="button" className={textCss.link} onClick={() => set({ proximal: stronger })}>
          Keep bones stronger
        </button>
      </span>
    </Note>
  );
}

/** Warns that the skeleton is not inside the mesh, so binding would give bad weights. */
function SkeletonOutside() {
  const { perform } = useAction("skeleton.fit");
  const skeleton = useDocument((state) => state.skeleton);
  const rest = useDocument((state) => state.sequence?.rest);
  const box = useMemo(() => rest && boundsOf(rest), [rest]);
  if (!skeleton || !box || !liesOutside(skeleton, box)) return null;
  return (
    <Note tone="warn">
      <Icon name="warn" />
      <span>
        The skeleton is not inside the mesh.{" "}
        <button type="button" className={textCss.link} onClick={perform}>
          Fit it into the mesh
        </button>
      </span>
    </Note>
  );
}

function Beside() {
  const { refusal, perform } = useAction("bind.beside");
  const beside = useView((view) => view.paint.beside !== null);
  const first = useNameOfFirst();
  if (refusal) return null;
  return <CheckRow label={`Compare with ${first} weights`} checked={beside} onChange={perform} />;
}

/** Lists what can be done, besides binding again, with weights that came with a file or from a solve. */
function RigsWeights() {
  const rig = useDocument((state) => state.rig);
  const found = useDocument((state) => state.weightReport !== null);
  const hasSkeleton = useDocument((state) => (state.skeleton?.segments.length ?? 0) > 0);
  const run = useBinding((state) => state.run !== null);
  const paint = useAction("paint.weight");
  const optimise = useAction("bind.optimise");
  if (!rig || found || run) return null;
  const most = maxInfluences(rig.weights);
  return (
    <Note>
      <Icon name="brush" />
      <span>
        The rig has weights: {plural(rig.bones.length, "bone")}, up to {most} per vertex.{" "}
        <button type="button" className={textCss.link} onClick={paint.perform}>
          Paint them
        </button>
        ,{" "}
        {optimise.refusal === null && (
          <>
            <button type="button" className={textCss.link} onClick={optimise.perform}>
              optimise from them
            </button>
            , <MeasureLink label="measure them" />,{" "}
          </>
        )}
        {hasSkeleton ? "or bind again." : "or add a skeleton and bind again."}
      </span>
    </Note>
  );
}

/** Settings for binding the mesh to the skeleton, and the button that does it. */
export function BindSection() {
  const [{ method }] = useWeighting();
  const segments = useDocument((state) => state.skeleton?.segments.length ?? 0);
  return (
    <>
      <Section name="bind" title="Weights" end={segments > 0 ? plural(segments, "bone") : "no skeleton yet"}>
        <div className={layoutCss.stack}>
          <RigsWeights />
          <MethodField />
          {method === "arap" && (
            <>
              <WeightNumber setting="exemplars" />
              <WeightNumber setting="proximal" />
            </>
          )}
          <PlainMethodFields method={method} />
          <OutcomeFields />
          <SkeletonOutside />
          <BindButton />
          <Beside />
          <FadedBones />
        </div>
      </Section>
      {method === "arap" && (
        <Section name="bind-refinement" title="Optimisation" shut end="constraints, supports, solver">
          <RefinementOfWeights />
        </Section>
      )}
    </>
  );
}
