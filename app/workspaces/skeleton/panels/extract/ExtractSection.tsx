import { EXTRACT_METHODS } from "../../../../../workers/model/skeleton/extract/extract-methods";
import { EXTRACT_DEFAULTS } from "../../../../../workers/model/skeleton/extract/extract-settings";
import { longSearchWords } from "../../../../../workers/model/skeleton/extract/search-time";
import { ActionButton } from "../../../../actions/ActionButton";
import { useStudio } from "../../../../actions/studio";
import { formatCount } from "../../../../common/format";
import { setExtraction } from "../../../../document/skeleton/extract-commands";
import { useDocument, useStore, useStores, useWork } from "../../../../document/use-stores";
import { Segmented } from "../../../../ui/choices/Segmented";
import { Field } from "../../../../ui/fields/Field";
import { LabelledNumber } from "../../../../ui/fields/LabelledNumber";
import layoutCss from "../../../../ui/layout/layout.module.css";
import sectionCss from "../../../../ui/layout/Section.module.css";
import textCss from "../../../../ui/text/text.module.css";
import { EXTRACTIONS } from "../../runs/extract/extractions";
import { JointsField } from "./JointsField";
import { MethodTable } from "./MethodTable";
import { PullField } from "./PullField";
import { RunningExtraction } from "./RunningExtraction";

interface CountFieldProps {
  label: string;
  of: "bones" | "influences";
  /** The end of the slider, and the largest number that can be typed. */
  soft: number;
  hard: number;
}

function CountField({ label, of, soft, hard }: CountFieldProps) {
  const stores = useStores();
  const { history } = useStudio();
  const value = useDocument((state) => state.extraction[of]);
  return (
    <LabelledNumber
      label={label}
      value={value}
      reset={EXTRACT_DEFAULTS[of]}
      range={{ step: 1, soft: [1, soft], hard: [1, hard] }}
      write={formatCount}
      onCommit={(next) => history.run(setExtraction(stores, { [of]: next }))}
    />
  );
}

/** Merges the bones on either side of a joint that never moves, or keeps both. */
function StillField() {
  const stores = useStores();
  const { history } = useStudio();
  const split = useDocument((state) => state.extraction.splitStill);
  return (
    <Field label="Still joints">
      <Segmented
        label="Still joints"
        value={split ? "split" : "merge"}
        options={[
          { value: "merge", label: "Merge" },
          { value: "split", label: "Split" },
        ]}
        onChange={(next) => history.run(setExtraction(stores, { splitStill: next === "split" }))}
      />
    </Field>
  );
}

/** Whether searches that follow the first one are bounded. */
function FurtherField() {
  const stores = useStores();
  const { history } = useStudio();
  const thorough = useDocument((state) => state.extraction.thorough);
  return (
    <Field label="Further searches">
      <Segmented
        label="Further searches"
        value={thorough ? "all" : "bounded"}
        options={[
          { value: "bounded", label: "Bounded" },
          { value: "all", label: "All" },
        ]}
        onChange={(next) => history.run(setExtraction(stores, { thorough: next === "all" }))}
      />
    </Field>
  );
}

/** The expected time of a long search. */
function SearchTime() {
  const words = useDocument(({ sequence, extraction: { method, bones } }) =>
    sequence && method === "auto" ? longSearchWords(sequence.frameCount, bones) : null,
  );
  return words && <p className={textCss.secondary}>{words} You can keep what it has found at any time.</p>;
}

function NumberFields() {
  const method = useDocument((state) => state.extraction.method);
  const { keepsBones } = EXTRACT_METHODS[method];
  return (
    <>
      {!keepsBones && (
        <>
          <CountField label="Bones" of="bones" soft={100} hard={1024} />
          <SearchTime />
          <CountField label="Influences" of="influences" soft={8} hard={64} />
        </>
      )}
      <JointsField />
      <PullField />
      {method === "auto" && (
        <>
          <StillField />
          <FurtherField />
        </>
      )}
    </>
  );
}

/** Finds a skeleton: the method, its settings, and the button. */
export function ExtractSection() {
  const running = useWork((work) => work.extraction !== null);
  const hasReport = useDocument((state) => state.skeletonReport !== null);
  const hasRig = useDocument((state) => state.rig !== null);
  const method = useDocument((state) => state.extraction.method);
  const result = useStore(EXTRACTIONS, (state) => state.results[method]);
  const { keepsBones } = EXTRACT_METHODS[method];
  return (
    <section className={`${sectionCss.section} ${sectionCss.plain}`} aria-label="Extract">
      <MethodTable />
      {result && "failure" in result && (
        <p className={textCss.secondary} role="alert">
          {result.failure.title}. {result.failure.body}
        </p>
      )}
      <div className={`${layoutCss.stack} ${layoutCss.wide}`} style={{ marginBottom: 12 }}>
        <NumberFields />
      </div>
      {running ? (
        <RunningExtraction />
      ) : (
        <div className={layoutCss.pair}>
          <ActionButton
            action="skeleton.extract"
            label={keepsBones ? "Connect bones" : hasReport ? "Extract again" : "Extract"}
            look="primary"
            size="medium"
            grow
          />
          {hasRig && !keepsBones && (
            <ActionButton action="skeleton.continue-extraction" label="Continue" size="medium" />
          )}
        </div>
      )}
    </section>
  );
}
