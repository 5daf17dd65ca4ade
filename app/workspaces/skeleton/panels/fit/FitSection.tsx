import {
  FIT_DEFAULTS,
  type FitSettings,
  type FitSolve,
  MOST_HELPERS,
} from "../../../../../workers/model/skeleton/fit/fit-settings";
import { ActionButton, ActionIcon } from "../../../../actions/ActionButton";
import { useStudio } from "../../../../actions/studio";
import { useAction } from "../../../../actions/use-action";
import { formatCount, plural } from "../../../../common/format";
import { setFitting } from "../../../../document/skeleton/fit-commands";
import { isFitted, ownName, startsInScene } from "../../../../document/skeleton/own-skeleton";
import { useDocument, useStore, useStores, useWork } from "../../../../document/use-stores";
import { Button } from "../../../../ui/buttons/Button";
import { CheckRow } from "../../../../ui/choices/CheckRow";
import { Segmented } from "../../../../ui/choices/Segmented";
import { Field } from "../../../../ui/fields/Field";
import fieldCss from "../../../../ui/fields/Field.module.css";
import { LabelledNumber } from "../../../../ui/fields/LabelledNumber";
import layoutCss from "../../../../ui/layout/layout.module.css";
import sectionCss from "../../../../ui/layout/Section.module.css";
import textCss from "../../../../ui/text/text.module.css";
import { lackOf } from "../../actions/fit-actions";
import { FIT_DESK } from "../../runs/fit/fit-desk";
import { RunningExtraction } from "../extract/RunningExtraction";

const SOLVES: { value: FitSolve; label: string }[] = [
  { value: "weights", label: "Weights" },
  { value: "motion", label: "Motion" },
  { value: "both", label: "Both" },
];

/** The skeleton's file. A click chooses another one. */
function FileField() {
  const own = useDocument((state) => state.ownSkeleton);
  const proposal = useStore(FIT_DESK, (desk) => desk.proposal);
  const { refusal, perform } = useAction("file.open-skeleton");
  const bones = proposal?.source.skeleton.segments.length ?? own?.skeleton.bones.length ?? 0;
  const file = proposal?.source.file ?? (own ? ownName(own) : "");
  return (
    <Field label="Skeleton">
      <div className={fieldCss.withEnd}>
        <Button
          grow
          aria-label={`Skeleton ${file}, ${plural(bones, "bone")}`}
          title="Choose another file"
          aria-disabled={refusal ? true : undefined}
          onClick={perform}
        >
          <span className={textCss.ellipsis}>{file}</span>
          <span className={textCss.tertiary}>{formatCount(bones)}</span>
        </Button>
        {proposal && <ActionIcon action="fit.align" />}
      </div>
    </Field>
  );
}

/** Chooses what a fit may change. */
function ChangeField() {
  const stores = useStores();
  const { history } = useStudio();
  const solve = useDocument((state) => state.fitting.solve);
  const own = useDocument((state) => state.ownSkeleton);
  const fitted = useDocument(isFitted);
  const options = SOLVES.map(({ value, label }) => ({
    value,
    label,
    // A fit has found what the file lacks.
    refusal: own && !fitted ? lackOf(own.skeleton, value) : null,
  }));
  return (
    <Field label="Change">
      <Segmented
        label="Change"
        value={solve}
        options={options}
        onChange={(next) => next !== solve && history.run(setFitting(stores, { solve: next }))}
      />
    </Field>
  );
}

function NumberFields() {
  const stores = useStores();
  const { history } = useStudio();
  const { solve, influences, helpers } = useDocument((state) => state.fitting);
  const set = (change: Partial<FitSettings>) => history.run(setFitting(stores, change));
  if (solve === "motion") return null;
  return (
    <>
      <LabelledNumber
        label="Influences"
        value={influences}
        reset={FIT_DEFAULTS.influences}
        range={{ step: 1, soft: [1, 8], hard: [1, 64] }}
        write={formatCount}
        onCommit={(next) => set({ influences: next })}
      />
      <LabelledNumber
        label="Helpers"
        value={helpers}
        reset={FIT_DEFAULTS.helpers}
        range={{ step: 1, soft: [0, 16], hard: [0, MOST_HELPERS] }}
        unit={helpers > 0 ? "at most" : ""}
        write={formatCount}
        onCommit={(next) => set({ helpers: next })}
      />
    </>
  );
}

/** Whether weights must stay near their bones. */
function SpreadField() {
  const stores = useStores();
  const { history } = useStudio();
  const { solve, spread } = useDocument((state) => state.fitting);
  if (solve === "motion") return null;
  return (
    <Field label="Weights">
      <CheckRow
        label="Near bones only"
        name="Keep weights near their bones"
        checked={spread === "near"}
        onChange={(on) => history.run(setFitting(stores, { spread: on ? "near" : "anywhere" }))}
      />
    </Field>
  );
}

/** Chooses what a fit keeps from the file. */
function KeepFields() {
  const stores = useStores();
  const { history } = useStudio();
  const { solve, joints, root, rest, limits } = useDocument((state) => state.fitting);
  const hasLimits = useDocument((state) => state.ownSkeleton?.skeleton.bones.some((bone) => bone.limits));
  const set = (change: Partial<FitSettings>) => history.run(setFitting(stores, change));
  const keep = (
    label: string,
    name: string,
    kept: boolean,
    change: (kept: boolean) => Partial<FitSettings>,
  ) => (
    <Field label={label}>
      <CheckRow label="Keep" name={name} checked={kept} onChange={(on) => set(change(on))} />
    </Field>
  );
  return (
    <>
      {solve === "both" &&
        keep("Bone lengths", "Keep bone lengths", joints === "kept", (on) => ({
          joints: on ? "kept" : "refined",
        }))}
      {solve !== "weights" &&
        keep("Root motion", "Keep root motion", root === "kept", (on) => ({ root: on ? "kept" : "free" }))}
      {solve !== "weights" &&
        hasLimits &&
        keep("Joint limits", "Keep joint limits", limits, (on) => ({ limits: on }))}
      {solve !== "motion" &&
        keep("Rest pose", "Keep the rest pose", rest === "kept", (on) => ({
          rest: on ? "kept" : "corrected",
        }))}
    </>
  );
}

function StartButtons() {
  const fitted = useDocument(isFitted);
  const inScene = useDocument(startsInScene);
  return (
    <>
      <div className={layoutCss.pair}>
        <ActionButton
          action="fit.start"
          label={fitted ? "Fit again" : "Fit"}
          look="primary"
          size="medium"
          grow
        />
        {fitted && <ActionButton action="fit.continue" label="Continue" size="medium" />}
      </div>
      {inScene && (
        <p className={`${textCss.tertiary} ${textCss.hint}`}>
          Starts from the rig in the scene, whose locked bones stay.
        </p>
      )}
    </>
  );
}

/** Fits the mesh to the artist's skeleton: the file, the settings and the button. */
export function FitSection() {
  const running = useWork((work) => work.extraction !== null);
  const has = useDocument((state) => state.ownSkeleton !== null);
  const hasProposal = useStore(FIT_DESK, (desk) => desk.proposal !== null);
  const failure = useStore(FIT_DESK, (desk) => desk.failure);
  if (!has && !hasProposal) return <NoSkeleton />;
  return (
    <section className={`${sectionCss.section} ${sectionCss.plain}`} aria-label="Fit mine">
      <div className={`${layoutCss.stack} ${layoutCss.wide}`} style={{ marginBottom: 12 }}>
        <FileField />
        <ChangeField />
        <NumberFields />
        <SpreadField />
        <KeepFields />
      </div>
      {failure && (
        <p className={textCss.secondary} role="alert" style={{ marginBottom: 8 }}>
          {failure.title}. {failure.body}
        </p>
      )}
      {running ? <RunningExtraction /> : <StartButtons />}
    </section>
  );
}

function NoSkeleton() {
  return (
    <section className={`${sectionCss.section} ${sectionCss.plain}`} aria-label="Fit mine">
      <p className={`${textCss.secondary} ${textCss.hint}`} style={{ marginBottom: 8 }}>
        Fits the mesh to a skeleton of your own. Drop a GLB, glTF, FBX, BVH or .tgf file, or choose one.
      </p>
      <ActionButton action="file.open-skeleton" label="Choose skeleton…" look="primary" size="medium" wide />
    </section>
  );
}
